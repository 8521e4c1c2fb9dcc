//! Each once: tries each element alone, in order, and no element twice. It is not in the list of minimisers, because an
//! element that fails is not tried again after a later success.

use super::{Minimiser, Step};

/// Tries each element once.
#[derive(Clone, Debug)]
pub(super) struct EachOnce {
    elements: usize,
    /// The next element.
    at: usize,
}

impl EachOnce {
    /// Tries this many elements.
    pub(super) fn new(elements: usize) -> EachOnce {
        EachOnce { elements, at: 0 }
    }
}

impl Minimiser for EachOnce {
    fn next(&mut self) -> Step {
        if self.at < self.elements {
            Step::TryWithout(vec![self.at])
        } else {
            Step::End
        }
    }

    fn feed(&mut self, _succeeded: bool) {
        self.at += 1;
    }

    fn position(&self) -> (usize, usize, usize) {
        (1, self.at, self.elements)
    }
}
