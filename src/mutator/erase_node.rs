//! erase-node: takes out any node, at any depth.

use super::Mutator;
use crate::language::TestCase;
use crate::tree::{Edit, Node, ROOT, Splice};

/// `(and a b)` → `(and a)`. A keyword goes with its value first, then alone: `(! t :named n)` → `(! t)`.
pub struct EraseNode;

impl Mutator for EraseNode {
    fn name(&self) -> &'static str {
        "erase-node"
    }

    fn about(&self) -> &'static str {
        "Erase a node, or a keyword together with its value"
    }

    fn applies(&self, _case: &TestCase, node: Node) -> bool {
        node != ROOT
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if node == ROOT {
            return None;
        }
        match (pair(case, node), k) {
            (Some(pair), 0) => Some(Edit::new(vec![pair])),
            (None, 0) | (Some(_), 1) => Some(Edit::delete(case.tree(), node)),
            _ => None,
        }
    }
}

/// Takes out a keyword and the value behind it.
fn pair(case: &TestCase, node: Node) -> Option<Splice> {
    let tree = case.tree();
    let is_keyword = |node| tree.sym(node).bytes().first() == Some(&b':');
    let value = tree.next(node);
    let has_value = is_keyword(node)
        && value < tree.next(case.parent(node))
        && !is_keyword(value)
        && case.parent(node) != ROOT;
    has_value.then(|| Splice {
        at: node,
        cells: 1 + tree.len(value),
        with: Vec::new(),
    })
}
