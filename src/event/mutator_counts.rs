//! What one mutator did in one reduction: a line of `mutators.csv`.

use super::Cell;
use serde::{Deserialize, Serialize};

/// What one mutator did in one reduction. What source, golden and final runs cost belongs to none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MutatorCounts {
    /// Its name.
    pub mutator: String,
    /// Its candidates whose outcome was asked for.
    pub checks: u64,
    /// Solver runs for them: none where memory or the store answered.
    pub runs: u64,
    /// Those that became the test case.
    pub accepted: u64,
    /// By how many bytes they made the text smaller, all in all; negative if they lengthened it.
    pub bytes_removed: i64,
    /// Wall time of the runs in seconds.
    pub solver_seconds: f64,
}

impl MutatorCounts {
    /// The columns, in order, each with whether it is equal for any number of jobs, with a cold or a warm store,
    /// interrupted or not.
    pub const COLUMNS: [(&str, bool); 6] = [
        ("mutator", true),
        ("checks", true),
        ("runs", false),
        ("accepted", true),
        ("bytes_removed", true),
        ("solver_seconds", false),
    ];

    /// The values of all columns.
    pub fn cells(&self) -> [Cell; MutatorCounts::COLUMNS.len()] {
        [
            Cell::Text(self.mutator.clone()),
            Cell::Number(self.checks.to_string()),
            Cell::Number(self.runs.to_string()),
            Cell::Number(self.accepted.to_string()),
            Cell::Number(self.bytes_removed.to_string()),
            Cell::Number(self.solver_seconds.to_string()),
        ]
    }
}
