//! Answers as bytes: chunk by chunk, and the chunks put together to a file.

use super::Format;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, FixedSizeListArray, Int32Array, ListArray, RecordBatch, StringArray,
};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression as Codec;
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
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
                let empty = for_csv(&RecordBatch::new_empty(self.schema.clone()))?;
                let mut writer =
                    arrow_csv::WriterBuilder::new().with_header(true).build(Vec::new());
                writer.write(&empty)?;
                packed(writer.into_inner(), gzip)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// A chunk of answers.
    pub(super) fn chunk(&self, answers: &RecordBatch) -> Result<Vec<u8>, ArrowError> {
        match self.format {
            Format::Csv { gzip } => {
                let mut writer =
                    arrow_csv::WriterBuilder::new().with_header(false).build(Vec::new());
                writer.write(&for_csv(answers)?)?;
                packed(writer.into_inner(), gzip)
            }
            Format::JsonLines { gzip } => {
                let builder = arrow_json::WriterBuilder::new().with_explicit_nulls(true);
                let mut writer = builder.build::<_, arrow_json::writer::LineDelimited>(Vec::new());
                writer.write(&for_json(answers)?)?;
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

/// The same rows with another column of paths, if they have one.
fn with_paths(
    batch: &RecordBatch,
    make: impl FnOnce(&ListArray) -> Result<ArrayRef, ArrowError>,
) -> Result<RecordBatch, ArrowError> {
    let last = batch.num_columns() - 1;
    let schema = batch.schema();
    let Some(paths) =
        batch.column(last).as_list_opt::<i32>().filter(|_| schema.field(last).name() == "path")
    else {
        return Ok(batch.clone());
    };
    let made = make(paths)?;
    let mut fields: Vec<_> = schema.fields().iter().cloned().collect();
    fields[last] = Arc::new(Field::new("path", made.data_type().clone(), true));
    let mut columns = batch.columns().to_vec();
    columns[last] = made;
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

/// Cells as `[x,y]`, as `wayline solve` writes them.
fn for_json(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    with_paths(batch, |paths| {
        let Some(cells) = paths.values().as_struct_opt() else {
            return Ok(Arc::new(paths.clone()));
        };
        let (x, y) = (
            cells.column(0).as_primitive::<Int32Type>(),
            cells.column(1).as_primitive::<Int32Type>(),
        );
        let both = x.values().iter().zip(y.values()).flat_map(|(&x, &y)| [x, y]);
        let number = Arc::new(Field::new("item", DataType::Int32, false));
        let both = Arc::new(Int32Array::from_iter_values(both));
        let cells = FixedSizeListArray::try_new(number, 2, both, None)?;
        let item = Arc::new(Field::new("item", cells.data_type().clone(), false));
        let lists = ListArray::try_new(
            item,
            paths.offsets().clone(),
            Arc::new(cells),
            paths.nulls().cloned(),
        )?;
        Ok(Arc::new(lists))
    })
}

/// Paths as text: what JSON lines have.
fn for_csv(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    with_paths(batch, |paths| {
        let texts =
            (0..paths.len()).map(|row| paths.is_valid(row).then(|| text(&paths.value(row))));
        Ok(Arc::new(texts.collect::<StringArray>()))
    })
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
                write!(text, "{comma}[{},{}]", number(0), number(1))
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
