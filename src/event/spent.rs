//! What a reduction has cost, over all its starts.

use super::Row;
use serde::{Deserialize, Serialize};
use std::ops::Add;

/// The accounting columns of a row that add up over the starts of a reduction; the row describes each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spent {
    pub hits: u64,
    pub runs: u64,
    pub runs_wasted: u64,
    pub limit_hits: u64,
    pub wall_kills: u64,
    pub near_limit: u64,
    pub wall_seconds: f64,
    pub solver_seconds: f64,
    pub solver_cpu_seconds: f64,
    pub solver_max_rss_mb: Option<f64>,
    pub self_max_rss_mb: Option<f64>,
    pub overlapping: bool,
}

impl Spent {
    /// The costs in a row.
    pub fn of(row: &Row) -> Spent {
        Spent {
            hits: row.hits,
            runs: row.runs,
            runs_wasted: row.runs_wasted,
            limit_hits: row.limit_hits,
            wall_kills: row.wall_kills,
            near_limit: row.near_limit,
            wall_seconds: row.wall_seconds,
            solver_seconds: row.solver_seconds,
            solver_cpu_seconds: row.solver_cpu_seconds,
            solver_max_rss_mb: row.solver_max_rss_mb,
            self_max_rss_mb: row.self_max_rss_mb,
            overlapping: row.overlapping,
        }
    }
}

impl Add for Spent {
    type Output = Spent;

    fn add(self, other: Spent) -> Spent {
        Spent {
            hits: self.hits + other.hits,
            runs: self.runs + other.runs,
            runs_wasted: self.runs_wasted + other.runs_wasted,
            limit_hits: self.limit_hits + other.limit_hits,
            wall_kills: self.wall_kills + other.wall_kills,
            near_limit: self.near_limit + other.near_limit,
            wall_seconds: self.wall_seconds + other.wall_seconds,
            solver_seconds: self.solver_seconds + other.solver_seconds,
            solver_cpu_seconds: self.solver_cpu_seconds + other.solver_cpu_seconds,
            solver_max_rss_mb: greater(self.solver_max_rss_mb, other.solver_max_rss_mb),
            self_max_rss_mb: greater(self.self_max_rss_mb, other.self_max_rss_mb),
            overlapping: self.overlapping || other.overlapping,
        }
    }
}

/// The greater of two values, or the one that is known.
fn greater(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    one.into_iter().chain(other).reduce(f64::max)
}

impl Row {
    /// Fills in what was spent, and what follows from it.
    pub fn spend(&mut self, spent: Spent) {
        let Spent {
            hits,
            runs,
            runs_wasted,
            limit_hits,
            wall_kills,
            near_limit,
            wall_seconds,
            solver_seconds,
            solver_cpu_seconds,
            solver_max_rss_mb,
            self_max_rss_mb,
            overlapping,
        } = spent;
        (self.hits, self.runs, self.runs_wasted) = (hits, runs, runs_wasted);
        (self.limit_hits, self.wall_kills, self.near_limit) = (limit_hits, wall_kills, near_limit);
        (self.wall_seconds, self.solver_seconds) = (wall_seconds, solver_seconds);
        self.solver_cpu_seconds = solver_cpu_seconds;
        self.solver_max_rss_mb = solver_max_rss_mb;
        self.self_max_rss_mb = self_max_rss_mb;
        self.overlapping = overlapping;
        self.overhead_percent = (wall_seconds > 0.0 && !overlapping)
            .then(|| 100.0 * (1.0 - solver_seconds / wall_seconds));
    }
}

#[cfg(test)]
mod tests {
    use super::Spent;
    use crate::event::Row;

    #[test]
    fn costs_add_up_and_peaks_do_not() {
        let one = Spent {
            runs: 3,
            wall_seconds: 2.0,
            solver_seconds: 1.0,
            solver_max_rss_mb: Some(7.0),
            ..Spent::default()
        };
        let other = Spent {
            runs: 4,
            wall_seconds: 2.0,
            solver_seconds: 2.0,
            solver_max_rss_mb: Some(5.0),
            ..Spent::default()
        };
        let mut row = Row::default();
        row.spend(one + other);
        let found = (row.runs, row.solver_max_rss_mb, row.self_max_rss_mb);
        assert_eq!(found, (7, Some(7.0), None));
        assert_eq!(row.overhead_percent, Some(25.0));
        assert_eq!(Spent::of(&row), one + other);
        row.spend(Spent {
            overlapping: true,
            ..one
        });
        assert_eq!(row.overhead_percent, None);
    }
}
