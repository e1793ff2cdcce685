//! [`Queries`]: a file of queries, read chunk by chunk.

use super::{FileError, Format, ipc};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use flate2::read::MultiGzDecoder;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// The columns of JSON lines on standard input are inferred from this many bytes.
const HEAD: usize = 1 << 20;

/// A file of queries, read chunk by chunk.
///
/// The columns of JSON lines are those of all lines, so a file of them is read twice. A CSV has no types: its
/// columns are text for an answer that is CSV, and nothing is lost; otherwise it is read twice, too, and a
/// column that holds nothing but whole numbers becomes one of numbers.
pub struct Queries {
    path: PathBuf,
    format: Format,
    schema: SchemaRef,
    rows: u64,
    bytes: u64,
    checksum: Option<u32>,
    batches: Batches,
    chunk: usize,
    /// What is left of a batch larger than a chunk.
    rest: Option<RecordBatch>,
}

impl Queries {
    /// Opens a file, to be read in chunks of this many rows, for answers in a format. `-` is standard input.
    pub fn open(path: &Path, answers: Format, chunk: usize) -> Result<Queries, FileError> {
        let chunk = chunk.max(1);
        let bad = |what: &dyn Display| FileError::Queries {
            path: path.to_owned(),
            what: what.to_string(),
        };
        if path.as_os_str() == "-" {
            return Queries::stdin(chunk).map_err(|error| bad(&error));
        }
        let format = Format::of_path(path)?;
        let file = File::open(path).map_err(|error| bad(&error))?;
        let details = file.metadata().map_err(|error| bad(&error))?;
        if !details.is_file() {
            return Err(bad(&"it is not a file: expected one, or - for standard input"));
        }
        let source = Source { path, format, answers, chunk };
        let (schema, rows, batches) =
            caught(|| source.open(file)).map_err(|error| bad(&plain(error)))?;
        let rows = rows.unwrap_or(details.len() / 32);
        Ok(Queries {
            path: path.to_owned(),
            format,
            schema,
            rows,
            bytes: details.len(),
            checksum: None,
            batches,
            chunk,
            rest: None,
        })
    }

    fn stdin(chunk: usize) -> Result<Queries, ArrowError> {
        let mut head = Vec::new();
        io::stdin().lock().take(HEAD as u64).read_to_end(&mut head)?;
        let format = Format::of_bytes(&head);
        let whole = head.len() < HEAD;
        let sample = match head.iter().rposition(|&byte| byte == b'\n') {
            Some(end) if !whole => &head[..=end],
            _ => &head,
        };
        let schema = match format {
            Format::JsonLines { .. } => Some(in_order(json_schema(sample)?.0, sample)?),
            Format::Csv { .. } => Some(csv_schema(sample, None)?.0),
            _ => None,
        };
        let all = BufReader::new(io::Cursor::new(head).chain(io::stdin()));
        let (schema, batches): (SchemaRef, Batches) = match (format, schema) {
            (Format::JsonLines { .. }, Some(schema)) => {
                (schema.clone(), Box::new(json_reader(schema, chunk).build(all)?))
            }
            (_, Some(schema)) => {
                (schema.clone(), Box::new(csv_reader(schema, chunk).build_buffered(all)?))
            }
            (_, None) => {
                let reader = arrow_ipc::reader::StreamReader::try_new(all, None)?;
                (reader.schema(), Box::new(reader))
            }
        };
        let (path, rows, bytes) = ("standard input".into(), 0, 0);
        let (schema, batches) = without_dictionaries(schema, batches);
        Ok(Queries {
            path,
            format,
            schema,
            rows,
            bytes,
            checksum: None,
            batches,
            chunk,
            rest: None,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What kind of file it is.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Its columns.
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// How many rows are read at a time.
    pub(super) fn chunk_rows(&self) -> usize {
        self.chunk
    }

    /// How many rows it has, or an estimate from its size where the file does not say; zero if nothing is
    /// known.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// What the file is known by, to tell whether a run that goes on has the same: size and checksum of all
    /// of it. None for standard input.
    pub(super) fn identity(&mut self) -> Result<Option<String>, FileError> {
        if self.path.as_os_str() == "standard input" {
            return Ok(None);
        }
        let checksum = match self.checksum {
            Some(checksum) => checksum,
            None => {
                *self.checksum.insert(checksum_of(&self.path).map_err(|error| self.bad(&error))?)
            }
        };
        Ok(Some(format!("{} bytes with the checksum {checksum:08x}", self.bytes)))
    }

    /// The queries, batch by batch, each of at most a chunk's rows. What cannot be read ends it.
    pub fn batches(mut self) -> impl Iterator<Item = Result<RecordBatch, FileError>> {
        let mut failed = false;
        std::iter::from_fn(move || {
            let next = if failed { None } else { self.next().transpose() };
            failed = matches!(next, Some(Err(_)));
            next
        })
    }

    fn bad(&self, what: &dyn Display) -> FileError {
        FileError::Queries { path: self.path.clone(), what: what.to_string() }
    }

    /// The next chunk, if there is one.
    pub(super) fn next(&mut self) -> Result<Option<RecordBatch>, FileError> {
        loop {
            let batch = match self.rest.take() {
                Some(rest) => rest,
                None => {
                    let batches = &mut self.batches;
                    match caught(|| batches.next().transpose()) {
                        Ok(Some(batch)) => batch,
                        Ok(None) => return Ok(None),
                        Err(error) => return Err(self.bad(&plain(error))),
                    }
                }
            };
            if batch.num_rows() > self.chunk {
                self.rest = Some(batch.slice(self.chunk, batch.num_rows() - self.chunk));
                return Ok(Some(batch.slice(0, self.chunk)));
            }
            if batch.num_rows() > 0 {
                return Ok(Some(batch));
            }
        }
    }
}

/// Readers of Arrow panic on some damaged files: an error like any other.
fn caught<T>(read: impl FnOnce() -> Result<T, ArrowError>) -> Result<T, ArrowError> {
    // A reader that has failed is not asked again.
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(ArrowError::IpcError("it is damaged".to_owned())))
}

/// Without the words that Arrow puts before every message.
fn plain(error: ArrowError) -> String {
    match error {
        ArrowError::CsvError(what) | ArrowError::JsonError(what) | ArrowError::ParseError(what) => {
            what
        }
        ArrowError::ParquetError(what) | ArrowError::IpcError(what) => what,
        ArrowError::IoError(_, error) => error.to_string(),
        ArrowError::ExternalError(error) => error.to_string(),
        error => error.to_string(),
    }
}

fn checksum_of(path: &Path) -> io::Result<u32> {
    let mut file = File::open(path)?;
    let (mut sum, mut buffer) = (crc32fast::Hasher::new(), vec![0; 1 << 18]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(sum.finalize()),
            count => sum.update(&buffer[..count]),
        }
    }
}

struct Source<'a> {
    path: &'a Path,
    format: Format,
    answers: Format,
    chunk: usize,
}

impl Source<'_> {
    /// The columns, the number of rows if it is known, and the rows.
    fn open(&self, mut file: File) -> Result<(SchemaRef, Option<u64>, Batches), ArrowError> {
        let (schema, rows, batches): (SchemaRef, Option<u64>, Batches) = match self.format {
            Format::Csv { gzip } => {
                let text = matches!(self.answers, Format::Csv { .. });
                let limit = text.then_some(0);
                let (schema, count) = csv_schema(unpacked(&file, gzip)?, limit)?;
                file.rewind()?;
                let reader = csv_reader(schema.clone(), self.chunk);
                let rows = (!text).then_some(count as u64);
                (schema, rows, Box::new(reader.build_buffered(unpacked(&file, gzip)?)?))
            }
            Format::JsonLines { gzip } => {
                let (schema, count) = json_schema(unpacked(&file, gzip)?)?;
                let schema = in_order(schema, unpacked(&File::open(self.path)?, gzip)?)?;
                file.rewind()?;
                let reader = json_reader(schema.clone(), self.chunk);
                (schema, Some(count as u64), Box::new(reader.build(unpacked(&file, gzip)?)?))
            }
            Format::Parquet => {
                let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
                let rows = u64::try_from(builder.metadata().file_metadata().num_rows()).ok();
                let reader = builder.with_batch_size(self.chunk).build()?;
                (reader.schema(), rows, Box::new(reader))
            }
            Format::ArrowFile => {
                let rows = ipc::rows_of_file(BufReader::new(&file), file.metadata()?.len())?;
                let reader = arrow_ipc::reader::FileReader::try_new_buffered(file, None)?;
                (reader.schema(), Some(rows), Box::new(reader))
            }
            Format::ArrowStream => {
                let rows = ipc::rows_of_stream(BufReader::new(&file), file.metadata()?.len())?;
                file.rewind()?;
                let reader = arrow_ipc::reader::StreamReader::try_new_buffered(file, None)?;
                (reader.schema(), Some(rows), Box::new(reader))
            }
        };
        let (schema, batches) = without_dictionaries(schema, batches);
        Ok((schema, rows, batches))
    }
}

fn unpacked(file: &File, gzip: bool) -> io::Result<Box<dyn BufRead + Send>> {
    let file = BufReader::with_capacity(1 << 16, file.try_clone()?);
    Ok(match gzip {
        true => Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(file))),
        false => Box::new(file),
    })
}

/// Columns by the header, as text if no row is looked at; whole numbers and floats where all rows agree.
fn csv_schema(text: impl Read, rows: Option<usize>) -> Result<(SchemaRef, usize), ArrowError> {
    let format = arrow_csv::reader::Format::default().with_header(true);
    let (schema, count) = format.infer_schema(text, rows)?;
    if schema.fields().is_empty() {
        return Err(ArrowError::CsvError(
            "it is empty: expected a header with the names of columns".into(),
        ));
    }
    let fields = schema.fields().iter().map(|field| {
        let kept = match field.data_type() {
            number @ (DataType::Int64 | DataType::Float64) => number.clone(),
            _ => DataType::Utf8,
        };
        Field::new(field.name(), kept, true)
    });
    Ok((Arc::new(Schema::new(fields.collect::<Vec<_>>())), count))
}

fn csv_reader(schema: SchemaRef, chunk: usize) -> arrow_csv::ReaderBuilder {
    arrow_csv::ReaderBuilder::new(schema).with_header(true).with_batch_size(chunk)
}

fn json_schema(text: impl BufRead) -> Result<(SchemaRef, usize), ArrowError> {
    let (schema, count) = arrow_json::reader::infer_json_schema(text, None)?;
    let mut fields: Vec<_> = schema.fields().iter().cloned().collect();
    fields.sort_by(|a, b| a.name().cmp(b.name()));
    Ok((Arc::new(Schema::new(fields)), count))
}

/// Columns in the order of the first line, as far as it has them.
fn in_order(schema: SchemaRef, mut text: impl BufRead) -> Result<SchemaRef, ArrowError> {
    let mut line = Vec::new();
    let mut text = text.by_ref().take(HEAD as u64);
    while line.trim_ascii().is_empty() && text.read_until(b'\n', &mut line)? > 0 {}
    let line = String::from_utf8_lossy(&line);
    let mut fields: Vec<_> = schema.fields().iter().cloned().collect();
    fields.sort_by_key(|field| line.find(&format!("\"{}\"", field.name())).unwrap_or(usize::MAX));
    Ok(Arc::new(Schema::new(fields)))
}

/// Numbers become text in a column that has both; a name that no line had before is an error.
fn json_reader(schema: SchemaRef, chunk: usize) -> arrow_json::ReaderBuilder {
    arrow_json::ReaderBuilder::new(schema)
        .with_batch_size(chunk)
        .with_coerce_primitive(true)
        .with_strict_mode(true)
}

/// Dictionaries differ from batch to batch, and not every format can write that: their values are kept.
fn without_dictionaries(schema: SchemaRef, batches: Batches) -> (SchemaRef, Batches) {
    let is_one = |field: &&Arc<Field>| matches!(field.data_type(), DataType::Dictionary(..));
    if !schema.fields().iter().any(|field| is_one(&field)) {
        return (schema, batches);
    }
    let fields = schema.fields().iter().map(|field| match field.data_type() {
        DataType::Dictionary(_, values) => {
            Arc::new(Field::new(field.name(), (**values).clone(), field.is_nullable()))
        }
        _ => field.clone(),
    });
    let plain = Schema::new(fields.collect::<Vec<_>>()).with_metadata(schema.metadata().clone());
    let plain = Arc::new(plain);
    let wanted = plain.clone();
    let batches = batches.map(move |batch| {
        let batch = batch?;
        let columns = batch.columns().iter().zip(wanted.fields());
        let columns = columns.map(|(column, field)| arrow_cast::cast(column, field.data_type()));
        RecordBatch::try_new(wanted.clone(), columns.collect::<Result<_, _>>()?)
    });
    (plain, Box::new(batches))
}
