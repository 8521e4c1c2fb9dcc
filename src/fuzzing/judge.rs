//! Assesses a solver on a program.
//!
//! The class of the solver's answer says which faults are possible, and the oracle for such a fault is asked with each
//! voter in turn. More than half of the voters must show the fault. A voter without an answer shows none. The
//! assessment is undecided if no voter can say anything, or if as many voters contradict the solver as confirm it.

use super::trial::{Cut, Trial};
use super::{Assessment, Category, Defect};
use crate::language::answer_sets::{AnswerClass, Report};
use crate::observation::Limit;
use crate::oracle::{
    Criterion, Hangs, Incorrect, InvalidModel, MatchRule, ModelsDiffer, NotReproduced, NotWrong,
    Oracle, Reproduced, RuleError, Same, SecondRule, differences,
};

/// A solver hangs if its limit is at least this many times what a trusted solver needs.
const HANG_FACTOR: u32 = 10;

/// How solvers are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judging {
    /// Whether all models are compared.
    pub all_models: bool,
    /// The share of programs whose models are checked, in percent.
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
        let jury = Jury {
            oracles: self,
            member,
            voters,
        };
        match report.class {
            AnswerClass::Stopped(Limit::Cpu | Limit::Idle) => jury.hang(trial),
            AnswerClass::Stopped(_) => Ok(Assessment::Undecided),
            AnswerClass::Unsat => jury.unsatisfiable(trial),
            AnswerClass::Sat | AnswerClass::Optimum => {
                jury.satisfiable(trial, &report, checks_models)
            }
            AnswerClass::Unknown | AnswerClass::Error | AnswerClass::Signal => jury.error(trial),
        }
    }
}

/// The voters that judge a member of the panel.
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

    /// One voter that needs little time is enough: a hang is no answer that the other voters could confirm.
    fn hang(&self, trial: &mut Trial<'_>) -> Result<Assessment, Cut> {
        for &voter in self.voters {
            let solvers = [self.member, voter];
            let Ok(shown) = trial.judge(self.oracles.hang.as_ref(), &solvers)? else {
                continue;
            };
            if let Some(run) = trial.run(voter)?
                && run.observation.cpu <= run.cpu_limit / HANG_FACTOR
            {
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
        // What can be compared with the voters is compared first.
        let tells_all = self.oracles.judging.all_models || report.consequences.is_some();
        if tells_all || report.class == AnswerClass::Optimum {
            let votes = self.votes(trial, self.oracles.differ.as_ref())?;
            if let Some(category) = self.difference(trial, &votes)? {
                let is_extra = matches!(category, Category::InvalidModel | Category::ExtraModel);
                if is_extra && let Some(invalid) = self.invalid(trial)? {
                    return Ok(invalid);
                }
                // Even if the model cannot be refuted, it is one too many.
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
        // Otherwise, a model is checked.
        if !checks_models {
            return Ok(Assessment::Satisfiable);
        }
        let votes = self.votes(trial, self.oracles.invalid.as_ref())?;
        Ok(self.assessment(votes, Category::InvalidModel, Assessment::Satisfiable))
    }

    /// The assessment that a model is invalid, if that is so.
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
        let kinds = differences(&ours, &theirs);
        Ok(kinds.first().map(|kind| Category::of(*kind)))
    }

    /// Asks an oracle with each voter in turn.
    fn votes(&self, trial: &mut Trial<'_>, oracle: &dyn Oracle) -> Result<Votes, Cut> {
        let mut votes = Votes {
            against: Vec::new(),
            acquit: 0,
            signature: String::new(),
        };
        for &voter in self.voters {
            // Where an answer set must be verified, the voter that has found it does so: it must accept its own.
            match trial.judge(oracle, &[self.member, voter, voter])? {
                Ok(shown) => {
                    if votes.against.is_empty() {
                        votes.signature = shown.signature;
                    }
                    votes.against.push(voter);
                }
                Err(NotReproduced::NotWrong(NotWrong::Agree { .. } | NotWrong::NotRefuted)) => {
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

    /// The assessment according to votes about a defect of this category; `sound` if it is not shown.
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
