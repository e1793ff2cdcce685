//! Handles in tests.

use crate::status::wl_status;
use std::ptr::null_mut;

/// A handle that is freed at the end of a test.
pub(super) struct Owned<T>(pub(super) *mut T);

impl<T> Owned<T> {
    pub(super) fn made(make: impl FnOnce(*mut *mut T) -> wl_status) -> Result<Owned<T>, wl_status> {
        let mut handle = null_mut();
        match make(&raw mut handle) {
            wl_status::Ok => Ok(Owned(handle)),
            status => {
                assert!(handle.is_null());
                Err(status)
            }
        }
    }

    pub(super) fn get(&self) -> Option<&T> {
        // SAFETY: it was made above and lives as long as this.
        unsafe { self.0.as_ref() }
    }
}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: it was made by the library, and is freed once.
        drop(unsafe { Box::from_raw(self.0) });
    }
}
