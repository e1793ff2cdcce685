//! Rows of delimited text, whose fields know where they stand.

use crate::text::{A_COST, is_cost, quoted, without_mark};
use crate::{NetworkError, Problem};
use csv::{ByteRecord, ErrorKind, Reader, ReaderBuilder};

/// Reads rows one by one.
pub(crate) struct Rows<'a> {
    bytes: &'a [u8],
    delimiter: u8,
    backslash: bool,
    reader: Reader<&'a [u8]>,
    record: ByteRecord,
}

impl<'a> Rows<'a> {
    /// With this delimiter; `backslash` if quotes within quotes are marked by one and not doubled.
    pub(crate) fn new(bytes: &'a [u8], delimiter: u8, backslash: bool) -> Rows<'a> {
        let bytes = without_mark(bytes);
        let reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .double_quote(!backslash)
            .escape(backslash.then_some(b'\\'))
            .from_reader(bytes);
        Rows { bytes, delimiter, backslash, reader, record: ByteRecord::new() }
    }

    /// The next row that is not empty.
    pub(crate) fn next_row(&mut self) -> Result<Option<Row<'_>>, NetworkError> {
        match self.reader.read_byte_record(&mut self.record) {
            Ok(false) => Ok(None),
            Ok(true) => Ok(Some(Row {
                bytes: self.bytes,
                delimiter: self.delimiter,
                backslash: self.backslash,
                record: &self.record,
            })),
            Err(error) => Err(match error.into_kind() {
                ErrorKind::Io(error) => Problem::Io(error).into(),
                other => Problem::Unexpected {
                    found: format!("{other:?}"),
                    expected: "rows of delimited text".to_owned(),
                }
                .into(),
            }),
        }
    }
}

/// A row.
#[derive(Clone, Copy)]
pub(crate) struct Row<'r> {
    bytes: &'r [u8],
    delimiter: u8,
    backslash: bool,
    record: &'r ByteRecord,
}

impl<'r> Row<'r> {
    pub(crate) fn fields(self) -> impl Iterator<Item = Field<'r>> {
        (0..self.record.len()).filter_map(move |number| self.get(number))
    }

    pub(crate) fn get(self, number: usize) -> Option<Field<'r>> {
        let bytes = self.record.get(number)?.trim_ascii();
        Some(Field { row: self, number, bytes })
    }

    /// The field, or an error that says what is missing.
    pub(crate) fn expect(self, number: usize, expected: &str) -> Result<Field<'r>, NetworkError> {
        self.get(number).ok_or_else(|| {
            let (line, column) = self.place(self.record.len());
            let noun = if self.record.len() == 1 { "field" } else { "fields" };
            let found = format!("the end of the row after {} {noun}", self.record.len());
            NetworkError::unexpected(line, column, found, expected)
        })
    }

    /// That something is wrong with the row as a whole.
    pub(crate) fn at(self, problem: impl Into<Problem>) -> NetworkError {
        let (line, column) = self.place(0);
        NetworkError::at(line, column, problem)
    }

    /// Where a field begins; the end of the row if there are fewer fields.
    fn place(self, field: usize) -> (usize, usize) {
        let start = self.record.position().map_or(0, |at| at.byte() as usize).min(self.bytes.len());
        let (mut at, mut number, mut in_quotes) = (start, 0, false);
        // Empty rows before this one belong to it, as far as its position says.
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        at += self.bytes[at..].iter().take_while(|byte| is_end(byte)).count();
        while number < field && at < self.bytes.len() {
            match self.bytes[at] {
                // What follows is not a quote.
                b'\\' if self.backslash && in_quotes => at += 1,
                b'"' => in_quotes = !in_quotes,
                byte if byte == self.delimiter && !in_quotes => number += 1,
                b'\n' if !in_quotes => break,
                _ => {}
            }
            at += 1;
        }
        let before = &self.bytes[..at.min(self.bytes.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        (line, column)
    }
}

/// A field of a row, without spaces around it.
#[derive(Clone, Copy)]
pub(crate) struct Field<'r> {
    row: Row<'r>,
    number: usize,
    pub(crate) bytes: &'r [u8],
}

impl<'r> Field<'r> {
    pub(crate) fn unexpected(self, expected: impl Into<String>) -> NetworkError {
        let (line, column) = self.row.place(self.number);
        let found = if self.bytes.is_empty() { "nothing".into() } else { quoted(self.bytes) };
        NetworkError::unexpected(line, column, found, expected)
    }

    /// The field as text.
    pub(crate) fn text(self) -> Result<&'r str, NetworkError> {
        str::from_utf8(self.bytes).map_err(|_| self.unexpected("text in UTF-8"))
    }

    /// The field as a number.
    pub(crate) fn number(self) -> Option<f64> {
        let number = str::from_utf8(self.bytes).ok()?.parse().ok();
        number.filter(|number: &f64| number.is_finite())
    }

    /// The field as a number of degrees, up to that many.
    pub(crate) fn degrees(self, what: &str, max: f64) -> Result<f64, NetworkError> {
        let degrees = self.number().filter(|degrees| degrees.abs() <= max);
        degrees.ok_or_else(|| self.unexpected(format!("{what}: degrees from -{max} to {max}")))
    }

    /// The field as what an edge costs.
    pub(crate) fn cost(self) -> Result<f64, NetworkError> {
        self.number().filter(|&cost| is_cost(cost)).ok_or_else(|| self.unexpected(A_COST))
    }
}
