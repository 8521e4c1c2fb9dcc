//! Checks: the oracle's questions are answered from memory, from the store or by running the solver.
//!
//! Invariants: every question goes through the store, if there is one; what could not be run, and what may be due to
//! the load of the machine, is never stored; each text is decided once, and asked once at each rung below the full
//! limit; prefetching never changes an outcome.

mod counts;
mod decide;
mod error;
mod hint;
mod ladder;
mod prefetched;
mod reading;
mod rerun;
mod solver_client;
mod spec;

pub use counts::Counts;
pub use decide::Checker;
pub use error::CheckError;
pub(crate) use ladder::Ladder;
pub(crate) use prefetched::Prefetched;
pub(crate) use reading::what_to_read;
pub use rerun::{Difference, Rerun};
pub use solver_client::{Purpose, Solver, SolverClient};
pub(crate) use spec::CheckerSpec;
