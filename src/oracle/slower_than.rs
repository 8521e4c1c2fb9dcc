//! Slower than a fixed time: a run is interesting if it takes more CPU time, whether it finishes or not.
//!
//! If a run ended by itself, its measured time counts; if it reached the CPU limit, the limit does. A stored run may
//! have had a higher limit, and must lead to the same decision as a new run.

use super::reproduced::{NotReproduced, Reproduced, ran};
use super::single::{Compare, stopped};
use super::stream::of;
use super::which::Which;
use super::{Evidence, NotSlow};
use crate::observation::{End, Limit};
use crate::outcome::Outcome;
use std::time::Duration;

pub(super) const NAME: &str = "slower-than";
pub(super) const ABOUT: &str = "The solver takes more CPU time than a limit, in every repetition";

/// The rule: a run takes more CPU time than this.
pub(super) struct SlowerThan(pub(super) Duration);

impl Compare for SlowerThan {
    fn name(&self) -> &'static str {
        NAME
    }

    fn ended(&self, golden: &Evidence, which: Which) -> Result<(), NotReproduced> {
        match golden.observation.end {
            End::LimitHit(Limit::Cpu) => Ok(()),
            End::LimitHit(Limit::Wall | Limit::Idle | Limit::Output)
            | End::Exited(_)
            | End::Signaled(_) => ran(golden, which),
        }
    }

    fn accept(&self, golden: &Evidence, _: Which) -> Result<Reproduced, NotReproduced> {
        let least = self.0;
        if self.of_run(golden) != Outcome::Interesting {
            let after = golden.observation.cpu;
            return Err(NotReproduced::NotSlow(NotSlow::InTime { after, least }));
        }
        let slower = format!("more than {} s of CPU time", least.as_secs_f64());
        let demand = format!("the solver takes {slower}");
        Ok(Reproduced::without_failure(slower, demand))
    }

    fn stopped(&self, candidate: &Evidence) -> Option<Outcome> {
        match candidate.observation.end {
            End::LimitHit(Limit::Cpu) => None,
            End::LimitHit(Limit::Wall | Limit::Idle | Limit::Output)
            | End::Exited(_)
            | End::Signaled(_) => stopped(candidate),
        }
    }

    fn outcome(&self, _: &Evidence, candidate: &Evidence) -> Outcome {
        self.of_run(candidate)
    }
}

impl SlowerThan {
    /// Whether a run took longer; unresolved if a lower limit ended it.
    fn of_run(&self, run: &Evidence) -> Outcome {
        match run.observation.end {
            End::LimitHit(_) if run.cpu_limit >= self.0 => Outcome::Interesting,
            End::LimitHit(_) => Outcome::Unresolved,
            End::Exited(_) | End::Signaled(_) => of(run.observation.cpu > self.0),
        }
    }
}
