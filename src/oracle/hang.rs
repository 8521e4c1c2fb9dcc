//! The hang is the bug: a run is interesting if it reaches the CPU limit or the idle limit, as the golden run did.
//!
//! A run that uses up its CPU time and one that waits forever are different bugs, so a candidate must reach the same
//! limit as the golden run. A run that the wall limit ended is unresolved, because that may be due to the load of the
//! machine.

use super::reproduced::{NotReproduced, Reproduced, ran};
use super::single::{Compare, stopped};
use super::stream::of;
use super::which::Which;
use super::{Evidence, NotSlow};
use crate::observation::{End, Limit};
use crate::outcome::Outcome;

pub(super) const NAME: &str = "hangs";
pub(super) const ABOUT: &str = "The solver hits its CPU time limit or its idle limit";

/// The rule.
pub(super) struct Hang;

impl Compare for Hang {
    fn name(&self) -> &'static str {
        NAME
    }

    fn ended(&self, golden: &Evidence, which: Which) -> Result<(), NotReproduced> {
        match golden.observation.end {
            End::LimitHit(Limit::Cpu | Limit::Idle) => Ok(()),
            End::LimitHit(Limit::Wall | Limit::Output) | End::Exited(_) | End::Signaled(_) => {
                ran(golden, which)
            }
        }
    }

    fn accept(&self, golden: &Evidence, _: Which) -> Result<Reproduced, NotReproduced> {
        let run = &golden.observation;
        let (limit, time) = match run.end {
            End::LimitHit(limit @ Limit::Idle) => (limit, run.limits.idle),
            End::LimitHit(limit) => (limit, golden.cpu_limit),
            end @ (End::Exited(_) | End::Signaled(_)) => {
                let (after, limit) = (run.cpu, golden.cpu_limit);
                let why = NotSlow::Ended { end, after, limit };
                return Err(NotReproduced::NotSlow(why));
            }
        };
        let reached = format!("{limit} limit of {} s", time.as_secs_f64());
        let demand = format!("the solver hits the {reached}");
        Ok(Reproduced::without_failure(reached, demand))
    }

    fn stopped(&self, candidate: &Evidence) -> Option<Outcome> {
        match candidate.observation.end {
            End::LimitHit(Limit::Cpu | Limit::Idle) => None,
            End::LimitHit(Limit::Wall | Limit::Output) | End::Exited(_) | End::Signaled(_) => {
                stopped(candidate)
            }
        }
    }

    fn outcome(&self, golden: &Evidence, candidate: &Evidence) -> Outcome {
        of(golden.observation.end == candidate.observation.end)
    }
}
