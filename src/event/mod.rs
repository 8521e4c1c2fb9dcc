//! What is recorded about a run: the row of a report and the events of a journal.
//!
//! Invariants: plain values; the columns of `results.csv` are exactly the fields of [`Row`] that its table lists.

mod call;
mod cell;
mod failure_rate;
mod journal;
pub mod microseconds;
mod mutator_counts;
mod one_minimal;
mod packed_row;
mod plain_text;
mod provenance;
mod row;
mod row_key;
mod set_aside;
mod spent;
mod status;
mod trace_step;

pub use call::Call;
pub use cell::ReportCell;
pub use failure_rate::{FailureRate, Threshold};
pub use journal::{Event, JOURNAL_VERSION};
pub use mutator_counts::MutatorCounts;
pub use one_minimal::OneMinimal;
pub use packed_row::PackedRow;
pub use plain_text::misleads;
pub use provenance::Provenance;
pub use row::Row;
pub use row_key::RowKey;
pub use set_aside::SetAside;
pub use spent::Spent;
pub use status::Status;
pub use trace_step::TraceStep;
