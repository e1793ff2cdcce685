//! [`Format`]: what kind of file it is.

use super::FileError;
use std::fmt;
use std::path::Path;

/// A kind of file that holds a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Comma-separated values with a header, compressed by gzip or not.
    Csv {
        /// Whether by gzip.
        gzip: bool,
    },
    /// One JSON object a line, compressed by gzip or not.
    JsonLines {
        /// Whether by gzip.
        gzip: bool,
    },
    /// Apache Parquet.
    Parquet,
    /// An Arrow IPC file, also known as Feather.
    ArrowFile,
    /// An Arrow IPC stream.
    ArrowStream,
}

impl Format {
    /// By the end of a file's name.
    ///
    /// ```
    /// use wayline_batch::files::Format;
    /// assert_eq!(Format::of_path("a/q.CSV.gz".as_ref())?, Format::Csv { gzip: true });
    /// assert!(Format::of_path("q.xls".as_ref()).is_err());
    /// # Ok::<(), wayline_batch::files::FileError>(())
    /// ```
    pub fn of_path(path: &Path) -> Result<Format, FileError> {
        let unknown = || FileError::UnknownFormat(path.to_owned());
        let name = path.file_name().ok_or_else(unknown)?.to_string_lossy().to_ascii_lowercase();
        let (name, gzip) = match name.strip_suffix(".gz") {
            Some(name) => (name, true),
            None => (name.as_str(), false),
        };
        match (name.rsplit_once('.').map(|(_, extension)| extension), gzip) {
            (Some("csv"), gzip) => Ok(Format::Csv { gzip }),
            (Some("jsonl" | "ndjson"), gzip) => Ok(Format::JsonLines { gzip }),
            (Some("parquet"), false) => Ok(Format::Parquet),
            (Some("arrow" | "feather" | "ipc"), false) => Ok(Format::ArrowFile),
            (Some("arrows"), false) => Ok(Format::ArrowStream),
            _ => Err(unknown()),
        }
    }

    /// By the first bytes: anything that is nothing else is CSV.
    pub fn of_bytes(bytes: &[u8]) -> Format {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        match bytes {
            [0xff, 0xff, 0xff, 0xff, ..] => Format::ArrowStream,
            _ if text.first() == Some(&b'{') => Format::JsonLines { gzip: false },
            _ => Format::Csv { gzip: false },
        }
    }

    /// Whether columns may hold lists and records.
    pub(super) fn is_nested(self) -> bool {
        !matches!(self, Format::Csv { .. })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Csv { gzip: false } => "CSV",
            Format::Csv { gzip: true } => "compressed CSV",
            Format::JsonLines { gzip: false } => "JSON lines",
            Format::JsonLines { gzip: true } => "compressed JSON lines",
            Format::Parquet => "Parquet",
            Format::ArrowFile => "an Arrow file",
            Format::ArrowStream => "an Arrow stream",
        })
    }
}
