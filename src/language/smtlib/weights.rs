//! Weights of terms: how many cells of a text become superfluous when a term goes.
//!
//! These are the cells of the term, and those of all binders, definitions and declarations whose names are used only in
//! it, directly or through other such names. So a text with `let`s and definitions is seen as a graph in which a use
//! leads to what binds the name, and a weight is the size of a subtree of its dominator tree.

use super::dominators::Dominators;
use super::text::count;
use super::{Analysis, Binding, BindingId, BindingKind, Role};
use crate::tree::{Node, ROOT, Tree};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// No node.
const NONE: Node = Node::MAX;

/// Terms below this fraction of the whole text are not heavy.
const LEAST_FRACTION: u32 = 16;

/// The weights of all nodes of a text.
#[derive(Debug)]
pub struct Weights {
    /// The nodes that weigh more than one cell, in order, with their weights. Most tokens weigh no more.
    weights: Box<[(Node, u32)]>,
    heavy_terms: Box<[Node]>,
}

impl Weights {
    /// The weights of the nodes of this text.
    pub(super) fn of(tree: &Tree, analysis: &Analysis) -> Weights {
        let weights = AllWeights::of(tree, analysis);
        let heavy_terms = weights.heavy_terms(analysis).into();
        let all = (0..).zip(weights.weights);
        Weights {
            weights: all.filter(|&(_, weight)| weight > 1).collect(),
            heavy_terms,
        }
    }

    /// How many cells become superfluous when the node goes.
    pub fn weight(&self, node: Node) -> u32 {
        let place = self.weights.binary_search_by_key(&node, |&(node, _)| node);
        place.map_or(1, |place| self.weights[place].1)
    }

    /// The terms with a large part of the text, the heaviest first. Of nested terms of the same weight class, only the
    /// innermost is listed, so the number of terms is bounded, however large the text is.
    pub(super) fn heavy_terms(&self) -> &[Node] {
        &self.heavy_terms
    }
}

/// The weights while they are worked out.
struct AllWeights {
    weights: Vec<u32>,
    /// For each node, the heaviest of its children in the dominator tree.
    heaviest: Vec<Node>,
}

impl AllWeights {
    fn of(tree: &Tree, analysis: &Analysis) -> AllWeights {
        let (owners, order) = dominators(tree, analysis);
        let mut weights = AllWeights {
            weights: vec![1; owners.len()],
            heaviest: vec![NONE; owners.len()],
        };
        // From the leaves of the dominator tree to its root.
        for &node in order.iter().rev() {
            let owner = owners[node as usize];
            if owner != NONE {
                weights.add(node, owner);
            }
        }
        weights
    }

    fn add(&mut self, node: Node, owner: Node) {
        let (owner, weight) = (owner as usize, self.weight(node));
        self.weights[owner] += weight;
        let heaviest = self.heaviest[owner];
        if heaviest == NONE || self.weight(heaviest) < weight {
            self.heaviest[owner] = node;
        }
    }

    fn weight(&self, node: Node) -> u32 {
        self.weights[node as usize]
    }

    fn heavy_terms(&self, analysis: &Analysis) -> Vec<Node> {
        let least = (self.weight(ROOT) / LEAST_FRACTION).max(2);
        let is_heavy = |&node: &Node| {
            let weight = self.weight(node);
            let inner = self.heaviest[node as usize];
            let is_innermost = inner == NONE || class(self.weight(inner)) < class(weight);
            weight >= least && is_innermost && analysis.role(node) == Role::Term
        };
        let nodes = 1..count(self.weights.len());
        let mut heavy: Vec<Node> = nodes.filter(is_heavy).collect();
        heavy.sort_by_key(|&node| (Reverse(self.weight(node)), node));
        heavy
    }
}

/// The class of a weight. There are two classes between one power of two and the next, so weights of one class differ
/// by less than half.
fn class(weight: u32) -> (u32, bool) {
    let power = weight.max(1).ilog2();
    (power, weight >> power.saturating_sub(1) & 1 == 1)
}

/// The parent of each node in the dominator tree of a text, [`NONE`] without one, and the nodes in the order in which
/// they were added, without the root.
fn dominators(tree: &Tree, analysis: &Analysis) -> (Vec<Node>, Vec<Node>) {
    let units: FxHashMap<Node, BindingId> = (0..)
        .zip(analysis.bindings())
        .filter_map(|(id, binding)| Some((unit(analysis, binding)?, id)))
        .collect();
    let mut dominators = Dominators::new(tree.cells().len());
    let mut order = Vec::with_capacity(tree.cells().len());
    // Later children are visited first, so that all uses of a name are added before what binds it.
    let mut open: Vec<(Node, Node)> = tree.children(ROOT).map(|node| (node, ROOT)).collect();
    // A list may have ten million tokens. They bind nothing by themselves, so they need not wait for their turn.
    while let Some((node, parent)) = open.pop() {
        match units.get(&node) {
            Some(&id) => {
                let uses = &analysis.get(id).uses;
                dominators.add_below_all(node, uses);
            }
            None => dominators.add_below(node, parent),
        }
        order.push(node);
        for child in tree.children(node) {
            if tree.is_list(child) {
                open.push((child, node));
            } else {
                dominators.add_below(child, node);
                order.push(child);
            }
        }
    }
    (dominators.into_parents(NONE), order)
}

/// What becomes superfluous with the last use of a name: the binder of a `let`, or the command that declares or defines
/// it.
fn unit(analysis: &Analysis, binding: &Binding) -> Option<Node> {
    let name = binding.node;
    match binding.kind {
        BindingKind::Let => Some(name - 1).filter(|&list| analysis.role(list) == Role::Binder),
        BindingKind::Declared | BindingKind::Defined => {
            let command = analysis.command(name);
            command.filter(|command| command + 2 == name)
        }
        _ => None,
    }
}

/// The terms that names of a `let` or a definition stand for, with those names.
pub(super) fn bound_terms(tree: &Tree, analysis: &Analysis) -> FxHashMap<Node, BindingId> {
    (0..)
        .zip(analysis.bindings())
        .filter_map(|(id, binding)| Some((bound_term(tree, analysis, binding)?, id)))
        .collect()
}

/// The term that a name stands for.
fn bound_term(tree: &Tree, analysis: &Analysis, binding: &Binding) -> Option<Node> {
    let name = binding.node;
    let term = match binding.kind {
        BindingKind::Let => Some(name + 1).filter(|&term| term < tree.end()),
        BindingKind::Defined => {
            let command = analysis
                .command(name)
                .filter(|command| command + 2 == name)?;
            tree.children(command).last()
        }
        _ => None,
    };
    term.filter(|&term| term > name && analysis.role(term) == Role::Term)
}
