//! Oracles: the rules that decide whether a candidate is interesting.
//!
//! Invariants: pure machines over what the store keeps; no clock, no randomness, no input or output. Any
//! `unknown`, limit or error on a trusted side is uninteresting or unresolved, never interesting. What cannot be
//! decided on what is kept of a stream is unresolved.

mod cross_check;
mod disagreement;
mod failure;
mod hang;
mod matching;
pub mod normalise;
mod not_slow;
mod repeated;
mod reproduced;
mod rule;
mod script;
mod single;
mod slower_than;
mod slower_than_factor;
mod stream;

pub use not_slow::NotSlow;
pub use reproduced::{NotReproduced, Reproduced, Which};
pub use rule::{MatchRule, Pattern, Rule, RuleError};

use crate::observation::{Failure, Observation};
use crate::outcome::Outcome;
use std::sync::Arc;
use std::time::Duration;

/// A question that an oracle wants asked about the text at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// Which solver of the case: 0 the one under test, 1 the cross-check or reference.
    pub solver: usize,
    /// Which repetition, from 0.
    pub nth: u32,
}

/// An answered question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub ask: Ask,
    /// What the run did, under the limits asked for; none where it could not be told (a wall kill, a kill from
    /// outside): unresolved.
    pub evidence: Option<Evidence>,
}

/// An observation with the failures that it tells of, the most telling first.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What the run did.
    pub observation: Arc<Observation>,
    /// From `solver::dialect`; empty where it tells of none.
    pub failures: Arc<[Failure]>,
    /// The CPU limit that it was asked for. The run itself may have had another, if it comes from the store: rules
    /// about time must not depend on that.
    pub cpu_limit: Duration,
}

/// What an oracle wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Ask this, and come again with the answer.
    Ask(Ask),
    /// Decided.
    Outcome(Outcome),
}

impl Ask {
    /// The first run of a solver.
    pub fn of(solver: usize) -> Ask {
        Ask { solver, nth: 0 }
    }
}

/// A rule that decides whether a candidate is interesting, by asking.
pub trait Oracle: Send + Sync {
    /// Its name, as in [`ORACLES`].
    fn name(&self) -> &'static str;

    /// What is to be asked about the golden text. The answers go into the other functions as `golden`.
    fn golden_asks(&self) -> Vec<Ask>;

    /// What of the golden runs is looked for in candidates.
    ///
    /// # Errors
    /// Why the golden runs do not show what is to be kept.
    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced>;

    /// The next question about a candidate, or its outcome. `golden` must have been accepted; `seen` holds the
    /// answers to all questions so far.
    fn next(&self, golden: &[Answer], seen: &[Answer]) -> Next;

    /// Whether a second golden run gives the answer that the first gave. If not, the case is flaky.
    fn same(&self, first: &[Answer], second: &[Answer]) -> bool {
        self.next(first, second) == Next::Outcome(Outcome::Interesting)
    }
}

/// All oracles: name, and what they look for. In the order in which help shows them, the default first.
pub const ORACLES: &[(&str, &str)] = &[
    (failure::NAME, failure::ABOUT),
    (matching::EXACT, matching::EXACT_ABOUT),
    (matching::NAME, matching::ABOUT),
    (cross_check::NAME, cross_check::ABOUT),
    (disagreement::NAME, disagreement::ABOUT),
    (hang::NAME, hang::ABOUT),
    (slower_than::NAME, slower_than::ABOUT),
    (slower_than_factor::NAME, slower_than_factor::ABOUT),
    (script::NAME, script::ABOUT),
];

/// The oracle that a rule asks for.
///
/// # Errors
/// Where the rule makes none: a broken regular expression, an empty pattern, nothing that would be compared.
pub fn oracle(rule: &Rule) -> Result<Box<dyn Oracle>, RuleError> {
    Ok(match rule {
        Rule::Same(rule) => with_second(compare(rule)?, None)?,
        Rule::CrossCheck(first, second) => with_second(compare(first)?, Some(second))?,
        Rule::Differs => Box::new(disagreement::Disagreement),
        Rule::Hangs(second) => with_second(Box::new(hang::Hang), second.as_ref())?,
        Rule::SlowerThan(time, second) => {
            with_second(Box::new(slower_than::SlowerThan(*time)), second.as_ref())?
        }
        Rule::SlowerThanFactor(factor) => Box::new(slower_than_factor::SlowerThanFactor(*factor)),
        Rule::Script => with_second(Box::new(script::Script), None)?,
    })
}

/// The same oracle, but a text is interesting only if it is in each of so many runs.
pub fn repeated(oracle: Box<dyn Oracle>, times: u32) -> Box<dyn Oracle> {
    if times > 1 {
        Box::new(repeated::Repeated { oracle, times })
    } else {
        oracle
    }
}

/// The oracle of a rule over one run, and of one for the cross-check's if there is a cross-check.
fn with_second(
    first: Box<dyn single::Compare>,
    second: Option<&MatchRule>,
) -> Result<Box<dyn Oracle>, RuleError> {
    Ok(match second {
        None => Box::new(single::Single(first)),
        Some(second) => Box::new(cross_check::CrossCheck([first, compare(second)?])),
    })
}

fn compare(rule: &MatchRule) -> Result<Box<dyn single::Compare>, RuleError> {
    Ok(if *rule == MatchRule::default() {
        Box::new(failure::SameFailure)
    } else {
        Box::new(matching::Matching::new(rule)?)
    })
}

/// The answer to a question, where it was asked and could be told.
fn evidence(answers: &[Answer], ask: Ask) -> Asked<'_> {
    match answers.iter().find(|answer| answer.ask == ask) {
        None => Asked::Not,
        Some(answer) => match &answer.evidence {
            None => Asked::InVain,
            Some(evidence) => Asked::Told(evidence),
        },
    }
}

/// What came of a question.
enum Asked<'a> {
    /// It was not asked yet.
    Not,
    /// It was asked, and could not be told.
    InVain,
    /// This.
    Told(&'a Evidence),
}
