//! What checks and runs cost.

use std::ops::Add;
use std::time::Duration;

/// Counts of one reduction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Checks that needed no run.
    pub hits: u64,
    /// Solver runs, every kind.
    pub runs: u64,
    /// Of these, those that were made ahead of being asked.
    pub prefetch_runs: u64,
    /// Of those, the ones that the search came to.
    pub prefetch_used: u64,
    /// Runs that a limit ended.
    pub limit_hits: u64,
    /// Runs that the wall limit ended.
    pub wall_kills: u64,
    /// Answers whose CPU time is known to lie within a factor of two of the limit that decided. Of two reductions that
    /// differ because of a limit, at least one counts such an answer: where the run ended before the limit.
    pub near_limit: u64,
    /// Wall time of the runs that the search came to.
    pub answer_time: Duration,
    /// Wall time of the runs.
    pub solver_time: Duration,
    /// The largest resident set of a run, in KiB.
    pub max_rss_kib: u64,
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            hits: self.hits + other.hits,
            runs: self.runs + other.runs,
            prefetch_runs: self.prefetch_runs + other.prefetch_runs,
            prefetch_used: self.prefetch_used + other.prefetch_used,
            limit_hits: self.limit_hits + other.limit_hits,
            wall_kills: self.wall_kills + other.wall_kills,
            near_limit: self.near_limit + other.near_limit,
            answer_time: self.answer_time + other.answer_time,
            solver_time: self.solver_time + other.solver_time,
            max_rss_kib: self.max_rss_kib.max(other.max_rss_kib),
        }
    }
}
