//! XML whose elements know where they stand.

use crate::text::{quoted, without_mark};
use crate::{NetworkError, Problem};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::borrow::Cow;

/// Reads the events of a document one by one.
pub(crate) struct Document<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// The name of the outermost element.
    root: &'static str,
    /// Whether the root element was opened.
    opened: bool,
    /// How many elements are open.
    depth: usize,
    /// Where the last event begins.
    at: usize,
}

/// What comes next in a document.
pub(crate) enum Next<'a> {
    /// An element begins. It may have others in it.
    Start(BytesStart<'a>),
    /// An element without anything in it.
    Empty(BytesStart<'a>),
    /// The innermost element that is open ends.
    End,
    /// A piece of text in an element.
    Text(String),
    /// The document ends.
    Eof,
}

impl<'a> Document<'a> {
    /// A document whose outermost element has this name.
    pub(crate) fn new(bytes: &'a [u8], root: &'static str) -> Result<Document<'a>, NetworkError> {
        let bytes = without_mark(bytes);
        let text = str::from_utf8(bytes).map_err(|error| {
            let good = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            let (line, column) = place(good, good.len());
            NetworkError::unexpected(line, column, "bytes that are no UTF-8", "text in UTF-8")
        })?;
        let reader = Reader::from_str(text);
        Ok(Document { text, reader, root, opened: false, depth: 0, at: 0 })
    }

    /// What comes next, apart from comments and the like.
    pub(crate) fn next_part(&mut self) -> Result<Next<'a>, NetworkError> {
        loop {
            self.at = self.reader.buffer_position() as usize;
            let event = self.reader.read_event().map_err(|error| {
                let (line, column) = place(self.text, self.reader.error_position() as usize);
                NetworkError::at(line, column, Problem::BadXml(error.to_string()))
            })?;
            if let Event::Start(element) | Event::Empty(element) = &event
                && self.depth == 0
            {
                let name = element.name().local_name().into_inner();
                if name != self.root {
                    let found = format!("<{name}>");
                    return Err(self.unexpected(found, format!("<{}>", self.root)));
                }
                self.opened = true;
            }
            return Ok(match event {
                Event::Start(element) => {
                    self.depth += 1;
                    Next::Start(element)
                }
                Event::Empty(element) => Next::Empty(element),
                Event::End(_) => {
                    self.depth -= 1;
                    Next::End
                }
                Event::Text(text) => Next::Text(text.xml10_content().into_owned()),
                Event::CData(text) => Next::Text(text.xml10_content().into_owned()),
                Event::GeneralRef(name) => Next::Text(match name.resolve_char_ref() {
                    Ok(Some(character)) => character.to_string(),
                    _ => quick_xml::escape::resolve_predefined_entity(&name)
                        .unwrap_or_default()
                        .to_owned(),
                }),
                Event::Eof if self.depth > 0 => {
                    return Err(self.unexpected("the end of the file", "the end of an element"));
                }
                Event::Eof if !self.opened => {
                    let expected = format!("<{}>", self.root);
                    return Err(self.unexpected("the end of the file", expected));
                }
                Event::Eof => Next::Eof,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
            });
        }
    }

    /// That something else was expected where the last event begins.
    pub(crate) fn unexpected(
        &self,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> NetworkError {
        let (line, column) = place(self.text, self.at);
        NetworkError::unexpected(line, column, found, expected)
    }

    /// Where the last event begins, as a byte: finding its line takes time, and errors are rare.
    pub(crate) fn byte(&self) -> usize {
        self.at
    }

    /// The line and column of a byte.
    pub(crate) fn place_of(&self, byte: usize) -> (usize, usize) {
        place(self.text, byte)
    }

    /// That something is wrong where the last event begins.
    pub(crate) fn wrong(&self, problem: impl Into<Problem>) -> NetworkError {
        let (line, column) = place(self.text, self.at);
        NetworkError::at(line, column, problem)
    }

    /// An attribute, if the element has it.
    pub(crate) fn attribute<'e>(
        &self,
        element: &'e BytesStart<'_>,
        name: &str,
    ) -> Result<Option<Cow<'e, str>>, NetworkError> {
        let bad = |error: String| self.wrong(Problem::BadXml(error));
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| bad(error.to_string()))?;
            if attribute.key.0 == name {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                return value.map(Some).map_err(|error| bad(error.to_string()));
            }
        }
        Ok(None)
    }

    /// An attribute that the element has to have.
    pub(crate) fn need<'e>(
        &self,
        element: &'e BytesStart<'_>,
        name: &str,
    ) -> Result<Cow<'e, str>, NetworkError> {
        self.attribute(element, name)?.ok_or_else(|| {
            let found = format!("<{}> without it", element.name().0);
            self.unexpected(found, format!("the attribute {name}"))
        })
    }

    /// An attribute that has to be something that is written as text.
    pub(crate) fn parsed<T: std::str::FromStr>(
        &self,
        element: &BytesStart<'_>,
        name: &str,
        expected: &str,
    ) -> Result<T, NetworkError> {
        let text = self.need(element, name)?;
        let found = || format!("{name}={}", quoted(text.as_bytes()));
        text.trim().parse().map_err(|_| self.unexpected(found(), expected))
    }
}

/// Line and column of a byte, both from one.
pub(crate) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    (line, column)
}
