//! A trace of a search: one row per accepted step. Each is made on its own, because they are written while the search
//! runs.

use super::data_table::{csv_text, finished};
use crate::event::TraceStep;

/// The header.
pub(crate) fn trace_header() -> Result<Vec<u8>, csv::Error> {
    line(TraceStep::default().cells().map(|(name, _)| name))
}

/// A row.
pub(crate) fn trace_row(step: &TraceStep) -> Result<Vec<u8>, csv::Error> {
    line(step.cells().map(|(_, cell)| csv_text(cell)))
}

fn line<const N: usize>(cells: [impl AsRef<[u8]>; N]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells)?;
    finished(writer)
}
