//! How a command ends: [`Status`] when it did its work, [`Failure`] when it could not.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// What a command that did its work has to say. The numbers are a contract with scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done; a path was found.
    Done = 0,
    /// No path exists.
    NoPath = 1,
    /// An answer failed its verification.
    Wrong = 3,
    /// A limit came first.
    Stopped = 4,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Something in what was asked.
    #[error("{0}")]
    Input(String),
    #[error(transparent)]
    Engine(#[from] wayline::Error),
    #[error(transparent)]
    Map(#[from] wayline_maps::MapError),
    #[error(transparent)]
    Network(#[from] wayline_networks::NetworkError),
    /// A table of queries was not answered.
    #[error(transparent)]
    Batch(wayline_batch::files::FileError),
    /// A file could not be read.
    #[error("{}: {source}", .path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// A file could not be written.
    #[error("{}: cannot be written: {source}", .path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    #[error("standard output: {0}")]
    Stdout(io::Error),
    /// The other end of a pipe has closed.
    #[error("standard output: closed")]
    ReaderGone,
    /// By Ctrl-C, or a signal to end.
    #[error("interrupted")]
    Interrupted,
}

wayline::from_each_error!(Failure);

impl From<wayline_batch::files::FileError> for Failure {
    fn from(error: wayline_batch::files::FileError) -> Failure {
        match error {
            wayline_batch::files::FileError::ReaderGone => Failure::ReaderGone,
            error => Failure::Batch(error),
        }
    }
}

impl Failure {
    /// The status of a process that was interrupted: 128 and the number of SIGINT.
    pub(crate) const INTERRUPTED: u8 = 130;

    pub(crate) fn status(&self) -> ExitCode {
        ExitCode::from(if matches!(self, Failure::Interrupted) { Failure::INTERRUPTED } else { 2 })
    }
}
