//! Lines and words of a text, each knowing where it stands.

use crate::MapError;
use std::iter;

/// The text without the byte order mark that some editors put before it.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Walks over lines, which end with a line feed, alone or after a carriage return.
#[derive(Clone)]
pub(crate) struct Lines<'a> {
    rest: Option<&'a [u8]>,
    number: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a [u8],
}

#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) text: &'a [u8],
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Lines<'a> {
        Lines { rest: Some(bytes), number: 0 }
    }

    /// What is left to walk over.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest.unwrap_or_default()
    }

    /// The next line, or an error that says what it should have been.
    pub(crate) fn expect(&mut self, expected: &str) -> Result<Line<'a>, MapError> {
        let number = self.number + 1;
        self.next().ok_or_else(|| MapError::unexpected(number, 1, "the end of the file", expected))
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    /// The text after the last line feed is a line only if there is any.
    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.rest.take()?;
        let text = match rest.iter().position(|&byte| byte == b'\n') {
            Some(end) => {
                self.rest = Some(&rest[end + 1..]);
                &rest[..end]
            }
            None if rest.is_empty() => return None,
            None => rest,
        };
        self.number += 1;
        Some(Line { number: self.number, text: text.strip_suffix(b"\r").unwrap_or(text) })
    }
}

impl<'a> Line<'a> {
    /// The words of the line, parted by spaces and tabs.
    pub(crate) fn words(self) -> impl Iterator<Item = Word<'a>> {
        let Line { number, text } = self;
        let mut at = 0;
        iter::from_fn(move || {
            let start = at + text[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
            let length = text[start..].iter().position(u8::is_ascii_whitespace);
            at = length.map_or(text.len(), |length| start + length);
            Some(Word { line: number, column: start + 1, text: &text[start..at] })
        })
    }

    /// That something else was expected in a column, which counts from one.
    pub(crate) fn unexpected(self, column: usize, expected: &str) -> MapError {
        let found = match self.text.get(column - 1..).unwrap_or_default() {
            [] => "the end of the line".to_owned(),
            text => first_character(text),
        };
        MapError::unexpected(self.number, column, found, expected)
    }
}

impl Word<'_> {
    pub(crate) fn unexpected(self, expected: &str) -> MapError {
        MapError::unexpected(self.line, self.column, quoted(self.text), expected)
    }

    /// The word as a whole number: digits and nothing else.
    pub(crate) fn whole<N: TryFrom<u64>>(self, expected: &str) -> Result<N, MapError> {
        let digits = self.text.iter().all(u8::is_ascii_digit);
        let number = str::from_utf8(self.text).ok().filter(|_| digits);
        number
            .and_then(|text| text.parse::<u64>().ok())
            .and_then(|number| N::try_from(number).ok())
            .ok_or_else(|| self.unexpected(expected))
    }
}

/// The first character of a text that is not empty, for people to read.
pub(crate) fn first_character(text: &[u8]) -> String {
    let chunk = text.utf8_chunks().next();
    match chunk.and_then(|chunk| chunk.valid().chars().next()) {
        Some(' ') => "a space".to_owned(),
        Some(character) => format!("'{}'", character.escape_debug()),
        None => text.first().map_or("nothing".to_owned(), |byte| format!("byte 0x{byte:02x}")),
    }
}

/// A word for people to read: cut short where it is long, and printable.
pub(crate) fn quoted(text: &[u8]) -> String {
    const LONGEST: usize = 24;
    let cut = &text[..text.len().min(LONGEST)];
    let more = if cut.len() < text.len() { "…" } else { "" };
    format!("'{}{more}'", String::from_utf8_lossy(cut).escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_either_way_and_the_last_need_not() {
        let lines = |text: &'static str| {
            Lines::new(text.as_bytes()).map(|line| str::from_utf8(line.text).unwrap())
        };
        assert!(lines("a\nb\r\n\nc").eq(["a", "b", "", "c"]));
        assert!(lines("a\n").eq(["a"]));
        assert!(lines("").eq([""; 0]));
        assert!(lines("\n").eq([""]));
    }

    #[test]
    fn words_know_their_columns() {
        let line = Line { number: 7, text: b" ab\tc " };
        let places: Vec<_> = line.words().map(|word| (word.line, word.column, word.text)).collect();
        assert_eq!(places, [(7, 2, b"ab".as_slice()), (7, 5, b"c")]);
    }

    #[test]
    fn what_was_found_is_readable() {
        assert_eq!(first_character("ä".as_bytes()), "'ä'");
        assert_eq!(first_character(b"\xffx"), "byte 0xff");
        assert_eq!(first_character(b"\t"), "'\\t'");
        assert_eq!(quoted(&[b'x'; 30]), format!("'{}…'", "x".repeat(24)));
    }
}
