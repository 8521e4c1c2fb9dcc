//! substitute-children: a term becomes one of its operands.

use crate::language::TestCase;
use crate::language::smtlib::Role;
use crate::mutator::shape::{is_form, operands};
use crate::mutator::{Mutator, everywhere};
use crate::tree::{Edit, Node, Piece, ROOT};
use std::cmp::Reverse;

/// Heads whose operands are other mutators' business.
const OTHERS: [&[u8]; 2] = [b"let", b"!"];

/// `(+ x y)` → `x`, `y`; `(ite c x y)` → `x`, `y`; `(forall ((x Int)) t)` → `t`. Only operands of the term's own
/// sort; an unknown sort equals only another unknown one.
pub struct SubstituteChildren;

impl Mutator for SubstituteChildren {
    fn name(&self) -> &'static str {
        "substitute-children"
    }

    fn about(&self) -> &'static str {
        "Replace a term by one of its operands of the same sort"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        substitutes(case, node).next().is_some()
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        let child = substitutes(case, node).nth(k)?;
        Some(Edit::replace(case.tree(), node, vec![Piece::Copy(child)]))
    }

    fn nth_everywhere(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        everywhere::repeat(case, node, || self.nth(case, node, k))
    }
}

/// Only the largest of these operands, of equal ones the first: where one term after the other becomes its largest
/// operand, what lies deepest stays, so that many such terms around one another can go together.
pub struct SubstituteLargestChild;

impl Mutator for SubstituteLargestChild {
    fn name(&self) -> &'static str {
        SubstituteChildren.name()
    }

    fn about(&self) -> &'static str {
        SubstituteChildren.about()
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        SubstituteChildren.applies(case, node)
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if k > 0 {
            return None;
        }
        let tree = case.tree();
        let child = substitutes(case, node).min_by_key(|&child| Reverse(tree.len(child)))?;
        Some(Edit::replace(tree, node, vec![Piece::Copy(child)]))
    }
}

/// The operands of the node's sort, in order.
fn substitutes(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let (tree, analysis) = (case.tree(), case.analysis());
    let fits = node != ROOT
        && analysis.role(node) == Role::Term
        && !OTHERS.iter().any(|head| is_form(tree, node, head));
    let sort = analysis.sort(node);
    let same = move |&child: &Node| {
        fits && analysis.role(child) == Role::Term && analysis.sort(child) == sort
    };
    operands(tree, node).filter(same)
}
