//! What a comparison needs from outside: what is compared, an observer, and how smelt calls itself.

use super::{Place, Tool};
use crate::corpus::Planned;
use crate::event::Measurement;
use crate::solver::Stop;
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::time::Duration;

/// Stands for the path of the text to judge. Not `{}`, which the command of a solver may have.
pub(crate) const JUDGED: &str = "{smelt-judged}";

/// A comparison to make.
pub(crate) struct Compare<'a> {
    /// The cases.
    pub(crate) planned: &'a [Planned],
    /// The tools. The others are compared with the first.
    pub(crate) tools: &'a [Tool],
    /// How often each tool is called on each case.
    pub(crate) repetitions: NonZeroU32,
    /// The limits of each call.
    pub(crate) limits: Limits,
    /// The number of cases at the same time.
    pub(crate) jobs: NonZeroUsize,
    /// Set when work is to end.
    pub(crate) stop: &'a Stop,
    /// How smelt calls itself.
    pub(crate) own: &'a dyn OwnCalls,
    /// Observes the comparison.
    pub(crate) watch: &'a dyn CompareWatch,
}

/// The limits of each call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Its time.
    pub(crate) time: Duration,
    /// Its runs of the solver; none if they are not limited.
    pub(crate) runs: Option<u64>,
}

/// Observes a comparison. The calls come from several threads.
pub(crate) trait CompareWatch: Sync {
    /// This number of calls of a case are known from an earlier run.
    fn takes_up(&self, calls: usize);
    /// A call begins.
    fn begins(&self, case: &str, tool: &str);
    /// A call has ended, or was broken off.
    fn ends(&self, case: &str, tool: &str);
    /// The row of a call is in the journal.
    fn measured(&self, measurement: &Measurement);
    /// A case is not compared, for this reason.
    fn left_out(&self, case: &str, why: &str);
}

/// The arguments with which this program calls itself.
pub(crate) trait OwnCalls: Sync {
    /// Those to reduce a case as a tool with this name.
    fn reduce(&self, case: &str, tool: &str, place: &Place) -> Vec<OsString>;
    /// Those to judge the text at [`JUDGED`] by golden runs that are in this directory.
    fn judge(&self, case: &str, golden: &Path, place: &Place) -> Vec<OsString>;
}
