//! Files as bytes, decompressed and within limits.

use crate::{Limits, NetworkError, Problem};
use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The first bytes of everything that gzip makes.
const GZIP: &[u8] = b"\x1f\x8b";

/// Networks become ten to twenty times smaller by gzip. What becomes smaller by far more was made to fill the
/// memory.
const RATIO: u64 = 100;
/// What may be unpacked whatever it was before.
const ALWAYS: u64 = 1 << 26;

/// All bytes of a file, decompressed if they are compressed.
pub(crate) fn file(path: &Path, limits: Limits) -> Result<Vec<u8>, NetworkError> {
    let read = || {
        let mut bytes = Vec::new();
        File::open(path)?.take(limits.bytes.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limits.bytes {
            return Err(Problem::TooLong { max: limits.bytes });
        }
        Ok(match unpacked(&bytes, limits)? {
            Cow::Borrowed(_) => bytes,
            Cow::Owned(unpacked) => unpacked,
        })
    };
    read().map_err(|problem| NetworkError::from(problem).in_file(path))
}

/// Bytes that may be compressed, as they were before that.
pub(crate) fn unpacked(bytes: &[u8], limits: Limits) -> Result<Cow<'_, [u8]>, Problem> {
    if !bytes.starts_with(GZIP) {
        return Ok(Cow::Borrowed(bytes));
    }
    let max = limits.bytes.min(ALWAYS.max(bytes.len() as u64 * RATIO));
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(bytes)
        .take(max.saturating_add(1))
        .read_to_end(&mut unpacked)
        .map_err(Problem::BadGzip)?;
    if unpacked.len() as u64 > max {
        return Err(Problem::TooLong { max });
    }
    Ok(Cow::Owned(unpacked))
}
