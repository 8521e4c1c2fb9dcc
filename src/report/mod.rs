//! Reports: events become rows, and rows become text.
//!
//! Invariants: pure functions of events or rows; a [`Selection`] is sorted, so that the same rows give the same bytes.

mod cases;
mod clean;
mod csv;
mod earlier;
mod groups;
mod issue;
mod markdown;
mod mutators;
mod numbers;
mod portable;
mod rows;
mod selection;
mod summary;
mod trace;

pub(crate) use clean::Clean;
pub use csv::results_csv;
pub use earlier::earlier;
pub use groups::{BugGroup, FirstSeen, GROUP_COLUMNS, GroupMember, groups_csv};
pub(crate) use issue::{Issue, IssueSolver, issue};
pub use mutators::mutators_csv;
pub(crate) use numbers::percentage;
pub use numbers::thousands;
pub(crate) use portable::{PortableWord, portable, replay, typed};
pub use rows::Rows;
pub use selection::Selection;
pub use summary::{counts, summary};
pub(crate) use trace::{trace_header, trace_row};

/// The columns of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// All of them.
    All,
    /// The reproducible ones: equal for any number of jobs, with a cold or a warm store, interrupted or not.
    Stable,
}
