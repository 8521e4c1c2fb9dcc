//! Assesses a solver on a program.
//!
//! The class of the solver's answer says which faults are possible, and the oracle of that fault is asked with each voter
//! in turn. More than half of the voters must show the fault. A voter without an answer shows none. If no voter can tell
//! anything, the assessment is undecided, and so it is if as many voters contradict it as confirm it.

use super::assessment::Defect;
use super::trial::{Cut, Trial};
use super::{Assessment, Category};
use crate::language::answer_sets::{AnswerClass, Report};
use crate::observation::Limit;
use crate::oracle::{
    Criterion, Hangs, Incorrect, InvalidModel, MatchRule, ModelsDiffer, NotReproduced, NotWrong,
    Oracle, Reproduced, RuleError, Same, SecondRule, differences,
};
use std::time::Duration;

/// A solver hangs if its limit is so many times what a trusted solver needs.
const HANG_FACTOR: u32 = 10;

/// How solvers are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judging {
    /// Whether all models are compared.
    pub all_models: bool,
    /// Of how many programs the models are checked, in percent.
    pub check_models: u32,
}

/// The oracles.
pub(super) struct Oracles {
    judging: Judging,
    error: Box<dyn Oracle>,
    hang: Box<dyn Oracle>,
    incorrect: Box<dyn Oracle>,
    invalid: Box<dyn Oracle>,
    differ: Box<dyn Oracle>,
}

/// What the voters say about a possible fault.
struct Votes {
    /// Those that show it.
    against: Vec<usize>,
    /// How many show that there is none.
    acquit: usize,
    /// The fault, as the first voter against shows it.
    signature: String,
}

impl Oracles {
    pub(super) fn new(judging: Judging) -> Result<Oracles, RuleError> {
        let solved = Some(SecondRule::Solves);
        Ok(Oracles {
            judging,
            error: Same(MatchRule::default()).oracle()?,
            hang: Hangs(solved).oracle()?,
            incorrect: Incorrect { is_verified: true }.oracle()?,
            invalid: InvalidModel.oracle()?,
            differ: ModelsDiffer.oracle()?,
        })
    }

    /// The assessment of a member of the panel. `checks_models` says whether its model is checked if there is only one.
    pub(super) fn judge(
        &self,
        trial: &mut Trial<'_>,
        member: usize,
        voters: &[usize],
        checks_models: bool,
    ) -> Result<Assessment, Cut> {
        let Some(report) = trial.report(member)? else {
            return Ok(Assessment::Undecided);
        };
        let case = Jury {
            oracles: self,
            member,
            voters,
        };
        match report.class {
            AnswerClass::Stopped(Limit::Cpu | Limit::Idle) => case.hang(trial),
            AnswerClass::Stopped(_) => Ok(Assessment::Undecided),
            AnswerClass::Unsat => case.unsatisfiable(trial),
            AnswerClass::Sat | AnswerClass::Optimum => {
                case.satisfiable(trial, &report, checks_models)
            }
            AnswerClass::Unknown | AnswerClass::Error | AnswerClass::Signal => case.error(trial),
        }
    }
}

/// A solver on a program.
struct Jury<'a> {
    oracles: &'a Oracles,
    member: usize,
    voters: &'a [usize],
}

impl Jury<'_> {
    fn error(&self, trial: &mut Trial<'_>) -> Result<Assessment, Cut> {
        let shown = trial.judge(self.oracles.error.as_ref(), &[self.member])?;
        Ok(match shown {
            Ok(Reproduced { signature, .. }) => Assessment::Defect(Defect {
                category: Category::Error,
                signature,
                voters: Vec::new(),
                against: Vec::new(),
            }),
            Err(NotReproduced::Refused(message) | NotReproduced::NotStarted(_, message)) => {
                Assessment::Refused(message)
            }
            Err(_) => Assessment::Unanswered,
        })
    }

    /// One voter that needs little time is enough: there is no other answer that the rest could prefer.
    fn hang(&self, trial: &mut Trial<'_>) -> Result<Assessment, Cut> {
        for &voter in self.voters {
            let solvers = [self.member, voter];
            let Ok(shown) = trial.judge(self.oracles.hang.as_ref(), &solvers)? else {
                continue;
            };
            let time = trial
                .run(voter)?
                .map(|run| (run.observation.cpu, run.cpu_limit));
            let (time, limit) = time.unwrap_or((Duration::MAX, Duration::ZERO));
            if time <= limit / HANG_FACTOR {
                return Ok(Assessment::Defect(Defect {
                    category: Category::Hang,
                    signature: shown.signature,
                    voters: self.voters.to_vec(),
                    against: vec![voter],
                }));
            }
        }
        Ok(Assessment::Undecided)
    }

    fn unsatisfiable(&self, trial: &mut Trial<'_>) -> Result<Assessment, Cut> {
        let votes = self.votes(trial, self.oracles.incorrect.as_ref())?;
        Ok(self.assessment(votes, Category::Incorrect, Assessment::Unsatisfiable))
    }

    fn satisfiable(
        &self,
        trial: &mut Trial<'_>,
        report: &Report,
        checks_models: bool,
    ) -> Result<Assessment, Cut> {
        let tells_all = self.oracles.judging.all_models || report.consequences.is_some();
        if tells_all || report.class == AnswerClass::Optimum {
            let votes = self.votes(trial, self.oracles.differ.as_ref())?;
            if let Some(category) = self.difference(trial, &votes)? {
                let is_extra = matches!(category, Category::InvalidModel | Category::ExtraModel);
                if is_extra && let Some(invalid) = self.invalid(trial)? {
                    return Ok(invalid);
                }
                // Without a model that can be refuted, it is a model too many all the same.
                let category = match category {
                    Category::InvalidModel => Category::ExtraModel,
                    category => category,
                };
                return Ok(self.assessment(votes, category, Assessment::Satisfiable));
            }
            if votes.acquit > 0 && tells_all {
                return Ok(Assessment::Satisfiable);
            }
        }
        if !checks_models {
            return Ok(Assessment::Satisfiable);
        }
        let votes = self.votes(trial, self.oracles.invalid.as_ref())?;
        Ok(self.assessment(votes, Category::InvalidModel, Assessment::Satisfiable))
    }

    /// The assessment that a model is invalid, if it is.
    fn invalid(&self, trial: &mut Trial<'_>) -> Result<Option<Assessment>, Cut> {
        let votes = self.votes(trial, self.oracles.invalid.as_ref())?;
        let assessment = self.assessment(votes, Category::InvalidModel, Assessment::Satisfiable);
        Ok(matches!(assessment, Assessment::Defect(_)).then_some(assessment))
    }

    /// The most telling difference from the first voter against, if there are enough of them.
    fn difference(&self, trial: &mut Trial<'_>, votes: &Votes) -> Result<Option<Category>, Cut> {
        let Some(&first) = votes.against.first().filter(|_| self.is_majority(votes)) else {
            return Ok(None);
        };
        let reports = (trial.report(self.member)?, trial.report(first)?);
        let (Some(ours), Some(theirs)) = reports else {
            return Ok(None);
        };
        Ok(differences(&ours, &theirs)
            .first()
            .copied()
            .map(Category::of))
    }

    fn votes(&self, trial: &mut Trial<'_>, oracle: &dyn Oracle) -> Result<Votes, Cut> {
        let mut votes = Votes {
            against: Vec::new(),
            acquit: 0,
            signature: String::new(),
        };
        for &voter in self.voters {
            // Where an answer set is to be verified, the voter that has found it does so: it must accept its own.
            match trial.judge(oracle, &[self.member, voter, voter])? {
                Ok(shown) => {
                    if votes.against.is_empty() {
                        votes.signature = shown.signature;
                    }
                    votes.against.push(voter);
                }
                Err(NotReproduced::NotWrong(NotWrong::Agree(_) | NotWrong::NotRefuted)) => {
                    votes.acquit += 1;
                }
                Err(_) => {}
            }
        }
        Ok(votes)
    }

    fn is_majority(&self, votes: &Votes) -> bool {
        votes.against.len() * 2 > self.voters.len()
    }

    fn assessment(&self, votes: Votes, category: Category, sound: Assessment) -> Assessment {
        if self.is_majority(&votes) {
            return Assessment::Defect(Defect {
                category,
                signature: votes.signature,
                voters: self.voters.to_vec(),
                against: votes.against,
            });
        }
        if votes.acquit <= votes.against.len() && !self.voters.is_empty() {
            return Assessment::Undecided;
        }
        sound
    }
}
