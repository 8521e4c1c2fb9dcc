//! The result that an output directory has for a case.

use super::journal::Journalled;
use super::paths::{minimized, trace};
use super::resume::{self, Past};
use crate::command::left_in;
use crate::corpus::{Planned, Settings};
use crate::event::{ReportCell, Row};
use crate::report::{Rows, csv_text};
use std::path::{Path, PathBuf};

/// A case of an output directory and what is known of it.
#[derive(Debug)]
pub(crate) struct CaseResult<'a> {
    /// The case.
    pub planned: &'a Planned,
    /// Its settings.
    pub settings: &'a Settings,
    /// Its row.
    pub row: Row,
    /// Where its minimized file is, if it has one.
    pub minimized: Option<PathBuf>,
}

impl CaseResult<'_> {
    /// The settings under which the minimized file fails: with the arguments only that were found to be needed.
    pub(crate) fn settings_of_result(&self) -> Settings {
        let mut settings = self.settings.clone();
        if let Some(shorter) = &self.row.reduced_command {
            settings.command = left_in(&settings.command, &self.row.solver, shorter);
        }
        settings
    }
}

/// The result of the case with this name in an output directory: the id of the case, also as `results.csv` has it, or
/// the place of its minimized file below `minimized`.
///
/// # Errors
/// There is none that the present configuration could have made; the reason is a message.
pub(crate) fn case_result<'a>(
    journalled: &Journalled,
    planned: &'a [Planned],
    root: &Path,
    name: &Path,
) -> Result<CaseResult<'a>, String> {
    let past = Past::of(&journalled.events);
    let rows: Vec<Row> = Rows::of(&journalled.events).all().iter().collect();
    let is_named = |row: &&Row| Path::new(&past.place(&row.key())) == name;
    let in_table = |row: &Row| csv_text(ReportCell::Text(row.case.clone()));
    let is_of_case = |row: &&Row| Path::new(&row.case) == name || Path::new(&in_table(row)) == name;
    // On several builds, a case has several rows, and not each of them a result.
    let has_result = |row: &&Row| is_of_case(row) && row.minimized_blake3.is_some();
    let row = rows
        .iter()
        .find(is_named)
        .or_else(|| rows.iter().find(has_result))
        .or_else(|| rows.iter().find(is_of_case))
        .ok_or("the output has no row for it")?;
    let is_of_row = |planned: &&Planned| {
        let settings = planned.settings.as_ref().ok();
        settings.is_some_and(|settings| resume::key(planned, settings) == row.key())
    };
    let planned = planned
        .iter()
        .find(is_of_row)
        .or_else(|| planned.iter().find(|planned| planned.case.id == row.case))
        .ok_or("its file is gone")?;
    let settings = planned.settings.as_ref().map_err(Clone::clone)?;
    if resume::key(planned, settings) != row.key() {
        return Err(format!(
            "its row was made with {} and {}, which the configuration no longer has for it",
            row.solver,
            row.key().search()
        ));
    }
    if resume::source_digest(planned) != row.source_blake3 {
        return Err("its file has changed since the batch".to_owned());
    }
    let place = minimized(root, &past.place(&row.key()), row.side());
    Ok(CaseResult {
        planned,
        settings,
        minimized: row.minimized_blake3.is_some().then_some(place),
        row: row.clone(),
    })
}

/// The rows of an output, each with where its trace is if one was made.
pub(crate) fn trace_files(journalled: &Journalled, root: &Path) -> Vec<(Row, PathBuf)> {
    let past = Past::of(&journalled.events);
    let rows = Rows::of(&journalled.events).all();
    let traced = rows.iter().map(|row| {
        let path = trace(root, &past.place(&row.key()), row.side());
        (row, path)
    });
    traced.collect()
}
