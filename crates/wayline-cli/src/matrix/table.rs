//! Costs as a file: CSV with a row for each start, or Parquet with a row for each pair.

use crate::failure::Failure;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use wayline::Cost;

/// How many pairs of a Parquet file are in memory at a time.
const GROUP: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Csv,
    Parquet,
}

impl Kind {
    /// By the extension of the file.
    pub(super) fn of(path: &Path) -> Result<Kind, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => Ok(Kind::Csv),
            Some("parquet") => Ok(Kind::Parquet),
            _ => Err(Failure::Input(format!(
                "{}: unknown kind of table: expected a name that ends in .csv or .parquet",
                path.display()
            ))),
        }
    }
}

/// A table in the making.
pub(super) enum Table<'a> {
    Csv(Box<csv::Writer<&'a mut dyn Write>>),
    Parquet(Box<Pairs<'a>>),
}

impl<'a> Table<'a> {
    pub(super) fn begin(kind: Kind, goals: &[&str], out: &'a mut dyn Write) -> io::Result<Self> {
        match kind {
            Kind::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(std::iter::once("from").chain(goals.iter().copied()))?;
                Ok(Table::Csv(Box::new(writer)))
            }
            Kind::Parquet => Ok(Table::Parquet(Box::new(Pairs::begin(goals, out)?))),
        }
    }

    pub(super) fn row(&mut self, start: &str, costs: &[Cost]) -> io::Result<()> {
        match self {
            Table::Csv(writer) => {
                writer.write_field(start)?;
                for cost in costs {
                    match cost.is_infinite() {
                        true => writer.write_field("")?,
                        false => writer.write_field(cost.to_f64().to_string())?,
                    }
                }
                writer.write_record(None::<&[u8]>)?;
                Ok(())
            }
            Table::Parquet(pairs) => pairs.row(start, costs),
        }
    }

    pub(super) fn end(self) -> io::Result<()> {
        match self {
            Table::Csv(mut writer) => writer.flush(),
            Table::Parquet(pairs) => pairs.end(),
        }
    }
}

/// Bytes on their way: the writer of Parquet wants to own where it writes to.
#[derive(Clone, Default)]
struct Pipe(Arc<Mutex<Vec<u8>>>);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Pipe {
    fn drain(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(&bytes)?;
        bytes.clear();
        Ok(())
    }
}

/// A Parquet file of pairs.
pub(super) struct Pairs<'a> {
    out: &'a mut dyn Write,
    pipe: Pipe,
    writer: SerializedFileWriter<Pipe>,
    goals: Vec<ByteArray>,
    from: Vec<ByteArray>,
    to: Vec<ByteArray>,
    costs: Vec<f64>,
    /// Whether there is a cost, for each pair.
    known: Vec<i16>,
}

impl<'a> Pairs<'a> {
    fn begin(goals: &[&str], out: &'a mut dyn Write) -> io::Result<Pairs<'a>> {
        let text = |name: &str| {
            let column = Type::primitive_type_builder(name, Physical::BYTE_ARRAY);
            let column = column.with_logical_type(Some(LogicalType::String));
            column.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
        };
        let cost = Type::primitive_type_builder("cost", Physical::DOUBLE);
        let cost = cost.with_repetition(Repetition::OPTIONAL).build().map(Arc::new);
        let columns = vec![text("from")?, text("to")?, cost?];
        let schema = Type::group_type_builder("costs").with_fields(columns).build()?;
        let pipe = Pipe::default();
        let settings = Arc::new(WriterProperties::builder().build());
        let writer = SerializedFileWriter::new(pipe.clone(), Arc::new(schema), settings)?;
        let goals = goals.iter().map(|&goal| ByteArray::from(goal)).collect();
        let (from, to, costs, known) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Pairs { out, pipe, writer, goals, from, to, costs, known })
    }

    fn row(&mut self, start: &str, costs: &[Cost]) -> io::Result<()> {
        let start = ByteArray::from(start);
        for (goal, cost) in self.goals.iter().zip(costs) {
            self.from.push(start.clone());
            self.to.push(goal.clone());
            self.known.push(i16::from(!cost.is_infinite()));
            if !cost.is_infinite() {
                self.costs.push(cost.to_f64());
            }
        }
        if self.known.len() >= GROUP { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> io::Result<()> {
        let mut group = self.writer.next_row_group()?;
        for texts in [&self.from, &self.to] {
            if let Some(mut column) = group.next_column()? {
                column.typed::<ByteArrayType>().write_batch(texts, None, None)?;
                column.close()?;
            }
        }
        if let Some(mut column) = group.next_column()? {
            column.typed::<DoubleType>().write_batch(&self.costs, Some(&self.known), None)?;
            column.close()?;
        }
        group.close()?;
        self.from.clear();
        self.to.clear();
        self.costs.clear();
        self.known.clear();
        self.pipe.drain(self.out)
    }

    fn end(mut self) -> io::Result<()> {
        if !self.known.is_empty() {
            self.write_group()?;
        }
        let Pairs { out, pipe, writer, .. } = self;
        writer.close()?;
        pipe.drain(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    fn written(kind: Kind) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut table = Table::begin(kind, &["a", "b, c"], &mut bytes).unwrap();
        table.row("x", &[Cost::from(3), Cost::INFINITE]).unwrap();
        table.row("y\"", &[Cost::ZERO, Cost::try_from(2.5).unwrap()]).unwrap();
        table.end().unwrap();
        bytes
    }

    #[test]
    fn csv_has_a_row_for_each_start() {
        let text = String::from_utf8(written(Kind::Csv)).unwrap();
        assert_eq!(text, "from,a,\"b, c\"\nx,3,\n\"y\"\"\",0,2.5\n");
    }

    #[test]
    fn parquet_has_a_row_for_each_pair_and_is_read_back() {
        let reader = SerializedFileReader::new(bytes::Bytes::from(written(Kind::Parquet))).unwrap();
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        let text = |row: usize, at: usize| rows[row].get_string(at).unwrap().as_str();
        assert_eq!(rows.len(), 4);
        assert_eq!((text(1, 0), text(1, 1)), ("x", "b, c"));
        assert!(rows[1].get_double(2).is_err());
        assert_eq!((text(3, 0), rows[3].get_double(2).unwrap()), ("y\"", 2.5));
    }
}
