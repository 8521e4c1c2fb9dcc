//! A single file as a case of the corpus that contains it.

use super::tables::CONFIG_NAME;
use super::{Case, CorpusError, case_id};
use crate::disk;
use crate::input::{InputFile, plain_name};
use std::path::{Path, PathBuf};

impl Case {
    /// The case for a file. The root of its corpus is the topmost parent directory with a `smelt.toml`, or its own
    /// directory if there is none.
    pub fn of_file(file: &Path) -> Result<Case, CorpusError> {
        let unread = CorpusError::read(file);
        // The directory without links and `..`, so that its parents are those in its path. The file itself may be a
        // link.
        let directory = disk::directory(file).canonicalize().map_err(&unread)?;
        let real = directory.join(file.file_name().unwrap_or_default());
        let root = directory
            .ancestors()
            .filter(|above| above.join(CONFIG_NAME).is_file())
            .last()
            .unwrap_or(&directory);
        let below = real.strip_prefix(root).unwrap_or(&real);
        let relative = plain_name(below).to_owned();
        Ok(Case {
            id: case_id(&relative).into(),
            file: InputFile::named(from_here(root).join(below)),
            relative: relative.into(),
            directory: 0,
            bytes: file.metadata().map_err(unread)?.len(),
        })
    }
}

/// A directory relative to the current one, if it is below that.
fn from_here(directory: &Path) -> PathBuf {
    let here = std::env::current_dir();
    let below = here
        .as_ref()
        .ok()
        .and_then(|here| directory.strip_prefix(here).ok());
    match below {
        Some(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Some(below) => below.to_owned(),
        None => directory.to_owned(),
    }
}
