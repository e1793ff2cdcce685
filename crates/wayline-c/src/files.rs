//! Bytes that are saved and loaded.

use crate::pointers::Out;
use crate::status::{Failure, free, wl_status};
use std::io::Write;
use std::path::Path;
use tempfile::NamedTempFile;

/// Bytes that the library made.
pub struct wl_bytes(Vec<u8>);

impl wl_bytes {
    pub(crate) fn new(bytes: Vec<u8>) -> wl_bytes {
        wl_bytes(bytes)
    }
}

/// The bytes, and how many they are. NULL for NULL.
///
/// Borrowed: valid until wl_bytes_destroy().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wl_bytes_data(bytes: Option<&wl_bytes>, length: *mut usize) -> *const u8 {
    // SAFETY: as the header asks of the caller.
    let length = unsafe { Out::at("length", length) };
    length.write(bytes.map_or(0, |bytes| bytes.0.len()));
    bytes.map_or(std::ptr::null(), |bytes| bytes.0.as_ptr())
}

/// Frees them. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn wl_bytes_destroy(bytes: Option<Box<wl_bytes>>) {
    free(bytes);
}

fn failure(path: &str, error: impl std::fmt::Display) -> Failure {
    Failure::new(wl_status::File, format_args!("{path}: {error}"))
}

/// A file that others may read once it has its name, as far as the user's mask allows.
fn temporary(folder: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Writes a file, whole or not at all.
pub(crate) fn save(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    let folder = Path::new(path).parent().filter(|folder| *folder != Path::new(""));
    let written = || {
        let mut file = temporary(folder.unwrap_or(Path::new(".")))?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    written().map_err(|error: std::io::Error| failure(path, error))
}

pub(crate) fn load(path: &str) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| failure(path, error))
}
