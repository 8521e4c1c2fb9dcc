//! Checks: the oracle's questions, answered from memory, from the store or by a run.
//!
//! Invariants: every question goes through the store, if there is one; what could not be run, and what only the
//! machine's load explains, is never stored; a text is decided once; what is run ahead decides nothing.

mod counts;
mod decide;
mod error;
mod prefetched;
mod rerun;
mod solver_client;
mod spec;

pub use counts::Counts;
pub use decide::Checker;
pub use error::CheckError;
pub use prefetched::Prefetched;
pub use rerun::{Difference, Rerun};
pub use solver_client::{Purpose, Solver, SolverClient};
pub use spec::CheckerSpec;
