//! Thins the nodes of one depth after the other, from the top of the text to its leaves.
//!
//! This is hierarchical delta debugging (HDD, Misherghi and Su 2006). Nodes of one depth do not contain one another, so
//! many of them can be removed together.

use super::{Admission, Candidate, Depth, Elements, Fed, ListReduction, Position, Search, Source};
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::tree::{NodeId, ROOT};
use std::sync::Arc;

/// The depth of the first level below the commands.
const FIRST: usize = 2;

/// How many nodes are tried together first.
const FIRST_STEP: usize = 4;

/// Thins the levels of a text once, each with all mutators in turn.
#[derive(Clone)]
pub struct ByDepth {
    mutators: Arc<[&'static Mutator]>,
    admission: Arc<Admission>,
    /// How many nodes are tried together first: twice as many after a success, half as many after a failure. So dense
    /// levels are thinned node by node, and sparse ones quickly.
    step: usize,
    /// The depth of the current level. Commands have depth 1.
    depth: usize,
    /// Index of the mutator that thins the level.
    mutator: usize,
    reduction: Option<ListReduction>,
    nodes: Option<NodesByDepth>,
}

/// The nodes of one text by their depth.
#[derive(Clone)]
struct NodesByDepth {
    hash: [u8; 32],
    /// The nodes of one depth after the other, each in the order of the text.
    nodes: Arc<[NodeId]>,
    /// Where the nodes of each depth end.
    ends: Arc<[usize]>,
}

impl ByDepth {
    /// A search that thins each level with these mutators, in this order.
    pub fn new(mutators: &[&'static Mutator], admission: &Arc<Admission>) -> Self {
        ByDepth {
            mutators: mutators.into(),
            admission: admission.clone(),
            step: FIRST_STEP,
            depth: FIRST,
            mutator: 0,
            reduction: None,
            nodes: None,
        }
    }

    /// The search that thins the current level with the current mutator. None if there are no more levels.
    fn reduction(&mut self, current: &TestCase) -> Option<ListReduction> {
        let known = self
            .nodes
            .take()
            .filter(|nodes| nodes.hash == current.hash());
        let nodes = known.unwrap_or_else(|| NodesByDepth::of(current));
        let level = self.nodes.insert(nodes).at(self.depth)?;
        let elements = Elements::new(
            *self.mutators.get(self.mutator)?,
            Source::These(level.into()),
        );
        let depth = Depth::Joined(self.step);
        Some(ListReduction::new(elements, depth, &self.admission))
    }
}

impl NodesByDepth {
    /// Sorts the nodes by depth, by counting: a deep text has few nodes of each depth, and a list for each depth would
    /// take long.
    fn of(case: &TestCase) -> NodesByDepth {
        let tree = case.tree();
        // The depth of each node, and how many nodes have each depth.
        let mut depths = vec![0; tree.cells().len()];
        let mut counts = vec![1];
        for node in 1..tree.end() {
            let depth = depths[case.parent(node) as usize] + 1;
            depths[node as usize] = depth;
            if depth == counts.len() {
                counts.push(0);
            }
            counts[depth] += 1;
        }
        // Where the nodes of each depth begin. Each node that is placed below moves the place of its depth on, so that
        // in the end these are the places where the depths end.
        let mut places = Vec::with_capacity(counts.len());
        let mut end = 0;
        for count in counts {
            places.push(end);
            end += count;
        }
        let mut nodes = vec![case.id(ROOT); end];
        for (node, depth) in (0..).zip(depths) {
            nodes[places[depth]] = case.id(node);
            places[depth] += 1;
        }
        NodesByDepth {
            hash: case.hash(),
            nodes: nodes.into(),
            ends: places.into(),
        }
    }

    /// The nodes of a depth. None if the text is not that deep.
    fn at(&self, depth: usize) -> Option<&[NodeId]> {
        let &end = self.ends.get(depth)?;
        let begin = depth.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.nodes[begin..end])
    }
}

impl Search for ByDepth {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        while !self.admission.is_cancelled() {
            let mut reduction = match self.reduction.take() {
                Some(reduction) => reduction,
                None => self.reduction(current)?,
            };
            if let Some(candidate) = reduction.next(current) {
                self.reduction = Some(reduction);
                return Some(candidate);
            }
            self.mutator += 1;
            if self.mutator >= self.mutators.len() {
                (self.depth, self.mutator) = (self.depth + 1, 0);
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        match fed {
            Fed::Interesting { .. } => self.step = self.step.saturating_mul(2),
            Fed::Uninteresting | Fed::Unresolved => self.step = (self.step / 2).max(1),
            Fed::Held | Fed::Skipped => {}
        }
        if let Some(reduction) = &mut self.reduction {
            reduction.feed(fed);
        }
    }

    fn restart(&mut self) {
        (self.depth, self.mutator, self.reduction) = (FIRST, 0, None);
    }

    fn position(&self) -> Option<Position> {
        self.reduction.as_ref()?.position()
    }
}
