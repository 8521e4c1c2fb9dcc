//! Where accepted texts go: into the minimized file, and into the trace if one is written.

use crate::checker::CheckError;
use crate::event::TraceStep;
use crate::language::TestCase;
use crate::reduction::Stopwatch;
use crate::reduction::delivery::Delivery;
use crate::reduction::trace::Trace;
use std::io;

/// The files of a reduction.
pub(in crate::reduction) struct Results<'a> {
    pub(super) delivery: Delivery<'a>,
    original: Vec<u8>,
    trace: Option<Trace>,
    checkpoints: &'a Stopwatch,
}

impl<'a> Results<'a> {
    pub(in crate::reduction) fn new(
        delivery: Delivery<'a>,
        original: Vec<u8>,
        trace: Option<Trace>,
        checkpoints: &'a Stopwatch,
    ) -> Results<'a> {
        Results {
            delivery,
            original,
            trace,
            checkpoints,
        }
    }

    /// The bytes of the original file.
    pub(in crate::reduction) fn original(&self) -> &[u8] {
        &self.original
    }

    /// What to deliver after an interrupted search: this text, or a shorter one that an earlier run has left, or the
    /// original if neither is shorter than that.
    pub(in crate::reduction) fn best_of_all(&self, best: &[u8]) -> Vec<u8> {
        let best = self.delivery.shorter_than(best).unwrap_or(best);
        if best.len() < self.original.len() {
            best.to_vec()
        } else {
            self.original.clone()
        }
    }

    /// Replaces the minimized file by this text if that is shorter than the original.
    pub(super) fn improve(&mut self, best: &TestCase) -> Result<(), CheckError> {
        if best.text().len() >= self.original.len() {
            return Ok(());
        }
        let written = self.checkpoints.time(|| self.delivery.improve(best.text()));
        written.map_err(CheckError::Output)
    }

    /// Writes the text that waits to be written, if it has waited long enough.
    pub(super) fn catch_up(&mut self) -> Result<(), CheckError> {
        let written = self.checkpoints.time(|| self.delivery.catch_up());
        written.map_err(CheckError::Output)
    }

    /// Adds an accepted text to the trace, if there is one.
    pub(super) fn trace(&mut self, step: impl FnOnce() -> TraceStep) -> Result<(), CheckError> {
        let Some(trace) = &mut self.trace else {
            return Ok(());
        };
        let written = self.checkpoints.time(|| trace.add(step()));
        written.map_err(CheckError::Trace)
    }

    /// Removes the minimized file. This is done if the failure does not depend on the input.
    pub(in crate::reduction) fn withdraw(&mut self) -> io::Result<()> {
        self.delivery.withdraw()
    }

    /// Writes the minimized file for the last time.
    pub(in crate::reduction) fn deliver(&mut self, text: &[u8]) -> io::Result<()> {
        self.checkpoints.time(|| self.delivery.finish(text))
    }
}
