//! sort-children: sorts operands, small ones first.

use super::shape::operands;
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Tree};

/// `(+ (* y 2) x)` → `(+ x (* y 2))`. Heads, binders and parts of declarations stay where they are.
pub struct SortChildren;

impl Mutator for SortChildren {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "sort-children",
                "Sort the operands of a term by their size",
                "core",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (tree, analysis) = (case.tree(), analysis(case));
        if analysis.role(node) != Role::Term || !tree.is_list(node) {
            return false;
        }
        let (mut sorted, mut largest) = (true, 0);
        for operand in operands(tree, node) {
            if analysis.role(operand) != Role::Term {
                return false;
            }
            sorted &= tree.len(operand) >= largest;
            largest = tree.len(operand);
        }
        !sorted
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        simplifications(self.applies(case, node).then(|| sorted(tree, node)))
    }
}

/// The list with its operands sorted. Equally large operands keep their order.
fn sorted(tree: &Tree, list: Node) -> Edit {
    let mut sorted: Vec<Node> = operands(tree, list).collect();
    sorted.sort_by_key(|&operand| tree.len(operand));
    let mut with = vec![Piece::Enter(list)];
    with.extend(tree.children(list).take(1).map(Piece::Copy));
    with.extend(sorted.into_iter().map(Piece::Copy));
    with.push(Piece::Close);
    Edit::replace(tree, list, with)
}
