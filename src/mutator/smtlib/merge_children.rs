//! merge-children: replaces an operand that has the same head as the node by the operand's own operands.

use super::shape::{is_form, operands};
use crate::language::TestCase;
use crate::language::smtlib::{Sort, analysis, takes_any_number};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// `(+ x (+ x y))` → `(+ x x y)`, one operand per proposal. The operands of a formula take its place only if they are
/// formulas, too: in `(= p (= 1 2))`, they are not.
pub struct MergeChildren;

impl Mutator for MergeChildren {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "merge-children",
                "Merge operands into a term with the same head",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        mergeable(case, node).next().is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        simplifications(mergeable(case, node).map(|child| {
            let with = operands(tree, child).map(Piece::Copy).collect();
            Edit::replace(tree, child, with)
        }))
    }
}

/// The operands that have the same head as the node.
fn mergeable(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let tree = case.tree();
    let head = tree.head(node).filter(|&head| takes_any_number(head));
    let head = head.map(Symbol::bytes);
    head.filter(|_| node != ROOT)
        .into_iter()
        .flat_map(move |head| operands(tree, node).filter(move |&child| is_form(tree, child, head)))
        .filter(move |&child| keeps_sort(case, child))
}

/// Whether the operands of a term may have the sort of the term. The first one tells.
fn keeps_sort(case: &TestCase, term: Node) -> bool {
    let sort = |node| analysis(case).sort(node);
    let first = operands(case.tree(), term).next();
    sort(term) != Sort::BOOL || first.is_none_or(|first| sort(first).fits(Sort::BOOL))
}
