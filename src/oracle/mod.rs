//! Oracles: the rules that decide whether a candidate is interesting.
//!
//! Invariants: oracles are pure functions of what the store keeps; no clock, no randomness, no input or output. An
//! `unknown`, a limit or an error on a trusted side is uninteresting or unresolved, never interesting. If the kept
//! parts of a stream do not suffice to decide, the outcome is unresolved.

mod asking;
mod complaint;
mod cross_check;
mod disagreement;
mod evidence;
mod failure;
mod fault;
mod hang;
mod incorrect;
mod invalid_model;
mod matching;
mod models_differ;
pub mod normalise;
mod not_slow;
mod not_wrong;
mod outvoted;
mod place;
mod repeated;
mod reproduced;
mod rule;
mod same;
mod script;
mod single;
mod slower_than;
mod slower_than_factor;
mod solves;
mod stream;
mod which;

pub use asking::{Next, Oracle};
pub use evidence::{About, Answer, Ask, Evidence, crash_site};
use evidence::{AskState, evidence};
pub use fault::FaultKind;
pub use models_differ::differences;
pub use not_slow::NotSlow;
pub use not_wrong::NotWrong;
pub use reproduced::{NotReproduced, Reproduced};
pub use rule::{MatchRule, Rule, RuleError, SecondRule, StreamPattern};
pub use which::Which;

use std::sync::Arc;

/// All oracles with their names and descriptions, in the order of the help, the default first.
pub const ORACLES: &[(&str, &str)] = &[
    (failure::NAME, failure::ABOUT),
    (matching::EXACT, matching::EXACT_ABOUT),
    (matching::NAME, matching::ABOUT),
    (cross_check::NAME, cross_check::ABOUT),
    (disagreement::NAME, disagreement::ABOUT),
    (models_differ::NAME, models_differ::ABOUT),
    (invalid_model::NAME, invalid_model::ABOUT),
    (incorrect::NAME, incorrect::ABOUT),
    (outvoted::NAME, outvoted::ABOUT),
    (hang::NAME, hang::ABOUT),
    (slower_than::NAME, slower_than::ABOUT),
    (slower_than_factor::NAME, slower_than_factor::ABOUT),
    (script::NAME, script::ABOUT),
];

/// The oracle for a rule.
///
/// # Errors
/// The rule is unusable: it has a wrong regular expression or an empty pattern, or compares nothing.
pub fn oracle(rule: &Rule) -> Result<Box<dyn Oracle>, RuleError> {
    Ok(match rule {
        Rule::Same(rule) => with_second(compare(rule)?, None)?,
        Rule::CrossCheck(first, second) => {
            let second = SecondRule::Behaves(second.clone());
            with_second(compare(first)?, Some(&second))?
        }
        Rule::Differs {
            either_direction,
            rejecters,
        } => Box::new(disagreement::Disagreement {
            either_direction: *either_direction,
            rejecters: *rejecters,
        }),
        Rule::ModelsDiffer => Box::new(fault::Faulty(models_differ::ModelsDiffer)),
        Rule::InvalidModel => Box::new(fault::Faulty(invalid_model::InvalidModel)),
        Rule::Incorrect { is_verified } => Box::new(fault::Faulty(incorrect::Incorrect {
            is_verified: *is_verified,
        })),
        Rule::Outvoted { voters } => {
            Box::new(fault::Faulty(outvoted::Outvoted { voters: *voters }))
        }
        Rule::Hangs(second) => with_second(Box::new(hang::Hang), second.as_ref())?,
        Rule::SlowerThan(time, second) => {
            with_second(Box::new(slower_than::SlowerThan(*time)), second.as_ref())?
        }
        Rule::SlowerThanFactor(factor) => Box::new(slower_than_factor::SlowerThanFactor(*factor)),
        Rule::Script => with_second(Box::new(script::Script), None)?,
    })
}

/// The same oracle, but a text is interesting only if at least `wanted` of so many runs are.
pub fn repeated(oracle: Arc<dyn Oracle>, wanted: u32, times: u32) -> Arc<dyn Oracle> {
    if times <= 1 {
        return oracle;
    }
    Arc::new(repeated::Repeated {
        oracle,
        wanted,
        times,
    })
}

/// The oracle for a rule on one run, combined with the cross-check if there is one.
fn with_second(
    first: Box<dyn single::Compare>,
    second: Option<&SecondRule>,
) -> Result<Box<dyn Oracle>, RuleError> {
    let second = match second {
        None => return Ok(Box::new(single::OneRun(first))),
        Some(SecondRule::Behaves(rule)) => compare(rule)?,
        Some(SecondRule::Solves) => Box::new(solves::Solves),
    };
    Ok(Box::new(cross_check::CrossCheck([first, second])))
}

fn compare(rule: &MatchRule) -> Result<Box<dyn single::Compare>, RuleError> {
    Ok(if rule.is_same_failure() {
        Box::new(failure::SameFailure::new(rule.same_stack))
    } else {
        Box::new(matching::Matching::new(rule)?)
    })
}
