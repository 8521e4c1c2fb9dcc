//! The status as JUnit XML, which continuous integration shows as tests. A case is a test that fails while its bug is open:
//! what is fixed passes, what smelt could not work on is an error, and what says nothing about the bug is skipped.

use super::Frame;
use crate::event::harmless;
use crate::report::{Comparison, Entry, Standing};
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeMap;
use std::time::Duration;

/// The whole document, with a suite for each solver. The class of a test is its solver and search.
///
/// # Errors
/// It cannot be written as XML.
pub fn status_junit(comparison: &Comparison, frame: &Frame) -> Result<Vec<u8>, SerializeError> {
    let mut suites: BTreeMap<&str, TestSuite> = BTreeMap::new();
    for entry in comparison.entries.iter().filter(|entry| is_shown(entry)) {
        let suite = suites.entry(&entry.solver);
        let suite = suite.or_insert_with(|| TestSuite::new(harmless(&entry.solver)));
        suite.add_test_case(test(entry));
    }
    let mut report = Report::new(harmless(&frame.heading()));
    report.add_test_suites(suites.into_values());
    let mut text = Vec::new();
    report.serialize(&mut text)?;
    Ok(text)
}

/// Whether the case is still there.
fn is_shown(entry: &Entry) -> bool {
    entry.standing != Standing::Gone
}

fn test(entry: &Entry) -> TestCase {
    let mut test = TestCase::new(harmless(&entry.case), outcome(entry));
    test.set_classname(harmless(&entry.made_by()));
    let time = Duration::try_from_secs_f64(entry.wall_seconds);
    test.set_time(time.unwrap_or_default());
    test
}

fn outcome(entry: &Entry) -> TestCaseStatus {
    let mut outcome = match entry.standing {
        Standing::Fixed | Standing::FixedBefore => return TestCaseStatus::success(),
        Standing::Failed => TestCaseStatus::non_success(NonSuccessKind::Error),
        // The failure is known, whatever the search has come to.
        Standing::Unfinished if entry.signature.is_some() => {
            TestCaseStatus::non_success(NonSuccessKind::Failure)
        }
        Standing::NotReproduced
        | Standing::NoLongerReproduced
        | Standing::Unfinished
        | Standing::Gone => TestCaseStatus::skipped(),
        Standing::New
        | Standing::Regressed
        | Standing::Changed
        | Standing::Smaller
        | Standing::StillOpen
        | Standing::Flaky => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    let signature = entry
        .signature
        .as_deref()
        .filter(|_| entry.standing.is_open() || entry.standing == Standing::Unfinished);
    let message = signature.unwrap_or(&entry.detail);
    let message = match message {
        "" => entry.standing.name().to_owned(),
        message => format!("{}: {message}", entry.standing),
    };
    outcome.set_message(harmless(&message));
    outcome.set_type(entry.standing.name());
    if let Some(after) = entry.bytes_after {
        let before = entry.bytes_before;
        let words = format!("{before} → {after} bytes. {}", entry.detail);
        outcome.set_description(harmless(words.trim_end()));
    }
    outcome
}
