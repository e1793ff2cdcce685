//! [`NetworkError`]: what is wrong with a network, and where.

use crate::generate::SpecError;
use crate::text::Word;
use crate::{Format, NetworkProblem};
use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Where in a file something is.
///
/// ```
/// use wayline_networks::{Limits, Place, dimacs};
/// let error = dimacs::read(b"p sp 2 1\na 1 x 5\n", Limits::default()).unwrap_err();
/// assert_eq!(error.place(), Some(Place::Text { line: 2, column: 5 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In a text: both count from one, columns are bytes.
    Text {
        /// The line.
        line: usize,
        /// The byte within the line.
        column: usize,
    },
    /// In a file that is not text: the number of bytes before it.
    Byte(u64),
}

/// Why bytes are not a network, or why a network cannot be written as bytes.
///
/// Its text leads with the file and the place where they are known, in the form that editors and
/// terminals turn into a link.
///
/// ```
/// use wayline_networks::{Limits, dimacs};
/// let error = dimacs::read(b"p sp 2 1\na 1 7 5\n", Limits::default()).unwrap_err();
/// assert_eq!(
///     error.in_file("roads/a.gr").to_string(),
///     "roads/a.gr:2:5: found '7', expected the number of a node, from 1 to 2"
/// );
/// ```
#[derive(Debug)]
pub struct NetworkError {
    file: Option<PathBuf>,
    place: Option<Place>,
    /// Boxed, so that results of reading stay small.
    problem: Box<Problem>,
}

impl NetworkError {
    /// The same error, known to be in this file, if no other is known yet.
    ///
    /// ```
    /// use wayline_networks::{Limits, dimacs};
    /// let error = dimacs::read(b"?", Limits::default()).unwrap_err().in_file("a.gr");
    /// assert_eq!(error.in_file("b.gr").file(), Some("a.gr".as_ref()));
    /// ```
    pub fn in_file(mut self, path: impl Into<PathBuf>) -> NetworkError {
        self.file.get_or_insert_with(|| path.into());
        self
    }

    /// The file, where it is known.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The place in the file, where there is one.
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// What is wrong.
    ///
    /// ```
    /// use wayline_networks::{Problem, ReadOptions, read_file};
    /// let error = read_file("no/such.gr".as_ref(), &ReadOptions::default()).unwrap_err();
    /// assert!(matches!(error.problem(), Problem::Io(_)));
    /// ```
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    pub(crate) fn at(line: usize, column: usize, problem: impl Into<Problem>) -> NetworkError {
        let place = Some(Place::Text { line, column });
        NetworkError { place, ..NetworkError::from(problem.into()) }
    }

    pub(crate) fn unexpected(
        line: usize,
        column: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> NetworkError {
        let (found, expected) = (found.into(), expected.into());
        NetworkError::at(line, column, Problem::Unexpected { found, expected })
    }

    /// The same error; if something else was expected, with what to do if that was not meant.
    pub(crate) fn or_expected(mut self, advice: &str) -> NetworkError {
        if let Problem::Unexpected { expected, .. } = &mut *self.problem {
            expected.push_str("; ");
            expected.push_str(advice);
        }
        self
    }

    /// The same error; if its file is only known by a name, it is in this folder.
    pub(crate) fn in_folder(mut self, folder: &Path) -> NetworkError {
        self.file = self.file.map(|name| folder.join(name));
        self
    }

    /// The same error; if its file is known by this name only, it is this file.
    pub(crate) fn renamed(mut self, name: &str, path: &Path) -> NetworkError {
        self.file = self.file.map(|file| if file == Path::new(name) { path.into() } else { file });
        self
    }

    /// The same error, this many bytes into the file.
    pub(crate) fn at_byte(mut self, byte: u64) -> NetworkError {
        self.place = Some(Place::Byte(byte));
        self
    }

    /// The same error, at a word of a text.
    pub(crate) fn placed(mut self, word: Word<'_>) -> NetworkError {
        self.place = Some(Place::Text { line: word.line, column: word.column });
        self
    }
}

impl<P: Into<Problem>> From<P> for NetworkError {
    fn from(problem: P) -> NetworkError {
        NetworkError { file: None, place: None, problem: Box::new(problem.into()) }
    }
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", file.display())?;
        }
        match (&self.file, self.place) {
            (None, None) => {}
            (Some(_), None) => f.write_str(" ")?,
            (None, Some(Place::Text { line, column })) => {
                write!(f, "line {line}, column {column}: ")?;
            }
            (Some(_), Some(Place::Text { line, column })) => write!(f, "{line}:{column}: ")?,
            (None, Some(Place::Byte(byte))) => write!(f, "byte {byte}: ")?,
            (Some(_), Some(Place::Byte(byte))) => write!(f, " byte {byte}: ")?,
        }
        self.problem.fmt(f)
    }
}

impl Error for NetworkError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.problem.source()
    }
}

/// What is wrong with bytes that should be a network, or with a network that should become bytes.
///
/// ```
/// use wayline_networks::{Limits, Problem, dimacs};
/// let limits = Limits { nodes: 1000, ..Limits::default() };
/// let error = dimacs::read(b"p sp 1001 0\n", limits).unwrap_err();
/// assert!(matches!(error.problem(), Problem::TooMany { what: "nodes", max: 1000, .. }));
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
    /// More than the [`Limits`](crate::Limits) allow.
    #[error("{count} {what} or more: expected at most {max}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there are at least.
        count: u64,
        /// How many there may be.
        max: u64,
    },
    /// More bytes than the [`Limits`](crate::Limits) allow, after decompression.
    #[error("there are more than {max} bytes, after decompression: expected at most as many")]
    TooLong {
        /// The most bytes that are read.
        max: u64,
    },
    /// Compressed data that is damaged or cut short.
    #[error("this is compressed by gzip, but damaged: {0}; expected a whole file")]
    BadGzip(#[source] io::Error),
    /// Text that is not XML.
    #[error("this is not XML: {0}; expected elements that are closed in order")]
    BadXml(
        /// What is wrong with it.
        String,
    ),
    /// Text that is not JSON, or not GeoJSON.
    #[error("this is not GeoJSON: {0}")]
    BadJson(
        /// What is wrong with it.
        String,
    ),
    /// A block of OSM PBF that is damaged.
    #[error("this is not OSM PBF: {0}; expected a whole file, as downloaded")]
    BadPbf(
        /// What is wrong with it.
        String,
    ),
    /// A profile that is not TOML, or has other fields.
    #[error("{0}")]
    BadProfile(
        /// What is wrong with it.
        String,
    ),
    /// A file of no known kind.
    #[error(
        "neither name nor content are those of a network: expected DIMACS (.gr), CSV (.csv), \
         OpenFlights (airports.dat and routes.dat), OSM (.osm.pbf or .osm), GraphML (.graphml) or \
         GeoJSON (.geojson), each possibly compressed (.gz)"
    )]
    UnknownFormat,
    /// A second file that is needed and is not there.
    #[error("{0} is not there: expected it beside the other file")]
    NoSecondFile(
        /// Its name.
        String,
    ),
    /// A network with something the format has no means to express.
    #[error("{what}, which {format} cannot hold: expected {expected}")]
    CannotHold {
        /// The format.
        format: Format,
        /// What it cannot hold.
        what: String,
        /// What it can.
        expected: &'static str,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The parts do not make a network.
    #[error(transparent)]
    Network(#[from] NetworkProblem),
    /// A generator's line of text that makes no sense.
    #[error(transparent)]
    Spec(#[from] SpecError),
}
