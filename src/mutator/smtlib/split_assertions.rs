//! split-assertions: makes an assertion of each operand of a conjunction.

use super::shape::{is_assertion, is_form, operands};
use crate::language::TestCase;
use crate::mutator::proposal::{judged, none};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `(assert (and a b))` → `(assert a) (assert b)`. A pump: two assertions have as many cells and more bytes, and three have
/// more cells. Afterwards, each operand can be removed as a command, and join-assertions joins the rest again.
pub struct SplitAssertions;

impl Mutator for SplitAssertions {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "split-assertions",
                "Make an assertion of each operand of a conjunction",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        is_assertion(case, node)
            && is_form(tree, node + 2, b"and")
            && tree.child(node + 2, 2).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        if !self.applies(case, node) {
            return none();
        }
        judged(case, [split(case, node)])
    }
}

fn split(case: &TestCase, assertion: Node) -> Edit {
    let word = Piece::Leaf(Symbol::of(b"assert"));
    let conjuncts = operands(case.tree(), assertion + 2);
    let assertions =
        conjuncts.flat_map(|term| [Piece::Open, word, Piece::Copy(term), Piece::Close]);
    Edit::replace(case.tree(), assertion, assertions.collect())
}
