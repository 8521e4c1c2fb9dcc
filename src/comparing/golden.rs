//! The golden runs of a case, where the scripts that judge texts of it find them.

use crate::store::Store;
use std::fs;
use std::path::{Path, PathBuf};

/// The store in a directory.
fn store(directory: &Path) -> PathBuf {
    directory.join("golden.db")
}

/// The number in the fingerprints of opaque commands.
fn nonce(directory: &Path) -> PathBuf {
    directory.join("nonce")
}

/// A new store for the golden runs of a case, in a directory of its own.
///
/// # Errors
/// It cannot be written.
pub(super) fn create(directory: &Path, number: [u8; 32]) -> Result<Store, String> {
    fs::write(nonce(directory), number).map_err(|error| error.to_string())?;
    Store::open(&store(directory)).map_err(|error| error.to_string())
}

/// The golden runs in a directory, to be read, and the number in the fingerprints of opaque commands.
///
/// # Errors
/// They cannot be read.
pub(crate) fn golden_runs(directory: &Path) -> Result<(Store, [u8; 32]), String> {
    let number = fs::read(nonce(directory)).map_err(|error| error.to_string())?;
    let store = Store::open_read_only(&store(directory)).map_err(|error| error.to_string())?;
    let number = number.try_into().map_err(|_| "the number is not whole")?;
    Ok((store, number))
}
