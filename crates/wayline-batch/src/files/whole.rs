//! The file with all answers: it appears whole, and a run that is killed before leaves nothing of it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file to be.
pub(super) struct Whole {
    /// Where symbolic links lead.
    target: PathBuf,
    place: Place,
}

enum Place {
    /// Without a name, so that it is gone with the process.
    #[cfg(target_os = "linux")]
    Nameless(File),
    Temporary(NamedTempFile),
}

impl Whole {
    pub(super) fn create(path: &Path) -> io::Result<Whole> {
        let target = followed(path)?;
        #[cfg(target_os = "linux")]
        if let Some(file) = nameless(folder_of(&target)) {
            return Ok(Whole { target, place: Place::Nameless(file) });
        }
        let place = Place::Temporary(NamedTempFile::new_in(folder_of(&target))?);
        Ok(Whole { target, place })
    }

    pub(super) fn file(&self) -> &File {
        match &self.place {
            #[cfg(target_os = "linux")]
            Place::Nameless(file) => file,
            Place::Temporary(file) => file.as_file(),
        }
    }

    /// Gives it its name.
    pub(super) fn finish(self) -> io::Result<()> {
        // As a file that is written anew: with the rights of the one that it replaces, or the usual ones.
        match (fs::metadata(&self.target), &self.place) {
            (Ok(before), _) => self.file().set_permissions(before.permissions())?,
            (Err(_), Place::Temporary(file)) => usual_rights(file.as_file())?,
            #[cfg(target_os = "linux")]
            (Err(_), Place::Nameless(_)) => {}
        }
        match self.place {
            #[cfg(target_os = "linux")]
            Place::Nameless(file) => {
                let mut name = self.target.as_os_str().to_owned();
                name.push(format!(".{}", std::process::id()));
                let name = PathBuf::from(name);
                link(&file, &name)?;
                fs::rename(&name, &self.target).inspect_err(|_| {
                    let _ = fs::remove_file(&name);
                })
            }
            Place::Temporary(file) => {
                file.persist(&self.target).map(drop).map_err(|error| error.error)
            }
        }
    }
}

/// Where symbolic links lead, whether anything is there or not.
fn followed(path: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = folder_of(&path).join(target);
    }
    Err(io::Error::other("its symbolic links lead nowhere"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Temporary files are for their owner only.
fn usual_rights(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}

/// A file without a name; none where the file system has no such thing.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)).ok()?;
    Path::new("/proc/self/fd").exists().then(|| file.into())
}

#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    use std::os::fd::AsRawFd;
    let own = format!("/proc/self/fd/{}", file.as_raw_fd());
    // Left by a process of the same number that was killed here.
    let _ = fs::remove_file(name);
    Ok(rustix::fs::linkat(CWD, own, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}
