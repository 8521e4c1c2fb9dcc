//! A fault in the answers of an answer-set solver, and the oracle that demands it.
//!
//! A [`FaultFinder`] is a criterion and its oracle. It serves both the golden runs and the candidates: the answers so
//! far show the fault, or they show that there is none, or something must still be asked. Whatever is unknown about a
//! trusted solver shows no fault.

use super::reproduced::{NotReproduced, Reproduced, ran};
use super::single::{is_limited, stopped, which};
use super::{
    About, Answer, Ask, Criterion, Evidence, Next, NoEvidence, NotWrong, Oracle, OracleEntry,
    RuleError, evidence,
};
use crate::language::answer_sets::{Report, read};
use crate::outcome::Outcome;
use std::fmt::Debug;

/// How a fault is found.
pub(super) trait FaultFinder: Copy + Debug + Send + Sync + 'static {
    /// The oracle's entry.
    const ENTRY: OracleEntry;

    /// Whether the solvers must print all models.
    const NEEDS_ALL_MODELS: bool = false;

    /// The rule in the words of the options.
    fn words(&self) -> String {
        Self::ENTRY.options.join(", ")
    }

    /// Whether the fault can only be seen if this solver ends by itself.
    fn needs(&self, _solver: usize) -> bool {
        true
    }

    /// The fault that these answers show.
    ///
    /// # Errors
    /// They show none, or not yet.
    fn find(&self, answers: &[Answer]) -> Result<FoundFault, NoFault>;

    /// What to ask next if a fault of this kind is looked for and [`FaultFinder::find`] needs `next`. None if these
    /// answers rule out such a fault.
    fn ask(&self, _kind: FaultKind, _answers: &[Answer], next: Ask) -> Option<Ask> {
        Some(next)
    }
}

/// A fault.
pub(super) struct FoundFault {
    /// The fault in one line.
    pub(super) signature: String,
    /// What candidates must show.
    pub(super) demand: String,
    /// Its kinds, the most telling first. A candidate must show the first kind of the golden text.
    pub(super) kinds: Vec<FaultKind>,
}

/// A kind of wrong answer; the most telling one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// It is unsatisfiable where the other is satisfiable.
    Unsat,
    /// It is satisfiable where the other is unsatisfiable.
    Sat,
    /// Another optimum.
    Optimum,
    /// A model is missing.
    Missing,
    /// A model that the other does not have.
    Extra,
    /// A model is printed more often.
    Repeated,
    /// Another number of models.
    Number,
    /// A brave or cautious consequence is missing.
    Unconcluded,
    /// A brave or cautious consequence that the other does not have.
    Concluded,
}

/// Why no fault is seen.
pub(super) enum NoFault {
    /// This has not been asked.
    Ask(Ask),
    /// This was asked, but there is no usable result.
    Untold(Ask),
    /// There is none.
    Sound(NotWrong),
}

impl<F: FaultFinder> Criterion for F {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        Ok(Box::new(*self))
    }

    fn shown(&self) -> String {
        self.words()
    }

    fn needs_all_models(&self) -> bool {
        F::NEEDS_ALL_MODELS
    }
}

/// The oracle that demands a fault.
impl<F: FaultFinder> Oracle for F {
    fn name(&self) -> &'static str {
        F::ENTRY.name
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        match self.find(answers) {
            Err(NoFault::Ask(ask)) => Some(ask),
            Ok(_) | Err(NoFault::Untold(_) | NoFault::Sound(_)) => None,
        }
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        for answer in golden {
            let solver = answer.ask.solver;
            if let Some(evidence) = &answer.evidence
                && (self.needs(solver) || !is_limited(evidence))
            {
                ran(evidence, which(solver))?;
            }
        }
        match self.find(golden) {
            Ok(found) => Ok(Reproduced::without_failure(found.signature, found.demand)),
            Err(NoFault::Ask(ask)) => Err(NotReproduced::NotTold(which(ask.solver))),
            Err(NoFault::Untold(ask)) => Err(match ask.about {
                About::Text => NotReproduced::NotTold(which(ask.solver)),
                About::Asking | About::Model { .. } | About::Core { .. } | About::Proof { .. } => {
                    NotReproduced::NotWrong(NotWrong::Unchecked)
                }
            }),
            Err(NoFault::Sound(why)) => Err(NotReproduced::NotWrong(why)),
        }
    }

    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        let golden = self.find(golden).ok();
        let kind = golden.and_then(|golden| golden.kinds.first().copied());
        let found = match self.find(seen) {
            Ok(found) => found,
            Err(NoFault::Ask(next)) => {
                let ask = kind.map_or(Some(next), |kind| self.ask(kind, seen, next));
                return ask.map_or(Ok(Outcome::Uninteresting), |ask| Err(Next::Ask(ask)));
            }
            Err(NoFault::Untold(_)) => return Ok(Outcome::Unresolved),
            Err(NoFault::Sound(_)) => return Ok(Outcome::Uninteresting),
        };
        Ok(match kind {
            Some(kind) if !found.kinds.contains(&kind) => Outcome::Uninteresting,
            _ => Outcome::Interesting,
        })
    }
}

impl From<NoEvidence> for NoFault {
    fn from(why: NoEvidence) -> NoFault {
        match why {
            NoEvidence::NotAsked(ask) => NoFault::Ask(ask),
            NoEvidence::InVain(ask) => NoFault::Untold(ask),
        }
    }
}

/// The run that answers a question.
///
/// # Errors
/// The question was not asked, or there is no usable result.
pub(super) fn usable(answers: &[Answer], ask: Ask) -> Result<&Evidence, NoFault> {
    let run = evidence(answers, ask)?;
    if stopped(run) == Some(Outcome::Unresolved) {
        return Err(NoFault::Untold(ask));
    }
    Ok(run)
}

/// The output of a solver on a question, as read for answer sets.
///
/// # Errors
/// As for [`usable`].
pub(super) fn report(answers: &[Answer], ask: Ask) -> Result<Report, NoFault> {
    Ok(read(&usable(answers, ask)?.observation))
}

/// A solver's answer to a question.
///
/// # Errors
/// As for [`report`], or the solver has no answer.
pub(super) fn answered(answers: &[Answer], ask: Ask) -> Result<Report, NoFault> {
    let report = report(answers, ask)?;
    if report.is_answered() {
        return Ok(report);
    }
    Err(NoFault::Sound(NotWrong::Unanswered {
        which: which(ask.solver),
        said: report.to_string(),
    }))
}
