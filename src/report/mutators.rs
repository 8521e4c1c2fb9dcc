//! `mutators.csv`: what each mutator did in each reduction.

use super::csv::text;
use super::{Columns, Selection};
use crate::event::{MutatorCounts, Row};
use std::io::Write;

/// The whole file: one line per row and mutator.
pub fn mutators_csv(
    rows: &Selection,
    columns: Columns,
    into: impl Write,
) -> Result<(), csv::Error> {
    let shown = MutatorCounts::COLUMNS.map(|(_, stable)| stable || columns == Columns::All);
    let names = MutatorCounts::COLUMNS.map(|(name, _)| name);
    let mut writer = csv::Writer::from_writer(into);
    let key = Row::default().key_cells().map(|(name, _)| name);
    writer.write_record(key.into_iter().chain(kept(names, shown)))?;
    for row in rows.iter() {
        for counts in &row.mutators {
            let key = row.key_cells().map(|(_, cell)| cell);
            let cells = key.into_iter().chain(kept(counts.cells(), shown));
            writer.write_record(cells.map(text))?;
        }
    }
    Ok(writer.flush()?)
}

/// The values of the columns that are shown.
fn kept<T, const N: usize>(values: [T; N], shown: [bool; N]) -> impl Iterator<Item = T> {
    values
        .into_iter()
        .zip(shown)
        .filter_map(|(value, shown)| shown.then_some(value))
}
