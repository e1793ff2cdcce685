//! [`ParseError`]: text that is not the value it should be.

/// Text that is not the name, the cell or the placement it should be.
///
/// ```
/// use wayline::{Algorithm, ParseError};
/// let error = "asta".parse::<Algorithm>().unwrap_err();
/// assert!(matches!(error, ParseError::Unknown { what: "algorithm", .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// A name that is not known.
    #[error("unknown {what} '{name}': expected one of {}", .known.join(", "))]
    Unknown {
        /// What kind of name.
        what: &'static str,
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// Text or numbers that are not a cell.
    #[error("'{text}' is not a cell: expected x,y, each from 0 to 4294967295")]
    BadCell {
        /// What was given.
        text: String,
    },
    /// Text that is not a placement or goal of a body.
    #[error("'{text}' is not a placement: expected {expected}")]
    BadPlacement {
        /// The text.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl ParseError {
    pub(crate) fn unknown(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> ParseError {
        ParseError::Unknown { what, name: name.to_owned(), known: known.into_iter().collect() }
    }
}
