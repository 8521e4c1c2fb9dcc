//! Why a verdict store cannot be used. Reductions continue without a store: none of these is an error of a case.

use crate::disk::lacks_room;
use rusqlite::ErrorCode;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a store could not be opened, or its statistics could not be read.
#[derive(Debug)]
pub enum StoreError {
    /// The file belongs to another program.
    Foreign(PathBuf),
    /// A newer smelt wrote it. The version found, and the newest known version.
    Newer(PathBuf, i32, i32),
    /// It is on a file system (named here) that several hosts share.
    Network(PathBuf, &'static str),
    /// It is damaged, and is not set aside, because it is only read. What is wrong with it.
    Damaged(PathBuf, String),
    /// It must be created, repaired or set aside, but other runs are using it.
    InUse(PathBuf),
    /// It does not exist, and may not be created.
    ReadOnly(PathBuf),
    /// It must be changed, but may only be read.
    Unwritable(PathBuf),
    /// Its file system does not support a write-ahead log. The journal mode that SQLite chose instead.
    NoWal(PathBuf, String),
    /// A system error: what was being done, and to which file.
    Io(&'static str, PathBuf, io::Error),
    /// An SQLite error: what was being done, and to which file.
    Sqlite(&'static str, PathBuf, rusqlite::Error),
}

impl StoreError {
    /// An error of the system is this: what was being done, and to which file.
    pub(super) fn io(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> StoreError + Copy {
        move |error| StoreError::Io(doing, path.to_owned(), error)
    }

    /// An error of SQLite is this: what was being done, and to which file.
    pub(super) fn sqlite(
        doing: &'static str,
        path: &Path,
    ) -> impl Fn(rusqlite::Error) -> StoreError + Copy {
        move |error| StoreError::Sqlite(doing, path.to_owned(), error)
    }

    /// Whether the disk is full or fails. That is not the user's choice, so work can continue without a store.
    pub fn is_of_the_disk(&self) -> bool {
        match self {
            StoreError::Io(_, _, error) => lacks_room(error),
            StoreError::Sqlite(_, _, error) => matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure)
            ),
            _ => false,
        }
    }

    /// What the user can try, however the store was named.
    pub fn hint(&self) -> &'static str {
        match self {
            _ if self.is_of_the_disk() => "make room on the disk, or choose another file",
            StoreError::Foreign(_) => "this is a file of another program; choose another one",
            StoreError::Newer(..) => "use the newer smelt, or choose another file",
            StoreError::Network(..) => "choose a file on a local disk (`smelt help store`)",
            StoreError::Damaged(..) => {
                "`smelt cache verify` says what is wrong; remove the file, or choose another (`smelt help store`)"
            }
            StoreError::InUse(_) => "wait for the other runs to end, or choose another file",
            StoreError::ReadOnly(_) | StoreError::NoWal(..) => {
                "choose a store that exists, or a file in a writable directory"
            }
            StoreError::Unwritable(_) | StoreError::Io(..) | StoreError::Sqlite(..) => {
                "check the path and its permissions, or choose another file"
            }
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Foreign(path) => {
                write!(f, "`{}` is not a verdict store of smelt", path.display())
            }
            StoreError::Newer(path, found, known) => write!(
                f,
                "the verdict store `{}` has version {found}, but this smelt supports versions up to {known}",
                path.display()
            ),
            StoreError::Network(path, name) => write!(
                f,
                "the verdict store `{}` would be on a network file system ({name})",
                path.display()
            ),
            StoreError::Damaged(path, what) => write!(
                f,
                "the verdict store `{}` is damaged: {what}",
                path.display()
            ),
            StoreError::InUse(path) => write!(
                f,
                "the verdict store `{}` needs to be set up, but other runs are using it",
                path.display()
            ),
            StoreError::ReadOnly(path) => write!(
                f,
                "the verdict store `{}` does not exist, and nothing may be written there",
                path.display()
            ),
            StoreError::Unwritable(path) => {
                write!(f, "the verdict store `{}` is read-only", path.display())
            }
            StoreError::NoWal(path, mode) => write!(
                f,
                "cannot keep a write-ahead log beside the verdict store `{}` (journal mode `{mode}`)",
                path.display()
            ),
            StoreError::Io(doing, path, source) => {
                write!(f, "cannot {doing} `{}`: {source}", path.display())
            }
            StoreError::Sqlite(doing, path, source) => {
                write!(f, "cannot {doing} `{}`: {source}", path.display())
            }
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StoreError::Io(_, _, source) => Some(source),
            StoreError::Sqlite(_, _, source) => Some(source),
            _ => None,
        }
    }
}
