//! Voting: more than half of a list of solvers contradict the answer of the solver under test.
//!
//! A voter without an answer contradicts nobody. The voters are asked in their order until the vote is decided.

use super::entry::{Choice, Configured, OracleEntry};
use super::fault::{FaultFinder, FaultKind, FoundFault, NoFault, answered, report};
use super::models_differ::contradicts;
use super::{Answer, Ask, NotWrong, Rule};

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "outvoted",
    about: "More than half of other answer-set solvers contradict the answer",
    options: &["outvoted-by"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "",
        solvers: |given| Ok(given.commands(&["outvoted-by"])),
        read: |given| {
            let voters = given.commands(&["outvoted-by"]).len();
            Ok(Configured::rule(Rule::of(Outvoted { voters })))
        },
    }),
};

/// More than half of the voters contradict the answer of an answer-set solver (`--outvoted-by`). Solver 0 is under
/// test, the others are the voters.
#[derive(Clone, Copy, Debug)]
pub struct Outvoted {
    /// How many voters there are.
    pub voters: usize,
}

impl FaultFinder for Outvoted {
    const ENTRY: OracleEntry = ORACLE;

    fn words(&self) -> String {
        format!("outvoted-by {} voters", self.voters)
    }

    fn needs(&self, solver: usize) -> bool {
        solver == 0
    }

    fn find(&self, answers: &[Answer]) -> Result<FoundFault, NoFault> {
        let ours = answered(answers, Ask::of(0))?;
        let is_majority = |votes: usize| votes * 2 > self.voters;
        let mut against: Vec<FaultKind> = Vec::new();
        let mut untold = None;
        // How many voters contradict the solver at most, given the answers so far.
        let mut possible = self.voters;
        for voter in 1..=self.voters {
            match report(answers, Ask::of(voter)) {
                Ok(theirs) => match contradicts(&ours, &theirs) {
                    Some(kind) => against.push(kind),
                    None => possible -= 1,
                },
                Err(NoFault::Untold(ask)) => untold = Some(ask),
                Err(open) => return Err(open),
            }
            if is_majority(against.len()) {
                against.sort();
                let said = ours.to_string();
                return Ok(FoundFault {
                    signature: format!("{said}, which a majority contradicts"),
                    demand: format!(
                        "more than half of the voters, {} in all, contradict the solver (now: {said})",
                        self.voters
                    ),
                    kinds: against,
                });
            }
            if !is_majority(possible) {
                break;
            }
        }
        match untold {
            Some(ask) if is_majority(possible) => Err(NoFault::Untold(ask)),
            _ => Err(NoFault::Sound(NotWrong::NotOutvoted {
                against: against.len(),
                voters: self.voters,
            })),
        }
    }
}
