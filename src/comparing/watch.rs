//! What a comparison needs from outside: an observer, and how smelt calls itself.

use super::Place;
use crate::event::Measurement;
use std::ffi::OsString;
use std::path::Path;

/// Stands for the path of the text to judge. Not `{}`, which the command of a solver may have.
pub(crate) const JUDGED: &str = "{smelt-judged}";

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
