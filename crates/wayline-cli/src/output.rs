//! Handing things out: text and JSON on standard output, and files that appear whole or not at all.

use crate::failure::Failure;
use crate::interrupt;
use serde::Serialize;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use tempfile::NamedTempFile;

/// Prints text.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    say_bytes(text.as_bytes())
}

/// Prints bytes.
pub(crate) fn say_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::ReaderGone),
        Err(error) => Err(Failure::Stdout(error)),
    }
}

/// Prints one object on one line.
pub(crate) fn say_json(object: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(object).map_err(|error| Failure::Stdout(error.into()))?;
    say(&(text + "\n"))
}

/// Tells the user something that is no result.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "wayline: {text}");
}

/// Whether somebody watches standard error, so that progress may be shown there.
pub(crate) fn shows_progress() -> bool {
    io::stderr().is_terminal()
}

/// The temporary files that exist now.
static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn pending() -> MutexGuard<'static, Vec<PathBuf>> {
    PENDING.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// Removes every file that is not finished. While the guard is held, none begins or is finished.
pub(crate) fn abandon() -> MutexGuard<'static, Vec<PathBuf>> {
    let mut pending = pending();
    for path in pending.drain(..) {
        let _ = std::fs::remove_file(path);
    }
    pending
}

/// A file to be: written under a temporary name in the same folder, and renamed when all of it is
/// there. Dropped before that, it leaves nothing.
pub(crate) struct OutputFile {
    path: PathBuf,
    temporary: Option<NamedTempFile>,
}

impl OutputFile {
    /// Made before the work begins, so that a folder that cannot be written to is known at once.
    pub(crate) fn create(path: &Path) -> Result<OutputFile, Failure> {
        let unwritable = |source| Failure::Unwritable { path: path.to_owned(), source };
        if path.is_dir() {
            return Err(unwritable(io::Error::other("it is a folder, expected a file")));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut pending = pending();
        let mut builder = tempfile::Builder::new();
        builder.prefix(".wayline-").suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file, less what the user's mask takes away; temporaries are private else.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        // The crate names the temporary in its error: only the cause is of interest.
        let temporary = builder.tempfile_in(folder).map_err(|error| {
            let missing = format!("there is no folder {}", folder.display());
            unwritable(match error.kind() {
                ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, missing),
                kind => kind.into(),
            })
        })?;
        pending.push(temporary.path().to_owned());
        Ok(OutputFile { path: path.to_owned(), temporary: Some(temporary) })
    }

    /// Writes all of it, and gives it its name.
    pub(crate) fn finish<E>(
        mut self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), Failure>
    where
        Failure: From<E>,
    {
        let unwritable = |source| Failure::Unwritable { path: self.path.clone(), source };
        let Some(temporary) = &mut self.temporary else { return Ok(()) };
        let mut out = BufWriter::with_capacity(1 << 16, temporary.as_file_mut());
        write(&mut out)?;
        out.flush().map_err(unwritable)?;
        drop(out);

        let mut pending = pending();
        interrupt::check()?;
        if let Some(temporary) = self.temporary.take() {
            pending.retain(|path| path != temporary.path());
            temporary.persist(&self.path).map_err(|error| unwritable(error.error))?;
        }
        Ok(())
    }

    /// Writes bytes that are all there.
    pub(crate) fn finish_with(self, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.path.clone();
        self.finish(|out| {
            out.write_all(bytes).map_err(|source| Failure::Unwritable { path, source })
        })
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(temporary) = self.temporary.take() {
            pending().retain(|path| path != temporary.path());
        }
    }
}
