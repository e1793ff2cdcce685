//! Answers as bytes: chunk by chunk, and the chunks put together to a file.

use super::Format;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_json::writer::{EncoderFactory, EncoderOptions, NullableEncoder};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression as Codec;
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

/// Makes bytes of answers.
pub(super) struct Encoder {
    format: Format,
    /// The columns of the answers.
    schema: SchemaRef,
}

impl Encoder {
    pub(super) fn new(format: Format, schema: SchemaRef) -> Encoder {
        Encoder { format, schema }
    }

    /// What a stream of chunks begins with.
    pub(super) fn head(&self) -> Result<Vec<u8>, ArrowError> {
        match self.format {
            Format::Csv { gzip } => {
                let empty = with_texts(&RecordBatch::new_empty(self.schema.clone()))?;
                let mut writer =
                    arrow_csv::WriterBuilder::new().with_header(true).build(Vec::new());
                writer.write(&empty)?;
                packed(writer.into_inner(), gzip)
            }
            // So that no rows at all are packed, too.
            Format::JsonLines { gzip } => packed(Vec::new(), gzip),
            _ => Ok(Vec::new()),
        }
    }

    /// A chunk of answers.
    pub(super) fn chunk(&self, answers: &RecordBatch) -> Result<Vec<u8>, ArrowError> {
        match self.format {
            Format::Csv { gzip } => {
                let mut writer =
                    arrow_csv::WriterBuilder::new().with_header(false).build(Vec::new());
                writer.write(&with_texts(answers)?)?;
                packed(writer.into_inner(), gzip)
            }
            Format::JsonLines { gzip } => {
                let builder = arrow_json::WriterBuilder::new().with_explicit_nulls(true);
                let builder = builder.with_encoder_factory(Arc::new(PathsAsTheyAre));
                let mut writer = builder.build::<_, arrow_json::writer::LineDelimited>(Vec::new());
                writer.write(&with_texts(answers)?)?;
                writer.finish()?;
                packed(writer.into_inner(), gzip)
            }
            Format::Parquet => {
                let mut writer =
                    ArrowWriter::try_new(Vec::new(), self.schema.clone(), Some(properties()))?;
                writer.write(answers)?;
                Ok(writer.into_inner()?)
            }
            Format::ArrowFile | Format::ArrowStream => {
                let mut writer = StreamWriter::try_new(Vec::new(), &self.schema)?;
                writer.write(answers)?;
                writer.finish()?;
                writer.into_inner()
            }
        }
    }

    /// Puts chunks together. Those of Parquet and CSV are copied, not written anew.
    pub(super) fn assemble(
        &self,
        mut chunks: impl Iterator<Item = io::Result<Vec<u8>>>,
        out: &mut (impl Write + Send),
    ) -> Result<(), ArrowError> {
        match self.format {
            Format::Csv { .. } | Format::JsonLines { .. } => {
                out.write_all(&self.head()?)?;
                chunks.try_for_each(|chunk| Ok(out.write_all(&chunk?)?))
            }
            Format::Parquet => self.assemble_parquet(chunks, out),
            Format::ArrowFile => {
                let mut writer = FileWriter::try_new(out, &self.schema)?;
                for chunk in chunks {
                    for batch in StreamReader::try_new(io::Cursor::new(chunk?), None)? {
                        writer.write(&batch?)?;
                    }
                }
                writer.finish()
            }
            Format::ArrowStream => {
                let mut writer = StreamWriter::try_new(out, &self.schema)?;
                for chunk in chunks {
                    for batch in StreamReader::try_new(io::Cursor::new(chunk?), None)? {
                        writer.write(&batch?)?;
                    }
                }
                writer.finish()
            }
        }
    }

    /// Each chunk is a Parquet file of one row group, which is copied as it is.
    fn assemble_parquet(
        &self,
        chunks: impl Iterator<Item = io::Result<Vec<u8>>>,
        out: &mut (impl Write + Send),
    ) -> Result<(), ArrowError> {
        // Of an empty table, for its schema.
        let empty = ArrowWriter::try_new(Vec::new(), self.schema.clone(), Some(properties()))?;
        let empty = Bytes::from(empty.into_inner()?);
        let about = ParquetMetaDataReader::new().parse_and_finish(&empty)?;
        let about = about.file_metadata();
        let schema = about.schema_descr().root_schema_ptr();
        let with_schema = properties().into_builder();
        let with_schema = with_schema.set_key_value_metadata(about.key_value_metadata().cloned());
        let mut writer = SerializedFileWriter::new(out, schema, Arc::new(with_schema.build()))?;
        for chunk in chunks {
            let chunk = Bytes::from(chunk?);
            let details = ParquetMetaDataReader::new().parse_and_finish(&chunk)?;
            for group in details.row_groups() {
                let mut copy = writer.next_row_group()?;
                for column in group.columns() {
                    let close = ColumnCloseResult {
                        bytes_written: column.compressed_size() as u64,
                        rows_written: group.num_rows() as u64,
                        metadata: column.clone(),
                        bloom_filter: None,
                        column_index: None,
                        offset_index: None,
                    };
                    copy.append_column(&chunk, close)?;
                }
                copy.close()?;
            }
        }
        writer.close()?;
        Ok(())
    }
}

fn properties() -> WriterProperties {
    WriterProperties::builder()
        .set_compression(Codec::SNAPPY)
        // Of whole chunks of columns: pages have none, so that row groups can be copied.
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .build()
}

fn packed(text: Vec<u8>, gzip: bool) -> Result<Vec<u8>, ArrowError> {
    if !gzip {
        return Ok(text);
    }
    // Files of gzip may follow each other: together they are one.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&text)?;
    Ok(encoder.finish()?)
}

/// Marks the column that holds JSON already.
const IS_JSON: &str = "wayline.json";

/// The same rows with their paths, if they have any, as text: as `wayline solve` writes them in JSON.
fn with_texts(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let last = batch.num_columns() - 1;
    let schema = batch.schema();
    let Some(paths) =
        batch.column(last).as_list_opt::<i32>().filter(|_| schema.field(last).name() == "path")
    else {
        return Ok(batch.clone());
    };
    let texts = (0..paths.len()).map(|row| paths.is_valid(row).then(|| text(&paths.value(row))));
    let mut columns = batch.columns().to_vec();
    columns[last] = Arc::new(texts.collect::<StringArray>());
    let mut fields: Vec<_> = schema.fields().iter().cloned().collect();
    let marked = HashMap::from([(IS_JSON.to_owned(), String::new())]);
    fields[last] = Arc::new(Field::new("path", DataType::Utf8, true).with_metadata(marked));
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

/// Writes text that is JSON as it is, and not as a string.
#[derive(Debug)]
struct PathsAsTheyAre;

impl EncoderFactory for PathsAsTheyAre {
    fn make_default_encoder<'a>(
        &self,
        field: &'a FieldRef,
        array: &'a dyn Array,
        _: &'a EncoderOptions,
    ) -> Result<Option<NullableEncoder<'a>>, ArrowError> {
        let texts = array.as_string_opt::<i32>();
        Ok(texts
            .filter(|_| field.metadata().contains_key(IS_JSON))
            .map(|texts| NullableEncoder::new(Box::new(AsItIs(texts)), texts.nulls().cloned())))
    }
}

struct AsItIs<'a>(&'a StringArray);

impl arrow_json::writer::Encoder for AsItIs<'_> {
    fn encode(&mut self, row: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(self.0.value(row).as_bytes());
    }
}

fn text(path: &ArrayRef) -> String {
    let mut text = String::from("[");
    for at in 0..path.len() {
        let comma = if at == 0 { "" } else { "," };
        // Writing to a string never fails.
        let _ = match path.data_type() {
            DataType::Struct(_) => {
                let number = |column: usize| {
                    path.as_struct().column(column).as_primitive::<Int32Type>().value(at)
                };
                match path.as_struct().columns().get(2) {
                    Some(headings) => {
                        let heading = headings.as_string::<i32>().value(at);
                        write!(text, "{comma}[{},{},\"{heading}\"]", number(0), number(1))
                    }
                    None => write!(text, "{comma}[{},{}]", number(0), number(1)),
                }
            }
            DataType::Int64 => {
                write!(text, "{comma}{}", path.as_primitive::<Int64Type>().value(at))
            }
            _ => {
                let name = serde_json::Value::from(path.as_string::<i32>().value(at));
                write!(text, "{comma}{name}")
            }
        };
    }
    text.push(']');
    text
}
