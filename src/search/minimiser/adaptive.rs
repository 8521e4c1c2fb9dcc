//! Adaptive: from the end of the list, twice as many elements after a success; a failure is bisected.
//!
//! Additive increase and multiplicative decrease with bisection, after Hwang's group testing by binary splitting. Where
//! a subset fails, the last element without which it fails is looked for: half of the subset at a time. If one half
//! can be taken out, the element is in the other, which need not be tried. With k elements that must stay it takes some
//! k·log(n/k) tries, where [`super::Halving`] takes a round of n/g tries for every granularity g.

use super::{Minimiser, Step};

/// Takes out runs of neighbours of a changing length, from the last to the first.
#[derive(Clone, Debug)]
pub struct Adaptive {
    elements: usize,
    /// All elements from here on are decided.
    undecided: usize,
    /// How many elements are tried next.
    step: usize,
    /// Where an element that must stay is, if one is being looked for: at `.0` or behind, before `.1`.
    bisected: Option<(usize, usize)>,
}

impl Adaptive {
    /// For so many elements, all of which are tried first.
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

    /// Ends the bisection where one element is left: it stays.
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
