//! Chooses and opens the verdict store of a run.

use super::args::RunOptions;
use super::error::CliError;
use super::output;
use crate::store::{self, DefaultLocation, Store, StoreError};
use std::path::{Path, PathBuf};

/// The name of a store beside an output.
const BESIDE: &str = "store.db";

/// Opens the store that the options name. If the user named it, it must open. If the default store does not open, the
/// run continues without, and a note says so. If the default store would be on a network file system, or the user has
/// no cache directory, it is put into the output directory, if there is one.
pub(super) fn open(options: &RunOptions, beside: Option<&Path>) -> Result<Option<Store>, CliError> {
    match options.cache.as_deref() {
        Some(path) if path == Path::new("none") => Ok(None),
        Some(path) => Ok(Some(noted(Store::open(path)?))),
        None => Ok(default(beside)),
    }
}

fn default(beside: Option<&Path>) -> Option<Store> {
    let opened = match (store::default_location(), beside) {
        (DefaultLocation::Off, _) => return None,
        (DefaultLocation::Unknown, None) => {
            output::say(
                "note: no verdict store is used, because neither HOME nor XDG_CACHE_HOME is set; \
                 choose a place for it with `--cache PATH`",
            );
            return None;
        }
        (DefaultLocation::Unknown, Some(directory)) => {
            let path = directory.join(BESIDE);
            output::say(&format!(
                "note: the verdict store is `{}`, because neither HOME nor XDG_CACHE_HOME is set",
                path.display()
            ));
            Store::open(&path)
        }
        (DefaultLocation::At(path), beside) => match (Store::open(&path), beside) {
            (Err(StoreError::Network(..)), Some(directory)) => Store::open(&directory.join(BESIDE)),
            (opened, _) => opened,
        },
    };
    match opened {
        Ok(store) => Some(noted(store)),
        Err(error) => {
            output::say(&format!(
                "note: no verdict store is used: {error}; {}",
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

/// The file of the store that the options name.
pub(super) fn path(cache: Option<&PathBuf>) -> Result<PathBuf, CliError> {
    let unnamed = |why: &str| {
        let message = format!("there is no default verdict store: {why}");
        CliError::usage(message, "choose one with `--cache PATH`")
    };
    match (cache, store::default_location()) {
        (Some(path), _) => Ok(path.clone()),
        (None, DefaultLocation::At(path)) => Ok(path),
        (None, DefaultLocation::Off) => Err(unnamed("SMELT_CACHE is `none`")),
        (None, DefaultLocation::Unknown) => Err(unnamed("neither HOME nor XDG_CACHE_HOME is set")),
    }
}

/// Says at the end of a run if new observations were no longer stored.
pub(super) fn say_if_degraded(store: Option<&Store>) {
    if let Some(reason) = store.and_then(Store::degraded) {
        output::say(&format!("note: {reason}"));
    }
}
