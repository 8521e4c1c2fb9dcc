//! Empties a directory that a solver has written to, whatever it has left there: links, directories without rights, and
//! directories nested deeper than any path can say.
//!
//! Everything goes through descriptors of directories, so that nothing outside can be affected. A nested directory is
//! first made flat: the directories in it are moved up. So there is no recursion, and only two directories are open at
//! once.

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, chmodat, fchmod, fstat, lstat, openat,
    renameat, statat, unlinkat,
};
use rustix::io::Errno;
use rustix::path::Arg;
use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers the directories that are moved up, so that their names differ within a process.
static MOVED: AtomicU64 = AtomicU64::new(0);

/// Opens a directory. A link to one is refused.
///
/// # Errors
/// It cannot be opened, or is not a directory.
pub(super) fn open_directory(path: &Path) -> io::Result<OwnedFd> {
    open_in(CWD, path)
}

/// The same within another directory.
fn open_in(parent: BorrowedFd<'_>, name: impl Arg) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

/// Whether the directory that is open is what is found at this path.
///
/// # Errors
/// Nothing is there, or it cannot be looked at.
pub(super) fn is_at(path: &Path, open: BorrowedFd<'_>) -> io::Result<bool> {
    let (found, open) = (lstat(path)?, fstat(open)?);
    Ok((found.st_dev, found.st_ino) == (open.st_dev, open.st_ino))
}

/// Removes a directory and everything in it, whatever the rights on it.
///
/// # Errors
/// Something cannot be removed.
pub(super) fn remove_directory(path: &Path) -> io::Result<()> {
    give_rights(CWD, path)?;
    let directory = open_directory(path)?;
    empty(directory.as_fd(), |_| false)?;
    std::fs::remove_dir(path)
}

/// Removes everything from a directory, whatever the rights on it, except the names that `keeps` accepts.
///
/// # Errors
/// Something cannot be removed.
pub(super) fn empty(
    directory: BorrowedFd<'_>,
    mut keeps: impl FnMut(&CStr) -> bool,
) -> io::Result<()> {
    // A solver may have taken the rights from its own directory.
    if lacks_rights(&fstat(directory)?) {
        fchmod(directory, Mode::RWXU)?;
    }
    let mut left = names(directory)?;
    left.retain(|name| !keeps(name));
    while let Some(name) = left.pop() {
        match unlinkat(directory, &name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(Errno::ISDIR | Errno::PERM) => left.extend(flatten(directory, &name)?),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Removes a directory within another one. The directories in it are moved up, under new names, which are returned.
fn flatten(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<Vec<CString>> {
    // With all rights on it, it can be read and emptied.
    give_rights(parent, name)?;
    let directory = open_in(parent, name)?;
    let mut moved = Vec::new();
    for inner in names(directory.as_fd())? {
        match unlinkat(&directory, &inner, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(Errno::ISDIR | Errno::PERM) => {
                // It can be moved only if it can be written to.
                give_rights(directory.as_fd(), &inner)?;
                let number = MOVED.fetch_add(1, Ordering::Relaxed);
                let up = CString::new(format!(".smelt-moved-{}-{number}", std::process::id()))?;
                renameat(&directory, &inner, parent, &up)?;
                moved.push(up);
            }
            Err(error) => return Err(error.into()),
        }
    }
    unlinkat(parent, name, AtFlags::REMOVEDIR)?;
    Ok(moved)
}

/// Gives the owner all rights on a directory within another one, unless they are there.
fn give_rights(parent: BorrowedFd<'_>, name: impl Arg + Copy) -> io::Result<()> {
    if lacks_rights(&statat(parent, name, AtFlags::SYMLINK_NOFOLLOW)?) {
        chmodat(parent, name, Mode::RWXU, AtFlags::empty())?;
    }
    Ok(())
}

/// Whether this is a directory on which the owner lacks a right.
fn lacks_rights(found: &Stat) -> bool {
    FileType::from_raw_mode(found.st_mode) == FileType::Directory
        && !Mode::from_raw_mode(found.st_mode).contains(Mode::RWXU)
}

/// The names in a directory.
fn names(directory: BorrowedFd<'_>) -> io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        if !matches!(name.to_bytes(), b"." | b"..") {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// A name within a directory, as the system takes it.
///
/// # Errors
/// It contains a zero byte.
pub(super) fn c_name(name: &std::ffi::OsStr) -> io::Result<CString> {
    Ok(CString::new(name.as_bytes())?)
}
