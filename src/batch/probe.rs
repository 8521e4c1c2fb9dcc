//! Finds out which solver a case fails on, by trying several.

use crate::corpus::{CaseOptions, resolve};
use crate::input::InputFile;
use crate::reduction::{self, Checked, Progress, ReductionContext, Task, beside};
use crate::solver::Stop;
use crate::sync::Mutex;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A case and the commands to try it on, in this order.
pub(crate) struct ProbedCase<'a> {
    /// The file.
    pub input: &'a InputFile,
    /// The commands.
    pub commands: Vec<Vec<OsString>>,
}

/// The result of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probed {
    /// The case fails on this command, in the same way each time. It is the first such command.
    Fails(usize),
    /// The case fails on none of the commands.
    Passes,
    /// Not all commands were tried, because the work was stopped.
    Untried,
}

/// The settings of trials.
pub(crate) struct Probe<'a> {
    /// CPU seconds per run.
    pub seconds: f64,
    /// The number of runs at the same time.
    pub jobs: usize,
    /// Stops all trials.
    pub stop: &'a Stop,
    /// Is called after each case, with how many have been tried and how many of them make a solver fail.
    pub watch: &'a (dyn Fn(usize, usize) + Sync),
}

impl Probe<'_> {
    /// Makes the trials, and returns the result of each.
    pub(crate) fn run(&self, cases: &[ProbedCase<'_>]) -> Vec<Probed> {
        let results = Mutex::new((vec![Probed::Untried; cases.len()], (0, 0)));
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(at) = self.next(&next, cases.len()) {
                let probed = self.probe(&cases[at]);
                let mut done = results.lock();
                let (results, tally) = &mut *done;
                results[at] = probed;
                tally.0 += usize::from(probed != Probed::Untried);
                tally.1 += usize::from(matches!(probed, Probed::Fails(_)));
                (self.watch)(tally.0, tally.1);
            }
        };
        let helpers = self.jobs.min(cases.len()).saturating_sub(1);
        // With fewer threads it only takes longer.
        beside(helpers, work, |_| (), work);
        let (results, _) = results.into_inner();
        results
    }

    fn next(&self, next: &AtomicUsize, cases: usize) -> Option<usize> {
        let at = next.fetch_add(1, Ordering::Relaxed);
        (at < cases && !self.stop.is_winding_up()).then_some(at)
    }

    fn probe(&self, case: &ProbedCase<'_>) -> Probed {
        let failing = case.commands.iter().position(|command| {
            let fails = AssertUnwindSafe(|| self.fails(case.input, command));
            // A case that makes smelt panic cannot be reduced.
            catch_unwind(fails).unwrap_or(false)
        });
        match failing {
            Some(at) => Probed::Fails(at),
            None if self.stop.is_winding_up() => Probed::Untried,
            None => Probed::Passes,
        }
    }

    /// Whether the case fails on the command and the solver reports a failure of its own. An exit code alone does not
    /// count: a solver that cannot read the case exits with an error too.
    fn fails(&self, input: &InputFile, command: &[OsString]) -> bool {
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
        let id = input.path().to_string_lossy();
        let progress = Progress::unseen();
        let task = Task::unrecorded(&id, input, &settings, &progress);
        // Only the store uses the nonce, and there is none.
        let context = ReductionContext::new(None, self.stop, [0; 32]);
        matches!(
            reduction::check(&task, &context),
            Ok(Checked {
                tells_failure: true,
                not_reduced: None,
                ..
            })
        )
    }
}
