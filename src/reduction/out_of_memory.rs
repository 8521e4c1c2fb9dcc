//! Refuses a run that memory ended: under another limit, or on another machine, the case would not fail like that.

use super::{Problem, Task};
use crate::observation::Observation;
use crate::oracle::{Answer, MatchRule, Rule};
use crate::solver::dialect;

/// A run that used this share of its memory limit, in percent, came near it.
const NEAR: u64 = 90;

/// Refuses answers of which one came near its memory limit, or says that memory ran out. Where the user has named the
/// message to look for, it is taken at its word.
///
/// # Errors
/// Such an answer, and what to try.
pub(super) fn refuse(task: &Task<'_>, answers: &[Answer]) -> Result<(), Problem> {
    for answer in answers {
        let Some(evidence) = &answer.evidence else {
            continue;
        };
        let named =
            rule(&task.settings.rule, answer.ask.solver).is_some_and(MatchRule::names_message);
        if let (Some(sign), false) = (sign(&evidence.observation), named) {
            return Err(Problem::not_reproduced(format!(
                "{sign}. If the failure itself is that memory runs out, name its message with `--match-out` or \
                 `--match-err`; otherwise raise `--memout`."
            )));
        }
    }
    Ok(())
}

/// What shows that memory ended a run.
fn sign(run: &Observation) -> Option<String> {
    let limit = run.limits.memory?;
    let megabytes = limit >> 20;
    if run.rss_kib.saturating_mul(1024) >= limit / 100 * NEAR {
        let used = run.rss_kib / 1024;
        return Some(format!(
            "The solver used {used} MB and so came near the memory limit of {megabytes} MB"
        ));
    }
    let said = dialect::out_of_memory(run)?;
    Some(format!(
        "The solver ran out of memory under the limit of {megabytes} MB: it says `{said}`"
    ))
}

/// The rule that one solver's runs are compared by.
fn rule(rule: &Rule, solver: usize) -> Option<&MatchRule> {
    match (rule, solver) {
        (Rule::Same(rule) | Rule::CrossCheck(rule, _), 0) | (Rule::CrossCheck(_, rule), _) => {
            Some(rule)
        }
        (Rule::Same(_) | Rule::Differs, _) => None,
    }
}
