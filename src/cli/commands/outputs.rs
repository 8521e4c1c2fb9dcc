//! The output directories that a report is about.

use crate::batch::{JournalRows, Journalled, ResultPlaces};
use crate::cli::error::CliError;
use crate::cli::output;
use crate::report::History;
use jiff::Timestamp;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The names of the directories, or their full paths if the names are not unique.
pub(super) fn names(outputs: &[PathBuf]) -> Result<Vec<String>, CliError> {
    let mut whole = Vec::new();
    for output in outputs {
        let path = output.canonicalize().unwrap_or_else(|_| output.clone());
        if whole.contains(&path) {
            return Err(CliError::usage(
                format!("the output `{}` is given twice", output.display()),
                "give each output once",
            ));
        }
        whole.push(path);
    }
    let own: Vec<String> = whole
        .iter()
        .map(|path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into()
        })
        .collect();
    let distinct: HashSet<&String> = own.iter().collect();
    if distinct.len() == own.len() {
        return Ok(own);
    }
    Ok(whole
        .iter()
        .map(|path| path.to_string_lossy().into())
        .collect())
}

/// Says which lines of a journal could not be used.
pub(super) fn tell(output: &Path, journal: &Journalled) {
    let name = output.display();
    if journal.unreadable > 0 {
        output::say(&format!(
            "note: unreadable lines in the journal of `{name}`, which are left out: {}",
            journal.unreadable
        ));
    }
    if journal.torn {
        output::say(&format!(
            "note: the last line of the journal of `{name}` is incomplete and is left out"
        ));
    }
}

/// The rows of the output of a batch, or of the shards below it, as they are now and were at a time, and where the
/// minimized files are.
///
/// # Errors
/// The journal cannot be read, or is that of a comparison of tools.
pub(super) fn batch_rows(
    output: &Path,
    time: Option<Timestamp>,
) -> Result<(History, ResultPlaces), CliError> {
    let (read, places) = JournalRows::read_at(output, time)?;
    tell(output, &read.journal);
    if read.compared.is_some() {
        return Err(compares_tools(output));
    }
    Ok((read.history, places))
}

/// What is said where a batch is wanted and the journal is that of a comparison of tools.
pub(super) fn compares_tools(output: &Path) -> CliError {
    let output = output.display();
    CliError::usage(
        format!("`{output}` is not the output of a batch: it compares tools"),
        "`smelt report` shows what it has",
    )
}
