//! The golden runs ahead of time: idle threads make them while the source run is in progress.

use crate::checker::{CheckerSpec, Counts};
use crate::reduction::ReductionContext;
use crate::reduction::prefetch::{Futures, PrefetchGuard, Wanted};
use crate::reduction::prepare::Prepared;
use crate::reduction::solvers::Solvers;
use crate::solver::Stop;
use std::sync::Arc;

/// How many golden runs there are.
const RUNS: u32 = 2;

/// The golden runs that other threads make ahead of time, if there are other threads.
pub(in crate::reduction) struct GoldenAhead<'a> {
    guard: Option<PrefetchGuard<'a>>,
    stop: &'a Stop,
}

impl<'a> GoldenAhead<'a> {
    /// Lets idle threads begin, unless the rule decides by time: then the limits of the golden runs depend on earlier
    /// ones.
    pub(in crate::reduction) fn begin(
        context: &'a ReductionContext<'a>,
        prepared: &Prepared<'_>,
    ) -> GoldenAhead<'a> {
        if prepared.task.settings.rule.decides_by_time() {
            return GoldenAhead::none(context);
        }
        let Solvers {
            language,
            clients,
            oracle,
        } = &prepared.solvers;
        let spec = || CheckerSpec::of(*language, clients, oracle, &Arc::from([]));
        let futures = || Futures::of_runs(prepared.case.text(), RUNS);
        GoldenAhead {
            guard: context.prefetch.open(spec, futures),
            stop: context.stop,
        }
    }

    /// No runs ahead of time.
    pub(in crate::reduction) fn none(context: &ReductionContext<'a>) -> GoldenAhead<'a> {
        GoldenAhead {
            guard: None,
            stop: context.stop,
        }
    }

    /// Waits for the golden run with this number, from 0, if another thread has begun it; otherwise none begins it any
    /// more.
    pub(super) fn wait(&self, text: &[u8], number: u32) {
        if let Some(PrefetchGuard { queue, .. }) = &self.guard {
            queue.run_again(Wanted::again(text, number), self.stop);
        }
    }

    /// Ends these runs, and returns the counts of the other threads.
    pub(in crate::reduction) fn end(self) -> Counts {
        self.guard
            .as_ref()
            .map(PrefetchGuard::close)
            .unwrap_or_default()
    }
}
