//! asp-drop-negation: a negative literal becomes positive.

use crate::language::TestCase;
use crate::language::asp::negated;
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece};

/// `a :- not b.` → `a :- b.` This is DeltaASP's phase 6.
pub struct DropNegation;

impl Mutator for DropNegation {
    fn profile(&self) -> &'static Profile {
        &const { Profile::of_asp("asp-drop-negation", "Make a negative literal positive") }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        negated(case.tree(), node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let positive = negated(case.tree(), node);
        let edit = |inner| Edit::replace(case.tree(), node, vec![Piece::Copy(inner)]);
        simplifications(positive.map(edit))
    }
}
