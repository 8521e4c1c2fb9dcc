//! The family of mutators that replace a literal by a simpler one, at one place or at all places of the same token.

use super::pieces::replacements;
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::Edits;
use crate::mutator::proposal::{none, replacing};
use crate::mutator::value::Family;
use crate::tree::{Edit, Node, Piece, Symbol};

/// Simpler literals, each computed when the iterator reaches it.
pub(crate) type Simpler = Box<dyn Iterator<Item = Symbol>>;

/// A mutator of literals: the literals that may replace a token, the most promising first. There are none for a token
/// that the mutator does not replace, and this must be found out quickly.
pub(crate) struct Literals(pub(crate) fn(&'static [u8]) -> Simpler);

impl Literals {
    /// The literals that may replace the one at a node. None for indices and names of attributes, which are no terms.
    fn simpler(&self, case: &TestCase, node: Node) -> Simpler {
        let is_term = !case.tree().is_list(node) && analysis(case).role(node) == Role::Term;
        if is_term {
            (self.0)(case.tree().sym(node).bytes())
        } else {
            none()
        }
    }
}

impl Family for Literals {
    fn applies(&self, case: &TestCase, node: Node) -> bool {
        self.simpler(case, node).next().is_some()
    }

    fn edits<'a>(&'a self, case: &'a TestCase, node: Node) -> Edits<'a> {
        let simpler = self.simpler(case, node);
        replacing(case, node, simpler.map(|new| [Piece::Leaf(new)]))
    }

    fn edits_at_all_occurrences<'a>(&'a self, case: &'a TestCase, node: Node) -> Edits<'a> {
        let mut places = vec![node];
        places.extend(
            case.equal_tokens(node)
                .filter(|&other| analysis(case).role(other) == Role::Term),
        );
        if places.len() == 1 {
            return none();
        }
        Box::new(self.simpler(case, node).map(move |new| {
            Edit::new(replacements(case.tree(), &places, Piece::Leaf(new)).collect())
        }))
    }
}
