//! Mutators that replace a literal by a simpler one, at one place or at all places where the same token stands.

use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};

/// Simpler literals, computed one by one.
pub(super) type Simpler = Box<dyn Iterator<Item = Symbol>>;

/// A mutator of literals.
#[derive(Debug)]
pub struct Literals {
    pub(super) profile: &'static Profile,
    /// Whether a token is a literal of this kind that may be replaced. Cheap.
    pub(super) applies: fn(&'static [u8]) -> bool,
    /// What may replace it, the most promising first. Only for tokens that apply.
    pub(super) simpler: fn(&'static [u8]) -> Simpler,
}

impl Literals {
    /// What may replace the literal at a node: indices and names of attributes are no terms and stay.
    fn simpler(&self, case: &TestCase, node: Node) -> Option<Simpler> {
        let token = case.tree().sym(node);
        let is_own = !case.tree().is_list(node) && (self.applies)(token.bytes());
        let applies = is_own && analysis(case).role(node) == Role::Term;
        applies.then(|| (self.simpler)(token.bytes()))
    }
}

impl Mutator for Literals {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let first = self
            .simpler(case, node)
            .and_then(|mut simpler| simpler.next());
        first.is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let Some(simpler) = self.simpler(case, node) else {
            return none();
        };
        judged(
            case,
            simpler.map(move |new| Edit::replace(case.tree(), node, vec![Piece::Leaf(new)])),
        )
    }

    fn proposals_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let Some(simpler) = self.simpler(case, node) else {
            return none();
        };
        let is_term = |&other: &Node| analysis(case).role(other) == Role::Term;
        let others: Vec<Node> = case.equal_tokens(node).filter(is_term).collect();
        if others.is_empty() {
            return none();
        }
        judged(
            case,
            simpler.map(move |new| {
                let places = std::iter::once(node).chain(others.iter().copied());
                let splice = |at| Splice {
                    at,
                    cells: 1,
                    with: vec![Piece::Leaf(new)],
                };
                Edit::new(places.map(splice).collect())
            }),
        )
    }
}
