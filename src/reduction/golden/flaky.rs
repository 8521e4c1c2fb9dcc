//! The golden runs of a flaky solver: the failure that most of them show, and how often it occurs.
//!
//! The first two golden runs show whether a solver is flaky; every start of smelt makes them anew. If they disagree,
//! numbered runs follow, and these are stored: so a later start of smelt finds the same failure and the same rate, even if
//! its own two runs happen to agree. The failure that most runs show is the one to keep; of several such failures, the one
//! that was seen first.

use super::failure::GoldenFailure;
use crate::checker::{CheckError, SolverClient};
use crate::corpus::Settings;
use crate::event::{FailureRate, Status, Threshold};
use crate::oracle::{Answer, Evidence, repeated};
use crate::reduction::NotReduced;
use crate::reduction::prepare::Prepared;
use std::sync::Arc;

/// Whether a flaky case is reduced. It is not if the user says how many runs of a text must agree.
pub(super) fn may_be_reduced(settings: &Settings) -> bool {
    settings.repeat == 1 && settings.flaky_runs > 2
}

/// Whether the store shows that the solver is flaky: it has all numbered runs of the golden text, which are only made if
/// the golden runs disagree, or some that disagree. That there are several says nothing: a candidate that is repeated is
/// stored in the same way.
pub(super) fn is_known(prepared: &mut Prepared<'_>) -> bool {
    let settings = prepared.task.settings;
    if !may_be_reduced(settings) {
        return false;
    }
    // One that gave no usable result is not stored, nor is one whose row is damaged, and later ones may be.
    let stored: Vec<Vec<Answer>> = (0..settings.flaky_runs)
        .filter_map(|nth| stored_answers(prepared, nth))
        .collect();
    if stored.len() as u64 == u64::from(settings.flaky_runs) {
        return true;
    }
    let oracle = &prepared.solvers.oracle;
    let failing = stored
        .iter()
        .find(|answers| oracle.accept_golden(answers).is_ok());
    failing.is_some_and(|failing| stored.iter().any(|other| !oracle.same(failing, other)))
}

/// The answers of the runs with this number, if the store has all of them.
fn stored_answers(prepared: &mut Prepared<'_>, nth: u32) -> Option<Vec<Answer>> {
    let text = prepared.case.text();
    let answers = prepared.solvers.answers(text, |client, _, read| {
        let evidence = client.stored_evidence(read, nth);
        evidence.map(Some).ok_or(CheckError::NotStored)
    });
    answers.ok()
}

/// The reason for not reducing a case that is known to be flaky, if none of the numbered runs shows a failure.
pub(super) fn known() -> NotReduced {
    let why = "The solver is not deterministic, as earlier runs have shown.";
    NotReduced::of(Status::Flaky, why)
}

/// Makes the numbered golden runs by `ask`, and returns the failure that most of them show; none if no run shows one.
///
/// # Errors
/// The solver cannot be run.
pub(super) fn commonest_failure(
    prepared: &mut Prepared<'_>,
    ask: impl Fn(&mut SolverClient, &[u8], u32) -> Result<Option<Evidence>, CheckError>,
) -> Result<Option<GoldenFailure>, NotReduced> {
    let text = prepared.case.text();
    let runs = prepared.task.settings.flaky_runs;
    let mut seen: Vec<(GoldenFailure, u32)> = Vec::new();
    for nth in 0..runs {
        let ask = |client: &mut SolverClient, _, read: &[u8]| ask(client, read, nth);
        let answers = prepared.solvers.answers(text, ask)?;
        let Ok(reproduced) = prepared.solvers.oracle.accept_golden(&answers) else {
            continue;
        };
        let oracle = &prepared.solvers.oracle;
        match seen
            .iter_mut()
            .find(|(known, _)| oracle.same(&known.answers, &answers))
        {
            Some((_, failed)) => *failed += 1,
            None => seen.push((GoldenFailure::steady(answers, reproduced), 1)),
        }
    }
    // `max_by_key` returns the last of several maxima; in reverse, that is the failure that was seen first.
    let commonest = seen.into_iter().rev().max_by_key(|(_, failed)| *failed);
    Ok(commonest.map(|(failure, failed)| GoldenFailure {
        rate: Some(FailureRate { failed, runs }),
        ..failure
    }))
}

/// Makes a text interesting from now on if it fails about as often as the original, which fails at this rate.
pub(super) fn repeat(prepared: &mut Prepared<'_>, rate: FailureRate) {
    let Threshold { failed, runs } = prepared.task.settings.threshold(rate);
    prepared.solvers.oracle = repeated(Arc::clone(&prepared.solvers.oracle), failed, runs);
}
