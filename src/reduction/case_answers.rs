//! The world of one reduction, as its driver sees it: outcomes, the accepted chain, the minimized file.

use super::chain::Chain;
use super::delivery::Delivery;
use super::drive::Answers;
use super::prefetch::PrefetchGuard;
use super::{Phase, Progress, Shared, Speculation, Stopwatch};
use crate::checker::{CheckError, Checker};
use crate::language::TestCase;
use crate::oracle::Answer;
use crate::outcome::Outcome;
use crate::search::Stage;
use crate::solver::Stop;
use rustc_hash::FxHashSet;
use std::io;
use std::time::Duration;

/// How often a text is run past the store before it counts as one that always fails.
const FRESH_RUNS: usize = 2;

/// How often a run that tells nothing is made again.
const UNTOLD_RUNS: usize = 2;

/// Answers a driver's checks, and keeps what it accepts.
pub(super) struct CaseAnswers<'a> {
    checker: Checker,
    /// What others work ahead of, where there may be others.
    prefetch: Option<PrefetchGuard<'a>>,
    delivery: Delivery,
    chain: Chain,
    original: Vec<u8>,
    stop: &'a Stop,
    checkpoints: &'a Stopwatch,
    progress: &'a Progress<'a>,
    checks: u64,
    /// Whether an accepted text turned out to fail only sometimes: from then on none is accepted on one run.
    doubtful: bool,
    /// The digests of texts that failed a re-check: none of them is accepted again, whatever a later run does.
    refuted: FxHashSet<[u8; 32]>,
}

impl<'a> CaseAnswers<'a> {
    pub(super) fn new(
        golden: &[u8],
        checker: Checker,
        delivery: Delivery,
        original: Vec<u8>,
        shared: &Shared<'a>,
        progress: &'a Progress<'a>,
    ) -> Self {
        let mut chain = Chain::default();
        chain.push(golden);
        progress.search(golden.len(), checker.runs_so_far());
        CaseAnswers {
            prefetch: shared.prefetch.open(|| checker.spec()),
            checker,
            delivery,
            chain,
            original,
            stop: shared.stop,
            checkpoints: shared.checkpoints,
            progress,
            checks: 0,
            doubtful: false,
            refuted: FxHashSet::default(),
        }
    }

    pub(super) fn checker(&self) -> &Checker {
        &self.checker
    }

    /// The search has ended: nobody works ahead of it any more.
    pub(super) fn end_search(&mut self) {
        if let Some(prefetch) = self.prefetch.take() {
            self.checker.add(prefetch.close());
        }
        self.progress.end_search();
    }

    /// The bytes of the case.
    pub(super) fn original(&self) -> &[u8] {
        &self.original
    }

    /// Looks whether what an interrupted run of this reduction has delivered fails: then nothing longer is to replace
    /// it. It is no check of the search, which goes its own way.
    pub(super) fn take_up(&mut self) -> Result<(), CheckError> {
        let standing = self.delivery.standing();
        let Some(left) = standing.filter(|left| left.len() < self.original.len()) else {
            return Ok(());
        };
        let outcome = self.checker.check(&left);
        // What could not be looked at stays where it is.
        if !matches!(outcome, Ok(Outcome::Uninteresting | Outcome::Held)) {
            self.delivery.keep(left);
        }
        outcome.map(drop)
    }

    /// What to deliver of a search that was cut: this best text, or the shorter one that an earlier run has left.
    pub(super) fn best_of_all(&self, best: &[u8]) -> Vec<u8> {
        self.delivery.shorter_than(best).unwrap_or(best).to_vec()
    }

    /// Whether a text prints shorter than the case.
    pub(super) fn shrank(&self, case: &TestCase) -> bool {
        case.tree().text().len() < self.original.len()
    }

    /// The signature of a text, if it fails every time that it is run past memory and store.
    pub(super) fn always_fails(&mut self, text: &[u8]) -> Result<Option<String>, CheckError> {
        self.progress.phase(Phase::FinalCheck);
        self.fails_each_time(text)
    }

    fn fails_each_time(&mut self, text: &[u8]) -> Result<Option<String>, CheckError> {
        let mut signature = None;
        for _ in 0..FRESH_RUNS {
            let (outcome, answers) = self.told_afresh(text)?;
            if outcome != Outcome::Interesting {
                self.refuted.insert(*blake3::hash(text).as_bytes());
                return Ok(None);
            }
            signature = self.checker.signature(&answers);
        }
        Ok(Some(signature.unwrap_or_default()))
    }

    /// The outcome of a text run past memory and store; a run that tells nothing, because the machine was too busy or
    /// someone ended it, is made again.
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
        let told = self.checker.check_afresh(text);
        self.count();
        told
    }

    /// Shows what was counted so far.
    fn count(&self) {
        let runs = self.checker.runs_so_far();
        self.progress
            .answered(self.checks, runs, self.checker.counts().hits);
    }

    /// The newest text of the chain that always fails. Those behind it are forgotten, and nothing is accepted on one
    /// run any more.
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

    /// The outcome of a text that the search asks.
    fn decide(
        &mut self,
        text: &[u8],
        speculate: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, CheckError> {
        if let Some(PrefetchGuard { queue, .. }) = &self.prefetch {
            let digest = *blake3::hash(text).as_bytes();
            queue.asked(digest, speculate);
            queue.help(&mut self.checker, digest, self.stop)?;
        }
        let outcome = self.checker.check(text)?;
        if self.is_refuted(text) {
            return Ok(Outcome::Unresolved);
        }
        if self.doubtful && outcome == Outcome::Interesting && self.fails_each_time(text)?.is_none()
        {
            return Ok(Outcome::Unresolved);
        }
        Ok(outcome)
    }

    /// Writes the minimized file for the last time.
    pub(super) fn deliver(&mut self, text: &[u8]) -> io::Result<()> {
        self.checkpoints.time(|| self.delivery.finish(text))
    }
}

impl Answers for CaseAnswers<'_> {
    type Error = CheckError;

    fn go_on(&self) -> Result<(), CheckError> {
        if self.stop.is_winding_up() {
            return Err(CheckError::Interrupted);
        }
        Ok(())
    }

    fn stage(&mut self, stage: Option<Stage>) {
        self.progress.stage(stage);
    }

    fn check(
        &mut self,
        text: &[u8],
        speculate: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, CheckError> {
        self.checks += 1;
        self.progress.asks();
        let outcome = self.decide(text, speculate);
        self.count();
        outcome
    }

    fn accepted(&mut self, current: &TestCase, best: &TestCase) -> Result<(), CheckError> {
        self.chain.push(current.tree().text());
        self.progress.accepted(best.tree().text().len());
        if self.shrank(best) {
            self.checkpoints
                .time(|| self.delivery.improve(best.tree().text()))
                .map_err(CheckError::Output)?;
        }
        Ok(())
    }

    fn spent(&self) -> (u64, Duration) {
        let counts = self.checker.counts();
        (
            counts.runs - counts.prefetch_runs + counts.prefetch_used,
            counts.answer_time,
        )
    }
}
