//! Slower than a fixed time: a run is interesting if it takes more CPU time, whether it finishes or not.
//!
//! If a run ended by itself, its measured time counts; if it reached the CPU limit, the limit does. A stored run may
//! have had a higher limit, and must lead to the same decision as a new run.

use super::cross_check::{self, SecondRule, shown_with_second, with_second};
use super::entry::{Choice, Configured, OracleEntry};
use super::reproduced::{NotReproduced, Reproduced};
use super::single::Compare;
use super::stream::of;
use super::which::Which;
use super::{Criterion, Evidence, Given, NotSlow, Oracle, Otherwise, Rule, RuleError};
use crate::observation::{End, Limit};
use crate::outcome::Outcome;
use std::time::Duration;

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: "slower-than",
    about: "The solver takes more CPU time than a limit, in every repetition",
    options: &["slower-than"],
    choice: Some(Choice {
        may_have_second: true,
        missing: "",
        solvers: |_| Ok(Vec::new()),
        read,
    }),
};

/// The solver takes more CPU time than this (`--slower-than`), and the second solver, if there is one, keeps its rule.
#[derive(Clone, Debug)]
pub struct SlowerThan(pub Duration, pub Option<SecondRule>);

impl Criterion for SlowerThan {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        with_second(ORACLE.name, Box::new(self.clone()), self.1.as_ref())
    }

    fn shown(&self) -> String {
        let own = format!("slower-than {} s", self.0.as_secs_f64());
        shown_with_second(own, self.1.as_ref())
    }

    /// Times are noisy.
    fn repeat(&self) -> u32 {
        3
    }

    fn decides_by_time(&self) -> bool {
        true
    }

    /// The time to compare with is also the limit.
    fn limit(&self, _: Option<Duration>) -> Option<Duration> {
        Some(self.0)
    }

    fn sets_limit(&self) -> bool {
        true
    }

    fn comparing(&self, otherwise: Otherwise<'_>) -> Option<Rule> {
        let second = self.1.as_ref()?.comparing(otherwise);
        Some(Rule::of(SlowerThan(self.0, Some(second))))
    }
}

/// `--slower-than S`.
fn read(given: &Given) -> Result<Configured, RuleError> {
    if given.has("timeout") {
        return Err(RuleError::contradiction(ORACLE.name, "timeout"));
    }
    let time = given.time(ORACLE.name)?.unwrap_or_default();
    let rule = Rule::of(SlowerThan(time, cross_check::read(given)?));
    Ok(Configured::rule(rule))
}

impl Compare for SlowerThan {
    fn compares_at(&self, limit: Limit) -> bool {
        limit == Limit::Cpu
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
