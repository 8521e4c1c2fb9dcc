//! Which verdict store a run uses.

use super::args::RunOptions;
use super::error::CliError;
use super::output;
use crate::store::{self, Store, StoreError};
use std::path::{Path, PathBuf};

/// Opens the store that the options name. One that the user named must open; without the default one a run goes on,
/// with a word, and one that would lie on a network file system is put beside the output, where there is a directory
/// for it.
pub(super) fn open(options: &RunOptions, beside: Option<&Path>) -> Result<Option<Store>, CliError> {
    match options.cache.as_deref() {
        Some(path) if path == Path::new("none") => Ok(None),
        Some(path) => Ok(Some(noted(Store::open(path)?))),
        None => Ok(store::default_path().and_then(|path| default(&path, beside))),
    }
}

fn default(path: &Path, beside: Option<&Path>) -> Option<Store> {
    let opened = match (Store::open(path), beside) {
        (Err(StoreError::Network(..)), Some(directory)) => Store::open(&directory.join("store.db")),
        (opened, _) => opened,
    };
    match opened {
        Ok(store) => Some(noted(store)),
        Err(error) => {
            output::say(&format!(
                "note: going on without a verdict store: {error}; {}",
                error.hint()
            ));
            None
        }
    }
}

fn noted(store: Store) -> Store {
    for note in store.notes() {
        output::say(&format!("note: {note}"));
    }
    store
}

/// The file that the options name.
pub(super) fn path(cache: Option<&PathBuf>) -> Result<PathBuf, CliError> {
    cache.cloned().or_else(store::default_path).ok_or_else(|| {
        CliError::usage(
            "no place is known for the verdict store",
            "name one with `--cache PATH`",
        )
    })
}

/// Says at the end whether the store stopped taking observations.
pub(super) fn farewell(store: Option<&Store>) {
    if let Some(reason) = store.and_then(Store::degraded) {
        output::say(&format!("note: {reason}"));
    }
}
