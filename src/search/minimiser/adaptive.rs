//! Adaptive: works from the end of the list. After a success, tries twice as many elements; after a failure, bisects.
//!
//! This is multiplicative increase and decrease with bisection, after Hwang's group testing by binary splitting. If a
//! subset cannot be taken out, the last element that must stay is looked for by halving the subset. If one half can be
//! taken out, this element is in the other half, which need not be tried as a whole. With k elements that must stay,
//! this takes about k·log(n/k) tries, whereas [`super::Halving`] takes a round of n/g tries for every granularity g.

use super::{Minimiser, Step};

/// Takes out runs of neighbouring elements, from the last to the first. The length of the runs changes.
#[derive(Clone, Debug)]
pub struct Adaptive {
    elements: usize,
    /// All elements from this index on are decided.
    undecided: usize,
    /// The number of elements that are tried next.
    step: usize,
    /// The range in which an element that must stay is being looked for, if any: from `.0` up to, but not including,
    /// `.1`.
    bisected: Option<(usize, usize)>,
}

impl Adaptive {
    /// A minimiser for this number of elements. It tries all of them first.
    pub fn new(elements: usize) -> Adaptive {
        Adaptive {
            elements,
            undecided: elements,
            step: elements,
            bisected: None,
        }
    }

    fn subset(&self) -> (usize, usize) {
        match self.bisected {
            Some((low, high)) => (low.midpoint(high), high),
            None => (self.undecided - self.step, self.undecided),
        }
    }

    /// Ends the bisection if one element is left; this element stays.
    fn settle(&mut self) {
        if let Some((low, high)) = self.bisected
            && high - low <= 1
        {
            self.bisected = None;
            self.undecided = low;
            self.step = (self.step / 2).max(1).min(low);
        }
    }
}

impl Minimiser for Adaptive {
    fn next(&mut self) -> Step {
        let (from, to) = self.subset();
        if from < to {
            Step::TryWithout((from..to).collect())
        } else {
            Step::End
        }
    }

    fn feed(&mut self, succeeded: bool) {
        let (from, to) = self.subset();
        self.bisected = match (self.bisected, succeeded) {
            (Some((low, _)), true) => Some((low, from)),
            (Some((_, high)), false) => Some((from, high)),
            (None, false) => Some((from, to)),
            (None, true) => {
                self.undecided = from;
                self.step = (self.step * 2).min(from);
                None
            }
        };
        self.settle();
    }

    fn position(&self) -> (usize, usize, usize) {
        let (from, to) = self.subset();
        (to - from, self.elements - self.undecided, self.elements)
    }

    fn boxed(&self) -> Box<dyn Minimiser> {
        Box::new(self.clone())
    }
}
