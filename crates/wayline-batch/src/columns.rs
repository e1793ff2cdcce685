//! Columns of queries: whole numbers and names, from whatever type holds them.

use crate::error::BatchError;
use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::display::array_value_to_string;
use arrow_schema::{DataType, Schema};
use std::ops::Range;

/// What a row has where a whole number is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Whole(i64),
    Null,
    /// Anything else.
    Bad,
}

/// A column that is asked about.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    array: ArrayRef,
}

/// Text is fine too: a CSV has nothing else. A float is fine if it is whole: where a whole number is
/// missing, data frames make floats of the others.
const NUMBERS: &str = "whole numbers (of any integer type, or as floats or text)";
const MAPS: &str = "the names of maps (text)";
const HEADINGS: &str = "headings (text): E, N, W or S, or any";
const NAMES: &str = "ids, codes or names (text, or whole numbers)";

impl Column {
    /// A column of whole numbers.
    pub(crate) fn numbers(batch: &RecordBatch, name: &'static str) -> Result<Column, BatchError> {
        Column::find(batch, name, "sx, sy, gx and gy", NUMBERS)
    }

    /// A column of ids and names.
    pub(crate) fn names(batch: &RecordBatch, name: &'static str) -> Result<Column, BatchError> {
        Column::find(batch, name, "from and to", NAMES)
    }

    /// The column of the names of maps.
    pub(crate) fn map_names(batch: &RecordBatch) -> Result<Column, BatchError> {
        Column::texts(batch, "map", "map, sx, sy, gx and gy", MAPS)
    }

    /// A column of headings.
    pub(crate) fn headings(batch: &RecordBatch, name: &'static str) -> Result<Column, BatchError> {
        Column::texts(batch, name, "heading and goal_heading", HEADINGS)
    }

    /// A column of text, or of nothing.
    fn texts(
        batch: &RecordBatch,
        name: &'static str,
        needed: &'static str,
        expected: &'static str,
    ) -> Result<Column, BatchError> {
        let column = Column::find(batch, name, needed, expected)?;
        match column.is_text() || column.array.logical_null_count() == column.array.len() {
            true => Ok(column),
            false => Err(BatchError::WrongType {
                column: name.to_owned(),
                found: column.array.data_type().to_string(),
                expected,
            }),
        }
    }

    fn find(
        batch: &RecordBatch,
        name: &'static str,
        needed: &'static str,
        expected: &'static str,
    ) -> Result<Column, BatchError> {
        let column = batch.column_by_name(name).ok_or_else(|| BatchError::NoColumn {
            column: name,
            expected: needed,
            found: batch.schema().fields().iter().map(|field| field.name().clone()).collect(),
        })?;
        let array = match column.data_type() {
            DataType::Dictionary(_, values) => arrow_cast::cast(column, values)?,
            _ => column.clone(),
        };
        check_type(name, array.data_type(), expected)?;
        Ok(Column { name, array })
    }

    /// The whole numbers of some rows.
    pub(crate) fn read(&self, rows: Range<usize>) -> Vec<Number> {
        let array = self.array.slice(rows.start, rows.len());
        macro_rules! integers {
            ($type:ty) => {{
                let values = array.as_primitive::<$type>();
                let whole = |value| i64::try_from(value).map_or(Number::Bad, Number::Whole);
                values.iter().map(|value| value.map_or(Number::Null, whole)).collect()
            }};
        }
        match array.data_type() {
            DataType::Int8 => integers!(Int8Type),
            DataType::Int16 => integers!(Int16Type),
            DataType::Int32 => integers!(Int32Type),
            DataType::Int64 => integers!(Int64Type),
            DataType::UInt8 => integers!(UInt8Type),
            DataType::UInt16 => integers!(UInt16Type),
            DataType::UInt32 => integers!(UInt32Type),
            DataType::UInt64 => integers!(UInt64Type),
            DataType::Float32 => {
                let values = array.as_primitive::<Float32Type>().iter();
                values
                    .map(|value| value.map_or(Number::Null, |value| whole(value.into())))
                    .collect()
            }
            DataType::Float64 => {
                let values = array.as_primitive::<Float64Type>().iter();
                values.map(|value| value.map_or(Number::Null, whole)).collect()
            }
            DataType::Utf8 => array.as_string::<i32>().iter().map(parsed).collect(),
            DataType::LargeUtf8 => array.as_string::<i64>().iter().map(parsed).collect(),
            DataType::Utf8View => array.as_string_view().iter().map(parsed).collect(),
            // A column of nulls, by the check of types.
            _ => vec![Number::Null; array.len()],
        }
    }

    /// The text of a row, if that is what the column holds.
    pub(crate) fn text(&self, row: usize) -> Option<&str> {
        if self.array.is_null(row) {
            return None;
        }
        match self.array.data_type() {
            DataType::Utf8 => Some(self.array.as_string::<i32>().value(row)),
            DataType::LargeUtf8 => Some(self.array.as_string::<i64>().value(row)),
            DataType::Utf8View => Some(self.array.as_string_view().value(row)),
            _ => None,
        }
    }

    /// Whether the column holds text and not numbers.
    pub(crate) fn is_text(&self) -> bool {
        is_text(self.array.data_type())
    }

    /// What a row holds, as people read it.
    pub(crate) fn shown(&self, row: usize) -> String {
        if self.array.is_null(row) {
            return format!("{} is missing", self.name);
        }
        let value = array_value_to_string(&self.array, row).unwrap_or_default();
        match self.is_text() {
            true => format!("{} is '{value}'", self.name),
            false => format!("{} is {value}", self.name),
        }
    }
}

fn is_text(found: &DataType) -> bool {
    matches!(found, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

fn check_type(name: &str, found: &DataType, expected: &'static str) -> Result<(), BatchError> {
    let number = found.is_integer() || matches!(found, DataType::Float32 | DataType::Float64);
    match number || is_text(found) || *found == DataType::Null {
        true => Ok(()),
        false => Err(BatchError::WrongType {
            column: name.to_owned(),
            found: found.to_string(),
            expected,
        }),
    }
}

fn whole(value: f64) -> Number {
    // Beyond 2^53 a float does not say which number is meant.
    match value {
        value if value.is_nan() => Number::Null,
        value if value.trunc() == value && value.abs() <= (1u64 << 53) as f64 => {
            Number::Whole(value as i64)
        }
        _ => Number::Bad,
    }
}

fn parsed(text: Option<&str>) -> Number {
    match text.map(str::trim) {
        None | Some("") => Number::Null,
        // As if the column were of numbers, which it is when a CSV becomes a format with types.
        Some(text) => match text.parse() {
            Ok(number) => Number::Whole(number),
            Err(_) => text.parse().map_or(Number::Bad, whole),
        },
    }
}

/// Refuses columns that the answers would have twice.
pub(crate) fn check_names(schema: &Schema, added: &Schema) -> Result<(), BatchError> {
    let names: Vec<&String> = schema.fields().iter().map(|field| field.name()).collect();
    if let Some(taken) = names.iter().find(|name| added.column_with_name(name).is_some()) {
        return Err(BatchError::TakenColumn(taken.to_string()));
    }
    let mut sorted = names;
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(BatchError::SameColumn(pair[0].clone())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_and_text_may_be_whole_numbers() {
        assert_eq!(whole(3.0), Number::Whole(3));
        assert_eq!(whole(-0.0), Number::Whole(0));
        assert_eq!(whole(2.5), Number::Bad);
        assert_eq!((whole(f64::NAN), whole(f64::INFINITY)), (Number::Null, Number::Bad));
        assert_eq!(whole(1e300), Number::Bad);
        assert_eq!(parsed(Some(" 12 ")), Number::Whole(12));
        assert_eq!(
            (parsed(Some("3.0")), parsed(Some("1e1"))),
            (Number::Whole(3), Number::Whole(10))
        );
        assert_eq!((parsed(Some("3.5")), parsed(Some("NaN"))), (Number::Bad, Number::Null));
        assert_eq!((parsed(Some("")), parsed(None)), (Number::Null, Number::Null));
        assert_eq!(
            (parsed(Some("x")), parsed(Some("99999999999999999999"))),
            (Number::Bad, Number::Bad)
        );
    }
}
