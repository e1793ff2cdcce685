//! The files of a page, found in a folder. The build script uses this too.

use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

/// Folders in folders, at most: a page has two or three.
const DEPTH: usize = 16;

/// All files in a folder and the folders in it, by name: (`assets/page.js`, where it is). Hidden ones
/// and links are left out. An error comes with the path it is about.
pub(crate) fn files(
    folder: &Path,
) -> std::result::Result<Vec<(String, PathBuf)>, (PathBuf, Error)> {
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), folder.to_owned(), 0)];
    while let Some((prefix, folder, depth)) = waiting.pop() {
        let about = |error| (folder.clone(), error);
        for entry in std::fs::read_dir(&folder).map_err(about)? {
            let entry = entry.map_err(about)?;
            let about = |error| (entry.path(), error);
            let kind = entry.file_type().map_err(about)?;
            let name = plain(&entry.file_name()).map_err(about)?;
            if name.starts_with('.') {
                continue;
            }
            if kind.is_file() {
                found.push((prefix.clone() + &name, entry.path()));
            } else if kind.is_dir() {
                if depth == DEPTH {
                    return Err(about(Error::other("too many folders in folders for a page")));
                }
                waiting.push((format!("{prefix}{name}/"), entry.path(), depth + 1));
            }
        }
    }
    // The same page gives the same command, whatever order the system lists files in.
    found.sort();
    Ok(found)
}

/// A name that stands for itself in an address, so that nothing ever has to be decoded.
fn plain(name: &std::ffi::OsStr) -> Result<String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    match name.to_str() {
        Some(name) if name.bytes().all(fits) => Ok(name.to_owned()),
        _ => Err(Error::new(
            ErrorKind::InvalidData,
            "cannot be part of a page: expected a name of letters, digits, '-', '_', '.' and '~'",
        )),
    }
}
