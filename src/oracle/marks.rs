//! The marks of a failure by which it is recognized in other cases.

use super::evidence::{Answer, Ask, crash_site};
use crate::event::BugMarks;
use crate::observation::{CrashSite, Failure, FailureRank};

/// What these answers show of where the solver under test fails. The shape of the text is not known here.
///
/// That a solver says that its answer is wrong is no mark: it says the same whatever is wrong.
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
    BugMarks {
        place: crash_site(answers).and_then(CrashSite::mark),
        message: failure.and_then(message),
        shape: None,
    }
}

/// The message of a failure, if it can tell it from others.
fn message(failure: &Failure) -> Option<String> {
    match failure.rank {
        FailureRank::Signal | FailureRank::Sanitizer | FailureRank::Assertion => {
            failure.message.clone()
        }
        FailureRank::OwnWord | FailureRank::StatusAnnotation => None,
    }
}
