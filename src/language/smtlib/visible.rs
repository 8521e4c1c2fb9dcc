//! Finds the bindings that are visible at a place, without looking at the invisible ones.
//!
//! Scopes are nested or disjoint. So between two neighbouring places where a scope begins or ends, the same bindings
//! are visible: an innermost one and those around it.

use super::BindingId;
use super::binding::NONE;
use crate::tree::Node;
use std::cmp::Reverse;
use std::ops::Range;

/// If more bindings than this are visible, only the outermost ones are found.
pub(super) const MOST: u32 = 256;

/// A table of some bindings by where they are visible.
#[derive(Clone, Debug, Default)]
pub(super) struct Visible {
    /// The places where a scope begins or ends, sorted, each with the index of the innermost binding that is visible
    /// from there on.
    innermost: Vec<(Node, u32)>,
    bindings: Vec<Nested>,
}

#[derive(Clone, Copy, Debug)]
struct Nested {
    id: BindingId,
    /// The index of the binding around it.
    outer: u32,
    /// How many bindings are visible in its scope, including itself.
    depth: u32,
    /// The index of this binding, or of the binding around it at depth [`MOST`] if this one is deeper.
    top: u32,
}

impl Visible {
    /// Makes the table of these bindings and their scopes.
    pub(super) fn of(scopes: impl Iterator<Item = (BindingId, Range<Node>)>) -> Visible {
        let mut scopes: Vec<(BindingId, Range<Node>)> = scopes.collect();
        scopes.retain(|(_, scope)| !scope.is_empty());
        scopes.sort_by_key(|(id, scope)| (scope.start, Reverse(scope.end), *id));
        let mut visible = Visible::default();
        let mut open: Vec<(u32, Node)> = Vec::new(); // the scopes around: the index of each binding, and where it ends
        for (index, (id, scope)) in (0..).zip(scopes) {
            visible.close(&mut open, scope.start);
            let outer = open.last().map_or(NONE, |&(outer, _)| outer);
            let around = visible.bindings.get(outer as usize).copied();
            let depth = around.map_or(1, |around| around.depth + 1);
            let top = around.map_or(index, |around| around.top);
            visible.bindings.push(Nested {
                id,
                outer,
                depth,
                top: if depth <= MOST { index } else { top },
            });
            visible.innermost.push((scope.start, index));
            open.push((index, scope.end));
        }
        visible.close(&mut open, Node::MAX);
        visible
    }

    /// Closes the scopes that end at `at` or before it.
    fn close(&mut self, open: &mut Vec<(u32, Node)>, at: Node) {
        while let Some((_, end)) = open.pop_if(|&mut (_, end)| end <= at) {
            let innermost = open.last().map_or(NONE, |&(outer, _)| outer);
            self.innermost.push((end, innermost));
        }
    }

    /// The bindings that are visible at the place, the outermost first; at most [`MOST`].
    pub(super) fn at(&self, place: Node) -> Vec<BindingId> {
        let innermost = self.bindings.get(self.innermost_at(place) as usize);
        let top = innermost.map_or(NONE, |nested| nested.top);
        let mut found: Vec<BindingId> = self.outwards(top).collect();
        found.reverse();
        found
    }

    /// The bindings that are visible at the place, the innermost first.
    pub(super) fn inside_out(&self, place: Node) -> impl Iterator<Item = BindingId> + '_ {
        self.outwards(self.innermost_at(place))
    }

    /// The index of the innermost binding that is visible at the place.
    fn innermost_at(&self, place: Node) -> u32 {
        let begun = self.innermost.partition_point(|&(from, _)| from <= place);
        let last = begun.checked_sub(1).map(|last| self.innermost[last]);
        last.map_or(NONE, |(_, index)| index)
    }

    /// The binding with this index, and those around it.
    fn outwards(&self, index: u32) -> impl Iterator<Item = BindingId> + '_ {
        let nested = |index: u32| self.bindings.get(index as usize);
        let around = std::iter::successors(nested(index), move |inner| nested(inner.outer));
        around.map(|nested| nested.id)
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Visible};

    #[test]
    fn what_is_visible_is_found_in_both_directions() {
        let scopes = [
            (0, 1..100),
            (1, 10..20),
            (2, 12..15),
            (3, 12..15),
            (4, 30..40),
        ];
        let visible = Visible::of(scopes.iter().cloned());
        for place in 0..110 {
            let there = scopes.iter().filter(|(_, scope)| scope.contains(&place));
            let mut expected: Vec<u32> = there.map(|&(id, _)| id).collect();
            assert_eq!(visible.at(place), expected, "{place}");
            expected.reverse();
            assert_eq!(visible.inside_out(place).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn of_too_many_the_outermost_are_found() {
        let visible = Visible::of((0..2 * MOST).map(|id| (id, id..10 * MOST)));
        let found = visible.at(5 * MOST);
        assert_eq!(found, (0..MOST).collect::<Vec<u32>>());
        assert_eq!(visible.at(3), [0, 1, 2, 3]);
        assert_eq!(visible.inside_out(5 * MOST).next(), Some(2 * MOST - 1));
    }
}
