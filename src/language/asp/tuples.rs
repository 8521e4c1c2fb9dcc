//! The tuples of aggregates and of `#minimize`. A tuple counts once, where one of its bodies holds.

use super::bounds::GroundLiteral;
use super::ground_rule::Body;
use super::term::number;
use crate::tree::{Node, Tree};
use rustc_hash::FxHashMap;

/// Bodies by tuple, in the order in which the tuples come first.
#[derive(Debug, Default)]
pub(super) struct Tuples {
    places: FxHashMap<Tuple, usize>,
    /// With the weights of the tuples.
    pub(super) entries: Vec<(i64, Vec<Body>)>,
}

/// What makes elements the same one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tuple {
    Terms(Vec<Vec<u8>>),
    /// The literal of an element without terms.
    Literal(GroundLiteral),
    /// Each element of a weight constraint counts.
    Place(usize),
}

impl Tuples {
    /// Adds a body under which a tuple counts.
    pub(super) fn add(&mut self, tuple: Tuple, weight: i64, body: Body) {
        let next = self.entries.len();
        let place = *self.places.entry(tuple).or_insert(next);
        if place == next {
            self.entries.push((weight, Vec::new()));
        }
        self.entries[place].1.push(body);
    }
}

/// An element of an aggregate: its literal, then the literals of its condition.
pub(super) struct AggregateElement {
    pub(super) tuple: Tuple,
    pub(super) weight: i64,
    pub(super) literals: Vec<GroundLiteral>,
}

/// The weight and the priority that a tuple begins with: `3@2` or `3`.
pub(super) fn weight(tree: &Tree, tuple: Node) -> Option<(i64, i64)> {
    let first = tree.child(tuple, 0)?;
    if tree.head_bytes(first) != b"@" {
        return Some((number(tree.bytes(first))?, 0));
    }
    let part = |place| number(tree.bytes(tree.child(first, place)?));
    Some((part(1)?, part(2)?))
}
