//! TOML whose fields know their names and where they stand, for errors that point at them.

use crate::{MapError, Problem};
use toml::de::{DeArray, DeTable, DeValue};

/// The place of a byte in a text.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    (line, column)
}

/// Reads a whole document of at most this many bytes, and hands its top table on.
pub(crate) fn document<T>(
    bytes: &[u8],
    max: u64,
    read: impl FnOnce(&Table<'_>) -> Result<T, MapError>,
) -> Result<T, MapError> {
    if bytes.len() as u64 > max {
        return Err(Problem::TooLong { max }.into());
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        let good = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let (line, column) = place(good, good.len());
        MapError::unexpected(line, column, "bytes that are no UTF-8", "text")
    })?;
    let table = DeTable::parse(text).map_err(|error| {
        let (line, column) = place(text, error.span().map_or(0, |span| span.start));
        MapError::at(line, column, Problem::BadToml(error.message().to_owned()))
    })?;
    read(&Table { text, name: String::new(), at: 0, table: table.get_ref() })
}

/// A table.
#[derive(Clone)]
pub(crate) struct Table<'d> {
    text: &'d str,
    /// As in `moves[3]`; empty at the top.
    name: String,
    at: usize,
    table: &'d DeTable<'d>,
}

/// A value of a table or a list.
#[derive(Clone)]
pub(crate) struct Field<'d> {
    text: &'d str,
    /// As in `moves[3].time`.
    name: String,
    at: usize,
    value: &'d DeValue<'d>,
}

fn bad(text: &str, at: usize, field: &str, what: impl Into<String>) -> MapError {
    let (line, column) = place(text, at);
    MapError::at(line, column, Problem::BadField { field: field.to_owned(), what: what.into() })
}

impl<'d> Table<'d> {
    /// Refuses every key but these.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), MapError> {
        let unknown = self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        // The first in the file, not in the alphabet.
        match unknown.min_by_key(|key| key.span().start) {
            None => Ok(()),
            Some(key) => {
                let what = format!("unknown key: expected {}", either(known));
                Err(bad(self.text, key.span().start, &self.name_of(key.get_ref()), what))
            }
        }
    }

    fn name_of(&self, key: &str) -> String {
        let dot = if self.name.is_empty() { "" } else { "." };
        format!("{}{dot}{}", self.name, printable(key))
    }

    /// The value of a key, if there is one.
    pub(crate) fn get(&self, key: &str) -> Option<Field<'d>> {
        let value = self.table.get(key)?;
        let (at, value) = (value.span().start, value.get_ref());
        Some(Field { text: self.text, name: self.name_of(key), at, value })
    }

    /// The value of a key that has to be there.
    pub(crate) fn need(&self, key: &str, expected: &str) -> Result<Field<'d>, MapError> {
        self.get(key).ok_or_else(|| self.missing(key, expected))
    }

    /// That a key has to be there.
    pub(crate) fn missing(&self, key: &str, expected: &str) -> MapError {
        let what = format!("is missing: expected {expected}");
        bad(self.text, self.at, &self.name_of(key), what)
    }

    /// All keys and their values, in the order of the file.
    pub(crate) fn fields(&self) -> Vec<(&'d str, Field<'d>)> {
        let field = |key: &'d str| Some((key, self.get(key)?));
        let keys = self.table.keys().map(|key| key.get_ref().as_ref());
        let mut fields: Vec<_> = keys.filter_map(field).collect();
        fields.sort_by_key(|(_, field)| field.at);
        fields
    }

    /// The rows of a list of tables; none if there is no such key.
    pub(crate) fn rows(&self, key: &str) -> Result<Vec<Table<'d>>, MapError> {
        let Some(list) = self.get(key) else { return Ok(Vec::new()) };
        list.list("a list of tables")?.iter().map(Field::table).collect()
    }

    /// That something is wrong with the table as a whole.
    pub(crate) fn bad(&self, what: impl Into<String>) -> MapError {
        bad(self.text, self.at, &self.name, what)
    }
}

impl<'d> Field<'d> {
    /// That something is wrong with it.
    pub(crate) fn bad(&self, what: impl Into<String>) -> MapError {
        bad(self.text, self.at, &self.name, what)
    }

    /// What is there, cut short where it is long.
    fn found(&self) -> String {
        match self.value {
            DeValue::String(text) => format!("\"{}\"", printable(text)),
            DeValue::Integer(number) => printable(number.as_str()),
            DeValue::Float(number) => printable(number.as_str()),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Datetime(_) => "a date".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        }
    }

    /// That something else was expected.
    pub(crate) fn expected(&self, expected: &str) -> MapError {
        self.bad(format!("{}: expected {expected}", self.found()))
    }

    pub(crate) fn is_list(&self) -> bool {
        self.value.is_array()
    }

    pub(crate) fn is_table(&self) -> bool {
        self.value.is_table()
    }

    pub(crate) fn is_text(&self) -> bool {
        self.value.is_str()
    }

    pub(crate) fn text(&self, expected: &str) -> Result<&'d str, MapError> {
        self.value.as_str().ok_or_else(|| self.expected(expected))
    }

    pub(crate) fn flag(&self) -> Result<bool, MapError> {
        self.value.as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// A whole number that fits.
    pub(crate) fn whole<N: TryFrom<i64>>(&self, expected: &str) -> Result<N, MapError> {
        let number = self.value.as_integer();
        let number = number.and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        number.and_then(|n| N::try_from(n).ok()).ok_or_else(|| self.expected(expected))
    }

    /// Any number but infinite ones.
    pub(crate) fn number(&self, expected: &str) -> Result<f64, MapError> {
        let number = match self.value {
            DeValue::Integer(_) => self.whole::<i64>(expected).ok().map(|n| n as f64),
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => None,
        };
        number.filter(|n: &f64| n.is_finite()).ok_or_else(|| self.expected(expected))
    }

    pub(crate) fn list(&self, expected: &str) -> Result<Vec<Field<'d>>, MapError> {
        let list: &DeArray<'_> = self.value.as_array().ok_or_else(|| self.expected(expected))?;
        let field = |(i, value): (usize, &'d toml::Spanned<DeValue<'d>>)| Field {
            text: self.text,
            name: format!("{}[{i}]", self.name),
            at: value.span().start,
            value: value.get_ref(),
        };
        Ok(list.iter().enumerate().map(field).collect())
    }

    pub(crate) fn table(&self) -> Result<Table<'d>, MapError> {
        let table = self.value.as_table().ok_or_else(|| self.expected("a table"))?;
        Ok(Table { text: self.text, name: self.name.clone(), at: self.at, table })
    }

    /// Text that is one of these.
    pub(crate) fn one_of<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, MapError> {
        let text = self.value.as_str();
        let chosen = choices.iter().find(|(name, _)| Some(*name) == text);
        chosen.map(|&(_, choice)| choice).ok_or_else(|| {
            let names: Vec<_> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            self.expected(&either(&names))
        })
    }

    /// Text read by the engine, which says what is wrong with it.
    pub(crate) fn parse<T: std::str::FromStr>(&self, expected: &str) -> Result<T, MapError>
    where
        T::Err: std::fmt::Display,
    {
        self.text(expected)?
            .parse()
            .map_err(|error: T::Err| self.bad(printable(&error.to_string())))
    }
}

/// `a, b or c`.
pub(crate) fn either<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [] => "nothing".to_owned(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

/// Text for people to read, on one line, cut short where it is long.
fn printable(text: &str) -> String {
    const LONGEST: usize = 160;
    let mut cut: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    // What a quoted text may hold as it is.
    cut = cut.replace("\\'", "'").replace("\\\"", "\"");
    if text.chars().nth(LONGEST).is_some() { cut + "…" } else { cut }
}
