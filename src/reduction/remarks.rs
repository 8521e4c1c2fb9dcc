//! What a row and the terminal say of a case whose failure is reproduced.

use super::Notice;
use super::golden::GoldenFailure;
use super::language_tools::LanguageTools;
use super::prepare::Prepared;
use crate::corpus::{IllFormedMode, Settings};
use crate::event::{FailureRate, Row};
use crate::observation::Limits;
use crate::oracle::Answer;
use std::time::Duration;

/// Some editors begin a UTF-8 file with this.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Notes that a solver runs without a memory limit.
pub(super) fn unlimited(prepared: &Prepared<'_>) -> Option<String> {
    prepared
        .solvers
        .clients
        .iter()
        .any(|client| client.limits().memory.is_none())
        .then(|| {
            "no memory limit, because the solver has a sanitizer, which cannot start under one"
                .into()
        })
}

/// Notes why the stack of a crash could not be read.
pub(super) fn untraced(prepared: &Prepared<'_>, golden: &[Answer]) -> Vec<String> {
    let mut notes = Vec::new();
    for answer in golden {
        if let Some(evidence) = &answer.evidence
            && evidence.observation.end.is_somewhere()
            && let Some(client) = prepared.solvers.clients.get(answer.ask.solver)
            && let Some(refusal) = client.solver().tracing.refusal()
        {
            notes.push(format!(
                "crashes are compared without their stacks, because {refusal}"
            ));
        }
    }
    notes
}

/// Sentences for the row about a case whose failure is reproduced.
pub(super) fn describe_case(
    prepared: &Prepared<'_>,
    tools: &LanguageTools,
    failure: &GoldenFailure,
) -> Vec<String> {
    let ill_formed = tools
        .why_ill_formed(&prepared.case)
        .map(|why| ill_formed(&prepared.original, &why));
    let doubtful = failure.reproduced.doubt.as_deref().map(doubtful);
    let flaky = failure.rate.map(|rate| flaky(rate, prepared.task.settings));
    [ill_formed, doubtful, flaky]
        .into_iter()
        .flatten()
        .collect()
}

/// What the row says of a flaky solver.
fn flaky(rate: FailureRate, settings: &Settings) -> String {
    let FailureRate { failed, runs } = rate;
    let threshold = settings.threshold(rate);
    format!(
        "The solver is flaky: the original fails in {failed} of {runs} runs, so of each candidate {} of {} must fail.",
        threshold.failed, threshold.runs
    )
}

/// What the row says of an original that is ill-formed.
fn ill_formed(original: &[u8], why: &str) -> String {
    let fault = if original.starts_with(BYTE_ORDER_MARK) {
        "The file starts with a byte-order mark.".to_owned()
    } else {
        format!("The original is ill-formed itself: {why}.")
    };
    format!("{fault} Faults of the original are tolerated.")
}

/// What the row says of a run that shows no known failure: the solver may only be refusing the file.
fn doubtful(said: &str) -> String {
    format!(
        "No known failure is reported, so the exit code and both outputs are kept. The solver may only refuse the file or \
         an option: it says `{said}`."
    )
}

/// Reports the failure to keep, the limits, and how the search begins.
pub(super) fn report_golden(row: &Row, prepared: &Prepared<'_>, tools: &LanguageTools) {
    let task = prepared.task;
    let limits: Vec<(Limits, Duration)> = prepared
        .solvers
        .clients
        .iter()
        .map(|client| (*client.limits(), client.short_cpu()))
        .collect();
    task.progress.tell(&Notice::Reproduced {
        signature: row.signature.as_deref().unwrap_or_default(),
        ended: row.golden.as_deref().unwrap_or_default(),
        limits: &limits,
    });
    task.progress.tell(&Notice::SearchBegun {
        strategy: task.settings.strategy.name,
        mutators: tools.mutators.len(),
        filtered: task.settings.ill_formed != IllFormedMode::Always,
        bytes: prepared.case.text().len(),
    });
}
