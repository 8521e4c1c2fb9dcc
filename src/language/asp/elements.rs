//! The elements of aggregates and of `#minimize` in ground programs, as weighted literals.

use super::bounds::{GroundLiteral, WeightedLiterals};
use super::ground::Ground;
use super::ground_rule::Body;
use super::ground_term::value;
use super::term::number;
use super::tuples::{AggregateElement, Tuple, Tuples, weight};
use crate::tree::{Node, Tree};

impl Ground {
    /// The elements of an aggregate. None if one is not understood. Nor are negative weights in a weight constraint,
    /// whose meaning lparse would have to define.
    pub(super) fn elements(
        &mut self,
        tree: &Tree,
        aggregate: Node,
    ) -> Option<Vec<AggregateElement>> {
        let kind = tree.head(aggregate)?.bytes();
        let mut elements = Vec::new();
        for (place, element) in tree.children(aggregate).skip(3).enumerate() {
            let (tuple, weight, literals) = match kind {
                b"{}" => {
                    let literals = self.conditional(tree, element)?;
                    (Tuple::Literal(*literals.first()?), 1, literals)
                }
                b"[]" => {
                    let weight = number(tree.bytes(tree.child(element, 0)?))?;
                    let literal = self.literal(tree, tree.child(element, 1)?)?;
                    (Tuple::Place(place), weight, vec![literal])
                }
                _ => {
                    let terms = terms(tree, tree.child(element, 0)?)?;
                    let weight = match kind {
                        b"#count" => 1,
                        _ => number(terms.first()?)?,
                    };
                    let mut literals = Vec::new();
                    for literal in tree.children(element).skip(1) {
                        literals.extend(self.conditional(tree, literal)?);
                    }
                    (Tuple::Terms(terms), weight, literals)
                }
            };
            let weight = match kind {
                b"#sum+" => weight.max(0),
                b"[]" if weight < 0 => return None,
                _ => weight,
            };
            let element = AggregateElement {
                tuple,
                weight,
                literals,
            };
            elements.push(element);
        }
        Some(elements)
    }

    /// The weighted literals that the bounds of an aggregate count.
    pub(super) fn counted(&mut self, elements: &[AggregateElement]) -> WeightedLiterals {
        let mut tuples = Tuples::default();
        for element in elements {
            let body = Body::Literals(element.literals.clone());
            tuples.add(element.tuple.clone(), element.weight, body);
        }
        self.weighted(tuples)
    }

    /// One literal for each tuple.
    pub(super) fn weighted(&mut self, tuples: Tuples) -> WeightedLiterals {
        tuples
            .entries
            .into_iter()
            .map(|(weight, bodies)| (self.one_of(bodies), weight))
            .collect()
    }

    /// A literal that holds where one of the bodies does.
    pub(super) fn one_of(&mut self, bodies: Vec<Body>) -> GroundLiteral {
        if let Some(first) = bodies.first().and_then(Body::literal)
            && bodies.iter().all(|body| body.literal() == Some(first))
        {
            return first;
        }
        let atom = self.fresh();
        for body in bodies {
            self.add(false, vec![atom], body);
        }
        atom
    }

    /// The literal, followed by those of its condition.
    fn conditional(&mut self, tree: &Tree, node: Node) -> Option<Vec<GroundLiteral>> {
        if tree.head_bytes(node) != b":" {
            return Some(vec![self.literal(tree, node)?]);
        }
        self.literals(tree, tree.children(node).skip(1))
    }

    /// Adds `#minimize {1@2,x : a}`, or with `sign` -1 `#maximize {1@2,x : a}`.
    pub(super) fn optimized(&mut self, tree: &Tree, elements: &[Node], sign: i64) -> Option<()> {
        for &element in elements {
            let body = Body::Literals(self.literals(tree, tree.children(element).skip(1))?);
            self.cost(tree, tree.child(element, 0)?, sign, body)?;
        }
        Some(())
    }

    /// Adds a tuple such as `1@2,x` that counts where the body holds.
    pub(super) fn cost(&mut self, tree: &Tree, tuple: Node, sign: i64, body: Body) -> Option<()> {
        let (weight, priority) = weight(tree, tuple)?;
        let weight = weight.checked_mul(sign)?;
        let mut terms = vec![weight.to_string().into_bytes()];
        for term in tree.children(tuple).skip(1) {
            terms.push(value(tree, term)?);
        }
        let tuples = self.costs.entry(priority).or_default();
        tuples.add(Tuple::Terms(terms), weight, body);
        Some(())
    }
}

/// The terms of a tuple.
fn terms(tree: &Tree, tuple: Node) -> Option<Vec<Vec<u8>>> {
    tree.children(tuple).map(|term| value(tree, term)).collect()
}
