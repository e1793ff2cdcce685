//! Status codes, the message of each thread, and the border that no panic crosses.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wayline::{BodyError, Error, GraphError, GridError, IndexError, QueryError};
use wayline_maps::MapError;

/// The result of a call. Zero is success; for everything else wl_last_error() says what was wrong.
/// That there is no path is not an error: see wl_outcome.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum wl_status {
    /// Success.
    Ok = 0,
    /// A pointer that must not be NULL is.
    NullPointer = 1,
    /// An array whose length is not the one expected, or is larger than memory.
    BadLength = 2,
    /// A number, name or text that makes no sense here.
    BadValue = 3,
    /// A cell, node, edge, kind or unit that does not exist.
    OutOfRange = 4,
    /// A start or goal on a blocked cell, or a unit put where there is no room.
    Blocked = 5,
    /// The algorithm, estimate or kind of index cannot be used for this question.
    Unsupported = 6,
    /// Something derived from a map that has changed since.
    Stale = 7,
    /// Bytes that are not an index, are damaged, or belong to another map.
    BadIndex = 8,
    /// Preparing was cancelled, or took more than its budget.
    Stopped = 9,
    /// A file could not be read or written.
    File = 10,
    /// The handle is in use: by another thread that changes it, or by the call from which this one is made.
    Busy = 11,
    /// There is no answer yet.
    NotReady = 12,
    /// The library has a bug. What the call was changing is refused from now on: destroy it.
    Internal = 13,
    /// There is not enough memory.
    NoMemory = 14,
}

/// What goes into a status and the message.
#[derive(Debug)]
pub(crate) struct Failure {
    status: wl_status,
    message: String,
}

impl Failure {
    pub(crate) fn new(status: wl_status, message: impl fmt::Display) -> Failure {
        Failure { status, message: message.to_string() }
    }

    pub(crate) fn null(name: &str) -> Failure {
        Failure::new(wl_status::NullPointer, format_args!("{name} is NULL"))
    }

    pub(crate) fn bad(message: impl fmt::Display) -> Failure {
        Failure::new(wl_status::BadValue, message)
    }

    /// The same, said of one of several.
    pub(crate) fn of(self, what: impl fmt::Display) -> Failure {
        Failure { message: format!("{what}: {}", self.message), ..self }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let status = match &error {
            Error::Query(error) => match error {
                QueryError::OffMap { .. } | QueryError::NoSuchNode { .. } => wl_status::OutOfRange,
                QueryError::Blocked { .. } => wl_status::Blocked,
                QueryError::Unsupported { .. } => wl_status::Unsupported,
                QueryError::StaleLandmarks(_) | QueryError::StaleLayer(_) | QueryError::Changed => {
                    wl_status::Stale
                }
                _ => wl_status::BadValue,
            },
            Error::Grid(GridError::NoSuchCell { .. })
            | Error::Graph(GraphError::NoSuchNode { .. } | GraphError::NoSuchEdge { .. })
            | Error::Body(BodyError::NotInWorld { .. }) => wl_status::OutOfRange,
            Error::Body(BodyError::NoRoom { .. }) => wl_status::Blocked,
            Error::Index(error) => match error {
                IndexError::Unsupported(_) | IndexError::Unsuited { .. } => wl_status::Unsupported,
                IndexError::Cancelled | IndexError::OverBudget { .. } => wl_status::Stopped,
                _ => wl_status::BadIndex,
            },
            _ => wl_status::BadValue,
        };
        Failure::new(status, error)
    }
}

wayline::from_each_error!(Failure);

impl From<MapError> for Failure {
    fn from(error: MapError) -> Failure {
        Failure::bad(error)
    }
}

thread_local! {
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// What was wrong with the last call of this thread that failed, as a sentence in UTF-8; empty if none
/// has failed.
///
/// Borrowed: valid until another call of this thread fails, or the thread ends.
#[unsafe(no_mangle)]
pub extern "C" fn wl_last_error() -> *const c_char {
    // A thread that is ending may have lost its message already.
    LAST_ERROR.try_with(|message| message.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}

/// Keeps what went wrong, for wl_last_error().
fn failed(failure: Failure) -> wl_status {
    let mut bytes = failure.message.into_bytes();
    bytes.retain(|&byte| byte != 0);
    let message = CString::new(bytes).unwrap_or_default();
    let _ = LAST_ERROR.try_with(|last| *last.borrow_mut() = message);
    failure.status
}

/// Runs what a call does: what goes wrong is kept for wl_last_error(), and no panic gets through.
pub(crate) fn call<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, wl_status> {
    // Handles that were being changed are poisoned by a panic, and refused from then on.
    let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = format_args!("a bug in wayline: {}", words(panic.as_ref()));
        Err(Failure::new(wl_status::Internal, message))
    });
    result.map_err(failed)
}

/// The same for calls that return nothing but their status.
pub(crate) fn run(work: impl FnOnce() -> Result<(), Failure>) -> wl_status {
    call(work).err().unwrap_or(wl_status::Ok)
}

/// The same for calls that read something of a handle, and return it: something empty if they fail.
pub(crate) fn look<T>(empty: T, work: impl FnOnce() -> Result<T, Failure>) -> T {
    call(work).unwrap_or(empty)
}

/// Frees a handle.
pub(crate) fn free<T>(handle: Option<Box<T>>) {
    look((), || {
        drop(handle);
        Ok(())
    });
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("panicked")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn last_error() -> String {
        // SAFETY: a message is valid until the next failure of this thread.
        unsafe { CStr::from_ptr(wl_last_error()) }.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_panic_becomes_a_status() {
        let status = run(|| panic!("number {}", 7));
        assert_eq!(
            (status, last_error()),
            (wl_status::Internal, "a bug in wayline: number 7".into())
        );
    }

    #[test]
    fn each_thread_has_its_own_message() {
        run(|| Err(Failure::bad("here\0 and there")));
        std::thread::spawn(|| assert_eq!(last_error(), "")).join().unwrap();
        assert_eq!(last_error(), "here and there");
    }
}
