//! The interface between a batch and the reduction of a case, so that batches can be tested without solvers.

use crate::corpus::Settings;
use crate::event::Row;
use crate::reduction::{self, ReductionContext, Task};
use std::path::Path;

/// Reduces cases: [`Reduction`], or a fake one in a test.
pub trait Reduce: Sync {
    /// Reduces a case; see [`reduction::reduce`].
    fn reduce(&self, task: &Task<'_>, context: &ReductionContext<'_>) -> Row;
    /// The fingerprint of the case's commands; see [`reduction::fingerprint`].
    fn fingerprint(
        &self,
        settings: &Settings,
        input: &Path,
        context: &ReductionContext<'_>,
    ) -> Option<String>;
}

/// The real reduction.
#[derive(Clone, Copy, Debug)]
pub struct Reduction;

impl Reduce for Reduction {
    fn reduce(&self, task: &Task<'_>, context: &ReductionContext<'_>) -> Row {
        reduction::reduce(task, context)
    }

    fn fingerprint(
        &self,
        settings: &Settings,
        input: &Path,
        context: &ReductionContext<'_>,
    ) -> Option<String> {
        reduction::fingerprint(settings, input, context)
    }
}
