//! The parents of nodes.

use super::{Node, ROOT, Tree};

/// The parent of each node of one tree.
#[derive(Clone, Debug)]
pub enum Parents {
    /// Consecutive nodes with the same parent: the first node and the parent of each run, in order. A long list of tokens
    /// is one run.
    Runs(Box<[(Node, Node)]>),
    /// The parent of each node.
    Listed(Box<[Node]>),
}

/// What is known of nodes is kept as runs while there is at most one for this many nodes.
pub(super) const NODES_PER_RUN: usize = 64;

impl Parents {
    /// The parents of the nodes of this tree.
    pub fn of(tree: &Tree) -> Parents {
        let most = tree.cells().len() / NODES_PER_RUN;
        let mut runs: Vec<(Node, Node)> = Vec::new();
        for (node, parent) in (0..).zip(each(tree)) {
            if runs.last().is_none_or(|&(_, last)| last != parent) {
                if runs.len() > most {
                    return Parents::Listed(each(tree).collect());
                }
                runs.push((node, parent));
            }
        }
        Parents::Runs(runs.into())
    }

    /// The parent of a node; [`ROOT`] is its own parent.
    pub fn parent(&self, node: Node) -> Node {
        match self {
            Parents::Listed(parents) => parents[node as usize],
            Parents::Runs(runs) => {
                let begun = runs.partition_point(|&(first, _)| first <= node);
                runs[begun - 1].1 // the first run begins with the root
            }
        }
    }
}

/// The parent of each node, in order.
fn each(tree: &Tree) -> impl Iterator<Item = Node> {
    let mut open: Vec<(Node, Node)> = Vec::new(); // (node, where it ends)
    (0..tree.end()).map(move |node| {
        while open.last().is_some_and(|&(_, end)| end <= node) {
            open.pop();
        }
        let parent = open.last().map_or(ROOT, |&(parent, _)| parent);
        if tree.is_list(node) {
            open.push((node, tree.next(node)));
        }
        parent
    })
}

#[cfg(test)]
mod tests {
    use super::{Parents, each};
    use crate::tree::{Builder, Symbol, Tree};

    /// Lists with this many tokens each, in a list.
    fn lists(tokens: &[u32]) -> Tree {
        let mut builder = Builder::default();
        builder.open();
        for &tokens in tokens {
            builder.open();
            (0..tokens).for_each(|_| builder.leaf(Symbol::of(b"a")));
            builder.close();
        }
        builder.finish()
    }

    #[test]
    fn parents_are_the_same_as_runs_and_as_a_list() {
        let long = lists(&[300, 0, 1, 300, 1_000]);
        let short = lists(&[3; 100]);
        assert!(matches!(Parents::of(&long), Parents::Runs(_)));
        assert!(matches!(Parents::of(&short), Parents::Listed(_)));
        for tree in [long, short, lists(&[])] {
            let parents = Parents::of(&tree);
            for (node, parent) in (0..).zip(each(&tree)) {
                assert_eq!(parents.parent(node), parent, "node {node}");
                assert!(tree.children(parent).any(|child| child == node) || node == 0);
            }
        }
    }
}
