//! The files that a comparison of tools leaves for its readers.

use super::benchexec;
use super::compared::{ComparedTools, comparison_summary, comparison_table};
use super::page::{FileText, write_comparison_page};
use super::plots::{Plot, comparison_plots, file_name};
use super::tables::{PaperTable, markdown};
use super::trial::Trials;
use crate::disk::{check_below, replace_below};
use crate::input::InputFile;
use std::fmt::Write;
use std::io;
use std::path::Path;

/// Writes `comparison.csv`, `summary.md`, `report.html`, `tables.md`, `plots/*.svg` and `benchexec/*.xml` into the
/// directory. The same comparison gives the same bytes.
///
/// # Errors
/// A file cannot be made or written, or a link is in its way.
pub(crate) fn write_comparison(root: &Path, compared: &ComparedTools) -> io::Result<()> {
    for (name, text) in comparison_files(root, compared)? {
        replace_below(root, Path::new(&name), &text).map_err(|error| {
            let path = root.join(&name);
            io::Error::new(error.kind(), format!("`{}`: {error}", path.display()))
        })?;
    }
    Ok(())
}

/// Writes the page of a comparison whose texts are below the directory.
///
/// # Errors
/// A plot cannot be drawn, or those of `out`.
pub(crate) fn write_comparison_html(
    root: &Path,
    compared: &ComparedTools,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let plots = comparison_plots(&Trials::of_comparison(compared))?;
    let measurements = &compared.measurements;
    write_comparison_page(measurements, &plots, &|below| kept(root, below), out)
}

/// A text that is kept below the directory.
fn kept(root: &Path, below: &Path) -> FileText {
    if check_below(root, below).is_err() {
        return FileText::Missing("not shown: there is a link on the way to it".to_owned());
    }
    InputFile::own(root.join(below)).bytes().map_or_else(
        |error| FileText::Missing(format!("not shown: {error}")),
        FileText::of,
    )
}

/// These files: their names below the directory, and their bytes.
///
/// # Errors
/// A plot cannot be drawn, or a text cannot be written as CSV or XML.
fn comparison_files(root: &Path, compared: &ComparedTools) -> io::Result<Vec<(String, Vec<u8>)>> {
    let measurements = &compared.measurements;
    let trials = Trials::of_comparison(compared);
    let plots = comparison_plots(&trials)?;
    let mut tables = markdown(&PaperTable::ALL.map(|table| table.of(&trials)).concat());
    for Plot { name, .. } in &plots {
        let _ = writeln!(tables, "![{name}](plots/{name}.svg)\n");
    }
    let mut rows = Vec::new();
    comparison_table(measurements).write_csv(&mut rows)?;
    let summary = comparison_summary(compared);
    let mut page = Vec::new();
    write_comparison_page(measurements, &plots, &|below| kept(root, below), &mut page)?;
    let mut files = vec![
        ("comparison.csv".to_owned(), rows),
        ("summary.md".to_owned(), summary.into_bytes()),
        ("report.html".to_owned(), page),
        ("tables.md".to_owned(), tables.into_bytes()),
    ];
    for plot in plots {
        files.push((format!("plots/{}.svg", plot.name), plot.svg.into_bytes()));
    }
    for (nth, tool) in (1..).zip(&trials.tools) {
        let name = format!("benchexec/{nth}-{}.xml", file_name(tool));
        files.push((name, benchexec(&trials, tool)?));
    }
    Ok(files)
}
