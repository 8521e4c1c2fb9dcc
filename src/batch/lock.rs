//! The lock that keeps two runs out of one output directory. The file is never removed: otherwise two runs could each
//! lock a file of their own.

use super::BatchError;
use crate::disk::OwnFile;
use crate::input::InputFile;
use std::fs::TryLockError;
use std::path::Path;

/// The lock of a directory, which is released when this value is dropped.
#[derive(Debug)]
pub(super) struct Lock(OwnFile);

impl Drop for Lock {
    /// To close the file is not enough: a child that is just being started has it open, too, until it runs its program.
    fn drop(&mut self) {
        // If this fails, the lock goes with the last process that has the file open.
        let _ = self.0.file().unlock();
    }
}

/// Locks `directory/lock`, and writes the process id into it.
pub(super) fn lock(directory: &Path) -> Result<Lock, BatchError> {
    let path = directory.join("lock");
    let mut file = OwnFile::open(&path).map_err(BatchError::open(&path))?;
    match file.file().try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let holder = InputFile::own(&path).bytes().unwrap_or_default();
            return Err(BatchError::Locked {
                path: directory.to_owned(),
                pid: String::from_utf8_lossy(&holder).trim().parse().ok(),
            });
        }
        Err(TryLockError::Error(source)) => return Err(BatchError::open(&path)(source)),
    }
    file.truncate(0)
        .and_then(|()| file.append(format!("{}\n", std::process::id()).as_bytes()))
        .map_err(BatchError::open(&path))?;
    Ok(Lock(file))
}

#[cfg(test)]
mod tests {
    use super::lock;

    #[test]
    fn a_released_lock_is_free_although_a_child_still_has_its_file() {
        let directory = tempfile::tempdir().expect("a directory");
        let first = lock(directory.path()).expect("a lock");
        assert!(lock(directory.path()).is_err());
        let of_child = first.0.file().try_clone().expect("the same open file");
        drop(first);
        lock(directory.path()).expect("a lock");
        drop(of_child);
    }
}
