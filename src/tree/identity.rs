//! Identities of nodes. A [`Node`] is valid in only one tree, but a [`NodeId`] stays valid across edits.
//!
//! A node that an edit keeps, moves or copies keeps its identity; if there are several copies, the first one has it.
//! New nodes and further copies get new identities in preorder, so the same edits always give the same identities.

use super::parents::NODES_PER_RUN;
use super::{Edit, Map, Node, Piece, ROOT, Tree};
use std::ops::Range;
use std::sync::OnceLock;

/// The identity of a node, which accepted edits preserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// The identities of all nodes of one tree.
#[derive(Clone, Debug)]
pub struct Identities {
    ids: Ids,
    /// The smallest number that no node has ever had.
    unused: u32,
    /// Made on first use.
    nodes: OnceLock<Nodes>,
}

/// The identities by their nodes.
#[derive(Clone, Debug)]
enum Ids {
    /// In the order of the nodes, while there are few. A large text of which little has gone has few runs.
    Runs(Box<[Run]>),
    Listed(Box<[NodeId]>),
}

/// Consecutive nodes with consecutive identities.
#[derive(Clone, Copy, Debug)]
struct Run {
    node: Node,
    id: NodeId,
    nodes: u32,
}

/// The parts of the runs that contain these nodes, in order.
fn parts(runs: &[Run], nodes: Range<Node>) -> impl Iterator<Item = Run> {
    let first = runs.partition_point(|run| run.node + run.nodes <= nodes.start);
    let runs = runs[first..].iter();
    let runs = runs.take_while(move |run| run.node < nodes.end);
    runs.map(move |run| {
        let node = run.node.max(nodes.start);
        Run {
            node,
            id: NodeId(run.id.0 + (node - run.node)),
            nodes: (run.node + run.nodes).min(nodes.end) - node,
        }
    })
}

/// The nodes by their identities.
#[derive(Clone, Debug)]
enum Nodes {
    /// In the order of the identities.
    Runs(Box<[Run]>),
    /// An entry for each number that a node has ever had; [`GONE`] if the node is gone.
    Dense(Box<[Node]>),
    /// The remaining nodes, sorted by identity; for a text of which little is left.
    Sparse(Box<[(NodeId, Node)]>),
}

/// No node.
const GONE: Node = Node::MAX;

impl Nodes {
    fn of(ids: &Ids, unused: u32) -> Nodes {
        let ids = match ids {
            Ids::Runs(runs) => {
                let mut runs = runs.clone();
                runs.sort_unstable_by_key(|run| run.id);
                return Nodes::Runs(runs);
            }
            Ids::Listed(ids) => ids,
        };
        let nodes = ids.iter().copied().zip(0..);
        if unused as usize / 2 > ids.len() {
            let mut sorted: Vec<(NodeId, Node)> = nodes.collect();
            sorted.sort_unstable();
            return Nodes::Sparse(sorted.into());
        }
        let mut dense = vec![GONE; unused as usize];
        for (id, node) in nodes {
            dense[id.0 as usize] = node;
        }
        Nodes::Dense(dense.into())
    }

    fn get(&self, id: NodeId) -> Option<Node> {
        match self {
            Nodes::Runs(runs) => {
                let begun = runs.partition_point(|run| run.id <= id);
                let run = runs.get(begun.checked_sub(1)?)?;
                let at = id.0 - run.id.0;
                (at < run.nodes).then(|| run.node + at)
            }
            Nodes::Dense(nodes) => {
                let node = nodes.get(id.0 as usize).copied();
                node.filter(|&node| node != GONE)
            }
            Nodes::Sparse(nodes) => {
                let place = nodes.binary_search_by_key(&id, |&(id, _)| id).ok()?;
                Some(nodes[place].1)
            }
        }
    }
}

impl Identities {
    /// New identities for all nodes of a tree.
    pub fn of(tree: &Tree) -> Identities {
        let all = Run {
            node: ROOT,
            id: NodeId(ROOT),
            nodes: tree.end(),
        };
        Identities {
            ids: Ids::Runs([all].into()),
            unused: tree.end(),
            nodes: OnceLock::new(),
        }
    }

    /// The identities in the tree that an edit has made. The map says where the nodes have gone.
    #[must_use]
    pub fn carried(&self, map: &Map, edited: &Tree) -> Identities {
        let most = edited.cells().len().div_ceil(NODES_PER_RUN);
        let runs = match &self.ids {
            Ids::Runs(runs) if map.runs().len() <= most => {
                Some(self.carried_runs(runs, map, edited))
            }
            _ => None,
        };
        let (ids, unused) = match runs.filter(|(runs, _)| runs.len() <= most) {
            Some((runs, unused)) => (Ids::Runs(runs.into()), unused),
            None => self.carried_list(map, edited),
        };
        Identities {
            ids,
            unused,
            nodes: OnceLock::new(),
        }
    }

    /// The identities in the edited tree as runs, and the smallest number that is unused then.
    fn carried_runs(&self, runs: &[Run], map: &Map, edited: &Tree) -> (Vec<Run>, u32) {
        let mut moved: Vec<(Node, u32, Node)> = map
            .runs()
            .map(|(old, count, new)| (new, count, old))
            .collect();
        moved.sort_unstable();
        moved.push((edited.end(), 0, 0));
        let (mut carried, mut unused, mut here) = (Vec::new(), self.unused, ROOT);
        for (new, count, old) in moved {
            if here < new {
                carried.push(Run {
                    node: here,
                    id: NodeId(unused),
                    nodes: new - here,
                });
                unused += new - here;
            }
            carried.extend(parts(runs, old..old + count).map(|run| Run {
                node: new + (run.node - old),
                ..run
            }));
            here = new + count;
        }
        (carried, unused)
    }

    /// The identities in the edited tree as a list, and the smallest number that is unused then.
    fn carried_list(&self, map: &Map, edited: &Tree) -> (Ids, u32) {
        let none = NodeId(u32::MAX);
        let mut ids = vec![none; edited.cells().len()];
        for (old, count, new) in map.runs() {
            let ids = &mut ids[new as usize..][..count as usize];
            match &self.ids {
                Ids::Runs(runs) => {
                    for run in parts(runs, old..old + count) {
                        let ids = &mut ids[(run.node - old) as usize..][..run.nodes as usize];
                        ids.iter_mut()
                            .zip(run.id.0..)
                            .for_each(|(id, new)| *id = NodeId(new));
                    }
                }
                Ids::Listed(listed) => ids.copy_from_slice(&listed[old as usize..][..ids.len()]),
            }
        }
        let mut unused = self.unused;
        for id in ids.iter_mut().filter(|id| **id == none) {
            *id = NodeId(unused);
            unused += 1;
        }
        (Ids::Listed(ids.into()), unused)
    }

    /// The identity of a node.
    pub fn id(&self, node: Node) -> NodeId {
        match &self.ids {
            Ids::Runs(runs) => {
                let begun = runs.partition_point(|run| run.node <= node);
                let run = runs[begun - 1]; // the first one begins with the root
                NodeId(run.id.0 + (node - run.node))
            }
            Ids::Listed(ids) => ids[node as usize],
        }
    }

    /// The node with this identity; none if it is gone.
    pub fn node(&self, id: NodeId) -> Option<Node> {
        let nodes = self.nodes.get_or_init(|| Nodes::of(&self.ids, self.unused));
        nodes.get(id)
    }
}

impl Edit {
    /// The nodes that the edit removes and does not insert again, as sorted, disjoint ranges.
    pub fn removed(&self, tree: &Tree) -> impl Iterator<Item = Range<Node>> {
        let splices = self.splices(tree);
        let pieces = splices.iter().flat_map(|splice| &splice.with);
        let kept = union(pieces.filter_map(|&piece| kept(tree, piece)).collect());
        let mut splices = splices.iter();
        let mut rest = 0..0; // of what the current splice removes
        std::iter::from_fn(move || {
            loop {
                if rest.is_empty() {
                    let splice = splices.next()?;
                    rest = splice.at..splice.end();
                    continue;
                }
                let first = kept.partition_point(|range| range.end <= rest.start);
                let next = kept.get(first).filter(|range| range.start < rest.end);
                let from = rest.start;
                let (to, after) =
                    next.map_or((rest.end, rest.end), |range| (range.start, range.end));
                rest.start = after;
                if from < to {
                    return Some(from..to);
                }
            }
        })
    }
}

/// The nodes of the tree that a piece inserts again.
fn kept(tree: &Tree, piece: Piece) -> Option<Range<Node>> {
    match piece {
        Piece::Copy(node) => Some(node..tree.next(node)),
        Piece::Enter(node) => Some(node..node + 1),
        Piece::Open | Piece::Close | Piece::Leaf(_) => None,
    }
}

/// The same nodes as sorted, disjoint ranges.
fn union(mut ranges: Vec<Range<Node>>) -> Vec<Range<Node>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut union: Vec<Range<Node>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match union.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => union.push(range),
        }
    }
    union
}

#[cfg(test)]
mod tests {
    use super::{Identities, Ids, NodeId};
    use crate::tree::{Builder, Edit, Piece, Symbol, Tree};
    use std::sync::OnceLock;

    fn list(tokens: u32) -> Tree {
        let mut builder = Builder::default();
        builder.open();
        for _ in 0..tokens {
            builder.leaf(Symbol::of(b"a"));
        }
        builder.finish()
    }

    #[test]
    fn identities_are_the_same_as_runs_and_as_a_list() {
        let mut tree = list(1_000);
        let mut identities = Identities::of(&tree);
        for k in 0..40 {
            let at = 1 + (k * 7_919) % (tree.end() - 10);
            let edit = match k % 3 {
                0 => Edit::delete(&tree, at + 1),
                1 => Edit::replace(
                    &tree,
                    at + 1,
                    vec![Piece::Copy(at + 3), Piece::Copy(at + 3)],
                ),
                _ => Edit::join(&tree, (2..6).map(|more| Edit::delete(&tree, at + more))),
            };
            let (edited, map) = tree.apply(&edit);
            let (listed, unused) = identities.carried_list(&map, &edited);
            identities = identities.carried(&map, &edited);
            let has_runs = matches!(identities.ids, Ids::Runs(_));
            assert!(has_runs || k > 3, "a few edits make few runs");
            assert!(!has_runs || k < 39, "many edits make many runs");
            let listed = Identities {
                ids: listed,
                unused,
                nodes: OnceLock::new(),
            };
            assert_eq!(identities.unused, unused);
            for node in 0..edited.end() {
                assert_eq!(
                    identities.id(node),
                    listed.id(node),
                    "edit {k}, node {node}"
                );
            }
            for number in 0..unused {
                let id = NodeId(number);
                assert_eq!(identities.node(id), listed.node(id), "edit {k}, {id:?}");
            }
            tree = edited;
        }
    }
}
