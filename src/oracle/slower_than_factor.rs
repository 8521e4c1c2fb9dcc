//! Slower than another solver by a factor: on the same text, the solver under test takes at least this many times the
//! CPU time of the reference.
//!
//! The reference must end by itself, as in its golden run and without a new error: the time of a run that gave up early
//! says nothing. Its time counts as [`FLOOR`] at least, because below that only the start of the process is measured.
//! If the CPU limit ended a run of the solver under test, the run took at least that long; if that is not long enough,
//! the outcome is unresolved.

use super::disagreement::new_error;
use super::entry::{Configured, OracleEntry};
use super::option_words::OptionWords;
use super::reproduced::{NotReproduced, Reproduced, ran};
use super::single::{golden_run, in_turn, pair, stopped, told};
use super::stream::of;
use super::which::Which;
use super::{
    Answer, Ask, Criterion, Evidence, Given, Next, NotSlow, Oracle, Rule, RuleError, evidence,
};
use crate::observation::{End, Limit, rounded_up};
use crate::outcome::Outcome;
use std::time::Duration;

pub(super) const ORACLE: OracleEntry = OPTION.entry(false, |given| OPTION.reference(given), read);

const OPTION: OptionWords = OptionWords {
    keys: &["slower-than-factor"],
    about: "The solver takes a multiple of the CPU time of a reference solver",
    takes: "a factor and a command",
    example: "10 z3",
};

/// The shortest CPU time of the reference that counts.
const FLOOR: Duration = Duration::from_millis(50);

/// The reference may become slower than in the golden run by this factor; beyond it, the limit of the solver leaves the
/// outcome open.
const ROOM: f64 = 2.0;

/// The longest limit of the solver that the time of the reference sets.
const LONGEST: Duration = Duration::from_mins(10);

/// The solver takes at least this many times the CPU time of a reference (`--slower-than-factor`). Solver 0 is under
/// test, solver 1 is the reference.
#[derive(Clone, Copy, Debug)]
pub struct SlowerThanFactor(pub f64);

impl Criterion for SlowerThanFactor {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        Ok(Box::new(*self))
    }

    fn shown(&self) -> String {
        format!("slower-than-factor {}", self.0)
    }

    /// Times are noisy.
    fn repeat(&self) -> u32 {
        3
    }

    fn decides_by_time(&self) -> bool {
        true
    }

    fn limit_from_second(&self, golden: Duration) -> Option<Duration> {
        let seconds = rounded_up(golden).as_secs_f64() * (self.0 * ROOM);
        Some(Duration::from_secs_f64(seconds.min(LONGEST.as_secs_f64())))
    }
}

/// `--slower-than-factor N CMD`.
fn read(given: &Given) -> Result<Configured, RuleError> {
    let factor = OPTION.factor(&OPTION.words(given));
    let factor = factor.map_err(|what| OPTION.refused(&what))?;
    OPTION
        .reference(given)
        .map_err(|what| OPTION.refused(&what))?;
    Ok(Configured::rule(Rule::of(SlowerThanFactor(factor))))
}

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
        ORACLE.name
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

    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        let ours = evidence(seen, Ask::of(0))?;
        let Some(spent) = spent(ours) else {
            return Ok(stopped(ours).unwrap_or(Outcome::Unresolved));
        };
        if matches!(spent, Spent::Exactly(after) if after < self.least(Duration::ZERO)) {
            return Ok(Outcome::Uninteresting);
        }
        let [golden, theirs] = pair(golden, seen, Ask::of(1))?;
        if let Some(outcome) = stopped(theirs) {
            return Ok(outcome);
        }
        let (golden, theirs) = (&golden.observation, &theirs.observation);
        if golden.end != theirs.end || new_error(golden, theirs) {
            return Ok(Outcome::Uninteresting);
        }
        let least = self.least(theirs.cpu);
        Ok(match spent {
            Spent::Exactly(after) => of(after >= least),
            Spent::AtLeast(limit) if limit >= least => Outcome::Interesting,
            Spent::AtLeast(_) => Outcome::Unresolved,
        })
    }
}

impl SlowerThanFactor {
    /// The shortest time that is slow enough, for this time of the reference.
    fn least(self, reference: Duration) -> Duration {
        let least = reference.max(FLOOR).as_secs_f64() * self.0;
        Duration::try_from_secs_f64(least).unwrap_or(Duration::MAX)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(words: &[&str]) -> Result<String, RuleError> {
        let words: Vec<toml::Value> = words.iter().map(|&word| word.into()).collect();
        let table = toml::Table::from_iter([(ORACLE.name.to_owned(), words.into())]);
        Ok(read(&Given::from(table))?.rule.shown())
    }

    #[test]
    fn a_factor_needs_a_number_and_a_command() {
        let shown = rule(&["2.5", "z3 -q"]).expect("a factor and a command");
        assert_eq!(shown, "slower-than-factor 2.5");
        for wrong in [
            &["2.5"][..],
            &["much", "z3"],
            &["0.5", "z3"],
            &["NaN", "z3"],
            &["1e9", "z3"],
            &["2", ""],
            &["2", "'z3"],
        ] {
            assert!(rule(wrong).is_err(), "{wrong:?}");
        }
    }
}
