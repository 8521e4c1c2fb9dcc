//! Lithium: removes chunks from the end to the beginning of the list, then chunks of half the size, down to single
//! elements, which it tries again and again until none can be removed.
//!
//! This is the strategy "minimize" of Mozilla's Lithium. The size of the chunks is always a power of two that is
//! smaller than the list. A round over single elements ends as soon as each has failed since the last success.

use super::left::Left;
use super::{Minimiser, Step};
use std::ops::Range;

/// Removes chunks from the end, and halves their size after each round.
#[derive(Clone, Debug)]
pub struct Lithium {
    left: Left,
    /// The elements from this place on have been tried in this round.
    end: usize,
    /// The size of the chunks. The last chunk of a round may be smaller.
    chunk: usize,
    /// How many tries of single elements have failed since the last success and the last try of a larger chunk.
    failed: usize,
}

impl Lithium {
    /// A minimiser for this number of elements.
    pub fn new(elements: usize) -> Lithium {
        Lithium {
            left: Left::all(elements),
            end: elements,
            chunk: power_below(elements),
            failed: 0,
        }
    }

    fn subset(&self) -> Range<usize> {
        self.end.saturating_sub(self.chunk)..self.end
    }
}

/// The largest power of two that is smaller than this number, but at least 1.
fn power_below(number: usize) -> usize {
    match number {
        0..=2 => 1,
        _ => 1 << (number - 1).ilog2(),
    }
}

impl Minimiser for Lithium {
    fn next(&mut self) -> Step {
        if self.failed < self.left.len() {
            Step::TryWithout(self.left.subset(self.subset()))
        } else {
            Step::End
        }
    }

    fn feed(&mut self, succeeded: bool) {
        let subset = self.subset();
        self.end = subset.start;
        self.failed = match (succeeded, subset.len()) {
            (false, 1) => self.failed + 1,
            _ => 0,
        };
        if succeeded {
            self.left.remove(subset);
        }
        if self.end == 0 {
            self.end = self.left.len();
            self.chunk = (self.chunk / 2).clamp(1, power_below(self.end));
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        (self.chunk, self.left.len() - self.end, self.left.len())
    }
}
