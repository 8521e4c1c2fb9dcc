//! What a reduction remembers from one run to the next. A run that continues an interrupted one must use the same
//! limits, and must know what made the file at its output.

use crate::event::Provenance;
use std::time::Duration;

/// Remembers facts about a reduction from one run to the next.
pub trait Memory: Sync {
    /// The provenance of the files that were at the output so far, the latest last. The latest is that of the current
    /// file.
    fn authors(&self) -> Vec<Provenance>;
    /// Records that the file at the output is from now on the work of this reduction.
    fn begin_search(&self, author: &Provenance);
    /// The CPU times of the golden run of these commands, one for each solver, as first measured.
    fn golden_cpu(&self, fingerprint: &str) -> Option<Vec<Duration>>;
    /// Records them for later runs. If that fails, they are measured again.
    fn keep_golden_cpu(&self, fingerprint: &str, cpu: &[Duration]);
}

/// Remembers nothing.
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
