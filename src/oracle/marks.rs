//! The marks of a failure by which it is recognized in other cases.

use super::evidence::{Answer, crash_site, runs};
use crate::event::BugMarks;
use crate::observation::{CrashSite, Failure};

/// What these answers show of where this solver fails. The shape of the text is not known here.
///
/// Where a solver finds its own answer to be wrong is no mark, nor what it says then: both are the same whatever is wrong.
pub fn bug_marks(answers: &[Answer], solver: usize) -> BugMarks {
    let failure = runs(answers, solver).find_map(|run| run.failures.first());
    if failure.is_some_and(|failure| failure.is_found_by_itself) {
        return BugMarks::default();
    }
    BugMarks {
        place: crash_site(answers, solver).and_then(CrashSite::mark),
        message: failure.and_then(|failure: &Failure| failure.message.clone()),
        shape: None,
    }
}
