//! merge-children: an operand with the same head gives up its own operands.

use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::mutator::shape::{is_form, operands};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// What takes any number of operands.
const N_ARY: [&[u8]; 24] = [
    b"=>",
    b"and",
    b"or",
    b"xor",
    b"=",
    b"distinct",
    b"+",
    b"*",
    b"-",
    b"div",
    b"/",
    b"<=",
    b"<",
    b">=",
    b">",
    b"bvand",
    b"bvor",
    b"bvadd",
    b"bvmul",
    b"concat",
    b"fp.lt",
    b"fp.gt",
    b"fp.leq",
    b"fp.geq",
];

/// `(+ x (+ x y))` → `(+ x x y)`, operand by operand.
pub struct MergeChildren;

impl Mutator for MergeChildren {
    fn name(&self) -> &'static str {
        "merge-children"
    }

    fn about(&self) -> &'static str {
        "Merge operands into a term with the same head"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        mergeable(case, node).next().is_some()
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        let tree = case.tree();
        let child = mergeable(case, node).nth(k)?;
        let with = operands(tree, child).map(Piece::Copy).collect();
        Some(Edit::replace(tree, child, with))
    }
}

/// The operands with the node's own head.
fn mergeable(case: &TestCase, node: Node) -> impl Iterator<Item = Node> {
    let tree = case.tree();
    let n_ary = |head: &&[u8]| N_ARY.contains(head);
    let head = tree.head(node).map(Symbol::bytes).filter(n_ary);
    head.filter(|_| node != ROOT)
        .into_iter()
        .flat_map(move |head| operands(tree, node).filter(move |&child| is_form(tree, child, head)))
}
