//! `smelt cache`: the verdict store.

use super::rerun;
use crate::cli::args::{CacheCommand, VerifyArgs};
use crate::cli::error::CliError;
use crate::cli::{exit, output, store};
use crate::store::{Keep, Merged, OtherStore, Store, StoreError, Verified};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) fn run(command: &CacheCommand) -> Result<u8, CliError> {
    match command {
        CacheCommand::Stats { cache } => stats(cache.as_ref()),
        CacheCommand::Gc {
            max_size,
            max_age,
            cache,
        } => gc(*max_size, *max_age, cache.as_ref()),
        CacheCommand::Merge { stores, into } => merge(stores, into.as_ref()),
        CacheCommand::Export { file, cache } => export(file, cache.as_ref()),
        CacheCommand::Import { files, cache } => merge(files, cache.as_ref()),
        CacheCommand::Verify(args) => verify(args),
    }
}

fn stats(cache: Option<&PathBuf>) -> Result<u8, CliError> {
    let store = store::existing_to_read(cache)?;
    let stats = store.stats()?;
    output::lines(&stats.lines())?;
    Ok(exit::DONE)
}

fn gc(
    max_size: Option<u64>,
    max_age: Option<Duration>,
    cache: Option<&PathBuf>,
) -> Result<u8, CliError> {
    let store = store::existing(cache)?;
    let max_size = max_size.unwrap_or(u64::MAX);
    let collected = store.collect(Keep {
        bytes: max_size,
        age: max_age,
    })?;
    output::lines(&collected.lines())?;
    if collected.bytes_after > max_size {
        output::say(&format!(
            "note: the store is still larger than {max_size} bytes: another process is writing to it, or it is nearly empty"
        ));
    }
    Ok(exit::DONE)
}

/// Adds what other stores hold to one.
fn merge(stores: &[PathBuf], into: Option<&PathBuf>) -> Result<u8, CliError> {
    let (merged, is_damaged) = merged(stores, || store::to_write(into))?;
    output::lines(&merged.lines())?;
    Ok(exit::if_so(is_damaged, exit::CASES))
}

/// Adds what other stores hold to one. All of them are opened before anything is written; a damaged one is left out, with
/// a note. Returns whether something was damaged.
pub(super) fn merged(
    stores: &[PathBuf],
    into: impl FnOnce() -> Result<Store, CliError>,
) -> Result<(Merged, bool), CliError> {
    let (others, refused): (Vec<_>, Vec<_>) = stores
        .iter()
        .map(|path| OtherStore::open(path))
        .partition(Result::is_ok);
    let mut is_damaged = false;
    for error in refused.into_iter().filter_map(Result::err) {
        let StoreError::Damaged(..) = error else {
            return Err(error.into());
        };
        is_damaged = true;
        output::say(&format!("note: {error}; nothing of it was merged"));
    }
    let others: Vec<OtherStore> = others.into_iter().filter_map(Result::ok).collect();
    let merged = into()?.merge(&others)?;
    let is_damaged = is_damaged || merged.damaged > 0;
    Ok((merged, is_damaged))
}

fn export(file: &Path, cache: Option<&PathBuf>) -> Result<u8, CliError> {
    let bytes = store::existing_to_read(cache)?.export(file)?;
    output::data(&format!("{} ({bytes} bytes)\n", file.display()))?;
    Ok(exit::DONE)
}

fn verify(args: &VerifyArgs) -> Result<u8, CliError> {
    let path = store::existing_path(args.common.run.cache.as_ref())?;
    let verified = Verified::of(&path)?;
    output::lines(&verified.lines())?;
    let code = if verified.is_sound() {
        exit::DONE
    } else {
        output::say(
            "hint: this does not cause wrong results. Damaged rows are ignored and their solver runs are repeated; a damaged \
             file is renamed by the next run that writes to it, and a new store is created",
        );
        exit::CASES
    };
    match args.rerun {
        // The next run that uses a damaged file repairs it; verification only reads.
        Some(_) if !verified.file.is_empty() => {
            output::say("note: nothing was rerun, because the file is damaged");
            Ok(code)
        }
        Some(share) => Ok(code.max(rerun::rerun(args, share, &path)?)),
        None => Ok(code),
    }
}
