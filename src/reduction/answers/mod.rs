//! The environment of the driver of one reduction: answers its checks, and records what it accepts.
//!
//! The parts are [`asking`] the solvers, [`confirming`] texts that are only provisionally interesting, [`doubt`] about
//! texts that fail only sometimes, and the files of the [`results`].

mod asking;
mod confirming;
mod doubt;
mod results;

use super::ledger::Ledger;
use super::rows::tokens;
use super::{Phase, ReductionContext, Task};
use crate::checker::{CheckError, Checker};
use crate::event::{BugMarks, TraceStep};
use crate::language::{HintDepth, Superfluous, TestCase};
use crate::observation::CrashSite;
use crate::oracle::{bug_marks, crash_site};
use crate::outcome::{Outcome, Patience};
use crate::search::{Accepted, Answers, Position, Speculation};
use crate::solver::{Deadline, Stop};
use asking::Asking;
use confirming::Confirming;
use doubt::{DOUBTFUL_RUNS, Doubt};
pub(super) use results::Results;
use std::sync::Arc;
use std::time::Duration;

/// Answers a driver's checks, and records what it accepts.
pub(super) struct CaseAnswers<'a> {
    pub(super) asking: Asking<'a>,
    confirming: Confirming,
    pub(super) doubt: Doubt,
    pub(super) results: Results<'a>,
    task: &'a Task<'a>,
    stop: &'a Stop,
    /// The most runs that a text gets.
    most_runs: u32,
    /// When the case has had its time, if that is bounded. The turns of others do not count.
    deadline: Option<Arc<Deadline>>,
}

/// What a text shows that has failed in each of its new runs.
pub(super) struct Confirmed {
    /// The failure in one line.
    pub(super) signature: String,
    /// Where the text crashed, if its stack says so.
    pub(super) crashed_at: Option<CrashSite>,
    /// The marks of the failure.
    pub(super) marks: BugMarks,
}

/// The end of a search that was not interrupted.
pub(super) struct SearchEnd {
    /// What new runs of the result have shown; none if there is no result that always fails.
    pub(super) confirmed: Option<Confirmed>,
    /// Whether it ended because the text was small enough.
    pub(super) is_enough: bool,
}

impl<'a> CaseAnswers<'a> {
    /// Answers about texts of this task, until the deadline if there is one. A text gets at most `most_runs` runs.
    pub(super) fn new(
        golden: &TestCase,
        checker: Checker,
        (results, ledger): (Results<'a>, Ledger<'a>),
        (task, context): (&'a Task<'a>, &'a ReductionContext<'a>),
        (most_runs, deadline): (u32, Option<Arc<Deadline>>),
    ) -> Self {
        task.progress
            .search(golden.text().len(), checker.runs_so_far());
        CaseAnswers {
            asking: Asking::new(checker, ledger, task.progress, context),
            confirming: Confirming::new(golden.text().len()),
            doubt: Doubt::new(golden.text()),
            results,
            task,
            stop: context.stop,
            most_runs,
            deadline,
        }
    }

    /// Begins the trace, if there is one, with the golden text.
    pub(super) fn begin_trace(&mut self, golden: &TestCase) -> Result<(), CheckError> {
        self.trace(&Accepted {
            by: "",
            number: 0,
            current: golden,
            best: golden,
        })
    }

    /// Adds an accepted text to the trace, if there is one.
    fn trace(&mut self, step: &Accepted<'_>) -> Result<(), CheckError> {
        let asking = &self.asking;
        self.results.trace(|| {
            let (runs, time) = asking.spent();
            TraceStep {
                step: step.number,
                mutator: step.by,
                bytes: step.current.text().len() as u64,
                shortest_bytes: step.best.text().len() as u64,
                tokens: tokens(step.current.tree()),
                checks: asking.checks(),
                runs,
                solver_seconds: time.as_secs_f64(),
                wall_seconds: 0.0,
            }
        })
    }

    /// Checks whether the text that an interrupted run of this reduction has left at the output fails. If it does, no
    /// longer text replaces it; if not, it makes way. The search knows nothing of this: it makes the same checks as if
    /// it had not been interrupted.
    pub(super) fn take_up(&mut self) -> Result<(), CheckError> {
        let standing = self.results.delivery.standing();
        let standing = standing.map_err(CheckError::Output)?;
        let Some(left) = standing.filter(|left| left.len() < self.results.original().len()) else {
            return Ok(());
        };
        let probed = self.asking.checker_mut().probe(&left);
        let delivery = &mut self.results.delivery;
        match probed {
            Ok((Outcome::Uninteresting | Outcome::Held, _)) => {
                delivery.make_way().map_err(CheckError::Output)
            }
            // A text that could not be checked stays where it is.
            probed => {
                delivery.keep(left);
                probed.map(drop)
            }
        }
    }

    /// What an accepted text shows if it fails again in a new run, or in several if a text has failed only sometimes;
    /// none if it does not.
    pub(super) fn always_fails(&mut self, text: &[u8]) -> Result<Option<Confirmed>, CheckError> {
        self.task.progress.phase(Phase::FinalCheck);
        self.fails_in(self.doubt.runs(), text)
    }

    /// What a text shows if it fails in each of several new runs; none if it does not.
    pub(super) fn fails_each_time(&mut self, text: &[u8]) -> Result<Option<Confirmed>, CheckError> {
        self.fails_in(DOUBTFUL_RUNS, text)
    }

    /// A text that shows another failure than the original is run twice at least: what a flaky solver shows in one run
    /// says little.
    fn fails_in(&mut self, runs: usize, text: &[u8]) -> Result<Option<Confirmed>, CheckError> {
        let mut shown = None;
        let mut is_of_original = false;
        for run in 0..runs.max(DOUBTFUL_RUNS) {
            if run >= runs && is_of_original {
                break;
            }
            let (outcome, answers) = self.asking.afresh(text)?;
            if outcome != Outcome::Interesting {
                self.doubt.refute(text);
                return Ok(None);
            }
            if !is_of_original {
                let checker = self.asking.checker();
                let signature = checker.signature(&answers).unwrap_or_default();
                is_of_original = checker.golden_signature().as_ref() == Some(&signature);
                let solver = checker.shown_by(&answers);
                shown = Some(Confirmed {
                    signature,
                    crashed_at: crash_site(&answers, solver).cloned(),
                    marks: bug_marks(&answers, solver),
                });
            }
        }
        Ok(shown)
    }

    /// The newest accepted text that always fails, and what it shows. Newer texts are forgotten, and from now on no
    /// text is accepted after a single run.
    pub(super) fn newest_that_always_fails(
        &mut self,
    ) -> Result<Option<(Vec<u8>, Confirmed)>, CheckError> {
        self.doubt.raise();
        self.task.progress.phase(Phase::WalkBack);
        while let Some(text) = self.doubt.newest() {
            if let Some(confirmed) = self.fails_each_time(&text)? {
                self.doubt.accept(&text);
                return Ok(Some((text, confirmed)));
            }
        }
        Ok(None)
    }

    fn in_time(&self) -> Result<(), CheckError> {
        match &self.deadline {
            Some(deadline) if deadline.has_passed() => Err(CheckError::Spent("max-time")),
            _ => Ok(()),
        }
    }

    /// The outcome of a text that the search asks.
    fn decide(
        &mut self,
        text: &[u8],
        patience: Patience,
        speculate: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, CheckError> {
        self.asking.begin(text, patience, speculate)?;
        let outcome = self.asking.checker_mut().check(text, patience)?;
        let outcome = self.confirmed(text, outcome)?;
        let outcome = self.beyond_doubt(text, outcome)?;
        self.asking.end(text, patience, outcome);
        Ok(outcome)
    }

    /// The outcome of a text that may be provisionally interesting: from a check under the full limits if one is due,
    /// else as it is.
    fn confirmed(&mut self, text: &[u8], outcome: Outcome) -> Result<Outcome, CheckError> {
        let checker = self.asking.checker_mut();
        let bytes = text.len();
        let is_due = checker.is_provisional(text)
            && self
                .confirming
                .is_due(bytes, checker.short_runs_in_a_full_one());
        if !is_due {
            return Ok(outcome);
        }
        let outcome = checker.check(text, Patience::Full)?;
        self.confirming.learn(bytes, outcome);
        Ok(outcome)
    }

    /// The outcome of a text that may fail only sometimes. One that does not fail each time is unresolved.
    fn beyond_doubt(&mut self, text: &[u8], outcome: Outcome) -> Result<Outcome, CheckError> {
        let is_doubtful = self.doubt.is_raised() && outcome == Outcome::Interesting;
        if self.doubt.is_refuted(text) || is_doubtful && self.fails_each_time(text)?.is_none() {
            return Ok(Outcome::Unresolved);
        }
        Ok(outcome)
    }
}

impl Answers for CaseAnswers<'_> {
    type Error = CheckError;

    fn go_on(&self, shortest: &TestCase) -> Result<(), CheckError> {
        if self.stop.is_winding_up() {
            return Err(CheckError::Interrupted);
        }
        self.in_time()?;
        if let Some(percent) = self.task.settings.stop_at {
            let original = self.results.original().len() as f64;
            if shortest.text().len() as f64 <= original * percent / 100.0 {
                return Err(CheckError::Enough);
            }
        }
        Ok(())
    }

    fn may_check(&self) -> Result<(), CheckError> {
        let Task { turn, progress, .. } = self.task;
        let waited = turn.between_checks(&|| self.asking.checker().counts(), &|| {
            progress.phase(Phase::Waiting);
        });
        if waited > Duration::ZERO {
            progress.position(None);
            if let Some(deadline) = &self.deadline {
                deadline.postpone(waited);
            }
        }
        if self.stop.is_winding_up() {
            return Err(CheckError::Interrupted);
        }
        let budget = &self.task.settings.budget;
        let checks = self.asking.checks();
        if budget.checks.is_some_and(|most| checks >= most) {
            return Err(CheckError::Spent("max-checks"));
        }
        self.in_time()?;
        let spent = || {
            let (runs, _) = self.asking.spent();
            (runs, self.asking.checker().counts().cpu_time)
        };
        match budget.spent(spent) {
            Some(option) => Err(CheckError::Spent(option)),
            None => Ok(()),
        }
    }

    fn position(&mut self, position: Option<Position>) {
        self.task.progress.position(position);
    }

    fn check(
        &mut self,
        text: &[u8],
        patience: Patience,
        speculate: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, CheckError> {
        self.asking.count_check();
        let outcome = self.decide(text, patience, speculate);
        self.asking.count();
        self.results.catch_up()?;
        outcome
    }

    fn is_decided(&self, text: &[u8]) -> bool {
        self.asking.checker().is_decided(text)
    }

    fn limit(&self, patience: Patience) -> Duration {
        let limit = self.asking.checker().cpu_limit(patience);
        match patience {
            Patience::Short => limit,
            // If one run reaches this limit, the others are made all the same.
            Patience::Full => limit * self.most_runs,
        }
    }

    fn superfluous(
        &mut self,
        case: &TestCase,
        depth: HintDepth,
    ) -> Result<Option<Superfluous>, CheckError> {
        self.asking.superfluous(case, depth)
    }

    fn accepted(&mut self, step: &Accepted<'_>) -> Result<(), CheckError> {
        let best = step.best;
        self.doubt.accept(step.current.text());
        self.task.progress.accepted(best.text().len());
        if !self.asking.checker().is_provisional(best.text()) {
            self.results.improve(best)?;
        }
        self.trace(step)
    }

    fn spent(&self) -> (u64, Duration) {
        self.asking.spent()
    }
}
