//! [`MapError`]: what is wrong with a map, and where.

use crate::Format;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use wayline::Cell;

/// Where in a text something is: both count from one.
///
/// ```
/// use wayline_maps::{Place, ascii, Limits};
/// let error = ascii::read(b"...\n.x.\n", Limits::default()).unwrap_err();
/// assert_eq!(error.place(), Some(Place { line: 2, column: 2 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The byte within the line.
    pub column: usize,
}

/// Why bytes are not a map, or why a map cannot be written as bytes.
///
/// Its text starts with the file and the place if they are known, in the form that editors and terminals turn into
/// a link.
///
/// ```
/// let error = wayline_maps::read(b"..\n.x\n", None).unwrap_err();
/// assert!(error.to_string().starts_with("line 2, column 2: found 'x', expected"));
/// assert!(error.in_file("maps/a.txt").to_string().starts_with("maps/a.txt:2:2: found 'x'"));
/// ```
#[derive(Debug)]
pub struct MapError {
    file: Option<PathBuf>,
    place: Option<Place>,
    problem: Problem,
}

impl MapError {
    /// The same error, known to be in this file.
    ///
    /// ```
    /// use wayline_maps::{Limits, scenario};
    /// let error = scenario::read(b"").unwrap_err().in_file("a.scen");
    /// assert_eq!(error.file(), Some("a.scen".as_ref()));
    /// ```
    pub fn in_file(mut self, path: impl Into<PathBuf>) -> MapError {
        self.file = Some(path.into());
        self
    }

    /// The file, where it is known.
    ///
    /// ```
    /// assert!(wayline_maps::read(b"", None).unwrap_err().file().is_none());
    /// ```
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The place in the text, where there is one.
    ///
    /// ```
    /// use wayline_maps::Place;
    /// let error = wayline_maps::read(b"?", None).unwrap_err();
    /// assert_eq!(error.place(), Some(Place { line: 1, column: 1 }));
    /// ```
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// What is wrong.
    ///
    /// ```
    /// use wayline_maps::Problem;
    /// let error = wayline_maps::read(b"?", None).unwrap_err();
    /// assert!(matches!(error.problem(), Problem::Unexpected { .. }));
    /// ```
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    pub(crate) fn at(line: usize, column: usize, problem: impl Into<Problem>) -> MapError {
        MapError { place: Some(Place { line, column }), ..MapError::from(problem.into()) }
    }

    pub(crate) fn unexpected(
        line: usize,
        column: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> MapError {
        let (found, expected) = (found.into(), expected.into());
        MapError::at(line, column, Problem::Unexpected { found, expected })
    }
}

impl<P: Into<Problem>> From<P> for MapError {
    fn from(problem: P) -> MapError {
        MapError { file: None, place: None, problem: problem.into() }
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.place) {
            (None, None) => {}
            (None, Some(Place { line, column })) => write!(f, "line {line}, column {column}: ")?,
            (Some(file), None) => write!(f, "{}: ", file.display())?,
            (Some(file), Some(Place { line, column })) => {
                write!(f, "{}:{line}:{column}: ", file.display())?;
            }
        }
        self.problem.fmt(f)
    }
}

impl Error for MapError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.problem.source()
    }
}

/// What is wrong with bytes that should be a map, or with a map that should become bytes.
///
/// ```
/// use wayline_maps::{Limits, Problem, movingai};
/// let bytes = b"type octile\nheight 100000\nwidth 100000\nmap\n";
/// let error = movingai::read(bytes, Limits::default()).unwrap_err();
/// assert!(matches!(error.problem(), Problem::BadSize { .. }));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Something else stands where something was expected.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// No cells, or more than the [`Limits`](crate::Limits) allow.
    #[error(
        "a map of {width}x{height} cells: expected at least 1x1 and at most {max} cells in all"
    )]
    BadSize {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
        /// The most cells there may be.
        max: u64,
    },
    /// More cells than the [`Limits`](crate::Limits) allow for maps with terrain.
    #[error(
        "a map of {width}x{height} cells with terrain: expected at most {max} cells where any has \
         a multiplier"
    )]
    TooMuchTerrain {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
        /// The most cells there may be.
        max: u64,
    },
    /// More cells than the bytes can hold.
    #[error("the header promises {width}x{height} cells, but only {bytes} bytes follow it")]
    Truncated {
        /// Columns promised.
        width: u32,
        /// Rows promised.
        height: u32,
        /// Bytes there are.
        bytes: usize,
    },
    /// More bytes than any map within the [`Limits`](crate::Limits) takes.
    #[error("the file is longer than {max} bytes, more than any map allowed here takes")]
    TooLong {
        /// The most bytes that are read.
        max: u64,
    },
    /// A PNG that cannot be decoded.
    #[error("this PNG cannot be read: {0}")]
    BadPng(#[source] Box<dyn Error + Send + Sync>),
    /// A map with something the format has no way to express.
    #[error("the cell {cell} has {what}, which {format} cannot hold: expected {expected}")]
    CannotHold {
        /// The format.
        format: Format,
        /// The first such cell.
        cell: Cell,
        /// What it has.
        what: String,
        /// What the format can hold.
        expected: &'static str,
    },
    /// Text that is not TOML.
    #[error("{0}")]
    BadToml(
        /// What is wrong with it.
        String,
    ),
    /// A field of a TOML file that is missing, unknown, or makes no sense.
    #[error("{field}: {what}")]
    BadField {
        /// Which one, as in `moves[3].time`.
        field: String,
        /// What is wrong with it, and what was expected.
        what: String,
    },
    /// A scenario that would not be read back as it is.
    #[error("scenario {number}: {what}")]
    BadScenario {
        /// Which one, from zero.
        number: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The engine refused the map.
    #[error(transparent)]
    Engine(#[from] wayline::Error),
}

wayline::from_each_error!(Problem);
