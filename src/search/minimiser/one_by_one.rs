//! One by one: tries each element alone, in order, and repeats this as long as anything could be removed.
//!
//! This is the strategy "OBO" of DeltaASP (Brummayer and Järvisalo, TPLP 2010), except that it ends as soon as every
//! element that is left has failed since the last success. DeltaASP would try the elements after the last success once
//! more.

use super::left::Left;
use super::{Minimiser, Step};

/// Tries the elements one by one.
#[derive(Clone, Debug)]
pub struct OneByOne {
    left: Left,
    /// The place of the next element.
    at: usize,
    /// How many tries have failed, since the last success if it repeats.
    failed: usize,
    /// Whether elements that have failed are tried again after a success.
    repeats: bool,
}

impl OneByOne {
    /// A minimiser for this number of elements.
    pub fn new(elements: usize) -> OneByOne {
        OneByOne {
            repeats: true,
            ..OneByOne::once(elements)
        }
    }

    /// The same, but no element is tried twice. It is not in the list of minimisers, because an element that fails is not
    /// tried again after a later success.
    pub(in crate::search) fn once(elements: usize) -> OneByOne {
        OneByOne {
            left: Left::all(elements),
            at: 0,
            failed: 0,
            repeats: false,
        }
    }
}

impl Minimiser for OneByOne {
    fn next(&mut self) -> Step {
        if self.failed < self.left.len() {
            Step::TryWithout(self.left.subset(self.at..self.at + 1))
        } else {
            Step::End
        }
    }

    fn feed(&mut self, succeeded: bool) {
        if succeeded {
            self.left.remove(self.at..self.at + 1);
            if self.repeats {
                self.failed = 0;
            }
        } else {
            self.at += 1;
            self.failed += 1;
        }
        if self.at >= self.left.len() {
            self.at = 0;
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        (1, self.failed, self.left.len())
    }
}
