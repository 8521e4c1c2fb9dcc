//! The user's interestingness script decides: exit code 0 means interesting, any other end does not.
//!
//! The output of the script is not compared. A run that the wall limit ended is unresolved; a run that another limit
//! ended is not interesting, because the golden run did not reach it.

use super::cross_check::with_second;
use super::entry::{Choice, Configured, OracleEntry};
use super::reproduced::{NotReproduced, Reproduced, ran};
use super::single::Compare;
use super::stream::of;
use super::which::Which;
use super::{Criterion, Evidence, Oracle, Rule, RuleError};
use crate::observation::End;
use crate::outcome::Outcome;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "script",
    about: "An interestingness script exits with code 0",
    options: &["script"],
    choice: Some(Choice {
        may_have_second: false,
        missing: "",
        solvers: |_| Ok(Vec::new()),
        read: |_| Ok(Configured::rule(Rule::of(Script))),
    }),
};

/// The command is an interestingness script, and it exits with code 0 (`--script`).
#[derive(Clone, Copy, Debug)]
pub struct Script;

impl Criterion for Script {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        with_second(ORACLE.name, Box::new(*self), None)
    }

    fn shown(&self) -> String {
        "script".to_owned()
    }

    fn refuses_lack_of_memory(&self, _: usize) -> bool {
        false
    }

    fn is_script(&self) -> bool {
        true
    }
}

impl Compare for Script {
    fn ended(&self, golden: &Evidence, _: Which) -> Result<(), NotReproduced> {
        match golden.observation.end {
            End::LimitHit(_) => ran(golden, Which::Script),
            // Also if a command in the script is missing: its output says more than the exit code.
            End::Exited(_) | End::Signaled(_) => Ok(()),
        }
    }

    fn accept(&self, golden: &Evidence, _: Which) -> Result<Reproduced, NotReproduced> {
        let run = &golden.observation;
        if run.end != End::Exited(0) {
            let said = run.err.first_line().or_else(|| run.out.first_line());
            return Err(NotReproduced::ScriptRefuses { end: run.end, said });
        }
        let accepts = "the script exits with code 0".to_owned();
        Ok(Reproduced::without_failure(accepts.clone(), accepts))
    }

    fn outcome(&self, _: &Evidence, candidate: &Evidence) -> Outcome {
        of(candidate.observation.end == End::Exited(0))
    }
}
