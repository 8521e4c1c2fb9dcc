//! What one mutator did in one reduction: a row of `mutators.csv`.

use super::ReportCell::{self, Count, Difference, Number, Text};
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
    /// The columns in order, each with its name and whether it is reproducible: equal for any number of jobs, with a cold
    /// or a warm store, interrupted or not.
    pub(crate) fn cells(&self) -> [(&'static str, bool, ReportCell); 6] {
        [
            ("mutator", true, Text(self.mutator.clone())),
            ("checks", true, Count(self.checks)),
            ("runs", false, Count(self.runs)),
            ("accepted", true, Count(self.accepted)),
            ("bytes_removed", true, Difference(self.bytes_removed)),
            ("solver_seconds", false, Number(self.solver_seconds)),
        ]
    }
}
