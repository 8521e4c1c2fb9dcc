//! Files that are created anew, whatever stands in their place.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Creates a file anew: an existing one may be a link to somewhere else.
///
/// # Errors
/// The existing file cannot be removed, or no new one can be made.
pub(super) fn fresh(path: &Path) -> io::Result<File> {
    remove(path)?;
    let mut options = OpenOptions::new();
    let file = options.append(true).create_new(true).open(path)?;
    file.set_permissions(Permissions::from_mode(0o644))?;
    Ok(file)
}

/// Removes a file, if it is there.
///
/// # Errors
/// It cannot be removed.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// The directory of a file.
pub(super) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
