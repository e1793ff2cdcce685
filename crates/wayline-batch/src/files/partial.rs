//! `OUT.partial`: the answers so far, so that a run that was killed can go on.
//!
//! ```text
//! magic    16  "wayline batch 1\n"
//! length    4  of the particulars
//! particulars  lines of "what<TAB>value": the queries, the map, the options
//! checksum  4  CRC-32 of all before
//! then for each chunk:
//! numbers  48  bytes of the answers; rows; found, unreachable, limit, bad
//! length    4  of the choices
//! choices      lines of "fingerprint work budget map", those that were made for this chunk
//! answers      encoded in the format of OUT
//! checksum  4  CRC-32 of this chunk
//! ```
//!
//! Numbers are little-endian. What is behind the last whole chunk was being written when the run was killed,
//! and is cut off.

use super::FileError;
use crate::answers::Counts;
use crate::plan::Choice;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 16] = b"wayline batch 1\n";
/// The most bytes that particulars or choices of one chunk may take.
const MOST_TEXT: u32 = 1 << 24;

/// What has to be the same for a run to go on: what is meant, and its value.
pub(super) type Particulars = Vec<(&'static str, String)>;

/// The answers so far.
pub(super) struct Partial {
    path: PathBuf,
    file: File,
    /// Where the chunks begin.
    begin: u64,
    /// Where they end.
    end: u64,
    /// How many there are.
    chunks: u64,
    /// What all of them are about.
    pub(super) counts: Counts,
    /// What was decided for them.
    pub(super) choices: Vec<Choice>,
}

/// `OUT.partial`.
pub(super) fn beside(answers: &Path) -> PathBuf {
    let mut name = answers.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

impl Partial {
    /// Begins one.
    pub(super) fn begin(path: &Path, particulars: &Particulars) -> Result<Partial, FileError> {
        let unwritable = |source| FileError::Unwritable { path: path.to_owned(), source };
        let options = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let mut file = options.map_err(unwritable)?;
        lock(&file).map_err(unwritable)?;
        let mut head = MAGIC.to_vec();
        let lines: String =
            particulars.iter().map(|(what, value)| format!("{what}\t{value}\n")).collect();
        head.extend((lines.len() as u32).to_le_bytes());
        head.extend(lines.as_bytes());
        head.extend(crc32fast::hash(&head).to_le_bytes());
        file.write_all(&head).map_err(unwritable)?;
        let begin = head.len() as u64;
        let (counts, choices) = Default::default();
        Ok(Partial { path: path.to_owned(), file, begin, end: begin, chunks: 0, counts, choices })
    }

    /// Goes on with one, if it is of the same run.
    pub(super) fn resume(path: &Path, particulars: &Particulars) -> Result<Partial, FileError> {
        let wrong = |what: String| FileError::Partial { path: path.to_owned(), what };
        let unreadable = |error: io::Error| wrong(format!("cannot be read: {error}"));
        let options = OpenOptions::new().read(true).write(true).open(path);
        let file = options.map_err(unreadable)?;
        lock(&file)
            .map_err(|_| wrong("another run is writing to it: wait for its end".to_owned()))?;
        let length = file.metadata().map_err(unreadable)?.len();
        let mut reader = Checked::new(&file);
        let mut first_lines = || -> io::Result<String> {
            if &reader.array::<16>()? != MAGIC {
                return Err(ErrorKind::InvalidData.into());
            }
            let lines = reader.text()?;
            reader.checked()?;
            Ok(lines)
        };
        let lines = first_lines().map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof | ErrorKind::InvalidData => {
                wrong("it is not the beginning of a run: remove it, and run again".to_owned())
            }
            _ => unreadable(error),
        })?;
        for (what, value) in particulars {
            let before = lines.lines().find_map(|line| line.strip_prefix(&format!("{what}\t")));
            if before != Some(value) {
                let before = before.unwrap_or("nothing");
                return Err(wrong(format!(
                    "it was started with other {what}: {before}, and now {value}. Run it with what it was started \
                     with, or remove it"
                )));
            }
        }
        let begin = reader.read;
        let mut found = Partial {
            path: path.to_owned(),
            file: file.try_clone().map_err(unreadable)?,
            begin,
            end: begin,
            chunks: 0,
            counts: Counts::default(),
            choices: Vec::new(),
        };
        // What is damaged or not whole ends it: everything after that is answered again.
        while let Ok(Some((counts, choices, _))) = reader.chunk(length, false) {
            found.counts += counts;
            found.choices.extend(choices);
            found.chunks += 1;
            found.end = reader.read;
        }
        let cut = found.file.set_len(found.end);
        cut.and_then(|()| found.file.seek(SeekFrom::Start(found.end))).map_err(unreadable)?;
        Ok(found)
    }

    /// Adds a chunk.
    pub(super) fn add(
        &mut self,
        answers: &[u8],
        counts: Counts,
        choices: &[Choice],
    ) -> Result<(), FileError> {
        let lines: String = choices
            .iter()
            .map(|choice| {
                let budget = choice.budget.map_or("-".to_owned(), |budget| budget.to_string());
                format!("{} {} {budget} {}\n", choice.fingerprint, choice.work, choice.map)
            })
            .collect();
        let Counts { queries, found, unreachable, limit, bad } = counts;
        let numbers = [answers.len() as u64, queries, found, unreachable, limit, bad];
        let mut head: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        head.extend((lines.len() as u32).to_le_bytes());
        head.extend(lines.as_bytes());
        let mut sum = crc32fast::Hasher::new();
        sum.update(&head);
        sum.update(answers);
        let sum = sum.finalize().to_le_bytes();
        let written =
            [&head[..], answers, &sum].into_iter().try_for_each(|it| self.file.write_all(it));
        written.map_err(|source| FileError::Unwritable { path: self.path.clone(), source })?;
        self.end += (head.len() + answers.len() + sum.len()) as u64;
        self.chunks += 1;
        self.counts += counts;
        Ok(())
    }

    /// The encoded answers, chunk by chunk.
    pub(super) fn chunks(&self) -> io::Result<impl Iterator<Item = io::Result<Vec<u8>>> + use<>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(self.begin))?;
        let (mut reader, end) = (Checked::new(file), self.end);
        reader.read = self.begin;
        let mut left = self.chunks;
        Ok(std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            let chunk = reader
                .chunk(end, true)
                .and_then(|chunk| chunk.ok_or(ErrorKind::UnexpectedEof.into()));
            Some(chunk.map(|(_, _, answers)| answers))
        }))
    }

    /// How many rows are answered.
    pub(super) fn rows(&self) -> u64 {
        self.counts.queries
    }

    /// Removes it: it is not needed any more.
    pub(super) fn remove(self) {
        // If it cannot be removed, it is in nobody's way but the next run's, which says so.
        let _ = fs::remove_file(&self.path);
    }
}

/// So that no two runs write to one file. Where locks are not available, no run is kept out.
fn lock(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    if let Err(error) =
        rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive)
        && error == rustix::io::Errno::WOULDBLOCK
    {
        return Err(error.into());
    }
    let _ = file;
    Ok(())
}

/// Reads, and keeps the checksum of what was read.
struct Checked<R: Read> {
    reader: BufReader<R>,
    sum: crc32fast::Hasher,
    /// How many bytes were read.
    read: u64,
}

impl<R: Read> Checked<R> {
    fn new(reader: R) -> Checked<R> {
        Checked {
            reader: BufReader::with_capacity(1 << 16, reader),
            sum: crc32fast::Hasher::new(),
            read: 0,
        }
    }

    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.reader.read_exact(bytes)?;
        self.sum.update(bytes);
        self.read += bytes.len() as u64;
        Ok(())
    }

    fn text(&mut self) -> io::Result<String> {
        let length = u32::from_le_bytes(self.array()?);
        if length > MOST_TEXT {
            return Err(ErrorKind::InvalidData.into());
        }
        let mut bytes = vec![0; length as usize];
        self.fill(&mut bytes)?;
        String::from_utf8(bytes).map_err(|_| ErrorKind::InvalidData.into())
    }

    /// Whether the checksum that comes now is that of all since the last one.
    fn checked(&mut self) -> io::Result<()> {
        let expected = std::mem::take(&mut self.sum).finalize();
        let found = u32::from_le_bytes(self.array()?);
        self.sum = crc32fast::Hasher::new();
        if found == expected { Ok(()) } else { Err(ErrorKind::InvalidData.into()) }
    }

    /// The next chunk of a file of this many bytes, with its answers if they are wanted.
    #[allow(clippy::type_complexity)]
    fn chunk(
        &mut self,
        length: u64,
        wanted: bool,
    ) -> io::Result<Option<(Counts, Vec<Choice>, Vec<u8>)>> {
        if self.read >= length {
            return Ok(None);
        }
        let mut numbers = [0u64; 6];
        for number in &mut numbers {
            *number = u64::from_le_bytes(self.array()?);
        }
        let [bytes, queries, found, unreachable, limit, bad] = numbers;
        let choices = self.text()?.lines().map(choice).collect::<Option<Vec<_>>>();
        let choices = choices.ok_or(ErrorKind::InvalidData)?;
        if bytes > length.saturating_sub(self.read) {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let mut answers = Vec::new();
        if wanted {
            answers = vec![0; bytes as usize];
            self.fill(&mut answers)?;
        } else {
            let mut left = bytes;
            let mut buffer = [0; 4096];
            while left > 0 {
                let part = left.min(buffer.len() as u64) as usize;
                self.fill(&mut buffer[..part])?;
                left -= part as u64;
            }
        }
        self.checked()?;
        Ok(Some((Counts { queries, found, unreachable, limit, bad }, choices, answers)))
    }
}

fn choice(line: &str) -> Option<Choice> {
    let mut words = line.splitn(4, ' ');
    let fingerprint = words.next()?.parse().ok()?;
    let work = words.next()?.parse().ok()?;
    let budget = match words.next()? {
        "-" => None,
        budget => Some(budget.parse().ok()?),
    };
    Some(Choice::new(words.next()?.to_owned(), fingerprint, work, budget))
}
