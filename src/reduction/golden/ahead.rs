//! Idle threads make the golden runs while the source run is in progress.

use crate::checker::{CheckerSpec, Counts};
use crate::reduction::prefetch::{PrefetchGuard, Wanted};
use crate::reduction::prepare::Prepared;
use crate::reduction::{ReductionContext, Task};
use crate::solver::Stop;

/// How many golden runs there are.
const RUNS: u32 = 2;

/// The golden runs that other threads make ahead, if there can be any.
pub(in crate::reduction) struct GoldenAhead<'a> {
    guard: Option<PrefetchGuard<'a>>,
    stop: &'a Stop,
}

impl<'a> GoldenAhead<'a> {
    /// Lets idle threads begin. They do not if the golden runs depend on how long others take.
    pub(in crate::reduction) fn begin(
        task: &Task<'_>,
        context: &ReductionContext<'a>,
        prepared: &Prepared,
    ) -> GoldenAhead<'a> {
        let spec =
            || CheckerSpec::before_golden(prepared.language, &prepared.clients, &prepared.oracle);
        let guard = if task.settings.rule.decides_by_time() {
            None
        } else {
            let text = prepared.case.text();
            context.prefetch.open_for_runs(spec, text, RUNS)
        };
        GoldenAhead {
            guard,
            stop: context.stop,
        }
    }

    /// Waits for the golden run with this number, from 0, if it has begun; otherwise it does not begin any more.
    pub(super) fn wait(&self, text: &[u8], number: u32) {
        if let Some(PrefetchGuard { queue, .. }) = &self.guard {
            queue.run_again(Wanted::again(text, number), self.stop);
        }
    }

    /// Ends it, and returns the counts of the other threads.
    pub(in crate::reduction) fn end(self) -> Counts {
        let guard = self.guard.as_ref();
        guard.map(PrefetchGuard::close).unwrap_or_default()
    }
}
