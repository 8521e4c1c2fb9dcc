//! Reports: events become rows, and rows become text.
//!
//! Invariants: pure functions of events or rows, but for `comparison_files`, which writes what they return, and reads what
//! has been kept; a [`Selection`] is sorted, so that the same rows give the same bytes.

mod benchexec;
mod by_build;
mod cases;
mod clean;
mod compared;
mod comparison;
mod comparison_files;
mod comparison_junit;
mod comparison_texts;
mod data_table;
mod dictionary;
mod earlier;
mod groups;
mod history;
mod issue;
mod markdown;
mod numbers;
mod page;
pub mod plots;
mod portable;
mod results;
mod rows;
mod selection;
mod since;
mod spread;
mod standing;
mod statistics;
mod status;
mod summary;
pub mod tables;
mod trace;
mod trial;
mod warm;

pub use benchexec::benchexec;
pub(crate) use by_build::by_build;
pub(crate) use clean::Clean;
pub use compared::{ComparedTools, comparison_summary, comparison_table};
pub use comparison::{Comparison, Earlier, Entry, Naming};
pub(crate) use comparison_files::{write_comparison, write_comparison_html};
pub use comparison_junit::comparison_junit;
pub(crate) use comparison_texts::{original_place, result_place};
pub use data_table::DataTable;
pub(crate) use data_table::csv_text;
pub use dictionary::{Described, dictionary, dictionary_table};
pub use earlier::earlier;
pub use groups::{BugGroup, FirstSeen, GroupMember, groups_table};
pub use history::History;
pub(crate) use issue::{Issue, IssueSolver, issue};
pub(crate) use numbers::percentage;
pub use numbers::thousands;
pub(crate) use page::{CasesPage, FileText, PageFiles};
pub(crate) use portable::{Replay, portable, typed};
pub use results::{mutators, results};
pub use rows::Rows;
pub use selection::Selection;
pub use since::Since;
pub use standing::Standing;
pub use status::{Frame, status_json, status_junit, status_markdown};
pub use summary::{counts, summary, write_summary};
pub(crate) use trace::{trace_header, trace_row};
pub use trial::{Subject, Trial, TrialEnd, Trials};
pub use warm::WarmSearch;

/// The columns of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// All of them.
    All,
    /// The reproducible ones: equal for any number of jobs, with a cold or a warm store, interrupted or not.
    Stable,
}
