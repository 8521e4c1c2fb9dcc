//! A result of a batch that a user names: the case, its settings, and the minimized text.

use super::journalled::JournalledBatch;
use super::preparation::absolute;
use crate::batch::{CaseResult, case_result};
use crate::cli::error::CliError;
use crate::cli::output;
use crate::event::Row;
use crate::report::Rows;
use std::path::{Path, PathBuf};

/// The batch that has the result.
pub(super) struct DeliveredBy {
    /// The output directory, as an absolute path.
    pub(super) root: PathBuf,
    /// The batch as it was last called.
    pub(super) batch: JournalledBatch,
    /// The id of the case, or the place of its minimized file.
    name: PathBuf,
    /// Whether the minimized file is named, so that it is clear whose result is meant.
    is_file: bool,
}

/// The result.
pub(super) struct Delivered<'a> {
    /// The case and its row.
    pub(super) result: CaseResult<'a>,
    /// The minimized file.
    pub(super) path: PathBuf,
    /// What it contains.
    pub(super) text: Vec<u8>,
}

impl DeliveredBy {
    /// The batch of an output directory, for the case with this id or this minimized file. The current directory is then
    /// the one where the batch was called.
    pub(super) fn of(output: &Path, case: &Path) -> Result<DeliveredBy, CliError> {
        let root = absolute(output)?;
        let file = absolute(case)?;
        let below = file.strip_prefix(root.join("minimized"));
        let is_file = below.is_ok();
        let name = below.map_or_else(|_| case.to_owned(), Path::to_owned);
        Ok(DeliveredBy {
            batch: JournalledBatch::of(&root)?,
            root,
            name,
            is_file,
        })
    }

    /// The result.
    pub(super) fn result(&self) -> Result<Delivered<'_>, CliError> {
        let shown = self.name.display();
        let result = case_result(
            &self.batch.journalled,
            &self.batch.planned,
            &self.root,
            &self.name,
        )
        .map_err(|why| {
            CliError::usage(
                format!("there is no result for the case `{shown}`: {why}"),
                "name a case as in the column `case` of results.csv; after a change, call the batch again",
            )
        })?;
        let path = result.minimized.clone().ok_or_else(|| {
            CliError::usage(
                format!(
                    "the case `{shown}` has no minimized file: it is {}",
                    result.row.status
                ),
                "results.csv says why",
            )
        })?;
        let file = result.planned.case.file.result(&path);
        let text = file.bytes().map_err(|error| {
            CliError::usage(
                format!("cannot read `{}`: {error}", path.display()),
                "call the batch again to make it anew",
            )
        })?;
        self.tell_others(&result.row);
        Ok(Delivered { result, path, text })
    }

    /// Says which other results the case has, if it is not clear whose was meant.
    fn tell_others(&self, taken: &Row) {
        if self.is_file || Path::new(&taken.case) != self.name {
            return;
        }
        let rows = Rows::of(&self.batch.journalled.events).all();
        let has_result = |row: &Row| row.case == taken.case && row.minimized_blake3.is_some();
        let others = rows.iter().filter(has_result).map(|row| row.key());
        let others = others.filter(|key| *key != taken.key());
        let others: Vec<String> = others.map(|key| key.directory()).collect();
        if !others.is_empty() {
            output::say(&format!(
                "note: this is the result of {} for `{}`; there are others, of {}: to choose one, name its minimized file",
                taken.key().directory(),
                taken.case,
                others.join(", ")
            ));
        }
    }
}
