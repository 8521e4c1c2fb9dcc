//! Reports: events become rows, and rows become text.
//!
//! Invariants: pure functions of events or rows; rows are sorted here, so that the same rows give the same bytes.

mod cases;
mod csv;
mod earlier;
mod markdown;
mod mutators;
mod numbers;
mod rows;
mod summary;
mod trace;

pub use csv::results_csv;
pub use earlier::earlier;
pub use mutators::mutators_csv;
pub use numbers::{percentage, thousands};
pub use rows::Rows;
pub use summary::{counts, summary};
pub use trace::{trace_header, trace_row};

use crate::event::Row;

/// The columns of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// All of them.
    All,
    /// The reproducible ones: equal for any number of jobs, with a cold or a warm store, interrupted or not.
    Stable,
}

/// Rows in the order of reports: by case, solver and strategy.
fn sorted(rows: &[Row]) -> Vec<&Row> {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| row.key());
    sorted
}
