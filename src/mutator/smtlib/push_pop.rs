//! push-pop: scopes go, with their content or without.

use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::mutator::shape::is_form;
use crate::tree::{Edit, Node, ROOT, Splice, Tree};

/// `(push) … (pop)` → nothing; then the same with the content kept.
pub struct PushPop;

impl Mutator for PushPop {
    fn name(&self) -> &'static str {
        "push-pop"
    }

    fn about(&self) -> &'static str {
        "Remove a push and its pop, with or without the commands between them"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        case.parent(node) == ROOT && levels(case.tree(), node, b"push").is_some()
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if case.parent(node) != ROOT {
            return None;
        }
        let tree = case.tree();
        let (pop, is_pair) = matching_pop(tree, node)?;
        match k {
            0 => Some(Edit::new(vec![Splice {
                at: node,
                cells: tree.next(pop) - node,
                with: Vec::new(),
            }])),
            1 if is_pair && tree.next(node) < pop => Some(Edit::join(
                tree,
                [Edit::delete(tree, node), Edit::delete(tree, pop)],
            )),
            _ => None,
        }
    }
}

/// The command that ends the scope that `push` begins, and whether it ends nothing else.
fn matching_pop(tree: &Tree, push: Node) -> Option<(Node, bool)> {
    let opened = levels(tree, push, b"push")?;
    let mut open = opened;
    let mut command = tree.next(push);
    while command < tree.end() && !is_form(tree, command, b"reset") {
        if let Some(more) = levels(tree, command, b"push") {
            open = open.checked_add(more)?;
        } else if let Some(closed) = levels(tree, command, b"pop") {
            open = open.checked_sub(closed)?; // one that also closes an outer scope ends the search
            if open == 0 {
                return Some((command, closed == opened));
            }
        }
        command = tree.next(command);
    }
    None
}

/// How many levels a `push` or `pop` is about; none if the command is not of this kind, or is about none.
fn levels(tree: &Tree, command: Node, head: &[u8]) -> Option<u64> {
    if !is_form(tree, command, head) {
        return None;
    }
    let Some(number) = tree.child(command, 1) else {
        return Some(1);
    };
    let digits = std::str::from_utf8(tree.sym(number).bytes()).ok()?;
    digits.parse().ok().filter(|&levels| levels > 0)
}
