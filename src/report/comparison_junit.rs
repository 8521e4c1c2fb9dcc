//! A comparison of tools as JUnit XML, which continuous integration shows as tests. A tool passes on a case if it ends by
//! itself with a correct result.

use super::trial::{Trial, TrialEnd, Trials};
use crate::event::harmless;
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeMap;
use std::time::Duration;

/// The whole document, with a suite for each tool, and one for the cases that could not be compared, if there are any. The
/// class of a test is its solver.
///
/// # Errors
/// It cannot be written as XML.
pub fn comparison_junit(
    trials: &Trials,
    left_out: &BTreeMap<String, String>,
) -> Result<Vec<u8>, SerializeError> {
    let mut report = Report::new("smelt compare");
    for tool in &trials.tools {
        let mut suite = TestSuite::new(harmless(tool));
        suite.add_test_cases(trials.with(tool).map(test));
        report.add_test_suite(suite);
    }
    if !left_out.is_empty() {
        let mut suite = TestSuite::new("not compared");
        suite.add_test_cases(left_out.iter().map(|(case, why)| {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(harmless(why));
            TestCase::new(harmless(case), status)
        }));
        report.add_test_suite(suite);
    }
    let mut text = Vec::new();
    report.serialize(&mut text)?;
    Ok(text)
}

fn test(trial: &Trial) -> TestCase {
    let failed = |kind, message: &str| {
        let mut status = TestCaseStatus::non_success(kind);
        status.set_message(message);
        status
    };
    let status = match trial.end {
        TrialEnd::Done => TestCaseStatus::success(),
        TrialEnd::OutOfRuns => failed(NonSuccessKind::Failure, "the limit of runs was reached"),
        TrialEnd::OutOfTime => failed(NonSuccessKind::Failure, "the time limit was reached"),
        TrialEnd::Incorrect => failed(
            NonSuccessKind::Failure,
            "the result does not show the failure of the case",
        ),
        TrialEnd::Error if trial.is_correct => {
            failed(NonSuccessKind::Error, "the tool ended with an error")
        }
        TrialEnd::Error => failed(NonSuccessKind::Error, "there is no result"),
    };
    let mut test = TestCase::new(harmless(&trial.subject.case), status);
    test.set_classname(harmless(&trial.subject.solver));
    let time = Duration::try_from_secs_f64(trial.seconds);
    test.set_time(time.unwrap_or_default());
    test
}
