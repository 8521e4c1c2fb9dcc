//! Directories that smelt makes.

use super::record::{Operation, record};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// The directory of a file.
pub fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The file beside another one whose name has this ending in addition.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(ending);
    beside.into()
}

/// How many bytes a user may still write to the disk of a file or directory.
///
/// # Errors
/// There is none, or its disk cannot be looked at.
pub(crate) fn free_bytes(path: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(path)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Whether something could not be written because there is no room for it: on the disk, or as far as the user may take it.
pub(crate) fn lacks_room(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
    )
}

/// Makes a directory and those above it, as far as they are missing. Each is synced before anything is put in it.
///
/// # Errors
/// One cannot be made, or something else has its name.
pub(crate) fn make_directories(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let above = directory(path);
    // Where the current directory may not be searched, it seems to be none, and nothing is above it.
    if above != path {
        make_directories(above)?;
    }
    match fs::create_dir(path) {
        // Another thread was faster.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_dir() => return Ok(()),
        made => made?,
    }
    record(|| Operation::MakeDirectory(path.to_owned()));
    sync_directory(above)
}

/// Syncs the names in a directory to the disk.
///
/// # Errors
/// The directory cannot be opened or synced.
pub(crate) fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()?;
    record(|| Operation::SyncDirectory(path.to_owned()));
    Ok(())
}

/// Refuses a path below a directory if one of the directories on its way is a link: what is written there would go
/// elsewhere.
///
/// # Errors
/// There is a link, or one of the directories cannot be examined.
pub(crate) fn check_below(root: &Path, below: &Path) -> io::Result<()> {
    let mut path = root.to_owned();
    for part in below.components() {
        let Component::Normal(name) = part else {
            continue;
        };
        path.push(name);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
            Ok(found) if found.is_symlink() => {
                let what = format!("`{}` is a link, and links are not followed", path.display());
                return Err(io::Error::other(what));
            }
            Ok(_) => {}
        }
    }
    Ok(())
}
