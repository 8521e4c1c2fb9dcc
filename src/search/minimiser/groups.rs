//! Groups: what [`super::Adaptive`], [`super::GroupTesting`] and [`super::Learning`] have in common. They differ in the
//! sizes of the groups.
//!
//! Groups of neighbouring elements are tried from the end of the list to its beginning. If a group cannot be removed,
//! the last element that must stay is found by halving the group. If the last half can be removed, this element is in
//! the first half, which need not be tried as a whole. The elements before the one that was found are undecided again.
//! This is the binary splitting of group testing (Hwang, JASA 1972).

use super::Step;

/// The state of the search: the elements at the end of the list are decided, and a group before them is being tried.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    elements: usize,
    /// All elements from this index on are decided.
    undecided: usize,
    /// How many of the decided elements stay.
    kept: usize,
    /// The range in which an element that must stay is being looked for, if any: its first index, and the index after
    /// its last one.
    bisected: Option<(usize, usize)>,
    /// How many last halves of this range could be removed in a row.
    halves_gone: usize,
    /// If this range is tried together with elements before it: how many of them.
    extended_by: Option<usize>,
}

/// What a try has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// The whole group was removed.
    Gone,
    /// An element that must stay was found.
    Stays,
    /// The element that must stay is still being looked for.
    Nothing,
}

impl Groups {
    /// No element is decided.
    pub(super) fn new(elements: usize) -> Groups {
        Groups {
            elements,
            undecided: elements,
            kept: 0,
            bisected: None,
            halves_gone: 0,
            extended_by: None,
        }
    }

    /// How many elements are undecided.
    pub(super) fn undecided(&self) -> usize {
        self.undecided
    }

    /// How many elements are decided.
    pub(super) fn decided(&self) -> usize {
        self.elements - self.undecided
    }

    /// How many of the decided elements stay.
    pub(super) fn kept(&self) -> usize {
        self.kept
    }

    /// How many last halves of the group could be removed in a row.
    pub(super) fn halves_gone(&self) -> usize {
        self.halves_gone
    }

    /// Whether the rest of a group is tried together with elements before it.
    pub(super) fn is_extended(&self) -> bool {
        self.extended_by.is_some()
    }

    /// Makes the next try one of the rest of the group together with this many elements before it, if there are any.
    pub(super) fn extend(&mut self, by: usize) {
        let has_more = self.bisected.is_some_and(|(low, _)| low > 0);
        self.extended_by = has_more.then_some(by);
    }

    fn subset(&self, size: usize) -> (usize, usize) {
        match (self.bisected, self.extended_by) {
            (Some((low, high)), Some(by)) => (low.saturating_sub(by), high),
            (Some((low, high)), None) => (low.midpoint(high), high),
            (None, _) => (self.undecided.saturating_sub(size), self.undecided),
        }
    }

    /// The next step, if groups have this size.
    pub(super) fn next(&self, size: usize) -> Step {
        match self.subset(size) {
            (from, to) if from < to => Step::TryWithout((from..to).collect()),
            _ => Step::End,
        }
    }

    /// Takes the result of the step, for the same size.
    pub(super) fn feed(&mut self, size: usize, succeeded: bool) -> Decided {
        let (from, to) = self.subset(size);
        let is_extended = self.extended_by.take().is_some();
        let is_half = self.bisected.is_some() && !is_extended;
        self.halves_gone = if is_half && succeeded {
            self.halves_gone + 1
        } else {
            0
        };
        // A group is gone as a whole, or what is left of it together with elements before it.
        if succeeded && !is_half {
            self.bisected = None;
            self.undecided = from;
            return Decided::Gone;
        }
        if is_extended {
            return Decided::Nothing;
        }
        // The last element that must stay is in the last half, unless that could be removed.
        let (low, high) = match (self.bisected, succeeded) {
            (None, _) => (from, to),
            (Some((low, _)), true) => (low, from),
            (Some((_, high)), false) => (from, high),
        };
        if high - low > 1 {
            self.bisected = Some((low, high));
            return Decided::Nothing;
        }
        self.bisected = None;
        self.undecided = low;
        self.kept += 1;
        Decided::Stays
    }

    /// See [`super::Minimiser::position`].
    pub(super) fn position(&self, size: usize) -> (usize, usize, usize) {
        let (from, to) = self.subset(size);
        (to - from, self.decided(), self.elements)
    }
}
