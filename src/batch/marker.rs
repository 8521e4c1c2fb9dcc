//! The marker of an output directory: smelt writes only into a directory that has it, or that was empty.

use super::BatchError;
use super::journal::is_begun;
use crate::disk::{replace, sync_directory, temporary};
use crate::input::InputFile;
use std::fs;
use std::io;
use std::path::Path;

/// The name of the marker.
const NAME: &str = "smelt-output";

/// The text of the marker. Only its first line is compared.
const TEXT: &str = "This directory belongs to smelt.\nIts files are written and replaced by `smelt batch --out`.\n";

/// Makes sure that a directory is the output of smelt, and marks it.
///
/// # Errors
/// The directory has files of somebody else, or cannot be read or written.
pub(super) fn claim(root: &Path) -> Result<(), BatchError> {
    if is_marked(root) {
        return Ok(());
    }
    // Early versions wrote no marker; a journal that has begun is as good as one.
    if !is_begun(root) && !is_empty(root).map_err(BatchError::open(root))? {
        return Err(BatchError::NotOurs(root.to_owned()));
    }
    replace(&root.join(NAME), TEXT.as_bytes())
        .and_then(|()| sync_directory(root))
        .map_err(BatchError::open(root))
}

fn is_marked(root: &Path) -> bool {
    let marker = InputFile::own(root.join(NAME)).at_most(1 << 10).bytes();
    marker.is_ok_and(|marker| first_line(&marker) == first_line(TEXT.as_bytes()))
}

fn first_line(text: &[u8]) -> Option<&[u8]> {
    text.split(|byte| *byte == b'\n').next()
}

/// Whether a directory has no files, except perhaps the temporary file of a marker whose writing was interrupted.
fn is_empty(root: &Path) -> io::Result<bool> {
    let left = temporary(Path::new(NAME));
    for entry in fs::read_dir(root)? {
        if entry?.file_name() != left.as_os_str() {
            return Ok(false);
        }
    }
    Ok(true)
}
