//! A look at an Arrow file before it is read: how many rows it has, and whether the sizes that it states can be
//! true. Its reader allocates what a file says.

use arrow_ipc::reader::read_footer_length;
use arrow_ipc::{root_as_footer, root_as_message};
use arrow_schema::ArrowError;
use std::io::{Read, Seek, SeekFrom};

/// Before the length of a message, since version 0.15 of the format.
const CONTINUED: [u8; 4] = [0xff; 4];

fn damaged() -> ArrowError {
    ArrowError::IpcError("it is damaged or cut off: expected an Arrow file".to_owned())
}

/// The rows of a file of this many bytes.
pub(super) fn rows_of_file(mut file: impl Read + Seek, length: u64) -> Result<u64, ArrowError> {
    let trailer = length.checked_sub(10).ok_or_else(damaged)?;
    file.seek(SeekFrom::Start(trailer))?;
    let mut last = [0; 10];
    file.read_exact(&mut last)?;
    let size = read_footer_length(last)?;
    let begin = trailer.checked_sub(size as u64).ok_or_else(damaged)?;
    file.seek(SeekFrom::Start(begin))?;
    let mut footer = vec![0; size];
    file.read_exact(&mut footer)?;
    let footer = root_as_footer(&footer).map_err(|_| damaged())?;
    let mut rows = 0u64;
    for block in
        footer.dictionaries().iter().flatten().chain(footer.recordBatches().iter().flatten())
    {
        let begin = u64::try_from(block.offset()).map_err(|_| damaged())?;
        let about = u64::try_from(block.metaDataLength()).map_err(|_| damaged())?;
        let body = u64::try_from(block.bodyLength()).map_err(|_| damaged())?;
        let end = begin.checked_add(about).and_then(|end| end.checked_add(body));
        if end.is_none_or(|end| end > length) {
            return Err(damaged());
        }
        file.seek(SeekFrom::Start(begin))?;
        let message = message(&mut file, about)?.ok_or_else(damaged)?;
        if message.body > body {
            return Err(damaged());
        }
        rows = rows.saturating_add(message.rows);
    }
    Ok(rows)
}

/// The rows of a stream of this many bytes, which is walked through.
pub(super) fn rows_of_stream(mut file: impl Read + Seek, length: u64) -> Result<u64, ArrowError> {
    let (mut at, mut rows) = (0, 0u64);
    while at < length {
        file.seek(SeekFrom::Start(at))?;
        let Some(message) = message(&mut file, length - at)? else { break };
        at = at
            .checked_add(message.about)
            .and_then(|at| at.checked_add(message.body))
            .ok_or_else(damaged)?;
        if at > length {
            return Err(damaged());
        }
        rows = rows.saturating_add(message.rows);
    }
    Ok(rows)
}

struct Message {
    /// How many bytes are about it, and how many are its body.
    about: u64,
    body: u64,
    rows: u64,
}

/// The message that begins here, of which at most this many bytes are about it; none at the end.
fn message(file: &mut impl Read, most: u64) -> Result<Option<Message>, ArrowError> {
    let mut word = [0; 4];
    file.read_exact(&mut word)?;
    let mut head = 4;
    if word == CONTINUED {
        file.read_exact(&mut word)?;
        head = 8;
    }
    let size = u64::from(u32::from_le_bytes(word));
    if size == 0 {
        return Ok(None);
    }
    if size.saturating_add(head) > most {
        return Err(damaged());
    }
    let mut bytes = vec![0; size as usize];
    file.read_exact(&mut bytes)?;
    let message = root_as_message(&bytes).map_err(|_| damaged())?;
    let body = u64::try_from(message.bodyLength()).map_err(|_| damaged())?;
    let rows = message.header_as_record_batch().map_or(0, |batch| batch.length());
    let rows = u64::try_from(rows).map_err(|_| damaged())?;
    Ok(Some(Message { about: head + size, body, rows }))
}
