//! The lock that keeps two runs out of one output directory. The file is never removed: otherwise two runs could each
//! lock a file of their own.

use super::BatchError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;

/// Locks `directory/lock` for as long as the returned file is open, and writes the process id into it.
pub(super) fn lock(directory: &Path) -> Result<File, BatchError> {
    let path = directory.join("lock");
    let mut options = OpenOptions::new();
    let file = options
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(&path);
    let mut file = file.map_err(BatchError::open(&path))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let holder = std::fs::read_to_string(&path).unwrap_or_default();
            return Err(BatchError::Locked {
                path: directory.to_owned(),
                pid: holder.trim().parse().ok(),
            });
        }
        Err(TryLockError::Error(source)) => return Err(BatchError::Open { path, source }),
    }
    let noted = file
        .set_len(0)
        .and_then(|()| writeln!(file, "{}", std::process::id()));
    noted.map_err(BatchError::open(&path))?;
    Ok(file)
}
