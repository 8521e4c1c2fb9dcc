//! Bisection: tries all elements together, then thirds, then halves of each third that cannot be removed, and so on,
//! round after round down to single elements.
//!
//! After `minimize.Slice` of syzkaller. If a range cannot be removed, but all its parts save one can, the last part
//! cannot be removed either, and is split without having been tried. In contrast to [`super::QuickXplain`], all large
//! ranges are tried before the first small one. As there, the inference is only valid if a smaller subset never fails
//! where a larger one succeeds. We go from the end to the beginning, because what depends on an element mostly follows
//! it, and try all elements together first, because thirds may only be inferred if the whole cannot be removed.

use super::{Minimiser, Step};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

/// Splits ranges, breadth-first and from the end.
#[derive(Clone, Debug)]
pub struct Bisection {
    elements: usize,
    /// How many elements are decided.
    decided: usize,
    /// The parts of one range; the last one comes next.
    parts: Vec<Range<usize>>,
    /// Whether this range cannot be removed, but all its parts so far could.
    none_stays: bool,
    /// The ranges that cannot be removed and have not been split. A queue, so that large ranges come first.
    ranges: Arc<VecDeque<Range<usize>>>,
}

impl Bisection {
    /// A minimiser for this number of elements. It tries all of them first.
    pub fn new(elements: usize) -> Bisection {
        let whole = 0..elements;
        Bisection {
            elements,
            decided: 0,
            parts: if elements > 0 {
                vec![whole]
            } else {
                Vec::new()
            },
            none_stays: false,
            ranges: Arc::default(),
        }
    }

    /// Notes that a part cannot be removed.
    fn keep(&mut self, part: Range<usize>) {
        self.none_stays = false;
        if part.len() > 1 {
            Arc::make_mut(&mut self.ranges).push_back(part);
        } else {
            self.decided += 1;
        }
    }

    /// Splits the next range. The first split is into thirds.
    fn split(&mut self, range: &Range<usize>) {
        let parts = if range.len() == self.elements { 3 } else { 2 };
        let bound = |number: usize| range.start + range.len() * number / parts;
        self.parts = (0..parts)
            .map(|part| bound(part)..bound(part + 1))
            .collect();
        self.parts.retain(|part| !part.is_empty());
        self.none_stays = true;
    }
}

impl Minimiser for Bisection {
    fn next(&mut self) -> Step {
        match self.parts.last() {
            Some(part) => Step::TryWithout(part.clone().collect()),
            None => Step::End,
        }
    }

    fn feed(&mut self, succeeded: bool) {
        if let Some(tried) = self.parts.pop() {
            if succeeded {
                self.decided += tried.len();
            } else {
                self.keep(tried);
            }
        }
        // Go on to the next part that must be tried: infer what needs no try, and split the next range.
        loop {
            if self.none_stays && self.parts.len() == 1 {
                let inferred = self.parts.remove(0);
                self.keep(inferred);
            }
            if !self.parts.is_empty() || self.ranges.is_empty() {
                return;
            }
            if let Some(range) = Arc::make_mut(&mut self.ranges).pop_front() {
                self.split(&range);
            }
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        let tried = self.parts.last().map_or(0, Range::len);
        (tried, self.decided, self.elements)
    }
}
