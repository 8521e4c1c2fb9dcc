//! The output directories that a report is about.

use crate::batch::Journalled;
use crate::cli::error::CliError;
use crate::cli::output;
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
