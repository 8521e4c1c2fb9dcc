//! What is recorded of a run: the row of a report, and the events of a journal.
//!
//! Invariants: plain values; a column of `results.csv` exists because it is a field of [`Row`], and nowhere else.

mod cell;
mod journal;
pub mod microseconds;
mod mutator_counts;
mod provenance;
mod row;
mod row_key;
mod status;

pub use cell::Cell;
pub use journal::{Event, JOURNAL_VERSION};
pub use mutator_counts::MutatorCounts;
pub use provenance::Provenance;
pub use row::Row;
pub use row_key::RowKey;
pub use status::Status;
