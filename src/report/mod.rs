//! Reports: rows become text.
//!
//! Invariants: pure functions of rows, which they sort themselves; the same rows give the same bytes.

mod csv;
mod summary;

pub use csv::results_csv;
pub use summary::{counts, summary};

use crate::event::Row;

/// Rows in the order of reports: by case, solver and strategy.
fn sorted(rows: &[Row]) -> Vec<&Row> {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by_key(|row| row.key());
    sorted
}
