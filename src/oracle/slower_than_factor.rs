//! Slower than another solver by a factor: on the same text, the solver under test takes at least this many times the
//! CPU time of the reference.
//!
//! The reference must end by itself, as in its golden run and without a new error: the time of a run that gave up early
//! says nothing. Its time counts as [`FLOOR`] at least, because below that only the start of the process is measured.
//! If the CPU limit ended a run of the solver under test, the run took at least that long; if that is not long enough,
//! the outcome is unresolved.

use super::disagreement::new_error;
use super::reproduced::{NotReproduced, Reproduced, ran};
use super::single::{golden_run, in_turn, stopped, told};
use super::stream::of;
use super::which::Which;
use super::{Answer, Ask, AskState, Evidence, Next, NotSlow, Oracle, evidence};
use crate::observation::{End, Limit};
use crate::outcome::Outcome;
use std::time::Duration;

pub(super) const NAME: &str = "slower-than-factor";
pub(super) const ABOUT: &str = "The solver takes a multiple of the CPU time of a reference solver";

/// The shortest CPU time of the reference that counts.
const FLOOR: Duration = Duration::from_millis(50);

/// The oracle. Solver 0 is under test, solver 1 is the reference.
pub(super) struct SlowerThanFactor(pub(super) f64);

/// The CPU time of a run, as far as it is known.
#[derive(Clone, Copy)]
enum Spent {
    /// The run ended by itself after this CPU time.
    Exactly(Duration),
    /// This CPU limit ended the run.
    AtLeast(Duration),
}

impl Oracle for SlowerThanFactor {
    fn name(&self) -> &'static str {
        NAME
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        in_turn(2, answers)
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        let (ours, theirs) = (told(golden, 0)?, golden_run(golden, 1)?);
        let Some(spent) = spent(ours) else {
            ran(ours, Which::Solver)?;
            return Err(NotReproduced::NotTold(Which::Solver));
        };
        let reference = theirs.observation.cpu;
        let least = self.least(reference);
        match spent {
            Spent::Exactly(after) => {
                ran(ours, Which::Solver)?;
                if after < least {
                    return Err(NotReproduced::NotSlow(NotSlow::NotByFactor {
                        after,
                        reference,
                        least,
                    }));
                }
            }
            Spent::AtLeast(limit) if limit < least => {
                let why = NotSlow::LimitTooLow { limit, least };
                return Err(NotReproduced::NotSlow(why));
            }
            Spent::AtLeast(_) => {}
        }
        let factor = self.0;
        let slower = format!("at least {factor} times the CPU time of the reference");
        let demand = format!("the solver takes {slower}");
        Ok(Reproduced::without_failure(slower, demand))
    }

    fn next(&self, golden: &[Answer], seen: &[Answer]) -> Next {
        let ours = match evidence(seen, Ask::of(0)) {
            AskState::Not => return Next::Ask(Ask::of(0)),
            AskState::InVain => return Next::Outcome(Outcome::Unresolved),
            AskState::Told(ours) => ours,
        };
        let Some(spent) = spent(ours) else {
            return Next::Outcome(stopped(ours).unwrap_or(Outcome::Unresolved));
        };
        if matches!(spent, Spent::Exactly(after) if after < self.least(Duration::ZERO)) {
            return Next::Outcome(Outcome::Uninteresting);
        }
        let theirs = match evidence(seen, Ask::of(1)) {
            AskState::Not => return Next::Ask(Ask::of(1)),
            AskState::InVain => return Next::Outcome(Outcome::Unresolved),
            AskState::Told(theirs) => theirs,
        };
        let AskState::Told(golden) = evidence(golden, Ask::of(1)) else {
            return Next::Outcome(Outcome::Unresolved);
        };
        Next::Outcome(self.outcome(spent, golden, theirs))
    }
}

impl SlowerThanFactor {
    /// The shortest time that is slow enough, for this time of the reference.
    fn least(&self, reference: Duration) -> Duration {
        let least = reference.max(FLOOR).as_secs_f64() * self.0;
        Duration::try_from_secs_f64(least).unwrap_or(Duration::MAX)
    }

    fn outcome(&self, spent: Spent, golden: &Evidence, theirs: &Evidence) -> Outcome {
        if let Some(outcome) = stopped(theirs) {
            return outcome;
        }
        let (golden, theirs) = (&golden.observation, &theirs.observation);
        if golden.end != theirs.end || new_error(golden, theirs) {
            return Outcome::Uninteresting;
        }
        let least = self.least(theirs.cpu);
        match spent {
            Spent::Exactly(after) => of(after >= least),
            Spent::AtLeast(limit) if limit >= least => Outcome::Interesting,
            Spent::AtLeast(_) => Outcome::Unresolved,
        }
    }
}

/// The time of a run; none if a limit other than that of CPU time ended it.
fn spent(run: &Evidence) -> Option<Spent> {
    match run.observation.end {
        End::LimitHit(Limit::Cpu) => Some(Spent::AtLeast(run.cpu_limit)),
        End::LimitHit(Limit::Wall | Limit::Idle | Limit::Output) => None,
        End::Exited(_) | End::Signaled(_) => Some(Spent::Exactly(run.observation.cpu)),
    }
}
