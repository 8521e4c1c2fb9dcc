//! The tables of a batch: its rows, and what each mutator did in each reduction.

use super::data_table::DataTable;
use super::{Columns, Selection};
use crate::event::{MutatorCounts, ReportCell, Row};

/// `results.csv`: one row per case, solver and strategy.
pub fn results(rows: &Selection, columns: Columns) -> DataTable<'_> {
    let width = match columns {
        Columns::All => Row::columns().count(),
        Columns::Stable => Row::DETERMINISTIC.len(), // they are the first
    };
    let cells = move |row: Row| row.cells().into_iter().take(width).collect();
    DataTable::of(Row::columns().take(width), rows.iter().map(cells))
}

/// `mutators.csv`: one line per row and mutator.
pub fn mutators(rows: &Selection, columns: Columns) -> DataTable<'_> {
    let header = mutator_cells(&Row::default(), &MutatorCounts::default(), columns);
    let lines = move |row: Row| {
        let cells = |counts: &MutatorCounts| -> Vec<ReportCell> {
            mutator_cells(&row, counts, columns)
                .map(|(_, cell)| cell)
                .collect()
        };
        row.mutators.iter().map(cells).collect::<Vec<_>>()
    };
    DataTable::of(header.map(|(name, _)| name), rows.iter().flat_map(lines))
}

/// The cells of a line of `mutators.csv`, with the names of their columns.
fn mutator_cells(
    row: &Row,
    counts: &MutatorCounts,
    columns: Columns,
) -> impl Iterator<Item = (&'static str, ReportCell)> + use<> {
    let own = counts.cells().into_iter();
    let shown = own.filter(move |(_, is_stable, _)| *is_stable || columns == Columns::All);
    let key = row.key_cells().into_iter();
    key.chain(shown.map(|(name, _, cell)| (name, cell)))
}
