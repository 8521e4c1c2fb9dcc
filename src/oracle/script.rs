//! The user's interestingness script decides: exit code 0 means interesting, any other end does not.
//!
//! The output of the script is not compared. A run that the wall limit ended is unresolved; a run that another limit
//! ended is not interesting, because the golden run did not reach it.

use super::Evidence;
use super::reproduced::{NotReproduced, Reproduced, ran};
use super::single::Compare;
use super::stream::of;
use super::which::Which;
use crate::observation::End;
use crate::outcome::Outcome;

pub(super) const NAME: &str = "script";
pub(super) const ABOUT: &str = "An interestingness script exits with code 0";

/// The rule.
pub(super) struct Script;

impl Compare for Script {
    fn name(&self) -> &'static str {
        NAME
    }

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
