//! What one mutator did in one reduction: a row of `mutators.csv`.

use super::ReportCell;
use serde::{Deserialize, Serialize};

/// What one mutator did in one reduction. The source, golden and final runs are not attributed to any mutator.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MutatorCounts {
    /// The mutator's name.
    pub mutator: String,
    /// The number of its candidates that were checked.
    pub checks: u64,
    /// The solver runs for these checks; there are none if memory or the store answers.
    pub runs: u64,
    /// The number of its candidates that became the test case.
    pub accepted: u64,
    /// How many bytes its accepted candidates removed in total; negative if they made the text longer.
    pub bytes_removed: i64,
    /// Wall time of the runs in seconds.
    pub solver_seconds: f64,
}

impl MutatorCounts {
    /// The columns in order. Each says whether it is reproducible: equal for any number of jobs, with a cold or a warm
    /// store, interrupted or not.
    pub const COLUMNS: [(&str, bool); 6] = [
        ("mutator", true),
        ("checks", true),
        ("runs", false),
        ("accepted", true),
        ("bytes_removed", true),
        ("solver_seconds", false),
    ];

    /// The values of all columns.
    pub fn cells(&self) -> [ReportCell; MutatorCounts::COLUMNS.len()] {
        [
            ReportCell::Text(self.mutator.clone()),
            ReportCell::Count(self.checks),
            ReportCell::Count(self.runs),
            ReportCell::Count(self.accepted),
            ReportCell::Difference(self.bytes_removed),
            ReportCell::Number(self.solver_seconds),
        ]
    }
}
