//! `smelt cache`: the verdict store.

use super::rerun;
use crate::cli::args::VerifyArgs;
use crate::cli::error::CliError;
use crate::cli::{exit, output, store};
use crate::store::{Store, Verified};
use std::path::PathBuf;

pub(super) fn stats(cache: Option<&PathBuf>) -> Result<u8, CliError> {
    let store = store::noted(Store::open(&existing(cache)?)?);
    output::lines(&store.stats()?.lines())?;
    Ok(exit::DONE)
}

pub(super) fn gc(max_size: u64, cache: Option<&PathBuf>) -> Result<u8, CliError> {
    let store = store::noted(Store::open(&existing(cache)?)?);
    let collected = store.collect(max_size)?;
    output::lines(&collected.lines())?;
    if collected.bytes_after > max_size {
        output::say(&format!(
            "note: the store is still larger than {max_size} bytes: another process is writing to it, or it is nearly empty"
        ));
    }
    Ok(exit::DONE)
}

pub(super) fn verify(args: &VerifyArgs) -> Result<u8, CliError> {
    let path = existing(args.common.run.cache.as_ref())?;
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

/// The path of the store, which must exist.
fn existing(cache: Option<&PathBuf>) -> Result<PathBuf, CliError> {
    let path = store::path(cache)?;
    if path.exists() {
        return Ok(path);
    }
    Err(CliError::usage(
        format!("there is no verdict store at `{}`", path.display()),
        "the first run creates one; use `--cache PATH` for a store in another place",
    ))
}
