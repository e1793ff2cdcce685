//! Files that commands write: whole or not at all, and only where the user said.

use crate::failure::Failure;
use crate::interrupt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use tempfile::NamedTempFile;

/// The temporary files that exist now.
static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn pending() -> MutexGuard<'static, Vec<PathBuf>> {
    PENDING.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// Removes every file that is not finished. While the guard is held, none starts or is finished.
pub(crate) fn abandon() -> MutexGuard<'static, Vec<PathBuf>> {
    let mut pending = pending();
    for path in pending.drain(..) {
        let _ = fs::remove_file(path);
    }
    pending
}

/// A file to be. A regular file is written under a temporary name in the same folder, and renamed when
/// all of it is there; dropped before that, it leaves nothing. Anything else (a device, a pipe) is
/// written to as it is.
pub(crate) struct OutputFile {
    /// As the user named it.
    path: PathBuf,
    place: Place,
}

enum Place {
    InPlace,
    /// Replaces a file, or makes a new one.
    Renamed {
        temporary: Option<NamedTempFile>,
        /// Where symbolic links lead.
        target: PathBuf,
        before: Option<Box<Metadata>>,
    },
}

impl OutputFile {
    /// Made before the work starts, so that a folder that cannot be written to is known at once.
    pub(crate) fn create(path: &Path) -> Result<OutputFile, Failure> {
        let place = Place::of(path)
            .map_err(|source| Failure::Unwritable { path: path.to_owned(), source })?;
        Ok(OutputFile { path: path.to_owned(), place })
    }

    /// Writes all of it, and gives it its name.
    pub(crate) fn finish<E>(
        mut self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), Failure>
    where
        Failure: From<E>,
    {
        let path = self.path.clone();
        let unwritable = |source| Failure::Unwritable { path: path.clone(), source };
        match &mut self.place {
            Place::InPlace => {
                // Only now: a pipe is opened when somebody reads from it. What a descriptor is open on
                // may have been written to before, and goes on from there.
                let file = OpenOptions::new().append(true).open(&path);
                write_all(&file.map_err(unwritable)?, write, unwritable)
            }
            Place::Renamed { temporary, target, before } => {
                if let Some(temporary) = temporary {
                    write_all(temporary.as_file(), write, unwritable)?;
                }
                let mut pending = pending();
                interrupt::check()?;
                let Some(temporary) = temporary.take() else { return Ok(()) };
                pending.retain(|path| path != temporary.path());
                if let Some(before) = before {
                    keep_owner_and_mode(temporary.as_file(), before).map_err(unwritable)?;
                }
                temporary.persist(target).map_err(|error| unwritable(error.error))?;
                Ok(())
            }
        }
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
        if let Place::Renamed { temporary, .. } = &mut self.place
            && let Some(temporary) = temporary.take()
        {
            pending().retain(|path| path != temporary.path());
        }
    }
}

fn write_all<E>(
    file: &File,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    unwritable: impl Fn(io::Error) -> Failure,
) -> Result<(), Failure>
where
    Failure: From<E>,
{
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out)?;
    out.flush().map_err(unwritable)
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        let before = match fs::metadata(path) {
            Ok(before) if before.is_dir() => {
                return Err(io::Error::other("it is a folder, expected a file"));
            }
            Ok(before) if !before.is_file() => return Ok(Place::InPlace),
            Ok(before) => Some(Box::new(before)),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        // What a descriptor is open on, such as /dev/stdout, has no name to be replaced under.
        let Some(target) = followed(path)? else { return Ok(Place::InPlace) };
        if let Some(before) = &before {
            let denied = ErrorKind::PermissionDenied;
            // Those who may do anything still do not expect a protected file to be replaced.
            let allowed = match before.permissions().readonly() {
                true => Err(denied.into()),
                false => OpenOptions::new().write(true).open(&target).map(drop),
            };
            allowed.map_err(|error| match error.kind() == denied {
                true => io::Error::new(
                    denied,
                    "it is read-only: make it writable, or choose another name",
                ),
                false => error,
            })?;
        }
        let temporary = temporary_beside(&target)?;
        Ok(Place::Renamed { temporary: Some(temporary), target, before })
    }
}

/// Where symbolic links lead, whether anything is there or not; none if to an open descriptor.
fn followed(path: &Path) -> io::Result<Option<PathBuf>> {
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(Some(path)) };
        if path.starts_with("/proc") || path.starts_with("/dev/fd") {
            return Ok(None);
        }
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("its symbolic links lead nowhere"))
}

fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut pending = pending();
    let mut builder = tempfile::Builder::new();
    builder.prefix(".wayline-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file, less what the user's mask takes away; temporaries are private otherwise.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The crate names the temporary in its error: only the cause is of interest.
    let temporary = builder.tempfile_in(folder).map_err(|error| match error.kind() {
        kind @ ErrorKind::NotFound => {
            io::Error::new(kind, format!("there is no folder {}", folder.display()))
        }
        kind @ ErrorKind::PermissionDenied => {
            let what = format!("no file can be made in the folder {}", folder.display());
            io::Error::new(kind, what)
        }
        kind => kind.into(),
    })?;
    pending.push(temporary.path().to_owned());
    Ok(temporary)
}

/// What replaces a file belongs to the same user as before, where that may be said, and may be used by
/// the same people.
fn keep_owner_and_mode(file: &File, before: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        let now = file.metadata()?;
        let same = (now.uid(), now.gid()) == (before.uid(), before.gid());
        // Only the administrator may give a file away; others may at least name their groups.
        let kept = same
            || fchown(file, Some(before.uid()), Some(before.gid())).is_ok()
            || (fchown(file, None, Some(before.gid())).is_ok() && now.uid() == before.uid());
        // Running as its owner is meant for that owner only.
        let mode = before.mode() & if kept { 0o7777 } else { 0o777 };
        file.set_permissions(fs::Permissions::from_mode(mode))
    }
    #[cfg(not(unix))]
    file.set_permissions(before.permissions())
}
