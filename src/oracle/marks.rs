//! The marks of a failure by which it is recognized in other cases.

use super::evidence::{Answer, Ask, crash_site};
use crate::event::BugMarks;
use crate::observation::{CrashSite, Failure};

/// What these answers show of where the solver under test fails. The shape of the text is not known here.
///
/// Where a solver finds its own answer to be wrong is no mark, nor what it says then: both are the same whatever is wrong.
pub fn bug_marks(answers: &[Answer]) -> BugMarks {
    let failure = answers
        .iter()
        .filter(|answer| {
            Ask {
                nth: 0,
                ..answer.ask
            } == Ask::of(0)
        })
        .find_map(|answer| answer.evidence.as_ref()?.failures.first());
    if failure.is_some_and(|failure| failure.is_found_by_itself) {
        return BugMarks::default();
    }
    BugMarks {
        place: crash_site(answers).and_then(CrashSite::mark),
        message: failure.and_then(|failure: &Failure| failure.message.clone()),
        shape: None,
    }
}
