//! The tuples of aggregates and of `#minimize`. However many of its bodies hold, a tuple counts once.

use super::bounds::GroundLiteral;
use super::ground_rule::Body;
use super::term::number;
use crate::tree::{Node, Tree};
use rustc_hash::FxHashMap;

/// The bodies of each tuple, in the order in which the tuples first occur.
#[derive(Debug, Default)]
pub(super) struct Tuples {
    places: FxHashMap<Tuple, usize>,
    /// For each tuple, its weight and its bodies.
    pub(super) entries: Vec<(i64, Vec<Body>)>,
}

/// The identity of an element: elements with the same tuple count once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tuple {
    /// The terms of the element.
    Terms(Vec<Vec<u8>>),
    /// The literal of an element without terms.
    Literal(GroundLiteral),
    /// The place of an element of a weight constraint, in which each element counts.
    Place(usize),
}

impl Tuples {
    /// Adds a tuple that counts where the body holds.
    pub(super) fn add(&mut self, tuple: Tuple, weight: i64, body: Body) {
        let next = self.entries.len();
        let place = *self.places.entry(tuple).or_insert(next);
        if place == next {
            self.entries.push((weight, Vec::new()));
        }
        self.entries[place].1.push(body);
    }
}

/// An element of an aggregate.
pub(super) struct AggregateElement {
    pub(super) tuple: Tuple,
    pub(super) weight: i64,
    /// All must hold. In a choice, the first one is the chosen literal, followed by its condition.
    pub(super) literals: Vec<GroundLiteral>,
}

/// The weight and the priority with which a tuple begins: `3@2`, or `3` with priority 0.
pub(super) fn weight(tree: &Tree, tuple: Node) -> Option<(i64, i64)> {
    let first = tree.child(tuple, 0)?;
    if tree.head_bytes(first) != b"@" {
        return Some((number(tree.bytes(first))?, 0));
    }
    let part = |place| number(tree.bytes(tree.child(first, place)?));
    Some((part(1)?, part(2)?))
}
