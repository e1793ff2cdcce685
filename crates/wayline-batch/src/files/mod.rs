//! Files of queries and answers: CSV, JSON lines, Parquet and Arrow, streamed in bounded memory.
//!
//! [`Queries::open`] reads them chunk by chunk, [`Run`] answers them and writes the answers: into
//! `OUT.partial` as they come, and into `OUT` when all are there. A run that was killed is resumed from
//! `OUT.partial`, and its file has the same bytes as if nothing had happened.

mod encode;
mod format;
mod ipc;
mod partial;
mod queries;
mod run;
mod whole;

pub use format::Format;
pub use queries::Queries;
pub use run::{Output, Progress, Run};

use crate::error::BatchError;
use std::io;
use std::path::PathBuf;

/// Why a file of queries was not answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// A name that does not say what the file is.
    #[error(
        "{}: unknown kind of file: expected a name that ends in .csv, .jsonl, .parquet, .arrow or .arrows \
         (.csv and .jsonl also with .gz)",
        .0.display()
    )]
    UnknownFormat(PathBuf),
    /// Queries that cannot be read.
    #[error("{}: {what}", .path.display())]
    Queries {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file that cannot be written.
    #[error("{}: cannot be written: {source}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Answers that do not fit into a format.
    #[error("{}: {what}", .path.display())]
    Answers {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// What is left of an earlier run is in the way, or is not of this run.
    #[error("{}: {what}", .path.display())]
    Partial {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The other end of standard output is closed.
    #[error("standard output: closed")]
    ReaderGone,
    /// The table cannot be answered.
    #[error("{}: {error}", .path.display())]
    Batch {
        /// The file with the queries.
        path: PathBuf,
        /// Why.
        error: BatchError,
    },
}

impl FileError {
    /// Whether the same run could go on later: the queries themselves are not what is wrong.
    pub fn is_resumable(&self) -> bool {
        match self {
            FileError::Unwritable { .. } => true,
            FileError::Batch { error, .. } => matches!(error, BatchError::Cancelled),
            _ => false,
        }
    }
}
