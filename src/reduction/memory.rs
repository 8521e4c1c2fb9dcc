//! What a reduction remembers from one run to the next. A run that continues an interrupted one must use the same
//! limits, and must know what made the file at its output.

use crate::disk::beside;
use crate::event::{BugMarks, Provenance, Spent, Status};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Remembers facts about a reduction from one run to the next. By default, nothing is remembered.
pub trait Memory: Sync {
    /// The provenance of the file at the output: that of the reduction which last worked on it.
    fn author(&self) -> Option<Provenance> {
        None
    }

    /// Records that the file at the output is from now on the work of this reduction.
    fn begin_search(&self, _author: &Provenance) {}

    /// Records that this text makes way for another one, and returns where it is to be moved.
    fn set_aside(&self, output: &Path, text: &[u8], _author: Option<&Provenance>) -> PathBuf {
        beside_output(output, text)
    }

    /// Whether the last reduction with this provenance has ended, so that its result is not only what an interrupted one
    /// has left.
    fn has_ended(&self, _author: &Provenance) -> bool {
        false
    }

    /// What was last found out about the failure: with which build of the solver, and what became of the case.
    fn verdict(&self) -> Option<Verdict> {
        None
    }

    /// Where the chain of a result of this provenance is kept, if it is.
    fn chain(&self, _author: &Provenance) -> Option<PathBuf> {
        None
    }

    /// The results of the same case on the builds before this one, the latest first, in a run on several builds.
    fn on_builds_before(&self) -> Vec<ResultOnBuild> {
        Vec::new()
    }

    /// The results that have made way, the latest last.
    fn earlier(&self) -> Vec<EarlierResult> {
        Vec::new()
    }

    /// The CPU times of the golden run of these commands, one for each solver, as first measured.
    fn golden_cpu(&self, _fingerprint: &str) -> Option<Vec<Duration>> {
        None
    }

    /// Records the CPU times of the golden run for later runs. If that fails, they are measured again.
    fn keep_golden_cpu(&self, _fingerprint: &str, _cpu: &[Duration]) {}

    /// Small texts of other cases that earlier nights have seen to fail with these marks, the smallest first.
    fn known_texts(&self, _marks: &BugMarks, _fingerprint: &str) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Whether the version of the solver is kept with the result, so that it is worth a run to ask for it.
    fn keeps_version(&self) -> bool {
        false
    }

    /// The file in which the starts of solvers are counted, if there is one.
    fn launches(&self) -> Option<PathBuf> {
        None
    }

    /// Records what the reduction has cost since it was started this time.
    fn keep_spent(&self, _spent: Spent) {}
}

/// What was found out about the failure of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What became of the case.
    pub status: Status,
    /// What it was found out of.
    pub provenance: Arc<Provenance>,
}

impl Verdict {
    /// Whether the failure of the reduction with this provenance had been fixed, by another build of the solver.
    pub(super) fn had_fixed(&self, own: &Provenance) -> bool {
        let Provenance {
            config,
            source,
            fingerprint,
            ..
        } = own;
        let then = &self.provenance;
        self.status == Status::Fixed && then.is_of_another_build(config, source, fingerprint)
    }
}

/// A result that has made way for another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierResult {
    /// Its file.
    pub path: PathBuf,
    /// The name of the file for reports.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// What it was made from, if that is known.
    pub provenance: Option<Provenance>,
}

/// The result of a case on another build of its solver, in the same run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultOnBuild {
    /// What it was made from.
    pub author: Provenance,
    /// Its file.
    pub path: PathBuf,
    /// Where its chain is kept.
    pub chain: PathBuf,
}

/// Remembers nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoMemory;

impl Memory for NoMemory {}

/// Where a text is kept beside the output. The name contains a digest of the text, so different texts have different
/// names.
pub(crate) fn beside_output(output: &Path, text: &[u8]) -> PathBuf {
    let digest = blake3::hash(text).to_hex();
    beside(output, &format!(".smelt-earlier-{}", &digest[..16]))
}
