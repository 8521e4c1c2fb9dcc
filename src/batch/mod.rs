//! Batches: many cases are reduced into one output directory. A journal keeps finished work from being done again.
//!
//! Invariants: a failure of one case, even a panic, becomes a row; a row counts once it is in the journal; every report
//! is a function of the journal. Only an output that cannot be written ends a batch early.

mod budget;
mod builds;
mod case_result;
mod costs;
mod earlier_runs;
mod error;
mod errors;
mod failed_row;
mod families;
mod fingerprints;
mod journal;
mod journal_memory;
mod journal_rows;
mod lock;
mod marker;
mod merge;
mod minimal;
mod nights;
mod nonce;
mod output;
mod page;
mod paths;
mod places;
mod planned;
mod probe;
mod queue;
mod reduce;
mod reports;
mod result_places;
mod resume;
mod row_past;
mod run;
mod shard_journals;
mod single;
mod taken_up;
mod turns;
mod watch;

pub use budget::Budget;
pub(crate) use case_result::{CaseResult, case_result, trace_files};
pub use error::BatchError;
pub(crate) use fingerprints::Fingerprints;
pub(crate) use journal::Journalled;
pub use journal::{Journal, read_journal};
pub(crate) use journal_rows::JournalRows;
pub(crate) use merge::{MergeError, merge_shards};
pub(crate) use minimal::{RowProof, prove_rows};
pub use nonce::draw as draw_nonce;
pub use output::Output;
pub(crate) use page::{OutputPage, rewrite_reports};
pub(crate) use probe::{Probe, Probed, ProbedCase};
pub use reduce::{Reduce, Reduction};
pub(crate) use result_places::ResultPlaces;
pub use run::{Batch, run};
pub use single::SingleRun;
pub use watch::{Apart, OtherBuilds, Watch};
