//! Batches: many cases are reduced into one output directory. A journal keeps finished work from being done again.
//!
//! Invariants: a failure of one case, even a panic, becomes a row; a row counts once it is in the journal; every report
//! is a function of the journal. Only an output that cannot be written ends a batch early.

mod budget;
mod case_result;
mod costs;
mod error;
mod fingerprints;
mod journal;
mod journal_memory;
mod lock;
mod marker;
mod minimal;
mod nonce;
mod output;
mod probe;
mod queue;
mod reduce;
mod reports;
mod resume;
mod run;
mod single;
mod turns;

pub use budget::Budget;
pub(crate) use case_result::{CaseResult, case_result};
pub use error::BatchError;
pub(crate) use journal::Journalled;
pub use journal::{Journal, read_journal};
pub(crate) use minimal::{RowProof, prove_rows};
pub use nonce::draw as draw_nonce;
pub use output::Output;
pub(crate) use probe::{Probe, Probed, ProbedCase};
pub use reduce::{Reduce, Reduction};
pub(crate) use run::Apart;
pub use run::{Batch, OtherBuilds, Watch, run};
pub use single::SingleRun;
