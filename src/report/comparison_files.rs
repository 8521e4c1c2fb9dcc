//! The files that a comparison of tools leaves for its readers, besides its rows.

use super::benchexec;
use super::plots::{Plot, comparison_plots};
use super::tables::{PaperTable, markdown};
use super::trial::Trials;
use crate::disk::{check_below, directory, make_directories, replace};
use crate::event::Measurement;
use std::fmt::Write;
use std::io;
use std::path::Path;

/// Writes `tables.md`, `plots/*.svg` and `benchexec/*.xml` into the directory. The same rows give the same
/// bytes.
///
/// # Errors
/// A file cannot be made or written, or a link is in its way.
pub fn write_comparison(root: &Path, measurements: &[Measurement]) -> io::Result<()> {
    for (name, text) in comparison_files(&Trials::of_measurements(measurements))? {
        let path = root.join(&name);
        let written = check_below(root, directory(Path::new(&name)))
            .and_then(|()| make_directories(directory(&path)))
            .and_then(|()| replace(&path, &text));
        written.map_err(|error| {
            io::Error::new(error.kind(), format!("`{}`: {error}", path.display()))
        })?;
    }
    Ok(())
}

/// These files: their names below the directory, and their bytes.
///
/// # Errors
/// A plot cannot be drawn, or a text cannot be written as XML.
pub fn comparison_files(trials: &Trials) -> io::Result<Vec<(String, Vec<u8>)>> {
    let plots = comparison_plots(trials)?;
    let mut tables = comparison_tables(trials);
    for Plot { name, .. } in &plots {
        let _ = writeln!(tables, "![{name}](plots/{name}.svg)\n");
    }
    let mut files = vec![("tables.md".to_owned(), tables.into_bytes())];
    for plot in plots {
        files.push((format!("plots/{}.svg", plot.name), plot.svg.into_bytes()));
    }
    for (nth, tool) in (1..).zip(&trials.tools) {
        let name = super::plots::file_name(tool);
        files.push((
            format!("benchexec/{nth}-{name}.xml"),
            benchexec(trials, tool)?,
        ));
    }
    Ok(files)
}

/// All tables, as in `tables.md`.
pub fn comparison_tables(trials: &Trials) -> String {
    markdown(&PaperTable::ALL.map(|table| table.of(trials)).concat())
}
