//! Safety: each variable of a rule must be bound by a positive literal of its body.
//!
//! This is gringo's rule (Gebser, Harrison, Kaminski, Lifschitz, Schaub 2015, "Abstract Gringo"), a little more lenient
//! where arithmetic is concerned, because a filter must not hold back what a solver accepts.

use super::statement::{AGGREGATES, CHAIN};
use super::term::is_variable;
use crate::tree::{Node, Symbol, Tree};
use rustc_hash::FxHashSet;

type Variables = FxHashSet<Symbol>;

/// Whether each variable of a statement is safe. Statements that are not understood are.
pub(super) fn is_safe(tree: &Tree, statement: Node) -> bool {
    if !tree.is_list(statement) || !has_variables(tree, statement) {
        return true;
    }
    let parts: Vec<Node> = tree.children(statement).collect();
    let (bodies, others): (Vec<Node>, Vec<Node>) = match (tree.head(statement), &parts[..]) {
        (None, &[head, body]) => (vec![body], vec![head]),
        (Some(kind), &[_, body, weight]) if kind.bytes() == b":~" => (vec![body], vec![weight]),
        (Some(kind), [_, atom, body, ..]) if kind.bytes() == b"#external" => {
            (vec![*body], vec![*atom])
        }
        (Some(kind), &[_, atom, body, value]) if kind.bytes() == b"#heuristic" => {
            (vec![body], vec![atom, value])
        }
        (Some(kind), &[_, term, body]) if kind.bytes() == b"#show" => (vec![body], vec![term]),
        (Some(kind), &[_, from, to, body]) if kind.bytes() == b"#edge" => {
            (vec![body], vec![from, to])
        }
        (Some(kind), &[_, literal]) if kind.bytes() == b"#project" => {
            return is_covered(tree, literal, &Variables::default());
        }
        (Some(kind), [_, elements @ ..]) if kind.bytes().ends_with(b"imize") => {
            let locals = elements.iter();
            return locals
                .into_iter()
                .all(|&element| is_safe_element(tree, element, &Variables::default()));
        }
        _ => return true,
    };
    let literals: Vec<Node> = bodies
        .iter()
        .flat_map(|&body| tree.children(body))
        .collect();
    let mut bound = Variables::default();
    bind(tree, &literals, &mut bound);
    let heads = others
        .iter()
        .flat_map(|&other| tree.children(other).collect::<Vec<_>>());
    let is_directive = tree
        .head(statement)
        .is_some_and(|kind| kind.bytes() != b":~");
    let heads: Vec<Node> = if is_directive {
        others.clone()
    } else {
        heads.collect()
    };
    heads
        .into_iter()
        .chain(literals)
        .all(|literal| is_covered(tree, literal, &bound))
}

fn has_variables(tree: &Tree, node: Node) -> bool {
    (node..tree.next(node)).any(|node| is_named_variable(tree, node))
}

fn is_named_variable(tree: &Tree, node: Node) -> bool {
    !tree.is_list(node) && is_variable(tree.bytes(node)) && tree.bytes(node) != b"_"
}

/// Adds the variables that these literals bind.
fn bind(tree: &Tree, literals: &[Node], bound: &mut Variables) {
    let mut equations: Vec<(Node, Node)> = Vec::new();
    for &literal in literals {
        match tree.head(literal).map(Symbol::bytes) {
            Some(b"=" | b"==") => {
                if let (Some(left), Some(right)) = (tree.child(literal, 1), tree.child(literal, 2))
                {
                    equations.extend([(left, right), (right, left)]);
                }
            }
            Some(head) if is_plain(head) => bind_term(tree, literal, bound),
            // `X = #sum { … }` binds `X`.
            Some(head) if AGGREGATES.contains(&head) || head == b"{}" => {
                for guard in [1, 2]
                    .into_iter()
                    .filter_map(|place| tree.child(literal, place))
                {
                    if tree.head_bytes(guard) == b"=" {
                        bind_term(tree, guard, bound);
                    }
                }
            }
            // Chains and theory atoms may bind anything.
            Some(head) if head == CHAIN => bind_term(tree, literal, bound),
            _ => {}
        }
    }
    // An equation binds one side once the other side is bound.
    while let Some(place) = equations
        .iter()
        .position(|&(_, given)| is_bound(tree, given, bound))
    {
        let (other, _) = equations.swap_remove(place);
        bind_term(tree, other, bound);
    }
}

/// Whether a positive literal with this head is an atom.
fn is_plain(head: &[u8]) -> bool {
    let name = head.strip_prefix(b"-").unwrap_or(head);
    name != b"not"
        && name
            .first()
            .is_some_and(|byte| byte.is_ascii_lowercase() || *byte == b'_')
}

/// Adds the variables of an atom's arguments.
fn bind_term(tree: &Tree, node: Node, bound: &mut Variables) {
    let named = (node..tree.next(node)).filter(|&node| is_named_variable(tree, node));
    bound.extend(named.map(|node| tree.sym(node)));
}

fn is_bound(tree: &Tree, node: Node, bound: &Variables) -> bool {
    let mut named = (node..tree.next(node)).filter(|&node| is_named_variable(tree, node));
    named.all(|node| bound.contains(&tree.sym(node)))
}

/// Whether each variable of a literal is bound by the rule's body, or inside the literal by its own conditions.
fn is_covered(tree: &Tree, literal: Node, bound: &Variables) -> bool {
    if is_bound(tree, literal, bound) {
        return true;
    }
    let parts: Vec<Node> = tree.children(literal).collect();
    match (tree.head(literal).map(Symbol::bytes), &parts[..]) {
        (Some(b"not"), &[_, inner]) => is_covered(tree, inner, bound),
        (Some(b":"), [_, rest @ ..]) => {
            let mut inner = bound.clone();
            bind(tree, &rest[1.min(rest.len())..], &mut inner);
            is_bound(tree, literal, &inner)
        }
        (Some(b"{}"), [_, left, right, elements @ ..]) => {
            let guards = is_bound(tree, *left, bound) && is_bound(tree, *right, bound);
            guards
                && elements
                    .iter()
                    .all(|&element| is_covered(tree, element, bound))
        }
        (Some(head), [_, left, right, elements @ ..]) if AGGREGATES.contains(&head) => {
            let guards = is_bound(tree, *left, bound) && is_bound(tree, *right, bound);
            guards
                && elements
                    .iter()
                    .all(|&element| is_safe_element(tree, element, bound))
        }
        (Some(b"&"), _) => true,
        _ => false,
    }
}

/// Whether each variable of `tuple : literals` is bound outside or by the literals.
fn is_safe_element(tree: &Tree, element: Node, outside: &Variables) -> bool {
    let mut literals: Vec<Node> = tree.children(element).skip(1).collect();
    // In a head, the condition stands inside the literal.
    if let [only] = literals[..]
        && tree.head_bytes(only) == b":"
    {
        literals = tree.children(only).skip(2).collect();
    }
    let mut bound = outside.clone();
    bind(tree, &literals, &mut bound);
    is_bound(tree, element, &bound)
}
