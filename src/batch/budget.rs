//! What all cases of a run may cost together.

use std::time::Duration;

/// The budget of a run. What it cuts goes on in the next run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall time. The caller ends the run after it; here, it only determines how long turns are.
    pub time: Option<Duration>,
    /// Runs of solvers.
    pub runs: Option<u64>,
    /// CPU time of solvers.
    pub cpu: Option<Duration>,
}

impl Budget {
    /// A budget of wall time only.
    pub fn of_time(time: Duration) -> Budget {
        Budget {
            time: Some(time),
            ..Budget::default()
        }
    }

    /// Whether runs and CPU time must be added up.
    pub(super) fn counts_costs(&self) -> bool {
        self.runs.is_some() || self.cpu.is_some()
    }

    /// What is left of the budget after these costs.
    pub(super) fn after(self, runs: u64, cpu: Duration) -> Budget {
        Budget {
            time: self.time,
            runs: self.runs.map(|most| most.saturating_sub(runs)),
            cpu: self.cpu.map(|most| most.saturating_sub(cpu)),
        }
    }

    /// Whether these costs reach the budget.
    pub(super) fn is_spent(&self, runs: u64, cpu: Duration) -> bool {
        self.runs.is_some_and(|most| runs >= most) || self.cpu.is_some_and(|most| cpu >= most)
    }
}
