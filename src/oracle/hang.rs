//! The hang is the bug: a run is interesting if it reaches the CPU limit or the idle limit, as the golden run did.
//!
//! A run that uses up its CPU time and one that waits forever are different bugs, so a candidate must reach the same
//! limit as the golden run. A run that the wall limit ended is unresolved, because that may be due to the load of the
//! machine.

use super::cross_check::{self, SecondRule, shown_with_second, with_second};
use super::entry::{Choice, Configured, OracleEntry};
use super::reproduced::{NotReproduced, Reproduced};
use super::single::Compare;
use super::stream::of;
use super::which::Which;
use super::{Criterion, Evidence, Given, NotSlow, Oracle, Otherwise, Rule, RuleError};
use crate::observation::{End, Limit, rounded_up};
use crate::outcome::Outcome;
use std::time::Duration;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "hangs",
    about: "The solver hits its CPU time limit or its idle limit",
    options: &["hangs"],
    choice: Some(Choice {
        may_have_second: true,
        missing: "",
        solvers: |_| Ok(Vec::new()),
        read,
    }),
};

/// The CPU limit if nothing else determines it.
const LIMIT: Duration = Duration::from_secs(10);

/// A run counts as a hang if it takes this many times as long as a trusted solver.
const FACTOR: u32 = 10;

/// The solver reaches its CPU or idle limit (`--hangs`), and the second solver, if there is one, keeps its rule.
#[derive(Clone, Debug)]
pub struct Hangs(pub Option<SecondRule>);

impl Criterion for Hangs {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        with_second(ORACLE.name, Box::new(self.clone()), self.0.as_ref())
    }

    fn shown(&self) -> String {
        shown_with_second("hangs".to_owned(), self.0.as_ref())
    }

    fn decides_by_time(&self) -> bool {
        true
    }

    fn is_hang(&self) -> bool {
        true
    }

    fn limit(&self, timeout: Option<Duration>) -> Option<Duration> {
        timeout.or(self.0.is_none().then_some(LIMIT))
    }

    fn sets_limit(&self) -> bool {
        true
    }

    fn limit_from_second(&self, golden: Duration) -> Option<Duration> {
        self.0.as_ref().map(|_| rounded_up(golden) * FACTOR)
    }

    fn comparing(&self, otherwise: Otherwise<'_>) -> Option<Rule> {
        let second = self.0.as_ref()?;
        Some(Rule::of(Hangs(Some(second.comparing(otherwise)))))
    }
}

/// `--hangs`, and the limit of `--hangs=S`.
fn read(given: &Given) -> Result<Configured, RuleError> {
    if given.get::<f64>(ORACLE.name).is_some() && given.has("timeout") {
        return Err(RuleError::contradiction("hangs=S", "timeout"));
    }
    let limit = given.time(ORACLE.name)?;
    let rule = Rule::of(Hangs(cross_check::read(given)?));
    Ok(Configured { rule, limit })
}

impl Compare for Hangs {
    fn compares_at(&self, limit: Limit) -> bool {
        matches!(limit, Limit::Cpu | Limit::Idle)
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

    fn outcome(&self, golden: &Evidence, candidate: &Evidence) -> Outcome {
        of(golden.observation.end == candidate.observation.end)
    }
}
