//! CDD: rounds over subsets whose size shrinks as that of ProbDD does, without a probability for each element.
//!
//! After Zhang, Xu, Tian, Cheng and Sun (ICSE 2025). They found that the probabilities of [`super::ProbDd`] in fact
//! count how often an element has failed: all elements of a round have the same one, and each round divides it by 1 −
//! 1/e. We go from the end to the beginning of the list, because what depends on an element mostly follows it, and do
//! not fill up the last subset of a round with elements of the next one.

use super::left::Left;
use super::probdd::{best_size, prior};
use super::{Minimiser, Step};
use std::ops::Range;

/// Removes subsets from the end, and makes them smaller after each round.
#[derive(Clone, Debug)]
pub struct Cdd {
    left: Left,
    /// The elements from this place on have been tried in this round.
    end: usize,
    /// How probable it is that an element must stay.
    probability: f64,
    /// The size of the subsets; the last subset of a round may be smaller. 0 once there is nothing more to try.
    size: usize,
}

/// What a round divides the probability by: 1 − 1/e.
const ROUND: f64 = 0.632_120_558_828_557_7;

impl Cdd {
    /// A minimiser for this number of elements.
    pub fn new(elements: usize) -> Cdd {
        let probability = prior(elements);
        Cdd {
            left: Left::all(elements),
            end: elements,
            probability,
            size: best_size(probability),
        }
    }

    fn subset(&self) -> Range<usize> {
        self.end.saturating_sub(self.size)..self.end
    }

    /// Begins a round with a smaller size. A subset of all elements that are left is not tried, because it would have
    /// failed already.
    fn next_round(&mut self) {
        self.end = self.left.len();
        let last = self.size;
        self.size = 0;
        while last > 1 && self.end > 1 && !(1..self.end).contains(&self.size) {
            self.probability /= ROUND;
            self.size = best_size(self.probability);
        }
    }
}

impl Minimiser for Cdd {
    fn next(&mut self) -> Step {
        let subset = self.subset();
        if subset.is_empty() {
            Step::End
        } else {
            Step::TryWithout(self.left.subset(subset))
        }
    }

    fn feed(&mut self, succeeded: bool) {
        let subset = self.subset();
        self.end = subset.start;
        if succeeded {
            self.left.remove(subset);
        }
        if self.end == 0 {
            self.next_round();
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        (self.size, self.left.len() - self.end, self.left.len())
    }
}
