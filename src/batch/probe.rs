//! Finds out by running them which solvers cases fail on.

use crate::corpus::{CaseOptions, resolve};
use crate::reduction::{
    self, Checked, Gauge, NoMemory, PrefetchPool, Progress, Shared, Stopwatch, Task, beside,
};
use crate::solver::Stop;
use crate::store::SingleFlight;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A case, and the commands that it is tried on, in this order.
pub struct Trial<'a> {
    /// The file.
    pub input: &'a Path,
    /// The commands.
    pub commands: Vec<Vec<OsString>>,
}

/// What came of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probed {
    /// The case fails on this command, each time in the same way; the first that it does.
    Fails(usize),
    /// It fails on none of them.
    Passes,
    /// It was not tried on all of them: the work was stopped.
    Untried,
}

/// How trials are made.
pub struct Probe<'a> {
    /// CPU seconds for a run.
    pub seconds: f64,
    /// So many run side by side.
    pub jobs: usize,
    /// Ends all of it.
    pub stop: &'a Stop,
}

impl Probe<'_> {
    /// Makes trials; what came of each.
    pub fn run(&self, trials: &[Trial<'_>]) -> Vec<Probed> {
        let results = Mutex::new(vec![Probed::Untried; trials.len()]);
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(at) = self.next(&next, trials.len()) {
                let probed = self.trial(&trials[at]);
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results[at] = probed;
            }
        };
        let helpers = self.jobs.min(trials.len()).saturating_sub(1);
        // With fewer threads it only takes longer.
        beside(helpers, work, |_| (), work);
        results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self, next: &AtomicUsize, trials: usize) -> Option<usize> {
        let at = next.fetch_add(1, Ordering::Relaxed);
        (at < trials && !self.stop.is_winding_up()).then_some(at)
    }

    fn trial(&self, trial: &Trial<'_>) -> Probed {
        // A case that makes smelt panic is none that can be reduced.
        let fails = |command: &Vec<OsString>| {
            let fails = AssertUnwindSafe(|| self.fails(trial.input, command));
            catch_unwind(fails).unwrap_or(false)
        };
        match trial.commands.iter().position(fails) {
            Some(at) => Probed::Fails(at),
            None if self.stop.is_winding_up() => Probed::Untried,
            None => Probed::Passes,
        }
    }

    /// Whether the case fails on the command, and the solver tells of it: whoever cannot read a case ends with an error
    /// as well.
    fn fails(&self, input: &Path, command: &[OsString]) -> bool {
        if self.stop.is_winding_up() {
            return false;
        }
        let options = CaseOptions {
            timeout: Some(self.seconds),
            ..CaseOptions::default()
        };
        let Ok(settings) = resolve(&options, None, command) else {
            return false;
        };
        let id = input.to_string_lossy();
        let gauge = Gauge::default();
        let task = Task {
            id: &id,
            input,
            output: Path::new(""),
            settings: &settings,
            memory: &NoMemory,
            progress: &Progress::new(&gauge, &|_| ()),
        };
        let shared = Shared {
            store: None,
            single_flight: &Arc::new(SingleFlight::new()),
            prefetch: &PrefetchPool::new(1),
            rerun: None,
            stop: self.stop,
            checkpoints: &Stopwatch::default(),
            // Without a store nothing is found again by it.
            nonce: [0; 32],
        };
        matches!(
            reduction::check(&task, &shared),
            Ok(Checked {
                tells_failure: true,
                problem: None,
                ..
            })
        )
    }
}
