//! A slot's directory. At the start of every run it contains the candidate, copies of the files it depends on, and
//! nothing else.
//!
//! Every candidate is a new file: if one is overwritten in place, ext4 flushes it when it is closed, which takes
//! milliseconds.

use super::SlotError;
use rustix::fs::{statfs, statvfs};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Replaces the path of a slot's directory in captured output and in keys.
pub const SLOT_PLACEHOLDER: &str = "/slot";

/// A file system in memory is used if it has this much free space, in bytes.
const ROOM: u64 = 256 << 20;

const TMPFS_MAGIC: i64 = 0x0102_1994;

/// A slot's directory. Removed when dropped.
#[derive(Debug)]
pub(super) struct Directory {
    temporary: TempDir,
    /// The path without symbolic links, as a solver sees it if it asks the system.
    path: PathBuf,
    copies: Vec<FileCopy>,
}

/// A copy of a file that the solver depends on, as it was made.
#[derive(Debug)]
struct FileCopy {
    of: PathBuf,
    name: OsString,
    stamp: (u64, u64, i64, i64, i64, i64),
}

impl Directory {
    pub(super) fn new() -> Result<Directory, SlotError> {
        let base = base();
        let refused = |source| SlotError::Directory {
            path: base.clone(),
            source,
        };
        let temporary = tempfile::Builder::new()
            .prefix("smelt-")
            .tempdir_in(&base)
            .map_err(refused)?;
        Ok(Directory {
            path: temporary.path().canonicalize().map_err(refused)?,
            temporary,
            copies: Vec::new(),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the directory contain exactly this candidate and copies of these files.
    pub(super) fn fill(
        &mut self,
        candidate: &OsStr,
        text: &[u8],
        depends: &[PathBuf],
    ) -> Result<(), SlotError> {
        if !self.copies.iter().map(|copy| &copy.of).eq(depends) {
            self.copies.clear();
        }
        self.tidy().map_err(|source| self.refused(source))?;
        for of in depends {
            self.copy(of)?;
        }
        write_new(&self.path.join(candidate), text).map_err(|source| self.refused(source))
    }

    fn refused(&self, source: io::Error) -> SlotError {
        SlotError::Directory {
            path: self.temporary.path().to_owned(),
            source,
        }
    }

    /// Removes everything but unmodified copies.
    fn tidy(&mut self) -> io::Result<()> {
        let mut kept = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            match self.copies.iter().position(|copy| copy.name == name) {
                Some(at) if stamp(&entry.path())? == self.copies[at].stamp => kept.push(name),
                _ if entry.file_type()?.is_dir() => fs::remove_dir_all(entry.path())?,
                _ => fs::remove_file(entry.path())?,
            }
        }
        self.copies.retain(|copy| kept.contains(&copy.name));
        Ok(())
    }

    /// Copies a file into the directory, unless its copy is there.
    fn copy(&mut self, of: &Path) -> Result<(), SlotError> {
        if self.copies.iter().any(|copy| copy.of == of) {
            return Ok(());
        }
        let name = of.file_name().unwrap_or_default().to_owned();
        let to = self.path.join(&name);
        let refused = |source| SlotError::Depends {
            path: of.to_owned(),
            source,
        };
        fs::copy(of, &to).map_err(refused)?;
        self.copies.push(FileCopy {
            of: of.to_owned(),
            name,
            stamp: stamp(&to).map_err(refused)?,
        });
        Ok(())
    }
}

/// Device and inode, size, and when the content and the inode last changed.
fn stamp(path: &Path) -> io::Result<(u64, u64, i64, i64, i64, i64)> {
    let meta = fs::symlink_metadata(path)?;
    Ok((
        meta.ino(),
        meta.size(),
        meta.mtime(),
        meta.mtime_nsec(),
        meta.ctime(),
        meta.ctime_nsec(),
    ))
}

fn write_new(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text)
}

/// The directory for slots: in memory if there is enough space, else the one for temporary files.
fn base() -> PathBuf {
    let shm = Path::new("/dev/shm");
    let in_memory = statfs(shm).is_ok_and(|fs| fs.f_type == TMPFS_MAGIC);
    let free = statvfs(shm).map_or(0, |fs| fs.f_bavail.saturating_mul(fs.f_frsize));
    if in_memory && free >= ROOM && rustix::fs::access(shm, rustix::fs::Access::WRITE_OK).is_ok() {
        shm.to_owned()
    } else {
        std::env::temp_dir()
    }
}
