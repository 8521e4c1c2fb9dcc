//! What the checks and runs of a reduction cost.

use crate::observation::{End, Limit, Observation};
use std::ops::Add;
use std::time::Duration;

/// The counts of one reduction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Checks that needed no run.
    pub hits: u64,
    /// Solver processes that were started, whatever became of them.
    pub runs: u64,
    /// The runs among them that were prefetched, that is, made before the search asked. Many are killed before they
    /// have shown anything.
    pub prefetch_runs: u64,
    /// The prefetched runs that the search later asked for.
    pub prefetch_used: u64,
    /// Runs that a limit ended.
    pub limit_hits: u64,
    /// Runs that the wall limit ended.
    pub wall_kills: u64,
    /// Answers whose CPU time is known to lie within a factor of two of the limit that decided. If two reductions
    /// differ because of a limit, at least one of them counts such an answer: the one in which the run ended before the
    /// limit. Every limit that decided counts, at whatever rung, and so does an interesting answer because of which
    /// the ladder was climbed.
    pub near_limit: u64,
    /// Wall time of the runs that answered the search.
    pub answer_time: Duration,
    /// CPU time of all runs.
    pub cpu_time: Duration,
    /// Wall time of all runs.
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
            cpu_time: self.cpu_time + other.cpu_time,
            solver_time: self.solver_time + other.solver_time,
            max_rss_kib: self.max_rss_kib.max(other.max_rss_kib),
        }
    }
}

/// Whether the CPU time of a run is known to lie within a factor of two of a limit. If its own limit ended the run,
/// only a lower bound of its time is known, and most such runs would never have ended.
pub(super) fn is_near(run: &Observation, limit: Duration) -> bool {
    // The clock that the helper reads during a run may be a tick ahead of the one that it reads at the end.
    let reached = run.cpu * 20 >= run.limits.cpu * 19;
    let is_killed = run.end == End::LimitHit(Limit::Cpu) && reached;
    !is_killed && run.cpu * 2 > limit && run.cpu < limit * 2
}

#[cfg(test)]
mod tests {
    use super::is_near;
    use crate::observation::{End, Limit, Limits, Observation, Stream};
    use std::time::Duration;

    #[test]
    fn only_a_run_that_ended_by_itself_is_known_to_be_near_a_limit() {
        let seconds = Duration::from_secs_f64;
        let (ended, killed) = (End::Exited(0), End::LimitHit(Limit::Cpu));
        let table = [
            ("far below", ended, 0.8, 1.75, false),
            ("below", ended, 0.9, 1.75, true),
            ("just below", ended, 1.74, 1.75, true),
            ("above, under a higher limit", killed, 3.4, 10.0, true),
            ("far above, under a higher limit", killed, 3.6, 10.0, false),
            ("ended by the limit", killed, 1.76, 1.75, false),
            (
                "ended by the limit, by another clock",
                killed,
                1.74,
                1.75,
                false,
            ),
            ("ended by a higher limit", killed, 2.0, 2.0, false),
        ];
        for (name, end, cpu, own, near) in table {
            let run = Observation {
                end,
                out: Stream::of(b""),
                err: Stream::of(b""),
                cpu: seconds(cpu),
                wall: seconds(cpu),
                rss_kib: 0,
                stack: None,
                limits: Limits::of_cpu(seconds(own)),
            };
            assert_eq!(is_near(&run, seconds(1.75)), near, "{name}");
        }
    }
}
