//! What the driver of one reduction needs: answers to its checks, the chain of accepted texts, the minimized file.

use super::chain::Chain;
use super::delivery::Delivery;
use super::golden::refuse_trivial;
use super::ledger::Ledger;
use super::prefetch::{PrefetchGuard, PrefetchQueue, Wanted};
use super::rows::tokens;
use super::trace::Trace;
use super::{Phase, Problem, Progress, ReductionContext, Stopwatch, Task};
use crate::checker::{CheckError, Checker};
use crate::event::TraceStep;
use crate::language::{Dialect, HintDepth, Language, Superfluous, TestCase};
use crate::observation::CrashSite;
use crate::oracle::{Answer, crash_site};
use crate::outcome::{Outcome, Patience, Verdict};
use crate::search::{Accepted, Answers, Position, Speculation};
use crate::solver::{Cause, Stop};
use rustc_hash::FxHashSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How many times a text is run again, past the store, before it counts as always failing.
const FRESH_RUNS: usize = 1;

/// The same once an accepted text has turned out to fail only sometimes, and for texts that the search has not run.
const DOUBTFUL_RUNS: usize = 2;

/// A text that is only presumed to be interesting is asked about again if the last one that was is larger by this factor.
const SELDOM: usize = 8;

/// It is not asked about before lower limits were reached for so many times as long as the full limit takes.
const WORTH: u32 = 3;

/// How many times a run without a usable result is repeated.
const UNTOLD_RUNS: usize = 2;

/// Answers a driver's checks, and records what it accepts.
pub(super) struct CaseAnswers<'a> {
    checker: Checker,
    /// Lets idle threads prefetch for this reduction, if there may be any.
    prefetch: Option<PrefetchGuard<'a>>,
    delivery: Delivery<'a>,
    ledger: Ledger<'a>,
    chain: Chain,
    trace: Option<Trace>,
    original: Vec<u8>,
    golden_bytes: usize,
    stop: &'a Stop,
    checkpoints: &'a Stopwatch,
    progress: &'a Progress<'a>,
    checks: u64,
    max_checks: Option<u64>,
    /// With so many bytes or fewer, the text is small enough.
    enough: Option<f64>,
    /// How many runs a text gets, at most.
    most_runs: u32,
    /// Whether an accepted text turned out to fail only sometimes. From then on, no text is accepted after a single
    /// run.
    doubtful: bool,
    /// The size of the smallest text that was asked about under the full limits, if the search is steered by lower ones.
    /// 0 if a text that was presumed to be interesting was not, so that all of them must be asked about again.
    confirmed_bytes: usize,
    /// How many texts were presumed to be interesting since then.
    presumptions: u32,
    /// The digests of texts that failed a re-check. None of them is accepted again, whatever later runs do.
    refuted: FxHashSet<[u8; 32]>,
    /// Where the last text that was confirmed crashed, if its stack tells.
    crashed_at: Option<CrashSite>,
}

impl<'a> CaseAnswers<'a> {
    pub(super) fn new(
        golden: &[u8],
        checker: Checker,
        (delivery, ledger): (Delivery<'a>, Ledger<'a>),
        original: Vec<u8>,
        task: &Task<'a>,
        context: &ReductionContext<'a>,
    ) -> Self {
        let progress = task.progress;
        let bytes = original.len() as f64;
        let mut chain = Chain::default();
        chain.push(golden);
        progress.search(golden.len(), checker.runs_so_far());
        CaseAnswers {
            prefetch: context.prefetch.open(|| checker.spec()),
            checker,
            delivery,
            ledger,
            chain,
            trace: None,
            original,
            golden_bytes: golden.len(),
            stop: context.stop,
            checkpoints: context.checkpoints,
            progress,
            checks: 0,
            max_checks: task.max_checks,
            enough: task.settings.stop_at.map(|percent| bytes * percent / 100.0),
            most_runs: 1,
            doubtful: false,
            confirmed_bytes: golden.len(),
            presumptions: 0,
            refuted: FxHashSet::default(),
            crashed_at: None,
        }
    }

    /// The same answers, where a text gets up to so many runs because the solver is flaky.
    pub(super) fn with_runs(self, most_runs: u32) -> Self {
        CaseAnswers { most_runs, ..self }
    }

    pub(super) fn checker(&self) -> &Checker {
        &self.checker
    }

    pub(super) fn checker_mut(&mut self) -> &mut Checker {
        &mut self.checker
    }

    /// From now on, accepted texts are traced. The golden text is the first.
    pub(super) fn trace(
        &mut self,
        trace: Option<Trace>,
        golden: &TestCase,
    ) -> Result<(), CheckError> {
        self.trace = trace;
        self.add_step(&Accepted {
            by: "",
            number: 0,
            current: golden,
            best: golden,
        })
    }

    /// Adds an accepted text to the trace, if there is one.
    fn add_step(&mut self, step: &Accepted<'_>) -> Result<(), CheckError> {
        let (runs, time) = self.spent();
        let Some(trace) = &mut self.trace else {
            return Ok(());
        };
        let step = TraceStep {
            step: step.number,
            mutator: step.by,
            bytes: step.current.text().len() as u64,
            shortest_bytes: step.best.text().len() as u64,
            tokens: tokens(step.current.tree()),
            checks: self.checks,
            runs,
            solver_seconds: time.as_secs_f64(),
            wall_seconds: 0.0,
        };
        let written = self.checkpoints.time(|| trace.add(step));
        written.map_err(CheckError::Trace)
    }

    /// Ends the search: nobody prefetches for it any more.
    pub(super) fn end_search(&mut self) {
        if let Some(prefetch) = self.prefetch.take() {
            self.checker.add(prefetch.close());
        }
        self.progress.end_search();
    }

    /// The bytes of the original file.
    pub(super) fn original(&self) -> &[u8] {
        &self.original
    }

    /// Checks whether the result of an interrupted run of this reduction fails. If it does, no longer text replaces it.
    /// This is not a check of the search, which takes its own course.
    pub(super) fn take_up(&mut self) -> Result<(), CheckError> {
        let standing = self.delivery.standing();
        let Some(left) = standing.filter(|left| left.len() < self.original.len()) else {
            return Ok(());
        };
        let outcome = self.checker.probe(&left).map(|(outcome, _)| outcome);
        match outcome {
            Ok(Outcome::Uninteresting | Outcome::Held) => {
                self.delivery.make_way().map_err(CheckError::Output)
            }
            // What could not be looked at stays where it is.
            outcome => {
                self.delivery.keep(left);
                outcome.map(drop)
            }
        }
    }

    /// What to deliver when the search was interrupted: this text, or a shorter one that an earlier run has left.
    pub(super) fn best_of_all(&self, best: &[u8]) -> Vec<u8> {
        self.delivery.shorter_than(best).unwrap_or(best).to_vec()
    }

    /// Why the work of this process is being ended.
    pub(super) fn cause(&self) -> Option<Cause> {
        self.stop.cause()
    }

    /// Whether the text of a test case is longer than the original file.
    pub(super) fn lengthens(&self, case: &TestCase) -> bool {
        case.text().len() > self.original.len()
    }

    /// Whether the text of a test case is shorter than the original file.
    pub(super) fn shrank(&self, case: &TestCase) -> bool {
        case.text().len() < self.original.len()
    }

    /// The signature of an accepted text if it fails in a new run as well, or in several if earlier texts were
    /// doubtful; none if it does not.
    pub(super) fn always_fails(&mut self, text: &[u8]) -> Result<Option<String>, CheckError> {
        self.progress.phase(Phase::FinalCheck);
        let runs = if self.doubtful {
            DOUBTFUL_RUNS
        } else {
            FRESH_RUNS
        };
        self.fails_in(runs, text)
    }

    /// The signature of any text that fails in each of several new runs; none if it does not.
    pub(super) fn fails_each_time(&mut self, text: &[u8]) -> Result<Option<String>, CheckError> {
        self.fails_in(DOUBTFUL_RUNS, text)
    }

    fn fails_in(&mut self, runs: usize, text: &[u8]) -> Result<Option<String>, CheckError> {
        let mut signature = None;
        for _ in 0..runs {
            let (outcome, answers) = self.told_afresh(text)?;
            if outcome != Outcome::Interesting {
                self.refuted.insert(*blake3::hash(text).as_bytes());
                return Ok(None);
            }
            signature = self.checker.signature(&answers);
            self.crashed_at = crash_site(&answers).cloned();
        }
        Ok(Some(signature.unwrap_or_default()))
    }

    /// Where the last text that was confirmed crashed, and where the original did, if both are known.
    pub(super) fn crash_sites(&self) -> Option<(&CrashSite, &CrashSite)> {
        Some((self.crashed_at.as_ref()?, self.checker.golden_site()?))
    }

    /// The outcome of a text in a new run, past memory and store. A run without a usable result, because the machine
    /// was too busy or somebody killed it, is repeated.
    fn told_afresh(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        let mut told = self.run_afresh(text)?;
        for _ in 0..UNTOLD_RUNS {
            if told.0 != Outcome::Unresolved {
                break;
            }
            told = self.run_afresh(text)?;
        }
        Ok(told)
    }

    fn run_afresh(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        self.progress.asks();
        if let Some(queue) = self.queue() {
            queue.run_again(Wanted::again(text, 0), self.stop);
        }
        let told = self.checker.check_afresh(text);
        self.count();
        told
    }

    /// Updates the counts on display and on record.
    fn count(&mut self) {
        let prefetched = || self.prefetch.as_ref().map(|guard| guard.queue.counts());
        let counts = || self.checker.counts() + prefetched().unwrap_or_default();
        self.ledger.update(counts);
        let runs = self.checker.runs_so_far();
        self.progress
            .answered(self.checks, runs, self.checker.counts().hits);
    }

    /// The oldest text of the chain: the golden text, unless all texts have failed a re-check. Only the text is kept,
    /// because what is known about a large text takes many times its memory.
    pub(super) fn oldest(&self) -> Option<&[u8]> {
        self.chain.first()
    }

    /// The newest text of the chain that always fails. Later texts are dropped from the chain, and from now on no text
    /// is accepted after a single run.
    pub(super) fn newest_that_always_fails(&mut self) -> Result<Option<Vec<u8>>, CheckError> {
        self.doubtful = true;
        self.progress.phase(Phase::WalkBack);
        while let Some(text) = self.chain.pop() {
            if !self.is_refuted(&text) && self.fails_each_time(&text)?.is_some() {
                self.chain.push(&text);
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Whether a text has failed a re-check.
    fn is_refuted(&self, text: &[u8]) -> bool {
        !self.refuted.is_empty() && self.refuted.contains(blake3::hash(text).as_bytes())
    }

    /// The verdict on a text that the search asks.
    fn decide(
        &mut self,
        text: &[u8],
        patience: Patience,
        speculate: &dyn Fn() -> Speculation,
    ) -> Result<Verdict, CheckError> {
        let Some(queue) = self.queue() else {
            return self.decide_alone(text, patience);
        };
        let wanted = Wanted::check(text, patience);
        queue.asked(wanted, speculate);
        queue.help(&mut self.checker, wanted, self.stop)?;
        let verdict = self.decide_alone(text, patience)?;
        queue.answered(wanted, verdict);
        Ok(verdict)
    }

    /// What other threads prefetch for this reduction, if there can be any.
    fn queue(&self) -> Option<Arc<PrefetchQueue>> {
        let guard = self.prefetch.as_ref();
        guard.map(|guard| Arc::clone(&guard.queue))
    }

    /// The same, from what is known and by runs in its own slot.
    fn decide_alone(&mut self, text: &[u8], patience: Patience) -> Result<Verdict, CheckError> {
        let verdict = self.checker.check(text, patience)?;
        let verdict = self.confirmed(text, verdict)?;
        let is_interesting = verdict.outcome == Outcome::Interesting;
        if self.is_refuted(text)
            || self.doubtful && is_interesting && self.fails_each_time(text)?.is_none()
        {
            return Ok(Verdict {
                outcome: Outcome::Unresolved,
                ..verdict
            });
        }
        Ok(verdict)
    }

    /// The verdict on a text that may only be presumed to be interesting. It is asked about again under the full limits
    /// if it has at most an eighth of the size of the last text that was and the runs since then have taken three times as
    /// long as this one will, or if the presumption has been wrong before. So the time that a search for a hang takes is
    /// mostly that of the lower limits, and a wrong way is not followed for long. The result is always run again under the
    /// full limits.
    fn confirmed(&mut self, text: &[u8], verdict: Verdict) -> Result<Verdict, CheckError> {
        if !self.checker.is_presumed(text) {
            return Ok(verdict);
        }
        self.presumptions += 1;
        let is_small = text.len() * SELDOM <= self.confirmed_bytes;
        let is_worth_it = self
            .checker
            .short_runs_in_a_full_one()
            .saturating_mul(WORTH)
            <= self.presumptions;
        if self.confirmed_bytes > 0 && !(is_small && is_worth_it) {
            return Ok(verdict);
        }
        self.presumptions = 0;
        let verdict = self.checker.check(text, Patience::Full)?;
        self.confirmed_bytes = match verdict.outcome {
            Outcome::Interesting if self.confirmed_bytes > 0 => text.len(),
            _ => 0,
        };
        Ok(verdict)
    }

    /// Refuses a failure that an empty or trivial text shows too.
    pub(super) fn refuse_trivial(
        &mut self,
        task: &Task<'_>,
        language: &dyn Language,
        dialect: Dialect,
    ) -> Result<(), Problem> {
        refuse_trivial(
            task,
            &mut self.checker,
            language,
            (dialect, self.golden_bytes),
        )
    }

    /// Removes the minimized file, because the failure does not depend on the input.
    pub(super) fn withdraw(&mut self) -> io::Result<()> {
        self.delivery.withdraw()
    }

    /// Writes the minimized file for the last time.
    pub(super) fn deliver(&mut self, text: &[u8]) -> io::Result<()> {
        self.checkpoints.time(|| self.delivery.finish(text))
    }
}

impl Answers for CaseAnswers<'_> {
    type Error = CheckError;

    fn go_on(&self, shortest: &TestCase) -> Result<(), CheckError> {
        if self.stop.is_winding_up() {
            return Err(CheckError::Interrupted);
        }
        let bytes = shortest.text().len() as f64;
        if self.enough.is_some_and(|enough| bytes <= enough) {
            return Err(CheckError::Enough);
        }
        Ok(())
    }

    fn may_check(&self) -> Result<(), CheckError> {
        if self.max_checks.is_some_and(|most| self.checks >= most) {
            return Err(CheckError::Spent);
        }
        Ok(())
    }

    fn position(&mut self, position: Option<Position>) {
        self.progress.position(position);
    }

    fn check(
        &mut self,
        text: &[u8],
        patience: Patience,
        speculate: &dyn Fn() -> Speculation,
    ) -> Result<Verdict, CheckError> {
        self.checks += 1;
        self.progress.asks();
        let verdict = self.decide(text, patience, speculate);
        self.count();
        self.checkpoints
            .time(|| self.delivery.catch_up())
            .map_err(CheckError::Output)?;
        verdict
    }

    fn is_decided(&self, text: &[u8]) -> bool {
        self.checker.is_decided(text)
    }

    fn limit(&self, patience: Patience) -> Duration {
        let limit = self.checker.cpu_limit(patience);
        match patience {
            Patience::Short => limit,
            // A run that reaches this limit is followed by the others.
            Patience::Full => limit * self.most_runs,
        }
    }

    fn superfluous(
        &mut self,
        case: &TestCase,
        depth: HintDepth,
    ) -> Result<Option<Superfluous>, CheckError> {
        let superfluous = self.checker.superfluous(case, depth);
        self.count();
        superfluous
    }

    fn accepted(&mut self, step: &Accepted<'_>) -> Result<(), CheckError> {
        let best = step.best;
        self.chain.push(step.current.text());
        self.progress.accepted(best.text().len());
        if self.shrank(best) && !self.checker.is_presumed(best.text()) {
            self.checkpoints
                .time(|| self.delivery.improve(best.text()))
                .map_err(CheckError::Output)?;
        }
        self.add_step(step)
    }

    fn spent(&self) -> (u64, Duration) {
        let counts = self.checker.counts();
        (
            counts.runs - counts.prefetch_runs + counts.prefetch_used,
            counts.answer_time,
        )
    }
}
