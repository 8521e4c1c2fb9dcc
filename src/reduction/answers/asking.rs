//! Asking: the checker of a case, the threads that prefetch for it, and the counts that are shown and recorded.

use crate::checker::{CheckError, Checker};
use crate::language::{HintDepth, Superfluous, TestCase};
use crate::oracle::Answer;
use crate::outcome::{Outcome, Patience};
use crate::reduction::ledger::Ledger;
use crate::reduction::prefetch::{Futures, PrefetchGuard, PrefetchQueue, Wanted};
use crate::reduction::{Progress, ReductionContext};
use crate::search::Speculation;
use crate::solver::Stop;
use std::sync::Arc;
use std::time::Duration;

/// How many times an unresolved run is repeated at most.
const RETRIES: usize = 2;

/// Asks the solvers of a case about its texts.
pub(in crate::reduction) struct Asking<'a> {
    checker: Checker,
    /// Lets idle threads prefetch for this reduction, if there can be any.
    prefetch: Option<PrefetchGuard<'a>>,
    ledger: Ledger<'a>,
    stop: &'a Stop,
    progress: &'a Progress<'a>,
    /// How many questions the search has asked.
    checks: u64,
}

impl<'a> Asking<'a> {
    pub(super) fn new(
        checker: Checker,
        ledger: Ledger<'a>,
        progress: &'a Progress<'a>,
        context: &'a ReductionContext<'a>,
    ) -> Asking<'a> {
        Asking {
            prefetch: context.prefetch.open(|| checker.spec(), Futures::default),
            checker,
            ledger,
            stop: context.stop,
            progress,
            checks: 0,
        }
    }

    pub(in crate::reduction) fn checker(&self) -> &Checker {
        &self.checker
    }

    pub(in crate::reduction) fn checker_mut(&mut self) -> &mut Checker {
        &mut self.checker
    }

    /// How many questions the search has asked.
    pub(super) fn checks(&self) -> u64 {
        self.checks
    }

    /// Begins a question of the search, and lets other threads prefetch what it may ask next.
    pub(super) fn begin(
        &mut self,
        text: &[u8],
        patience: Patience,
        speculate: &dyn Fn() -> Speculation,
    ) -> Result<(), CheckError> {
        let Some(queue) = self.queue() else {
            return Ok(());
        };
        let wanted = Wanted::check(text, patience);
        queue.asked(wanted, speculate);
        queue.help(&mut self.checker, wanted, self.stop)
    }

    /// Ends a question of the search, which has got this answer.
    pub(super) fn end(&mut self, text: &[u8], patience: Patience, outcome: Outcome) {
        if let Some(queue) = self.queue() {
            queue.answered(Wanted::check(text, patience), outcome);
        }
    }

    /// Counts a question of the search.
    pub(super) fn count_check(&mut self) {
        self.checks += 1;
        self.progress.asks();
    }

    /// The queue from which other threads prefetch for this reduction, if there can be any.
    fn queue(&self) -> Option<Arc<PrefetchQueue>> {
        self.prefetch.as_ref().map(|guard| Arc::clone(&guard.queue))
    }

    /// Ends the search: nobody prefetches for it any more.
    pub(in crate::reduction) fn end_search(&mut self) {
        if let Some(prefetch) = self.prefetch.take() {
            self.checker.add(prefetch.close());
        }
        self.progress.end_search();
    }

    /// The outcome of a text in a new run, past memory and store. An unresolved run, because the machine was too busy
    /// or somebody killed the solver, is repeated.
    pub(super) fn afresh(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        for _ in 0..RETRIES {
            let (outcome, answers) = self.run_afresh(text)?;
            if outcome != Outcome::Unresolved {
                return Ok((outcome, answers));
            }
        }
        self.run_afresh(text)
    }

    fn run_afresh(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        self.progress.asks();
        if let Some(queue) = self.queue() {
            queue.run_again(Wanted::again(text, 0), self.stop);
        }
        let checked = self.checker.check_afresh(text);
        self.count();
        checked
    }

    /// The parts of a text that a solver names as superfluous, if it gives a hint.
    pub(super) fn superfluous(
        &mut self,
        case: &TestCase,
        depth: HintDepth,
    ) -> Result<Option<Superfluous>, CheckError> {
        let superfluous = self.checker.superfluous(case, depth);
        self.count();
        superfluous
    }

    /// Updates the counts in the ledger and on display.
    pub(super) fn count(&mut self) {
        self.ledger.update(|| {
            let prefetched = self.prefetch.as_ref().map(|guard| guard.queue.counts());
            self.checker.counts() + prefetched.unwrap_or_default()
        });
        let runs = self.checker.runs_so_far();
        self.progress
            .answered(self.checks, runs, self.checker.counts().hits);
    }

    /// The number of runs that have answered questions so far, and their wall time.
    pub(super) fn spent(&self) -> (u64, Duration) {
        let counts = self.checker.counts();
        (
            counts.runs - counts.prefetch_runs + counts.prefetch_used,
            counts.answer_time,
        )
    }
}
