//! `smelt cache`: the verdict store.

use crate::cli::error::CliError;
use crate::cli::{exit, output, store};
use crate::store::Store;
use std::path::PathBuf;

pub(super) fn stats(cache: Option<&PathBuf>) -> Result<u8, CliError> {
    let path = store::path(cache)?;
    if !path.exists() {
        let message = format!("there is no verdict store at `{}`", path.display());
        return Err(CliError::usage(
            message,
            "a first run makes one; `--cache PATH` names another",
        ));
    }
    let stats = Store::open(&path)?.stats()?;
    output::data(&format!("{}\n", stats.lines().join("\n")))?;
    Ok(exit::DONE)
}
