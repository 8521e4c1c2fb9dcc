//! Refuses a failure that is due to the memory limit: under another limit or on another machine, the case would not
//! fail like that.

use crate::corpus::Settings;
use crate::observation::Observation;
use crate::oracle::Answer;
use crate::reduction::{NotReduced, Task};
use crate::solver::dialect;

/// A run that used this share of its memory limit, in percent, came near it.
const NEAR: u64 = 90;

/// Refuses answers if a run came near its memory limit or reports that memory ran out, unless the user has named the
/// message to look for.
///
/// # Errors
/// There is such a run. The reason says what to try.
pub(super) fn refuse(task: &Task<'_>, answers: &[Answer]) -> Result<(), NotReduced> {
    match lack_of_memory(task.settings, answers) {
        None => Ok(()),
        Some(sign) => Err(NotReduced::not_reproduced(format!(
            "{sign}. If the failure itself is that memory runs out, name its message with `--match-out` or \
             `--match-err`; otherwise raise `--memout`."
        ))),
    }
}

/// The sign that a run of these came near its memory limit or ran out of memory, where the rule refuses that.
pub(in crate::reduction) fn lack_of_memory(
    settings: &Settings,
    answers: &[Answer],
) -> Option<String> {
    answers
        .iter()
        .filter(|answer| settings.rule.refuses_lack_of_memory(answer.ask.solver))
        .filter_map(|answer| answer.evidence.as_ref())
        .find_map(|evidence| sign(&evidence.observation))
}

/// Why the original does not fail as expected, if a run of it ended for want of memory.
pub(super) fn explained(answers: &[Answer]) -> Option<String> {
    answers
        .iter()
        .filter_map(|answer| answer.evidence.as_ref())
        .find_map(|evidence| sign(&evidence.observation))
        .map(|sign| format!("{sign}. Raise `--memout`."))
}

/// The sign that memory ended a run, if there is one.
fn sign(run: &Observation) -> Option<String> {
    let limit = run.limits.memory?;
    let megabytes = limit >> 20;
    let used = run.rss_kib.saturating_mul(1024);
    if used > limit {
        // If a program cannot be loaded, this is the memory of the process that was to become it.
        return Some(format!(
            "The solver could not start or ran out of memory under the limit of {megabytes} MB"
        ));
    }
    if used >= limit / 100 * NEAR {
        let used = run.rss_kib / 1024;
        return Some(format!(
            "The solver used {used} MB and so came near the memory limit of {megabytes} MB"
        ));
    }
    let said = dialect::out_of_memory(run)?;
    Some(format!(
        "The solver could not start or ran out of memory under the limit of {megabytes} MB: it says `{said}`"
    ))
}
