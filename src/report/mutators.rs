//! `mutators.csv`: what each mutator did in each reduction.

use super::csv::text;
use super::{Columns, Selection};
use crate::event::{MutatorCounts, ReportCell, Row};
use std::io::Write;

/// The whole file: one line per row and mutator.
pub fn mutators_csv(
    rows: &Selection,
    columns: Columns,
    into: impl Write,
) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_writer(into);
    let header = cells(&Row::default(), &MutatorCounts::default(), columns);
    writer.write_record(header.map(|(name, _)| name))?;
    for row in rows.iter() {
        for counts in &row.mutators {
            let cells = cells(&row, counts, columns);
            writer.write_record(cells.map(|(_, cell)| text(cell)))?;
        }
    }
    Ok(writer.flush()?)
}

/// The cells of a line, with the names of their columns.
pub(super) fn cells(
    row: &Row,
    counts: &MutatorCounts,
    columns: Columns,
) -> impl Iterator<Item = (&'static str, ReportCell)> + use<> {
    let own = counts.cells().into_iter();
    let shown = own.filter(move |(_, is_stable, _)| *is_stable || columns == Columns::All);
    let key = row.key_cells().into_iter();
    key.chain(shown.map(|(name, _, cell)| (name, cell)))
}
