//! Items: the elements of a list, and the edit that takes out many of them together.

use super::Admission;
use super::admission::first;
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::tree::{Edit, Node, NodeId, ROOT, Tree};
use rayon::prelude::*;
use std::sync::Arc;

/// How many nodes are judged in parallel. Between such portions, other cases of the batch have their turn. A text with
/// at most this many nodes is judged without parallelism, so it need not wait for its turn.
const PORTION: usize = 256;

/// The nodes of a text to which a mutator applies. Taking nodes out means making the mutator's first simplification at
/// each of them.
#[derive(Clone)]
pub struct Items {
    mutator: &'static dyn Mutator,
    among: Among,
    by: &'static str,
}

/// The nodes among which the elements are.
#[derive(Clone, Debug)]
pub enum Among {
    /// The top-level expressions for which this function returns true.
    TopLevel(fn(&Tree, Node) -> bool),
    /// All nodes below the top level.
    Below,
    /// The nodes with these identities, which are in the order of the text.
    These(Arc<[NodeId]>),
}

impl Items {
    /// The nodes in `among` to which the mutator applies.
    pub fn new(mutator: &'static dyn Mutator, among: Among) -> Items {
        Items {
            mutator,
            among,
            by: mutator.name(),
        }
    }

    /// The same items, but proposed in the name of another mutator.
    #[must_use]
    pub fn in_the_name_of(self, other: &dyn Mutator) -> Items {
        Items {
            by: other.name(),
            ..self
        }
    }

    /// The name of the mutator in whose name the edits are proposed.
    pub fn by(&self) -> &'static str {
        self.by
    }

    /// The mutator that makes the edits.
    pub fn mutator(&self) -> &'static dyn Mutator {
        self.mutator
    }

    /// The elements, in preorder.
    pub fn elements(&self, case: &TestCase) -> Vec<Node> {
        let tree = case.tree();
        let applies = |node: &Node| self.mutator.applies(case, *node);
        match &self.among {
            Among::TopLevel(holds) => {
                let listed = tree.children(ROOT).filter(|&node| holds(tree, node));
                listed.filter(applies).collect()
            }
            Among::Below => {
                let below = (1..tree.end()).filter(|&node| case.parent(node) != ROOT);
                below.filter(applies).collect()
            }
            Among::These(nodes) => {
                let nodes = nodes.iter().filter_map(|&id| case.node(id));
                nodes.filter(applies).collect()
            }
        }
    }

    /// Those of the given nodes whose edits may be joined, in order. May be incomplete once the search is cancelled.
    pub fn joinable(&self, admission: &Admission, case: &TestCase, nodes: &[Node]) -> Vec<Node> {
        let is_joinable = |&node: &Node| {
            !admission.is_cancelled() && admission.joinable(case, self.mutator, node).is_some()
        };
        let portions = nodes.chunks(PORTION);
        let joinable = portions.map(|portion| match nodes.len() {
            0..=PORTION => portion.iter().copied().filter(is_joinable).collect(),
            _ => portion.par_iter().copied().filter(is_joinable).collect(),
        });
        joinable.collect::<Vec<Vec<Node>>>().concat()
    }

    /// The edit that takes all these nodes out, as far as their edits can be joined.
    pub fn edit(&self, case: &TestCase, nodes: &[Node]) -> Edit {
        let edits = nodes
            .iter()
            .filter_map(|&node| first(self.mutator, case, node));
        Edit::join(case.tree(), edits.collect::<Vec<Edit>>())
    }
}
