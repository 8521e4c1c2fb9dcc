//! Canonical forms: programs that differ only in the names of their atoms and in the order of statements, alternatives
//! and conditions have the same form, nearly always.
//!
//! Atoms are told apart by their colours: first by how often they occur, then by the colours of what they occur with, as
//! in the colour refinement of graphs (Weisfeiler and Leman 1968). Where colours do not tell, the order of the program
//! does.

use super::analysis::{Analysis, analysis};
use super::roles::{Role, rule};
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// So many times are colours refined. Most minimized programs need two.
const ROUNDS: usize = 4;

/// Longer programs are taken in their own order.
const LONGEST: usize = 10_000;

type Colours = FxHashMap<Symbol, u64>;

/// The canonical form of a program. It is no text of the language.
pub(super) fn canonical(case: &TestCase) -> Vec<u8> {
    let tree = case.tree();
    let Some(analysis) = analysis(case).filter(|_| tree.cells().len() <= LONGEST) else {
        return case.text().to_vec();
    };
    let names = analysis.names(tree).all();
    let mut colours: Colours = names.iter().map(|&name| (name, 0)).collect();
    let mut parts = statements(tree, analysis, &colours);
    for _ in 0..ROUNDS {
        colours = refined(tree, &parts, &colours);
        parts = statements(tree, analysis, &colours);
    }
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

/// The nodes of each statement, with alternatives and conditions in the order of their colours; the statements in the
/// order of theirs.
fn statements(tree: &Tree, analysis: &Analysis, colours: &Colours) -> Vec<Vec<Node>> {
    let mut parts: Vec<Vec<Node>> = tree
        .children(ROOT)
        .map(|statement| ordered(tree, analysis, statement, colours))
        .collect();
    parts.sort_by_key(|nodes| colour(tree, nodes, colours));
    parts
}

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

/// The colour of some nodes in order: names count by their colours, everything else by itself.
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

/// The colours that tell apart what occurs in different statements or at different places in them.
fn refined(tree: &Tree, parts: &[Vec<Node>], colours: &Colours) -> Colours {
    let mut seen: FxHashMap<Symbol, Vec<u64>> = FxHashMap::default();
    for nodes in parts {
        let of_statement = colour(tree, nodes, colours);
        for (place, &node) in nodes.iter().enumerate() {
            let name = tree.sym(node);
            if colours.contains_key(&name) {
                let context = surroundings(tree, nodes, place);
                seen.entry(name).or_default().push(of_statement ^ context);
            }
        }
    }
    let refine = |(name, mut all): (Symbol, Vec<u64>)| {
        all.sort_unstable();
        let mut hasher = FxHasher::default();
        (colours.get(&name), all).hash(&mut hasher);
        (name, hasher.finish())
    };
    seen.into_iter().map(refine).collect()
}

/// What stands directly around a place, without names: whether it is negated, in the head or in the body.
fn surroundings(tree: &Tree, nodes: &[Node], place: usize) -> u64 {
    let mut hasher = FxHasher::default();
    let lists = nodes[..place].iter().filter(|&&node| tree.is_list(node));
    let depth = lists.filter(|&&list| tree.contains(list, nodes[place]));
    for &list in depth {
        let is_part = |part| tree.child(nodes[0], part) == Some(list);
        (tree.head_bytes(list) == b"not", is_part(0), is_part(1)).hash(&mut hasher);
    }
    hasher.finish()
}
