//! What is recorded about a run: the row of a report and the events of a journal.
//!
//! Invariants: plain values; the columns of `results.csv` are exactly the fields of [`Row`] that its table lists.

mod anchor;
mod call;
mod cell;
mod column;
mod failure_rate;
mod journal;
mod marks;
mod measurement;
pub mod microseconds;
mod mutator_counts;
mod one_minimal;
mod packed_row;
mod plain_text;
mod provenance;
mod row;
mod row_key;
mod shared_text;
mod side;
mod spent;
mod status;
mod trace_step;

pub(crate) use anchor::anchor;
pub use call::Call;
pub(crate) use cell::ReportCell;
pub(crate) use column::{Column, Kind};
pub use failure_rate::{FailureRate, Threshold};
pub use journal::{Event, Part};
pub(crate) use journal::{JOURNAL_VERSION, SetAside};
pub(crate) use marks::without_version;
pub use marks::{BugMarks, MarkKind};
pub use measurement::{Measurement, ResultKind, ToolEnd};
pub use mutator_counts::MutatorCounts;
pub use one_minimal::OneMinimal;
pub use packed_row::PackedRow;
pub(crate) use plain_text::{harmless, misleads};
pub use provenance::Provenance;
pub use row::Row;
pub use row_key::{RowKey, SolverSearch};
pub use shared_text::SharedText;
pub use side::Side;
pub(crate) use spent::Spent;
pub use status::Status;
pub(crate) use trace_step::TraceStep;
