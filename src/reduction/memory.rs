//! What earlier runs of a reduction have left: a run that goes on from a cut must ask under the same limits.

use std::time::Duration;

/// Remembers a reduction from one run to the next.
pub trait Memory: Sync {
    /// Whether an earlier run of this very reduction was cut: what it has left at the output is not to be replaced by
    /// something longer.
    fn goes_on(&self) -> bool;
    /// The CPU times of the golden run of these commands, one for each solver, as they were measured first.
    fn golden_cpu(&self, fingerprint: &str) -> Option<Vec<Duration>>;
    /// Keeps them for later runs. What cannot be kept is measured again.
    fn keep_golden_cpu(&self, fingerprint: &str, cpu: &[Duration]);
}

/// Nothing was before, and nothing is kept.
#[derive(Clone, Copy, Debug)]
pub struct NoMemory;

impl Memory for NoMemory {
    fn goes_on(&self) -> bool {
        false
    }

    fn golden_cpu(&self, _: &str) -> Option<Vec<Duration>> {
        None
    }

    fn keep_golden_cpu(&self, _: &str, _: &[Duration]) {}
}
