//! What earlier runs of a reduction have left: a run that goes on from a cut must ask under the same limits, and must
//! know whose work stands at its output.

use crate::event::Provenance;
use std::time::Duration;

/// Remembers a reduction from one run to the next.
pub trait Memory: Sync {
    /// Whose work has stood at the output so far, the latest last: what stands there now is that one's.
    fn authors(&self) -> Vec<Provenance>;
    /// From now on what stands at the output is the work of this one.
    fn begin_search(&self, author: &Provenance);
    /// The CPU times of the golden run of these commands, one for each solver, as they were measured first.
    fn golden_cpu(&self, fingerprint: &str) -> Option<Vec<Duration>>;
    /// Keeps them for later runs. What cannot be kept is measured again.
    fn keep_golden_cpu(&self, fingerprint: &str, cpu: &[Duration]);
}

/// Nothing was before, and nothing is kept.
#[derive(Clone, Copy, Debug)]
pub struct NoMemory;

impl Memory for NoMemory {
    fn authors(&self) -> Vec<Provenance> {
        Vec::new()
    }

    fn begin_search(&self, _: &Provenance) {}

    fn golden_cpu(&self, _: &str) -> Option<Vec<Duration>> {
        None
    }

    fn keep_golden_cpu(&self, _: &str, _: &[Duration]) {}
}
