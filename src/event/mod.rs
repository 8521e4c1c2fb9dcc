//! What is recorded of a run: the row of a report, and the events of a journal.
//!
//! Invariants: plain values; a column of `results.csv` exists because it is a field of [`Row`], and nowhere else.

mod journal;
pub mod microseconds;
mod mutator_counts;
mod provenance;
mod row;
mod status;

pub use journal::{Event, JOURNAL_VERSION, RowKey};
pub use mutator_counts::MutatorCounts;
pub use provenance::Provenance;
pub use row::{Cell, Row};
pub use status::Status;
