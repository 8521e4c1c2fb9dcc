//! A trusted solver finds an answer, whichever it is: `SATISFIABLE`, `UNSATISFIABLE` or `OPTIMUM FOUND` of an
//! answer-set solver, or `sat` or `unsat` to every query of an SMT solver.

use super::disagreement::{answers_all, new_error};
use super::reproduced::{NotReproduced, Reproduced};
use super::single::Compare;
use super::stream::of;
use super::which::Which;
use super::{Evidence, NotWrong};
use crate::language::answer_sets::read;
use crate::observation::Observation;
use crate::outcome::Outcome;

/// The rule.
pub(super) struct Solves;

impl Compare for Solves {
    fn accept(&self, golden: &Evidence, which: Which) -> Result<Reproduced, NotReproduced> {
        if !is_solved(&golden.observation) {
            let said = read(&golden.observation).to_string();
            return Err(NotReproduced::NotWrong(NotWrong::Unanswered {
                which,
                said,
            }));
        }
        let demand = "the solver finds an answer".to_owned();
        Ok(Reproduced::without_failure(demand.clone(), demand))
    }

    fn outcome(&self, golden: &Evidence, candidate: &Evidence) -> Outcome {
        let (golden, candidate) = (&golden.observation, &candidate.observation);
        of(is_solved(candidate) && !new_error(golden, candidate))
    }
}

fn is_solved(run: &Observation) -> bool {
    let report = read(run);
    report.is_answered() || !report.is_known && answers_all(run)
}
