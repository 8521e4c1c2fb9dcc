//! Canonical forms: programs that differ only in the names of their atoms and in the order of statements, alternatives
//! and conditions nearly always have the same form.
//!
//! Atoms are distinguished by colours. A colour is refined by where the atom occurs and by the colours of what it
//! occurs with, as in the colour refinement of graphs (Weisfeiler and Leman 1968). Statements and their parts are then
//! sorted by their colours; those of equal colour keep the order of the program. Last, atoms are numbered in this
//! order.

use super::analysis::{Analysis, analysis};
use super::roles::{Role, rule};
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// How often colours are refined. Most minimized programs need two rounds.
const ROUNDS: usize = 4;

/// The form of a program with more cells than this is its own text.
const LONGEST: usize = 10_000;

type Colours = FxHashMap<Symbol, u64>;

/// The canonical form of a program. It is not a text of the language.
pub(super) fn canonical(case: &TestCase) -> Vec<u8> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if tree.cells().len() > LONGEST {
        return case.text().to_vec();
    }
    let names = analysis.names(tree).all();
    let mut colours: Colours = names.iter().map(|&name| (name, 0)).collect();
    let mut parts = statements(tree, analysis, &colours);
    for _ in 0..ROUNDS {
        colours = refined(tree, &parts, &colours);
        parts = statements(tree, analysis, &colours);
    }
    // Atoms are replaced by numbers; any other node by its size and token.
    let mut numbers: FxHashMap<Symbol, usize> = FxHashMap::default();
    let mut form = Vec::new();
    for node in parts.into_iter().flatten() {
        let name = tree.sym(node);
        let next = numbers.len();
        if colours.contains_key(&name) {
            let number = *numbers.entry(name).or_insert(next);
            form.extend_from_slice(format!("{number}' ").as_bytes());
        } else {
            form.extend_from_slice(format!("{}{:?} ", tree.len(node), name).as_bytes());
        }
    }
    form
}

/// The nodes of each statement. The statements are sorted by colour, and so are the alternatives and conditions in
/// each.
fn statements(tree: &Tree, analysis: &Analysis, colours: &Colours) -> Vec<Vec<Node>> {
    let mut parts: Vec<Vec<Node>> = tree
        .children(ROOT)
        .map(|statement| ordered(tree, analysis, statement, colours))
        .collect();
    parts.sort_by_key(|nodes| colour(tree, nodes, colours));
    parts
}

/// The nodes of a statement, with the alternatives and the conditions of a rule sorted by colour.
fn ordered(tree: &Tree, analysis: &Analysis, statement: Node, colours: &Colours) -> Vec<Node> {
    let lists = rule(tree, statement).filter(|_| analysis.role(statement) == Role::Rule);
    let Some((head, body)) = lists else {
        return (statement..tree.next(statement)).collect();
    };
    let mut nodes = vec![statement];
    for list in [head, body] {
        nodes.push(list);
        let mut elements: Vec<Vec<Node>> = tree
            .children(list)
            .map(|element| (element..tree.next(element)).collect())
            .collect();
        elements.sort_by_key(|nodes| colour(tree, nodes, colours));
        nodes.extend(elements.into_iter().flatten());
    }
    nodes
}

/// The colour of a sequence of nodes: each name counts by its colour, everything else by its token and size.
fn colour(tree: &Tree, nodes: &[Node], colours: &Colours) -> u64 {
    let mut hasher = FxHasher::default();
    for &node in nodes {
        match colours.get(&tree.sym(node)) {
            Some(colour) => colour.hash(&mut hasher),
            None => (tree.sym(node).bytes(), tree.len(node)).hash(&mut hasher),
        }
    }
    hasher.finish()
}

/// Refines the colours: names of the same colour get different ones if the colours of the statements in which they
/// occur differ, or their places in these.
fn refined(tree: &Tree, parts: &[Vec<Node>], colours: &Colours) -> Colours {
    let mut seen: FxHashMap<Symbol, Vec<u64>> = FxHashMap::default();
    for nodes in parts {
        let of_statement = colour(tree, nodes, colours);
        // The lists around a node, each with a hash of what it and those around it are, without names: whether they negate
        // what is in them, and whether they are the head or the body.
        let mut around: Vec<(Node, FxHasher)> = Vec::new();
        for &node in nodes {
            while around
                .pop_if(|(list, _)| !tree.contains(*list, node))
                .is_some()
            {}
            let mut context = around
                .last()
                .map_or_else(FxHasher::default, |(_, hasher)| hasher.clone());
            let name = tree.sym(node);
            if colours.contains_key(&name) {
                seen.entry(name)
                    .or_default()
                    .push(of_statement ^ context.finish());
            }
            if tree.is_list(node) {
                let is_part = |part| tree.child(nodes[0], part) == Some(node);
                (tree.head_bytes(node) == b"not", is_part(0), is_part(1)).hash(&mut context);
                around.push((node, context));
            }
        }
    }
    let mut refined = Colours::default();
    for (name, mut occurrences) in seen {
        occurrences.sort_unstable();
        let mut hasher = FxHasher::default();
        (colours.get(&name), occurrences).hash(&mut hasher);
        refined.insert(name, hasher.finish());
    }
    refined
}
