//! sort-children: small operands first.

use super::Mutator;
use super::shape::operands;
use crate::language::TestCase;
use crate::language::smtlib::Role;
use crate::tree::{Edit, Node, Piece};

/// `(+ (* y 2) x)` → `(+ x (* y 2))`. Heads, binders and parts of declarations stay where they are.
pub struct SortChildren;

impl Mutator for SortChildren {
    fn name(&self) -> &'static str {
        "sort-children"
    }

    fn about(&self) -> &'static str {
        "Sort the operands of a term by their size"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (tree, analysis) = (case.tree(), case.analysis());
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

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if k > 0 || !self.applies(case, node) {
            return None;
        }
        let tree = case.tree();
        let mut sorted: Vec<Node> = operands(tree, node).collect();
        sorted.sort_by_key(|&operand| tree.len(operand));
        let head = tree.child(node, 0)?;
        let mut with = vec![Piece::Enter(node), Piece::Copy(head)];
        with.extend(sorted.into_iter().map(Piece::Copy));
        with.push(Piece::Close);
        Some(Edit::replace(tree, node, with))
    }
}
