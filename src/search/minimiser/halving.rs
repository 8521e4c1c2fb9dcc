//! Halving: tries all elements together, then each half of the remaining elements, each quarter, and so on.
//!
//! This is the list algorithm of ddSMT 2.0 (CAV 2021, "ddmin"): after a success it continues with the next subset, and
//! it tries no subset twice at the same granularity.

use super::{Minimiser, Step};
use std::ops::Range;

/// Halves the size of the subsets, down to a least size.
#[derive(Clone, Debug)]
pub struct Halving {
    elements: usize,
    /// The first element of the next subset.
    at: usize,
    /// The number of elements in a subset.
    granularity: usize,
    /// The least size of a subset.
    least: Least,
    /// Whether something was removed at this granularity.
    succeeded: bool,
    /// The number of elements in the subset that was tried last, if it could not be removed.
    failed: Option<usize>,
}

/// The least size of a subset.
#[derive(Clone, Copy, Debug)]
enum Least {
    /// This many elements.
    Elements(usize),
    /// The list that is left divided by this number, but at least two elements.
    Part(usize),
}

impl Halving {
    /// A minimiser for this number of elements. Its subsets have at least `least` elements, except the last one of a
    /// round.
    pub fn new(elements: usize, least: usize) -> Halving {
        Halving::down_to(elements, Least::Elements(least.max(1)))
    }

    /// A minimiser for this number of elements. Its subsets have at least the number of elements that are left divided
    /// by `parts`, and at least two elements. So a round has at most about twice as many tries as there are parts, and
    /// yet a list of which hardly anything stays gets short.
    pub fn into_parts(elements: usize, parts: usize) -> Halving {
        Halving::down_to(elements, Least::Part(parts))
    }

    fn down_to(elements: usize, least: Least) -> Halving {
        Halving {
            elements,
            at: 0,
            granularity: elements,
            least,
            succeeded: false,
            failed: None,
        }
    }

    fn least(&self) -> usize {
        match self.least {
            Least::Elements(least) => least,
            Least::Part(parts) => (self.elements / parts).max(2),
        }
    }

    fn subset(&self) -> Range<usize> {
        self.at..(self.at + self.granularity).min(self.elements)
    }
}

impl Minimiser for Halving {
    fn next(&mut self) -> Step {
        loop {
            let subset = self.subset();
            // A single element left over at the end of a round is not tried here, but later with the single elements.
            if subset.len() > 1 || !subset.is_empty() && self.granularity == 1 {
                return Step::TryWithout(subset.collect());
            }
            if self.granularity / 2 < self.least() {
                return Step::End;
            }
            if self.succeeded {
                return Step::ListAgain;
            }
            self.granularity /= 2;
            self.at = 0;
        }
    }

    fn feed(&mut self, succeeded: bool) {
        let subset = self.subset();
        self.failed = (!succeeded).then_some(subset.len());
        self.at = subset.end;
        self.succeeded |= succeeded;
    }

    fn listed_again(&mut self, elements: usize) {
        self.elements = elements;
        self.granularity = (self.granularity / 2).min(elements);
        // If only the last subset is left, it is not tried again.
        if self.failed == Some(elements) && self.granularity == elements {
            self.granularity /= 2;
        }
        self.at = 0;
        self.succeeded = false;
    }

    fn position(&self) -> (usize, usize, usize) {
        (self.granularity, self.at, self.elements)
    }
}
