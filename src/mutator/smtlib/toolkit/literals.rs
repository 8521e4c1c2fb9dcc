//! The family of mutators that replace a literal by a simpler one, at one place or at all where the same token stands.

use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::Edits;
use crate::mutator::proposal::none;
use crate::mutator::value::Family;
use crate::tree::{Edit, Node, Piece, Splice, Symbol};

/// Simpler literals, computed one by one.
pub(crate) type Simpler = Box<dyn Iterator<Item = Symbol>>;

/// A mutator of literals.
pub(crate) struct Literals {
    /// Whether a token is a literal of this kind that may be replaced. Cheap.
    pub(crate) applies: fn(&'static [u8]) -> bool,
    /// What may replace it, the most promising first. Only for tokens that apply.
    pub(crate) simpler: fn(&'static [u8]) -> Simpler,
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

impl Family for Literals {
    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let first = self
            .simpler(case, node)
            .and_then(|mut simpler| simpler.next());
        first.is_some()
    }

    fn edits<'a>(&'a self, case: &'a TestCase, node: Node) -> Edits<'a> {
        let simpler = self.simpler(case, node).into_iter().flatten();
        Box::new(simpler.map(move |new| Edit::replace(case.tree(), node, vec![Piece::Leaf(new)])))
    }

    fn edits_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Edits<'a> {
        let Some(simpler) = self.simpler(case, node) else {
            return none();
        };
        let is_term = |&other: &Node| analysis(case).role(other) == Role::Term;
        let others: Vec<Node> = case.equal_tokens(node).filter(is_term).collect();
        if others.is_empty() {
            return none();
        }
        Box::new(simpler.map(move |new| {
            let places = std::iter::once(node).chain(others.iter().copied());
            let splice = |at| Splice::replace(case.tree(), at, vec![Piece::Leaf(new)]);
            Edit::new(places.map(splice).collect())
        }))
    }
}
