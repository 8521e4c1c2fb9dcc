//! Where each token of a text stands.

use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::FxHashMap;

/// For each distinct token, the first place, and for each place the next one.
#[derive(Clone, Debug)]
pub(super) struct Tokens {
    first: FxHashMap<Symbol, Node>,
    /// The next node with the same token; [`ROOT`] for none.
    next: Box<[Node]>,
}

impl Tokens {
    /// Finds all places in linear time.
    pub(super) fn of(tree: &Tree) -> Tokens {
        let mut first: FxHashMap<Symbol, Node> = FxHashMap::default();
        let mut next = vec![ROOT; tree.cells().len()];
        for node in (1..tree.end()).rev().filter(|&node| !tree.is_list(node)) {
            let after = first.insert(tree.sym(node), node);
            next[node as usize] = after.unwrap_or(ROOT);
        }
        Tokens {
            first,
            next: next.into(),
        }
    }

    /// The first place of a token; none if the text does not have it.
    pub(super) fn first(&self, token: Symbol) -> Option<Node> {
        self.first.get(&token).copied()
    }

    /// The next place of the token at this node.
    pub(super) fn after(&self, node: Node) -> Option<Node> {
        Some(self.next[node as usize]).filter(|&next| next != ROOT)
    }
}
