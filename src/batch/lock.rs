//! The lock that keeps two runs out of one output directory. The file is never removed: otherwise two runs could each
//! lock a file of their own.

use super::BatchError;
use crate::disk::OwnFile;
use crate::input::InputFile;
use std::fs::TryLockError;
use std::path::Path;

/// Locks `directory/lock` for as long as the returned file is open, and writes the process id into it.
pub(super) fn lock(directory: &Path) -> Result<OwnFile, BatchError> {
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
        Err(TryLockError::Error(source)) => return Err(BatchError::Open { path, source }),
    }
    file.truncate(0)
        .and_then(|()| file.append(format!("{}\n", std::process::id()).as_bytes()))
        .map_err(BatchError::open(&path))?;
    Ok(file)
}
