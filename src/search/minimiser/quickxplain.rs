//! QuickXplain: tries all elements together, and splits what cannot be removed into halves. The last half comes first,
//! down to its single elements.
//!
//! After Junker (AAAI 2004), whose algorithm finds a minimal set of constraints that contradict each other. His
//! inference saves tries: if a range cannot be removed, but its last half can, then its first half cannot be removed,
//! and is split without having been tried. For k elements that must stay, this takes about k·log(n/k) + 2k tries. The
//! inference is only valid if a smaller subset never fails where a larger one succeeds; otherwise, some elements that
//! stay have not been tried. We try all elements together first, so that the first inference is valid, too.

use super::{Minimiser, Step};
use std::ops::Range;

/// Splits ranges, depth-first and from the end.
#[derive(Clone, Debug)]
pub struct QuickXplain {
    elements: usize,
    /// The ranges that are not decided; the last one comes next. There are never more than about log(n) of them.
    pending: Vec<Pending>,
    /// How many elements were found to stay.
    kept: usize,
}

/// A range that is not decided.
#[derive(Clone, Debug)]
struct Pending {
    range: Range<usize>,
    /// For a first half: how many elements stayed before its last half was tried. If none of the last half stays, the
    /// first half need not be tried.
    kept_before: Option<usize>,
}

impl QuickXplain {
    /// A minimiser for this number of elements. It tries all of them first.
    pub fn new(elements: usize) -> QuickXplain {
        let whole = Pending {
            range: 0..elements,
            kept_before: None,
        };
        QuickXplain {
            elements,
            pending: if elements > 0 {
                vec![whole]
            } else {
                Vec::new()
            },
            kept: 0,
        }
    }

    /// Splits a range that cannot be removed.
    fn split(&mut self, range: Range<usize>) {
        if range.len() == 1 {
            self.kept += 1;
            return;
        }
        let middle = range.start.midpoint(range.end);
        self.pending.push(Pending {
            range: range.start..middle,
            kept_before: Some(self.kept),
        });
        self.pending.push(Pending {
            range: middle..range.end,
            kept_before: None,
        });
    }
}

impl Minimiser for QuickXplain {
    fn next(&mut self) -> Step {
        match self.pending.last() {
            Some(pending) => Step::TryWithout(pending.range.clone().collect()),
            None => Step::End,
        }
    }

    fn feed(&mut self, succeeded: bool) {
        if let Some(tried) = self.pending.pop()
            && !succeeded
        {
            self.split(tried.range);
        }
        // If no element of a last half stays, one of its first half must.
        loop {
            let kept = Some(self.kept);
            match self.pending.pop_if(|next| next.kept_before == kept) {
                Some(inferred) => self.split(inferred.range),
                None => return,
            }
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        let range = self.pending.last().map_or(0..0, |next| next.range.clone());
        (range.len(), self.elements - range.end, self.elements)
    }
}
