//! `report.html` of an output: the page of its journal and of the files that are kept.
//!
//! A text is shown only if it is the one that the journal means. The original is outside of the output: if it is gone or
//! has changed, the page says so in its place.

use super::BatchError;
use super::journal_rows::JournalRows;
use super::output::Output;
use super::paths::trace;
use super::places::Places;
use crate::corpus::{Case, Planned};
use crate::event::Row;
use crate::input::{self, InputFile};
use crate::report::plots::{Plot, batch_plots, mutator_plots};
use crate::report::{
    CasesPage, Earlier, FileText, Frame, History, PageFiles, Rows, write_comparison_html,
};
use jiff::tz::TimeZone;
use std::io::{self, Write};
use std::path::Path;

/// The largest trace that is read, in bytes.
const LONGEST_TRACE: u64 = 64 << 20;

/// The page of an output whose journal has been read. It does not depend on the directory's name or the zone of the reader.
pub(crate) struct OutputPage<'a> {
    root: &'a Path,
    read: JournalRows,
    places: Places,
}

impl OutputPage<'_> {
    /// Reads the journal of an output.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn of(root: &Path) -> Result<OutputPage<'_>, BatchError> {
        let mut places = Places::default();
        let read = JournalRows::read_with(root, &mut |event| places.see(event))?;
        Ok(OutputPage { root, read, places })
    }

    /// What the journal says.
    pub(crate) fn journal(&self) -> &JournalRows {
        &self.read
    }

    /// Writes the page. `cases` are those of the latest run, as far as they are still found.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn write(&self, cases: &[Case], out: &mut dyn Write) -> io::Result<()> {
        if let Some(compared) = &self.read.compared {
            return write_comparison_html(self.root, compared, out);
        }
        let History { now, before, .. } = &self.read.history;
        write_rows(self.root, (now, before), &self.places, cases, out)
    }
}

/// Writes the page of these rows, of which the first are now and the others before the latest run.
fn write_rows<'a>(
    root: &Path,
    (rows, before): (&Rows, &Rows),
    places: &Places,
    cases: impl IntoIterator<Item = &'a Case>,
    out: &mut dyn Write,
) -> io::Result<()> {
    // They are sorted by their ids already, unless they are a shard of a night.
    let mut originals: Vec<&Case> = cases.into_iter().collect();
    originals.sort_by(|one, other| one.id.cmp(&other.id));
    let page = CasesPage {
        now: rows,
        earlier: Earlier::State(before),
        frame: &Frame::of_last_run("smelt".to_owned(), rows, TimeZone::UTC),
        plots: &plots(rows),
        files: &KeptFiles {
            root,
            places,
            originals,
        },
    };
    page.write(out)
}

fn plots(rows: &Rows) -> Vec<Plot> {
    let all = rows.all();
    let mut plots = batch_plots(&all).unwrap_or_default();
    let rows = all.iter().map(|row| (row.key().search(), row));
    plots.extend(mutator_plots(rows).unwrap_or_default());
    plots
}

/// Writes the page of an output after a batch, unless another process does so. It takes longer than the other reports,
/// because the texts of the cases are read.
///
/// # Errors
/// The page cannot be written.
pub(super) fn write_page(
    output: &Output,
    planned: &[Planned],
    places: &Places,
) -> Result<(), BatchError> {
    if output.is_joined() {
        return Ok(());
    }
    let cases = planned.iter().map(|planned| &planned.case);
    // Of many thousand cases, a second copy of the rows would take much memory.
    output.with_rows(|now, before| {
        output.write_page(|file| write_rows(output.root(), (now, before), places, cases, file))
    })
}

/// Writes all reports of an output again. `cases` are those of the latest run, as far as they are still found.
///
/// # Errors
/// Another run is using the output, the journal cannot be read, or a report cannot be written.
pub(crate) fn rewrite_reports(root: &Path, cases: &[Case]) -> Result<(), BatchError> {
    let output = Output::reopen(root)?;
    output.write_reports()?;
    let page = OutputPage::of(root)?;
    output.write_page(|file| page.write(cases, file))
}

/// The files of an output, and the originals.
struct KeptFiles<'a> {
    root: &'a Path,
    places: &'a Places,
    /// The cases, sorted by their ids. A map would take more memory.
    originals: Vec<&'a Case>,
}

impl PageFiles for KeptFiles<'_> {
    fn original(&self, row: &Row) -> FileText {
        let missing = |why: &str| FileText::Missing(why.to_owned());
        let found = self
            .originals
            .binary_search_by(|case| (*case.id).cmp(&*row.case));
        let Ok(found) = found else {
            return missing("not shown: the file is not where it was");
        };
        let file = &self.originals[found].file;
        // What is no text is shown all the same, as far as it can be.
        let read = input::read(file, false).or_else(|_| input::read(file, true));
        match read {
            Err(error) => FileText::Missing(format!("not shown: {error}")),
            Ok(input) if input.digest.to_hex().as_str() != row.source_blake3 => {
                missing("not shown: the file has changed since")
            }
            Ok(input) => FileText::of(input.text),
        }
    }

    fn minimized(&self, row: &Row) -> FileText {
        let Some(digest) = &row.minimized_blake3 else {
            return FileText::Missing("there is none".to_owned());
        };
        let path = self.places.minimized(self.root, &row.key(), row.side());
        match InputFile::own(path).bytes() {
            Err(error) => FileText::Missing(format!("not shown: {error}")),
            Ok(text) if blake3::hash(&text).to_hex().as_str() != digest => {
                FileText::Missing("not shown: the file has changed since".to_owned())
            }
            Ok(text) => FileText::of(text),
        }
    }

    fn place(&self, row: &Row) -> Option<String> {
        row.minimized_blake3.as_ref()?;
        let path = self.places.minimized(Path::new(""), &row.key(), row.side());
        Some(path.to_string_lossy().into_owned())
    }

    fn trace(&self, row: &Row) -> Option<Vec<u8>> {
        let path = trace(self.root, &self.places.of(&row.key()), row.side());
        InputFile::own(path).at_most(LONGEST_TRACE).bytes().ok()
    }
}
