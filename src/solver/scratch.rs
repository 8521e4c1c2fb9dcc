//! Where this process keeps what solvers read and write: one directory, which is named after the process and locked as
//! long as it lives.
//!
//! If the process is killed together with its helpers, the directory stays. So a process that needs one first removes
//! those that no living process has locked.

use super::clear;
use crate::disk::free_bytes;
use crate::sync::Mutex;
use rustix::fs::{Access, FlockOperation, access, flock, fstat, statfs};
use rustix::process::geteuid;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

/// The beginning of the names of all such directories.
const PREFIX: &str = "smelt-";

/// A file system in memory is used if it has this much free space, in bytes.
const ROOM: u64 = 256 << 20;

const TMPFS_MAGIC: i64 = 0x0102_1994;

/// How many times a directory is made before this is given up.
const TRIES: u32 = 100;

/// The directory of this process, if it has one.
static OWN: Mutex<Weak<Own>> = Mutex::new(Weak::new());

/// A new directory within that of this process, which is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    // Dropped last.
    _within: Arc<Own>,
}

impl Scratch {
    /// Makes a directory.
    ///
    /// # Errors
    /// None can be made.
    pub(crate) fn new() -> io::Result<Scratch> {
        // Somebody may remove the directory of the process in between.
        within(own()?).or_else(|_| within(own()?))
    }

    /// Its path, without links.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If something cannot be removed now, a later process tries again.
        let _ = clear::remove_directory(&self.path);
    }
}

fn within(own: Arc<Own>) -> io::Result<Scratch> {
    let made = tempfile::Builder::new()
        .prefix("run-")
        .tempdir_in(&own.path)?;
    Ok(Scratch {
        path: made.keep(),
        _within: own,
    })
}

/// The directory of one process.
#[derive(Debug)]
struct Own {
    path: PathBuf,
    /// The open directory, which is locked.
    _lock: OwnedFd,
}

impl Drop for Own {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.path);
    }
}

/// The directory of this process, which is made if there is none or if somebody has removed it.
fn own() -> io::Result<Arc<Own>> {
    let mut known = OWN.lock();
    if let Some(own) = known.upgrade().filter(|own| own.path.is_dir()) {
        return Ok(own);
    }
    // Leftovers are swept from both places, because another process may have found more or less space in memory. This
    // comes before the choice of a place, because it makes room.
    for base in bases() {
        sweep(&base);
    }
    let base = base().canonicalize()?;
    for _ in 0..TRIES {
        if let Some(own) = make(&base)? {
            let own = Arc::new(own);
            *known = Arc::downgrade(&own);
            return Ok(own);
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Makes and locks the directory of this process. None if another process swept it away in between.
fn make(base: &Path) -> io::Result<Option<Own>> {
    let prefix = format!("{PREFIX}{}-", std::process::id());
    let made = tempfile::Builder::new().prefix(&prefix).tempdir_in(base)?;
    let path = made.keep();
    let Ok(lock) = clear::open_directory(&path) else {
        return Ok(None);
    };
    let is_locked = flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok();
    let is_there = clear::is_at(&path, lock.as_fd()).unwrap_or(false);
    Ok((is_locked && is_there).then_some(Own { path, _lock: lock }))
}

/// Removes the directories of processes that have ended, except those of other users.
fn sweep(base: &Path) {
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        let is_process_directory = entry.file_name().to_str().is_some_and(is_of_a_process);
        let path = entry.path();
        if is_process_directory && let Ok(open) = clear::open_directory(&path) {
            let is_ours = fstat(&open).is_ok_and(|found| found.st_uid == geteuid().as_raw());
            if is_ours && flock(&open, FlockOperation::NonBlockingLockExclusive).is_ok() {
                let _ = clear::remove_directory(&path);
            }
        }
    }
}

/// Whether a name begins with ours and the number of a process.
fn is_of_a_process(name: &str) -> bool {
    name.strip_prefix(PREFIX)
        .and_then(|rest| rest.split_once('-'))
        .is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

/// The directories that may have those of processes: one in memory, and the one for temporary files.
fn bases() -> [PathBuf; 2] {
    ["/dev/shm".into(), std::env::temp_dir()]
}

/// The directory for that of this process: in memory if there is enough space, else the one for temporary files.
fn base() -> PathBuf {
    let [shm, temporary] = bases();
    let in_memory = statfs(&shm).is_ok_and(|fs| fs.f_type == TMPFS_MAGIC);
    let free = free_bytes(&shm).unwrap_or(0);
    if in_memory && free >= ROOM && access(&shm, Access::WRITE_OK).is_ok() {
        shm
    } else {
        temporary
    }
}
