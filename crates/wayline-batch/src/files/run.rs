//! [`Run`]: reads, answers and writes, each in its own time.

use super::encode::Encoder;
use super::partial::{self, Partial, Particulars};
use super::whole::Whole;
use super::{FileError, Format, Queries};
use crate::answers::Counts;
use crate::batch::Batch;
use crate::error::BatchError;
use crate::plan::Choice;
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// How many chunks wait between two of reading, answering and writing.
const WAITING: usize = 1;

/// Where answers go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Into a file, in the format that its name says.
    File(PathBuf),
    /// To standard output as they come: CSV or JSON lines.
    Stdout(Format),
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The rows that are answered and written, those of an earlier run included.
    pub counts: Counts,
    /// Those of an earlier run that is resumed.
    pub resumed: u64,
}

/// A file of queries that becomes a file of answers.
pub struct Run<'a> {
    /// What answers.
    pub batch: &'a Batch,
    /// Goes on from `OUT.partial`, if there is one. Otherwise one that is there is refused.
    pub resume: bool,
    /// Starts again where there is an `OUT.partial`.
    pub restart: bool,
    /// What else an `OUT.partial` has to agree with, such as the options of a program.
    pub options: String,
    /// Called now and then with the progress so far.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// Answers on their way from the thread that finds them to the one that writes them.
struct Chunk {
    answers: RecordBatch,
    counts: Counts,
    choices: Vec<Choice>,
}

impl Run<'_> {
    /// Answers all queries. Where this fails with an error that [is resumable](FileError::is_resumable),
    /// what is answered so far stays in `OUT.partial`, if anything is; otherwise nothing stays.
    pub fn run(&self, mut queries: Queries, output: &Output) -> Result<Progress, FileError> {
        let about = queries.path().to_owned();
        let in_queries = |error| FileError::Batch { path: about.clone(), error };
        let schema = self.batch.schema(&queries.schema()).map_err(in_queries)?;
        // Columns that are missing or of the wrong type are known from no rows at all.
        let none = RecordBatch::new_empty(queries.schema());
        self.batch.answer(&none).map_err(in_queries)?;
        let format = match output {
            Output::File(path) => Format::of_path(path)?,
            Output::Stdout(format) => *format,
        };
        let named = match output {
            Output::File(path) => path.clone(),
            Output::Stdout(_) => "standard output".into(),
        };
        if let Some(nested) = queries.schema().fields().iter().find(|it| it.data_type().is_nested())
            && !format.is_nested()
        {
            let what = format!(
                "the column '{}' holds lists or records, which CSV cannot: choose .jsonl, .parquet or .arrow",
                nested.name()
            );
            return Err(FileError::Answers { path: named, what });
        }
        let encoder = Encoder::new(format, schema);
        let bad =
            |error: ArrowError| FileError::Answers { path: named.clone(), what: error.to_string() };
        match output {
            Output::Stdout(format) => {
                let streams = matches!(format, Format::Csv { .. } | Format::JsonLines { .. });
                if !streams || self.resume {
                    let what = match streams {
                        true => "standard output cannot be resumed: name a file".to_owned(),
                        false => format!("standard output takes CSV and JSON lines, not {format}"),
                    };
                    return Err(FileError::Answers { path: named, what });
                }
                let head = encoder.head().map_err(bad)?;
                let mut sink = Stdout { counts: Counts::default() };
                sink.write(&head)?;
                self.answer(queries, &encoder, &mut sink, 0)
            }
            Output::File(path) => {
                let mut partial = self.partial(path, &mut queries, format)?;
                let resumed = partial.rows();
                self.batch.recall(&partial.choices);
                let done = self.answer(queries, &encoder, &mut partial, resumed);
                let done = done.and_then(|progress| {
                    put_together(&partial, &encoder, path)?;
                    Ok(progress)
                });
                let keep =
                    done.as_ref().is_err_and(|error| error.is_resumable() && partial.rows() > 0);
                if !keep {
                    partial.remove();
                }
                done
            }
        }
    }

    /// The answers so far.
    fn partial(
        &self,
        path: &Path,
        queries: &mut Queries,
        format: Format,
    ) -> Result<Partial, FileError> {
        let unwritable = |source| FileError::Unwritable { path: path.to_owned(), source };
        match std::fs::metadata(path) {
            Ok(before) if !before.is_file() => {
                return Err(unwritable(io::Error::other(
                    "it is not a file: expected one, or - for standard output",
                )));
            }
            Ok(before) if before.permissions().readonly() => {
                return Err(unwritable(io::Error::new(
                    ErrorKind::PermissionDenied,
                    "it is read-only: make it writable, or choose another name",
                )));
            }
            _ => {}
        }
        let place = partial::beside(path);
        let there = place.symlink_metadata().is_ok();
        if there && !self.resume && !self.restart {
            let what = "an earlier run left it: go on with --resume, or start again with --restart";
            return Err(FileError::Partial { path: place, what: what.to_owned() });
        }
        // Only for a run that could be resumed: it is read once more for this.
        let identity = queries.identity()?.unwrap_or_else(|| "standard input".to_owned());
        let options = self.batch.options();
        let particulars: Particulars = vec![
            ("queries", identity),
            ("map or network", format!("fingerprint {:08x}", self.batch.fingerprint())),
            (
                "options",
                format!(
                    "{}; paths {}, strict {}, prepares {}, max-expansions {:?}, rows at a time {}",
                    self.options,
                    options.paths,
                    options.strict,
                    options.prepares,
                    options.max_expansions,
                    queries.chunk_rows(),
                ),
            ),
            ("answers", format.to_string()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ];
        if there && self.resume {
            return Partial::resume(&place, &particulars);
        }
        if there {
            std::fs::remove_file(&place)
                .map_err(|source| FileError::Unwritable { path: place.clone(), source })?;
        }
        Partial::begin(&place, &particulars)
    }

    fn answer(
        &self,
        mut queries: Queries,
        encoder: &Encoder,
        sink: &mut (impl Sink + Send),
        resumed: u64,
    ) -> Result<Progress, FileError> {
        let about = queries.path().to_owned();
        let (to_answer, read) = sync_channel::<RecordBatch>(WAITING);
        let (to_write, answered) = sync_channel::<Chunk>(WAITING);
        thread::scope(|scope| {
            let reading = scope.spawn(move || send_all(&mut queries, resumed, &to_answer));
            let writing = scope.spawn(move || self.write_all(encoder, sink, resumed, answered));
            let answering = self.answer_all(read, to_write, resumed);
            let reading = joined(reading.join());
            let progress = joined(writing.join())?;
            reading?;
            answering.map_err(|error| FileError::Batch { path: about, error })?;
            Ok(progress)
        })
    }

    fn answer_all(
        &self,
        read: Receiver<RecordBatch>,
        to_write: SyncSender<Chunk>,
        resumed: u64,
    ) -> Result<(), BatchError> {
        let mut row = resumed;
        let mut known = self.batch.choices().len();
        for queries in read {
            let (answers, counts) =
                self.batch.answer_counted(&queries).map_err(|error| match error {
                    BatchError::BadRow { row: at, reason } => {
                        BatchError::BadRow { row: row + at, reason }
                    }
                    error => error,
                })?;
            row += counts.queries;
            // All of them, if there are new ones: those of a network have no names to tell them apart.
            let mut choices = self.batch.choices();
            if choices.len() == known {
                choices.clear();
            } else {
                known = choices.len();
            }
            if to_write.send(Chunk { answers, counts, choices }).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn write_all(
        &self,
        encoder: &Encoder,
        sink: &mut impl Sink,
        resumed: u64,
        answered: Receiver<Chunk>,
    ) -> Result<Progress, FileError> {
        (self.progress)(Progress { counts: sink.counts(), resumed });
        for Chunk { answers, counts, choices } in answered {
            let bytes = encoder.chunk(&answers).map_err(|error| FileError::Answers {
                path: "answers".into(),
                what: error.to_string(),
            })?;
            sink.add(&bytes, counts, &choices)?;
            (self.progress)(Progress { counts: sink.counts(), resumed });
        }
        Ok(Progress { counts: sink.counts(), resumed })
    }
}

/// What a thread returns; a panic goes on here.
fn joined<T>(result: thread::Result<T>) -> T {
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Sends all chunks but the rows that are answered already.
fn send_all(
    queries: &mut Queries,
    mut answered: u64,
    to_answer: &SyncSender<RecordBatch>,
) -> Result<(), FileError> {
    while let Some(chunk) = queries.next()? {
        let rows = chunk.num_rows() as u64;
        if answered > 0 {
            answered = answered.saturating_sub(rows);
            continue;
        }
        if to_answer.send(chunk).is_err() {
            // The thread that answers has failed, and says so.
            break;
        }
    }
    Ok(())
}

/// What takes encoded chunks.
trait Sink {
    fn add(&mut self, bytes: &[u8], counts: Counts, choices: &[Choice]) -> Result<(), FileError>;
    fn counts(&self) -> Counts;
}

impl Sink for Partial {
    fn add(&mut self, bytes: &[u8], counts: Counts, choices: &[Choice]) -> Result<(), FileError> {
        Partial::add(self, bytes, counts, choices)
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}

struct Stdout {
    counts: Counts,
}

impl Stdout {
    fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let mut out = io::stdout().lock();
        out.write_all(bytes).and_then(|()| out.flush()).map_err(|source| match source.kind() {
            ErrorKind::BrokenPipe => FileError::ReaderGone,
            _ => FileError::Unwritable { path: "standard output".into(), source },
        })
    }
}

impl Sink for Stdout {
    fn add(&mut self, bytes: &[u8], counts: Counts, _: &[Choice]) -> Result<(), FileError> {
        self.counts += counts;
        self.write(bytes)
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}

/// Makes the file of the answers that are all there.
fn put_together(partial: &Partial, encoder: &Encoder, path: &Path) -> Result<(), FileError> {
    let unwritable = |source| FileError::Unwritable { path: path.to_owned(), source };
    let whole = Whole::create(path).map_err(unwritable)?;
    let mut out = BufWriter::with_capacity(1 << 16, whole.file());
    let chunks = partial.chunks().map_err(unwritable)?;
    encoder
        .assemble(chunks, &mut out)
        .map_err(|error| unwritable(io::Error::other(error.to_string())))?;
    out.flush().map_err(unwritable)?;
    drop(out);
    whole.finish().map_err(unwritable)
}
