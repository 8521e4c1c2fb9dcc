//! An output that can no longer be written ends a run.

use super::BatchError;
use crate::solver::{Cause, Stop};
use crate::sync::Mutex;

/// The first error of the output, on any thread.
pub(super) struct Errors<'a> {
    pub(super) first: Mutex<Option<BatchError>>,
    pub(super) stop: &'a Stop,
}

impl Errors<'_> {
    /// Records an error and stops the run, because later results could not be written either.
    pub(super) fn note(&self, written: Result<(), BatchError>) {
        if let Err(error) = written {
            self.stop.because(Cause::Output);
            self.stop.set();
            let mut first = self.first.lock();
            first.get_or_insert(error);
        }
    }

    /// The first error, once all threads have ended.
    pub(super) fn into_result(self) -> Result<(), BatchError> {
        match self.first.into_inner() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}
