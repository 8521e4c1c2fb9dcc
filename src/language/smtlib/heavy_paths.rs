//! Heavy paths: from a term to its largest part, then to the largest part of that one, and so on.

use super::{Analysis, Role};
use crate::tree::{Node, ROOT, Tree};

/// The largest part of each term of a text.
#[derive(Debug)]
pub(super) struct HeavyPaths {
    /// For each list, its largest part; [`ROOT`] for none.
    largest: Box<[Node]>,
}

impl HeavyPaths {
    /// Finds the largest parts in linear time.
    pub(super) fn of(tree: &Tree, analysis: &Analysis, parents: impl Fn(Node) -> Node) -> Self {
        let mut largest = vec![ROOT; tree.cells().len()];
        let mut offer = |whole: Node, part: Node| {
            let known = &mut largest[whole as usize];
            if *known == ROOT || tree.len(*known) < tree.len(part) {
                *known = part;
            }
        };
        let is_term = |&node: &Node| tree.is_list(node) && analysis.role(node) == Role::Term;
        for term in (1..tree.end()).filter(is_term) {
            let parent = parents(term);
            let list = parents(parent);
            offer(parent, term);
            // The term of a binder `(x t)` is also a part of the `let` itself.
            let is_bound = parent != ROOT && tree.next(parent + 1) == term;
            if is_bound && analysis.role(list) == Role::Binders {
                offer(parents(list), term);
            }
        }
        HeavyPaths {
            largest: largest.into(),
        }
    }

    /// The largest part of a list, then the largest part of that one, and so on.
    pub(super) fn below(&self, list: Node) -> impl Iterator<Item = Node> {
        std::iter::successors(self.next(list), |&part| self.next(part))
    }

    /// The largest part of a list; none if no part is a list.
    fn next(&self, list: Node) -> Option<Node> {
        Some(self.largest[list as usize]).filter(|&part| part != ROOT)
    }
}
