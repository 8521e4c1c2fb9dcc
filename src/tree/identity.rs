//! Identities of nodes. A [`Node`] is valid in only one tree, but a [`NodeId`] stays valid across edits.
//!
//! A node that an edit keeps, moves or copies keeps its identity; if there are several copies, the first one has it.
//! New nodes and further copies get new identities in preorder, so the same edits always give the same identities.

use super::{Edit, Map, Node, Piece, Tree};
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
    /// This many nodes have never changed, so each is its own number.
    Original(u32),
    Listed(Box<[NodeId]>),
}

/// The nodes by their identities.
#[derive(Clone, Debug)]
enum Nodes {
    /// An entry for each number that a node has ever had; [`GONE`] if the node is gone.
    Dense(Box<[Node]>),
    /// The remaining nodes, sorted by identity; for a text of which little is left.
    Sparse(Box<[(NodeId, Node)]>),
}

/// No node.
const GONE: Node = Node::MAX;

impl Nodes {
    fn of(ids: &[NodeId], unused: u32) -> Nodes {
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
        Identities {
            ids: Ids::Original(tree.end()),
            unused: tree.end(),
            nodes: OnceLock::new(),
        }
    }

    /// The identities in the tree that an edit has made. The map says where the nodes have gone.
    #[must_use]
    pub fn carried(&self, map: &Map, edited: &Tree) -> Identities {
        let none = NodeId(u32::MAX);
        let mut ids = vec![none; edited.cells().len()];
        for (old, count, new) in map.runs() {
            let (count, new) = (count as usize, new as usize);
            let ids = &mut ids[new..new + count];
            match &self.ids {
                Ids::Original(_) => ids
                    .iter_mut()
                    .zip(old..)
                    .for_each(|(id, old)| *id = NodeId(old)),
                Ids::Listed(listed) => ids.copy_from_slice(&listed[old as usize..][..count]),
            }
        }
        let mut unused = self.unused;
        for id in ids.iter_mut().filter(|id| **id == none) {
            *id = NodeId(unused);
            unused += 1;
        }
        Identities {
            ids: Ids::Listed(ids.into()),
            unused,
            nodes: OnceLock::new(),
        }
    }

    /// The identity of a node.
    pub fn id(&self, node: Node) -> NodeId {
        match &self.ids {
            Ids::Original(_) => NodeId(node),
            Ids::Listed(ids) => ids[node as usize],
        }
    }

    /// The node with this identity; none if it is gone.
    pub fn node(&self, id: NodeId) -> Option<Node> {
        match &self.ids {
            Ids::Original(nodes) => Some(id.0).filter(|node| node < nodes),
            Ids::Listed(ids) => {
                let nodes = self.nodes.get_or_init(|| Nodes::of(ids, self.unused));
                nodes.get(id)
            }
        }
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
