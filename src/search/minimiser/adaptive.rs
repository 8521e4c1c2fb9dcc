//! Adaptive: works from the end of the list. After a success, tries twice as many elements; after a failure, bisects.
//!
//! This is multiplicative increase and decrease with bisection, after Hwang's group testing by binary splitting. With k
//! elements that must stay, this takes about k·log(n/k) tries, whereas [`super::Halving`] takes a round of n/g tries
//! for every granularity g.

use super::groups::{Decided, Groups};
use super::{Minimiser, Step};

/// Removes ranges of neighbouring elements, from the last to the first. The length of the ranges changes.
#[derive(Clone, Debug)]
pub struct Adaptive {
    groups: Groups,
    /// The number of elements that are tried next.
    step: usize,
}

impl Adaptive {
    /// A minimiser for this number of elements. It tries all of them first.
    pub fn new(elements: usize) -> Adaptive {
        Adaptive::beginning_with(elements, elements)
    }

    /// A minimiser for this number of elements that first tries at most `first` of them.
    pub fn beginning_with(elements: usize, first: usize) -> Adaptive {
        Adaptive {
            groups: Groups::new(elements),
            step: first.min(elements),
        }
    }
}

impl Minimiser for Adaptive {
    fn next(&mut self) -> Step {
        self.groups.next(self.step)
    }

    fn feed(&mut self, succeeded: bool) {
        let step = match self.groups.feed(self.step, succeeded) {
            Decided::Gone => self.step * 2,
            Decided::Stays => (self.step / 2).max(1),
            Decided::Nothing => return,
        };
        self.step = step.min(self.groups.undecided());
    }

    fn position(&self) -> (usize, usize, usize) {
        self.groups.position(self.step)
    }
}
