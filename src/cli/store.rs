//! Chooses and opens the verdict store of a run.

use super::args::RunOptions;
use super::error::{CliError, store_hint};
use super::{numbers, output};
use crate::store::{self, Place, Store, StoreError};
use std::env;
use std::path::{Path, PathBuf};

/// The name of a store beside an output.
pub(super) const BESIDE: &str = "store.db";

/// The environment variable with the largest size of a store.
const MAX_SIZE: &str = "SMELT_CACHE_SIZE";

/// Opens the store that the options name.
///
/// A store that the user has named must open, unless the disk is full or fails. If the default store does not open, the
/// run continues without one, and a note says so. If the default store would be on a network file system, or if the
/// user has no cache directory, the store is in the output directory `beside`, if there is one. A
/// store that is only to be read must exist.
///
/// A store that is larger than the options allow is made smaller, unless it is only to be read.
pub(super) fn open(options: &RunOptions, beside: Option<&Path>) -> Result<Option<Store>, CliError> {
    open_at(options, options.cache.as_deref(), beside)
}

/// The same for somebody who only reads: a store that the user has named must exist.
pub(super) fn open_existing(
    options: &RunOptions,
    beside: Option<&Path>,
) -> Result<Option<Store>, CliError> {
    let is_named = |cache: &&PathBuf| matches!(store::place(Some(cache)), Place::At(_));
    if let Some(cache) = options.cache.as_ref().filter(is_named) {
        existing_path(Some(cache))?;
    }
    open(options, beside)
}

/// The same for a store that other options name.
pub(super) fn open_at(
    options: &RunOptions,
    cache: Option<&Path>,
    beside: Option<&Path>,
) -> Result<Option<Store>, CliError> {
    let max_bytes = max_bytes(options)?;
    let store = match store::place(cache) {
        Place::Off => None,
        Place::ToRead(path) => Some(noted(Store::open_read_only(&path)?)),
        Place::At(path) if cache.is_some() => match Store::open(&path) {
            Err(error) if error.is_of_the_disk() => without(&error),
            opened => Some(noted(opened?)),
        },
        Place::Unknown if cache.is_some() => return Err(unnamed()),
        Place::At(path) => default(&path, beside),
        Place::Unknown => default_beside(beside),
    };
    if let Some(store) = &store {
        keep_below(store, max_bytes);
    }
    Ok(store)
}

/// What `--cache` names, valid in any current directory.
pub(super) fn absolute_cache(options: &RunOptions) -> Result<Option<PathBuf>, CliError> {
    let Some(cache) = &options.cache else {
        return Ok(None);
    };
    let found = store::absolute_name(cache).map(Some);
    found.map_err(|error| CliError::unfound(cache, &error))
}

/// Opens the store of a shard; the one that the options name is only read.
pub(super) fn open_of_shard(options: &RunOptions, own: &Path) -> Result<Option<Store>, CliError> {
    let max_bytes = max_bytes(options)?;
    let base = match store::place(options.cache.as_deref()) {
        Place::Off => return Ok(None),
        Place::At(path) | Place::ToRead(path) => Some(path),
        Place::Unknown => None,
    };
    let Some(own) = noted_or_without(Store::open(own)) else {
        return Ok(None);
    };
    keep_below(&own, max_bytes);
    let base = base.filter(|path| path.exists());
    Ok(Some(match base.map(|path| Store::open_read_only(&path)) {
        None => own,
        Some(Ok(base)) => own.above(base),
        Some(Err(error)) => {
            output::say(&format!("note: {error}; {}", store_hint(&error)));
            own
        }
    }))
}

/// `--cache-size`, or else the environment variable.
fn max_bytes(options: &RunOptions) -> Result<u64, CliError> {
    let variable = env::var(MAX_SIZE).ok().filter(|value| !value.is_empty());
    match (options.cache_size, variable) {
        (Some(bytes), _) => Ok(bytes),
        (None, Some(value)) => numbers::size(&value).map_err(|expected| {
            let message = format!("invalid value `{value}` of {MAX_SIZE}: {expected}");
            CliError::usage(message, "see `--cache-size`")
        }),
        (None, None) => Ok(store::DEFAULT_MAX_BYTES),
    }
}

/// Makes the store smaller if it is larger than this. If that fails, the run uses the store as it is.
fn keep_below(store: &Store, max_bytes: u64) {
    match store.keep_below(max_bytes) {
        Ok(None) => {}
        Ok(Some(collected)) => output::say(&format!(
            "note: the verdict store was larger than {max_bytes} bytes (--cache-size): {} of its {} observations, which \
             had not been used for the longest time, were deleted, and it went from {} to {} bytes",
            collected.removed,
            collected.observations,
            collected.bytes_before,
            collected.bytes_after
        )),
        Err(error) => output::say(&format!("note: {error}; {}", store_hint(&error))),
    }
}

/// The default store, at its usual place or in the output directory.
fn default(path: &Path, beside: Option<&Path>) -> Option<Store> {
    let opened = match (Store::open(path), beside) {
        (Err(StoreError::Network(..)), Some(directory)) => Store::open(&directory.join(BESIDE)),
        (opened, _) => opened,
    };
    noted_or_without(opened)
}

/// The store of a user who has no cache directory.
fn default_beside(beside: Option<&Path>) -> Option<Store> {
    let Some(directory) = beside else {
        output::say(
            "note: no verdict store is used, because neither HOME nor XDG_CACHE_HOME is set; \
             choose a place for it with `--cache PATH`",
        );
        return None;
    };
    let path = directory.join(BESIDE);
    output::say(&format!(
        "note: the verdict store is `{}`, because neither HOME nor XDG_CACHE_HOME is set",
        path.display()
    ));
    noted_or_without(Store::open(&path))
}

fn noted_or_without(opened: Result<Store, StoreError>) -> Option<Store> {
    match opened {
        Ok(store) => Some(noted(store)),
        Err(error) => without(&error),
    }
}

/// Says why the run continues without a store.
fn without(error: &StoreError) -> Option<Store> {
    let hint = store_hint(error);
    output::say(&format!("note: no verdict store is used: {error}; {hint}"));
    None
}

/// The store, after printing the notes on how it was opened.
pub(super) fn noted(store: Store) -> Store {
    for note in store.notes() {
        output::say(&format!("note: {note}"));
    }
    store
}

/// Opens the store that an option of `smelt cache` names; it must exist.
pub(super) fn existing(option: Option<&PathBuf>) -> Result<Store, CliError> {
    let path = existing_path(option)?;
    let store = match store::place(option.map(PathBuf::as_path)) {
        Place::ToRead(_) => Store::open_read_only(&path)?,
        Place::At(_) | Place::Off | Place::Unknown => Store::open(&path)?,
    };
    Ok(noted(store))
}

/// Opens the store that an option of `smelt cache` names, to read it. A damaged one is an error and stays as it is.
pub(super) fn existing_to_read(option: Option<&PathBuf>) -> Result<Store, CliError> {
    Ok(noted(Store::open_read_only(&existing_path(option)?)?))
}

/// Opens the store that an option of `smelt cache` names, or creates it.
pub(super) fn to_write(option: Option<&PathBuf>) -> Result<Store, CliError> {
    match store::place(option.map(PathBuf::as_path)) {
        Place::ToRead(path) => Err(StoreError::Unwritable(path).into()),
        Place::At(_) | Place::Off | Place::Unknown => Ok(noted(Store::open(&path(option)?)?)),
    }
}

/// The file of this store.
pub(super) fn existing_path(option: Option<&PathBuf>) -> Result<PathBuf, CliError> {
    let path = path(option)?;
    if path.exists() {
        return Ok(path);
    }
    Err(CliError::usage(
        format!("there is no verdict store at `{}`", path.display()),
        "the first run creates one; use `--cache PATH` for a store in another place",
    ))
}

/// The file of the store that an option names.
fn path(option: Option<&PathBuf>) -> Result<PathBuf, CliError> {
    match store::place(option.map(PathBuf::as_path)) {
        Place::At(path) | Place::ToRead(path) => Ok(path),
        Place::Off => Err(CliError::usage(
            "no verdict store is named: `none` stands for none",
            "choose one with `--cache PATH`",
        )),
        Place::Unknown => Err(unnamed()),
    }
}

fn unnamed() -> CliError {
    CliError::usage(
        "there is no default verdict store: neither HOME nor XDG_CACHE_HOME is set",
        "choose one with `--cache PATH`",
    )
}

/// Says at the end of a run if new observations were no longer stored.
pub(super) fn say_if_degraded(store: Option<&Store>) {
    if let Some(reason) = store.and_then(Store::degraded) {
        output::say(&format!("note: {reason}"));
    }
}
