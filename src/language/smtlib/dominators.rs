//! A dominator tree that is built from the root down.
//!
//! A node is added after all nodes that lead to it. Its parent in this tree is their deepest common ancestor. Each node
//! keeps a second link to an ancestor far up, so that the common ancestor of two nodes is found in logarithmic time
//! (E. Myers, "An applicative random-access stack", 1983).

use crate::tree::{Node, ROOT};

/// The depth of a node that was not added, or that the root does not lead to.
const NOWHERE: u32 = u32::MAX;

/// A dominator tree to which nodes can be added.
#[derive(Debug)]
pub(super) struct Dominators {
    /// The parent of each node.
    above: Vec<Node>,
    /// For each node, an ancestor that is usually further up.
    far_above: Vec<Node>,
    depth: Vec<u32>,
}

impl Dominators {
    /// A tree for this number of nodes. It contains only the root.
    pub(super) fn new(nodes: usize) -> Dominators {
        let mut depth = vec![NOWHERE; nodes];
        depth[ROOT as usize] = 0;
        Dominators {
            above: vec![ROOT; nodes],
            far_above: vec![ROOT; nodes],
            depth,
        }
    }

    /// The parent of each node; `none` for the root, and for nodes that the root does not lead to.
    pub(super) fn into_parents(mut self, none: Node) -> Vec<Node> {
        self.above[ROOT as usize] = none;
        for (above, &depth) in self.above.iter_mut().zip(&self.depth) {
            if depth == NOWHERE {
                *above = none;
            }
        }
        self.above
    }

    /// Adds a node as a child of another one, unless the root does not lead there.
    pub(super) fn add_below(&mut self, node: Node, above: Node) {
        if !self.is_added(above) {
            return;
        }
        let depth = |node: Node| self.depth[node as usize];
        let far = self.far_above[above as usize];
        let further = self.far_above[far as usize];
        // Two jumps of equal length are joined into one, as in the skew-binary numbers of Myers.
        let is_even = depth(above) - depth(far) == depth(far) - depth(further);
        let depth_below = depth(above) + 1;
        self.far_above[node as usize] = if is_even { further } else { above };
        self.above[node as usize] = above;
        self.depth[node as usize] = depth_below;
    }

    /// Adds a node to which these nodes lead. Those that the root does not lead to are ignored; if no other is left,
    /// the node is not added.
    pub(super) fn add_below_all(&mut self, node: Node, leading: &[Node]) {
        let above = leading
            .iter()
            .copied()
            .filter(|&leading| self.is_added(leading))
            .reduce(|a, b| self.meeting_point(a, b));
        if let Some(above) = above {
            self.add_below(node, above);
        }
    }

    fn is_added(&self, node: Node) -> bool {
        self.depth[node as usize] != NOWHERE
    }

    /// The deepest common ancestor of two nodes: the deeper one goes up to the depth of the other, then both go up in
    /// equal steps.
    fn meeting_point(&self, mut a: Node, mut b: Node) -> Node {
        let depth = |node: Node| self.depth[node as usize];
        while a != b {
            if depth(a) < depth(b) {
                (a, b) = (b, a);
            }
            let (far_a, far_b) = (self.far_above[a as usize], self.far_above[b as usize]);
            if depth(a) > depth(b) {
                let is_too_far = depth(far_a) < depth(b);
                a = if is_too_far {
                    self.above[a as usize]
                } else {
                    far_a
                };
            } else if far_a == far_b {
                (a, b) = (self.above[a as usize], self.above[b as usize]);
            } else {
                (a, b) = (far_a, far_b);
            }
        }
        a
    }
}

#[cfg(test)]
mod tests {
    use super::Dominators;
    use crate::tree::Node;

    /// Nodes that both lead up to the root.
    fn naive(above: &[Node], mut a: Node, mut b: Node) -> Node {
        while a != b {
            if a > b {
                a = above[a as usize];
            } else {
                b = above[b as usize];
            }
        }
        a
    }

    #[test]
    fn nodes_meet_where_their_paths_to_the_root_join() {
        let nodes = 500;
        let mut above = vec![0; nodes as usize];
        let mut tree = Dominators::new(nodes as usize);
        for node in 1..nodes {
            above[node as usize] = (node * 7919 + 13) % node.min(5 + node / 2);
            tree.add_below(node, above[node as usize]);
        }
        for a in 0..nodes {
            for b in (a % 3..nodes).step_by(3) {
                assert_eq!(tree.meeting_point(a, b), naive(&above, a, b), "{a} {b}");
            }
        }
    }

    #[test]
    fn what_only_unused_nodes_lead_to_belongs_nowhere() {
        let mut tree = Dominators::new(5);
        tree.add_below(1, 0);
        tree.add_below_all(2, &[]);
        tree.add_below(3, 2);
        tree.add_below_all(4, &[1, 3]);
        assert_eq!(tree.into_parents(9), [9, 0, 9, 9, 1]);
    }
}
