//! swap-children: swaps two neighbouring operands of which the larger one comes first.

use super::shape::operands;
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};

/// At most this many pairs of one list are tried.
const MOST: usize = 16;

/// `(+ x (* y 2) z)` → `(+ x z (* y 2))`, one pair per proposal, for terms that fail only if some operands keep their
/// order. Only operands of the same sort. A list with a single such pair is sort-children's unless that needs more swaps.
pub struct SwapChildren;

impl Mutator for SwapChildren {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "swap-children",
                "Swap two neighbouring operands of which the larger one comes first",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        pairs(case, node).next().is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let swapped = pairs(case, node).take(MOST).map(|(a, b)| {
            let cells = case.tree().len(a) + case.tree().len(b);
            let with = vec![Piece::Copy(b), Piece::Copy(a)];
            Edit::new(vec![Splice { at: a, cells, with }])
        });
        judged(case, swapped)
    }
}

/// The pairs to swap. None if there are only two operands, which sort-children swaps.
fn pairs(case: &TestCase, node: Node) -> impl Iterator<Item = (Node, Node)> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_term = node != ROOT && analysis.role(node) == Role::Term;
    let many = (is_term && tree.child(node, 3).is_some()).then_some(node);
    let operands = move |node| operands(tree, node);
    let pairs = many
        .into_iter()
        .flat_map(move |node| operands(node).zip(operands(node).skip(1)));
    pairs.filter(move |&(a, b)| {
        let is_term = |operand| analysis.role(operand) == Role::Term;
        tree.len(a) > tree.len(b)
            && is_term(a)
            && is_term(b)
            && analysis.sort(a) == analysis.sort(b)
    })
}
