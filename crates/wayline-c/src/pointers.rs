//! What callers pass: pointers that may be NULL, arrays, texts. The unsafe half of the library.
//!
//! C's own rules hold for every pointer: it is NULL, or it points to what its type says, alive and (for an
//! array) as long as the caller says. Everything beyond that is checked here.

use crate::status::{Failure, call, wl_status};
use std::ffi::{CStr, c_char};

/// What a pointer points to; `None` for NULL.
///
/// # Safety
/// It is NULL, or points to a live value that nobody has a `&mut` to, for as long as the result is used.
pub(crate) unsafe fn at<'a, T>(pointer: *const T) -> Option<&'a T> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }
}

/// An array. NULL is an array of length 0.
///
/// # Safety
/// It is NULL, or points to this many live values, for as long as the result is used.
pub(crate) unsafe fn list<'a, T>(
    name: &str,
    first: *const T,
    length: usize,
) -> Result<&'a [T], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    if first.is_null() {
        return Err(Failure::null(name));
    }
    let bytes = length.checked_mul(size_of::<T>());
    if bytes.is_none_or(|bytes| bytes > isize::MAX as usize) {
        let message = format_args!("{name}: {length} of them are more than fit into memory");
        return Err(Failure::new(wl_status::BadLength, message));
    }
    if !first.is_aligned() {
        return Err(Failure::bad(format_args!("{name}: the address {first:p} is not aligned")));
    }
    // SAFETY: the caller's promise, and what slices ask for besides was checked.
    Ok(unsafe { std::slice::from_raw_parts(first, length) })
}

/// A text; `None` for NULL.
///
/// # Safety
/// It is NULL, or points to bytes that end with a zero, alive for as long as the result is used.
pub(crate) unsafe fn text<'a>(name: &str, text: *const c_char) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map(Some).map_err(|_| Failure::bad(format_args!("{name}: expected UTF-8")))
}

/// The same, where there has to be one.
///
/// # Safety
/// As for [`text`].
pub(crate) unsafe fn some_text<'a>(name: &str, words: *const c_char) -> Result<&'a str, Failure> {
    // SAFETY: the caller's promise.
    unsafe { text(name, words) }?.ok_or_else(|| Failure::null(name))
}

/// Where a call writes its result. Raw to the end, so that a caller may pass the same place twice.
pub(crate) struct Out<T> {
    name: &'static str,
    place: *mut T,
}

impl<T> Out<T> {
    /// # Safety
    /// The place is NULL, or may be written to until the call ends.
    pub(crate) unsafe fn at(name: &'static str, place: *mut T) -> Out<T> {
        Out { name, place }
    }

    /// Runs a call and writes its result, if it has one; an empty one otherwise.
    pub(crate) fn give(&self, empty: T, work: impl FnOnce() -> Result<T, Failure>) -> wl_status {
        let given = call(|| {
            self.check()?;
            work()
        });
        match given {
            Ok(value) => {
                self.write(value);
                wl_status::Ok
            }
            Err(status) => {
                self.write(empty);
                status
            }
        }
    }

    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.place.is_null() { Err(Failure::null(self.name)) } else { Ok(()) }
    }

    /// Writes, unless the caller does not want to know.
    pub(crate) fn write(&self, value: T) {
        if !self.place.is_null() {
            // SAFETY: it was promised when this was made. Callers on odd machines may lack alignment.
            unsafe { self.place.write_unaligned(value) }
        }
    }
}

impl<T> Out<*mut T> {
    /// Runs a call that makes a handle, and gives it to the caller.
    pub(crate) fn make(&self, work: impl FnOnce() -> Result<T, Failure>) -> wl_status {
        self.give(std::ptr::null_mut(), || work().map(|made| Box::into_raw(Box::new(made))))
    }
}

/// Where a call writes many results: an array of the caller's.
pub(crate) struct OutList<T> {
    name: &'static str,
    first: *mut T,
    length: usize,
}

impl<T: Copy> OutList<T> {
    /// # Safety
    /// The array is NULL, or may be written to until the call ends, in its whole length.
    pub(crate) unsafe fn at(name: &'static str, first: *mut T, length: usize) -> OutList<T> {
        OutList { name, first, length }
    }

    /// Runs a call that has this many results, and writes them, all or none.
    pub(crate) fn give(
        &self,
        length: usize,
        work: impl FnOnce() -> Result<Vec<T>, Failure>,
    ) -> wl_status {
        let given = call(|| {
            if self.length != length {
                let OutList { name, length: given, .. } = self;
                let message = format_args!("{name}: {given} places, expected {length}");
                return Err(Failure::new(wl_status::BadLength, message));
            }
            if self.first.is_null() && length > 0 {
                return Err(Failure::null(self.name));
            }
            let values = work()?;
            assert_eq!(values.len(), length, "one result for each place");
            Ok(values)
        });
        let values = match given {
            Ok(values) => values,
            Err(status) => return status,
        };
        for (place, value) in values.into_iter().enumerate() {
            // SAFETY: there are this many places, as was promised when this was made.
            unsafe { self.first.add(place).write_unaligned(value) }
        }
        wl_status::Ok
    }
}
