//! Halving: one mutator on many nodes at once, then on half as many, down to single ones.
//!
//! The list algorithm of ddSMT 2.0 (CAV 2021, "ddmin"): the first proposals of all nodes that a mutator applies to
//! are joined into one candidate, then those of each half, and so on; a success is kept and the next subset is tried.
//! Of single nodes every proposal is tried. Differences: nodes are carried over accepted edits, so that no subset
//! holds a node that is gone; the first proposals that are ill-formed alone do not take part in joined candidates; and
//! joined edits compose ([`Edit::join`]), so that a chain of nested terms can go at once.

use super::{Candidate, Fed, Rules, Search, Stage};
use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::tree::{Edit, Node, ROOT};
use rayon::prelude::*;
use std::sync::Arc;

/// How many nodes are judged at a time, side by side. Between such portions other cases of the batch have their turn,
/// and a text with no more nodes need not wait for one.
const PORTION: usize = 256;

/// Applies one mutator to all nodes of a text, halving subsets.
#[derive(Clone)]
pub struct Halving {
    mutator: &'static dyn Mutator,
    depth: Depth,
    rules: Arc<Rules>,
    reach: Reach,
    /// No fewer nodes are tried together in this round.
    least: usize,
    level: Option<Level>,
    progress: bool,
    fruitless: Option<[u8; 32]>,
    /// What may be joined in the text with this hash.
    joinable: Option<([u8; 32], Arc<Vec<Node>>)>,
}

/// Which nodes a mutator is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Top-level commands only.
    Commands,
    /// All nodes below the top level.
    Below,
}

/// How far subsets are halved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Down to single nodes, of which every proposal is tried.
    Single,
    /// Down to subsets of a sixty-fourth of the nodes, and of two: so a round in which nothing succeeds has at most
    /// some 128 checks, however large the text.
    Coarse,
}

/// One granularity.
#[derive(Clone)]
struct Level {
    base: TestCase,
    /// Nodes not yet tried at this granularity, in preorder, from `at`.
    nodes: Arc<Vec<Node>>,
    at: usize,
    granularity: usize,
    /// Which proposal of a single node.
    k: usize,
}

impl Halving {
    /// The search with this mutator.
    pub fn new(mutator: &'static dyn Mutator, depth: Depth, rules: &Arc<Rules>) -> Self {
        Halving {
            mutator,
            depth,
            rules: rules.clone(),
            reach: Reach::Single,
            least: 1,
            level: None,
            progress: false,
            fruitless: None,
            joinable: None,
        }
    }

    /// The same search with another reach.
    #[must_use]
    pub fn reaching(self, reach: Reach) -> Self {
        Halving { reach, ..self }
    }

    fn collect(&self, case: &TestCase) -> Vec<Node> {
        let tree = case.tree();
        let applies = |node: &Node| self.mutator.applies(case, *node);
        match self.depth {
            Depth::Commands => tree.children(ROOT).filter(applies).collect(),
            Depth::Below => {
                let below = (1..tree.end()).filter(|&node| case.parent(node) != ROOT);
                below.filter(applies).collect()
            }
        }
    }

    /// The nodes whose first proposals may be joined. Judging them is the costly part of a level, so it is done once a
    /// text.
    fn joinable(&mut self, case: &TestCase) -> Arc<Vec<Node>> {
        match &self.joinable {
            Some((hash, nodes)) if *hash == case.hash() => nodes.clone(),
            _ => {
                let joinable = |&node: &Node| {
                    !self.rules.is_over() && self.rules.joinable(case, self.mutator, node).is_some()
                };
                let nodes = Arc::new(filtered(&self.collect(case), joinable));
                self.joinable = Some((case.hash(), nodes.clone()));
                nodes
            }
        }
    }

    fn level(&mut self, case: &TestCase, granularity: Option<usize>) -> Level {
        let joinable = match granularity {
            Some(0 | 1) => Arc::default(),
            _ => self.joinable(case),
        };
        if granularity.is_none() {
            self.least = match self.reach {
                Reach::Single => 1,
                Reach::Coarse => (joinable.len() / 64).max(2),
            };
        }
        // One node alone is no subset to join, and of single ones every proposal counts, not only the first.
        let (nodes, granularity) = match (joinable.len(), self.reach) {
            (0 | 1, Reach::Single) => (Arc::new(self.collect(case)), 1),
            (0 | 1, Reach::Coarse) => (Arc::default(), self.least),
            (all, _) => (joinable, granularity.unwrap_or(all).min(all)),
        };
        Level {
            base: case.clone(),
            nodes,
            at: 0,
            granularity,
            k: 0,
        }
    }

    /// The candidate at the place of the level, if there is one.
    fn candidate(&self, level: &Level) -> Option<Candidate> {
        let subset = level.subset();
        let edit = match subset {
            [node] if level.granularity == 1 => self.mutator.nth(&level.base, *node, level.k)?,
            _ => {
                let edits: Vec<Edit> = subset
                    .iter()
                    .filter_map(|&node| self.mutator.nth(&level.base, node, 0))
                    .collect();
                Edit::join(level.base.tree(), &edits)
            }
        };
        self.rules.candidate(&level.base, edit, self.mutator.name())
    }

    /// Whether the place of the level has a further proposal.
    fn has_proposal(&self, level: &Level) -> bool {
        match level.subset() {
            [node] if level.granularity == 1 => {
                self.mutator.nth(&level.base, *node, level.k).is_some()
            }
            subset => level.k == 0 && !subset.is_empty(),
        }
    }
}

/// The nodes of which this holds, in order.
fn filtered(nodes: &[Node], holds: impl Fn(&Node) -> bool + Sync) -> Vec<Node> {
    let portions = nodes.chunks(PORTION);
    let filtered = portions.map(|portion| match nodes.len() {
        0..=PORTION => portion.iter().copied().filter(&holds).collect(),
        _ => portion.par_iter().copied().filter(&holds).collect(),
    });
    filtered.collect::<Vec<Vec<Node>>>().concat()
}

impl Level {
    fn subset(&self) -> &[Node] {
        let end = (self.at + self.granularity).min(self.nodes.len());
        &self.nodes[self.at.min(end)..end]
    }

    fn skip_subset(&mut self) {
        self.at += self.granularity;
        self.k = 0;
    }
}

impl Search for Halving {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        if self.rules.is_over() || self.level.is_none() && self.fruitless == Some(current.hash()) {
            return None;
        }
        let mut level = match self.level.take() {
            Some(level) if level.base.hash() == current.hash() => level,
            Some(level) => self.level(current, Some(level.granularity)),
            None => self.level(current, None),
        };
        while !self.rules.is_over() {
            if level.at >= level.nodes.len() {
                if level.granularity / 2 < self.least {
                    if !self.progress {
                        self.fruitless = Some(current.hash());
                    }
                    self.progress = false;
                    return None;
                }
                level = self.level(current, Some(level.granularity / 2));
            } else if !self.has_proposal(&level) {
                level.skip_subset();
            } else if let Some(candidate) = self.candidate(&level) {
                self.level = Some(level);
                return Some(candidate);
            } else {
                level.k += 1;
            }
        }
        None
    }

    fn feed(&mut self, fed: &Fed) {
        let Some(level) = &mut self.level else { return };
        if let Fed::Interesting {
            now,
            map,
            adopted: true,
        } = fed
        {
            level.skip_subset();
            let rest = level.nodes.get(level.at..).unwrap_or(&[]);
            level.nodes = Arc::new(map.nodes(rest));
            level.at = 0;
            level.base = now.clone();
            self.progress = true;
        } else {
            level.k += 1;
        }
    }

    fn restart(&mut self) {
        self.level = None;
        self.progress = false;
    }

    fn stage(&self) -> Option<Stage> {
        let level = self.level.as_ref()?;
        Some(Stage {
            name: "",
            mutator: self.mutator.name(),
            granularity: level.granularity,
            visited: level.at,
            nodes: level.nodes.len(),
        })
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
