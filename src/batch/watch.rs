//! What a batch reports to its caller, and the processes that it asks the caller for.

use super::Budget;
use crate::event::Row;
use crate::reduction::{Gauge, Notice, Short};
use crate::solver::Stop;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The solvers of which a run has another build than the one before, and when that began, if it is known.
pub type OtherBuilds = BTreeMap<String, Option<Timestamp>>;

/// Observes a run.
pub trait Watch: Sync {
    /// Called before anything else if the output has earlier results: how many cases are done, and how many bytes the
    /// minimized files of these and of interrupted cases have.
    fn resumes(&self, done: usize, bytes: u64);
    /// Called before that if cases were last worked on with another build of a solver: which solvers these are, and when
    /// the run began that used the other build, if that is known.
    fn other_builds(&self, _solvers: &OtherBuilds) {}
    /// A case of this size in bytes begins. The returned gauge is updated with its progress.
    fn begun(&self, id: &str, bytes: u64) -> Arc<Gauge>;
    /// Something happened in a case.
    fn notice(&self, id: &str, notice: &Notice<'_>);
    /// The only cases left are those that other runs on the same store are working on, and this run waits for them.
    /// Called at most once.
    fn waits(&self, cases: usize);
    /// The system provides fewer threads than there are jobs. Called at most once.
    fn short_of_threads(&self, _short: &Short) {}
    /// A row is known, from this run or (`taken_up`) from an earlier one.
    fn row(&self, row: &Row, taken_up: bool);
}

/// Reduces a case in a process of its own, which writes to the same output.
pub trait Apart: Sync {
    /// Reduces the case with this id, and returns how its process ended, for messages. That process may spend the runs and
    /// the CPU time that are `left` of the budget. `stop` stops it too.
    fn reduce(&self, case: &str, left: Budget, stop: &Stop) -> String;
}
