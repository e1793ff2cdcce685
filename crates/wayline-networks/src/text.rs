//! Lines and words of a text, each knowing where it stands.

use crate::NetworkError;
use std::iter;
use wayline::Cost;

/// The text without the byte order mark that some editors put before it.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The lines of a text, numbered from one. They end with a line feed, alone or after a carriage
/// return.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut rest = Some(without_mark(bytes)).filter(|text| !text.is_empty());
    let mut number = 0;
    iter::from_fn(move || {
        let text = rest?;
        let end = text.iter().position(|&byte| byte == b'\n');
        rest = end.map(|end| &text[end + 1..]).filter(|rest| !rest.is_empty());
        let text = &text[..end.unwrap_or(text.len())];
        number += 1;
        Some(Line { number, text: text.strip_suffix(b"\r").unwrap_or(text) })
    })
}

#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a [u8],
}

impl<'a> Line<'a> {
    /// The words of the line, parted by spaces and tabs.
    pub(crate) fn words(self) -> Words<'a> {
        Words { line: self, at: 0 }
    }
}

/// Walks over the words of a line.
pub(crate) struct Words<'a> {
    line: Line<'a>,
    at: usize,
}

impl<'a> Words<'a> {
    /// The next word, or an error that says what it should have been.
    pub(crate) fn expect(&mut self, expected: &str) -> Result<Word<'a>, NetworkError> {
        let (line, column) = (self.line.number, self.line.text.len() + 1);
        self.next()
            .ok_or_else(|| NetworkError::unexpected(line, column, "the end of the line", expected))
    }

    /// That there is no word left.
    pub(crate) fn end(&mut self) -> Result<(), NetworkError> {
        self.next().map_or(Ok(()), |word| Err(word.unexpected("the end of the line")))
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let text = self.line.text;
        let start =
            self.at + text[self.at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = text[start..].iter().position(u8::is_ascii_whitespace);
        self.at = length.map_or(text.len(), |length| start + length);
        Some(Word { line: self.line.number, column: start + 1, text: &text[start..self.at] })
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) text: &'a [u8],
}

impl Word<'_> {
    pub(crate) fn unexpected(self, expected: impl Into<String>) -> NetworkError {
        NetworkError::unexpected(self.line, self.column, quoted(self.text), expected)
    }

    fn parsed<T: std::str::FromStr>(self) -> Option<T> {
        str::from_utf8(self.text).ok()?.parse().ok()
    }

    /// The word as a whole number that is not negative.
    pub(crate) fn whole(self) -> Option<u64> {
        self.parsed().filter(|_| self.text.iter().all(u8::is_ascii_digit))
    }

    /// The word as a number.
    pub(crate) fn number(self) -> Option<f64> {
        self.parsed().filter(|number: &f64| number.is_finite())
    }

    /// The word as what an edge costs.
    pub(crate) fn cost(self) -> Result<f64, NetworkError> {
        self.number().filter(|&cost| is_cost(cost)).ok_or_else(|| self.unexpected(A_COST))
    }
}

/// What [`is_cost`] asks for.
pub(crate) const A_COST: &str = "a cost: a number from 0 to 2147483648";

/// Whether an edge may cost that.
pub(crate) fn is_cost(number: f64) -> bool {
    Cost::try_from(number).is_ok()
}

/// Text for people to read: cut short where it is long, and printable.
pub(crate) fn quoted(text: &[u8]) -> String {
    const LONGEST: usize = 40;
    let cut = &text[..text.len().min(LONGEST)];
    let more = if cut.len() < text.len() { "…" } else { "" };
    let readable = String::from_utf8_lossy(cut).escape_debug().to_string();
    format!("'{}{more}'", readable.replace("\\\"", "\"").replace("\\'", "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_either_way_and_the_last_need_not() {
        let of = |text: &'static str| {
            lines(text.as_bytes()).map(|line| str::from_utf8(line.text).unwrap())
        };
        assert!(of("a\nb\r\n\nc").eq(["a", "b", "", "c"]));
        assert!(of("a\n").eq(["a"]));
        assert!(of("").eq([""; 0]));
        assert!(of("\u{feff}a").eq(["a"]));
    }

    #[test]
    fn words_know_their_columns() {
        let line = Line { number: 7, text: b" ab\tc " };
        let places: Vec<_> = line.words().map(|word| (word.line, word.column, word.text)).collect();
        assert_eq!(places, [(7, 2, b"ab".as_slice()), (7, 5, b"c")]);
    }

    #[test]
    fn costs_are_what_the_engine_takes() {
        assert!(is_cost(0.0) && is_cost(2_147_483_648.0));
        assert!(!is_cost(-1.0) && !is_cost(2_147_483_649.0) && !is_cost(f64::NAN));
    }
}
