//! Safety: each variable of a rule must be bound by a positive literal of its body.
//!
//! This is gringo's rule (Gebser, Harrison, Kaminski, Lifschitz, Schaub 2015, "Abstract Gringo"), but slightly more
//! lenient about arithmetic, because a filter must not hold back what a solver accepts.

use super::relation::{is_relation, negation};
use super::roles::negated;
use super::statement::{AGGREGATES, CHAIN};
use super::term::{is_signed_name, is_variable};
use crate::tree::{Node, Symbol, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The variables that are bound at a place.
#[derive(Default)]
struct Variables<'o> {
    /// Those that are bound around a condition or an element.
    outside: Option<&'o Variables<'o>>,
    here: FxHashSet<Symbol>,
}

impl<'o> Variables<'o> {
    /// Nothing more than what is bound outside.
    fn inside(outside: &'o Variables<'o>) -> Self {
        Variables {
            outside: Some(outside),
            here: FxHashSet::default(),
        }
    }

    fn contains(&self, variable: Symbol) -> bool {
        self.here.contains(&variable)
            || self
                .outside
                .is_some_and(|outside| outside.contains(variable))
    }
}

/// Whether each variable of a statement is safe. Statements that are not understood count as safe.
pub(super) fn is_safe(tree: &Tree, statement: Node) -> bool {
    if !tree.is_list(statement) || !has_variables(tree, statement) {
        return true;
    }
    let parts: Vec<Node> = tree.children(statement).collect();
    // The body, and the literals and terms whose variables it must bind.
    let (body, others): (Node, Vec<Node>) =
        match (tree.head(statement).map(Symbol::bytes), &parts[..]) {
            (None, &[head, body]) => (body, tree.children(head).collect()),
            (Some(b":~"), &[_, body, weight]) => (body, tree.children(weight).collect()),
            (Some(b"#external"), &[_, atom, body, ..]) => (body, vec![atom]),
            (Some(b"#heuristic"), &[_, atom, body, value]) => (body, vec![atom, value]),
            (Some(b"#show"), &[_, term, body]) => (body, vec![term]),
            (Some(b"#edge"), &[_, from, to, body]) => (body, vec![from, to]),
            (Some(b"#project"), &[_, literal]) => {
                return binds_itself(tree, literal, &Variables::default());
            }
            (Some(kind), [_, elements @ ..]) if kind.ends_with(b"imize") => {
                return elements.iter().all(|&element| {
                    is_safe_element(tree, element, &Variables::default(), Place::Body)
                });
            }
            _ => return true,
        };
    let literals: Vec<Node> = tree.children(body).collect();
    let mut bound = Variables::default();
    bind(tree, &literals, &mut bound);
    let are_covered = |literals: &[Node], place| {
        let mut literals = literals.iter();
        literals.all(|&literal| is_covered(tree, literal, &bound, place))
    };
    are_covered(&others, Place::Head) && are_covered(&literals, Place::Body)
}

/// Where a literal stands.
#[derive(Clone, Copy)]
enum Place {
    /// In a head, or wherever else it binds nothing.
    Head,
    Body,
}

fn has_variables(tree: &Tree, node: Node) -> bool {
    variables(tree, node).next().is_some()
}

/// Whether a node is a variable that has a name.
pub(super) fn is_named_variable(tree: &Tree, node: Node) -> bool {
    !tree.is_list(node) && is_variable(tree.bytes(node)) && tree.bytes(node) != b"_"
}

/// Adds the variables that these literals bind.
fn bind(tree: &Tree, literals: &[Node], bound: &mut Variables<'_>) {
    let mut equations: Vec<Equation> = Vec::new();
    let mut limits = Limits::default();
    for &literal in literals {
        let (inner, is_negated) = without_negations(tree, literal);
        let head = tree.head_bytes(inner);
        // `not X != 1` is `X = 1`.
        let relation = if is_negated {
            negation(head)
        } else {
            Some(head).filter(|head| is_relation(head))
        };
        let sides = [1, 2].map(|place| tree.child(inner, place));
        match (relation, sides) {
            (Some(b"=" | b"=="), [Some(left), Some(right)]) => {
                let sides = [(left, right), (right, left)];
                equations.extend(sides.map(|(binds, given)| Equation {
                    binds,
                    given: given..tree.next(given),
                }));
            }
            (Some(b"<" | b"<="), [Some(less), Some(greater)])
            | (Some(b">" | b">="), [Some(greater), Some(less)]) => {
                limit(tree, less, greater, &mut limits, bound);
            }
            // A chain may bind any of its variables.
            _ if head == CHAIN && !is_negated => bind_term(tree, inner, bound),
            _ if inner == literal => bind_positive(tree, literal, bound),
            _ => {}
        }
    }
    bind_equations(tree, equations, bound);
}

/// The literal in any number of negations, and whether they negate it.
fn without_negations(tree: &Tree, mut literal: Node) -> (Node, bool) {
    let mut is_negated = false;
    while let Some(inner) = negated(tree, literal) {
        (literal, is_negated) = (inner, !is_negated);
    }
    (literal, is_negated)
}

/// Adds the variables that an atom or an aggregate binds.
fn bind_positive(tree: &Tree, literal: Node, bound: &mut Variables<'_>) {
    let head = tree.head_bytes(literal);
    if is_signed_name(head) {
        bind_term(tree, literal, bound);
    } else if AGGREGATES.contains(&head) || head == b"{}" {
        // `X = #sum { … }` binds `X`.
        for guard in tree.children(literal).skip(1).take(2) {
            if matches!(tree.head_bytes(guard), b"=" | b"==") {
                bind_term(tree, guard, bound);
            }
        }
    }
}

/// For each variable, whether a term without variables limits it from above, and whether one does from below.
type Limits = FxHashMap<Symbol, [bool; 2]>;

/// Notes that a term is at most another one. A variable with limits on both sides is bound, because gringo enumerates
/// the numbers between them since version 5.5.
fn limit(tree: &Tree, less: Node, greater: Node, limits: &mut Limits, bound: &mut Variables<'_>) {
    for (side, limited, by) in [(0, less, greater), (1, greater, less)] {
        if is_named_variable(tree, limited) && !has_variables(tree, by) {
            let sides = limits.entry(tree.sym(limited)).or_default();
            sides[side] = true;
            if *sides == [true, true] {
                bound.here.insert(tree.sym(limited));
            }
        }
    }
}

/// An equation, by which the variables of one side are bound once those of the other side are.
struct Equation {
    binds: Node,
    /// The nodes of the other side whose variables may be unbound.
    given: Range<Node>,
}

/// Adds the variables that the equations bind, in time that is linear in their size.
fn bind_equations(tree: &Tree, mut equations: Vec<Equation>, bound: &mut Variables<'_>) {
    // By the variable for which each waits.
    let mut waiting: FxHashMap<Symbol, Vec<Equation>> = FxHashMap::default();
    while let Some(mut equation) = equations.pop() {
        let is_unbound =
            |&node: &Node| is_named_variable(tree, node) && !bound.contains(tree.sym(node));
        if let Some(node) = equation.given.find(is_unbound) {
            waiting.entry(tree.sym(node)).or_default().push(equation);
            continue;
        }
        for variable in variables(tree, equation.binds) {
            bound.here.insert(variable);
            equations.extend(waiting.remove(&variable).unwrap_or_default());
        }
    }
}

/// The variables in a term or literal that have names.
fn variables(tree: &Tree, node: Node) -> impl Iterator<Item = Symbol> {
    let named = (node..tree.next(node)).filter(|&node| is_named_variable(tree, node));
    named.map(|node| tree.sym(node))
}

/// Adds all variables in a term or literal.
fn bind_term(tree: &Tree, node: Node, bound: &mut Variables<'_>) {
    bound.here.extend(variables(tree, node));
}

/// Whether all variables in a term or literal are bound.
fn is_bound(tree: &Tree, node: Node, bound: &Variables<'_>) -> bool {
    variables(tree, node).all(|variable| bound.contains(variable))
}

/// Whether all variables of a node are bound outside or by these literals.
fn is_bound_by(tree: &Tree, node: Node, literals: &[Node], outside: &Variables<'_>) -> bool {
    let mut bound = Variables::inside(outside);
    bind(tree, literals, &mut bound);
    is_bound(tree, node, &bound)
}

/// Whether each variable of a literal is bound by the rule's body, or inside of the literal by its own conditions.
fn is_covered(tree: &Tree, literal: Node, bound: &Variables<'_>, place: Place) -> bool {
    if is_bound(tree, literal, bound) {
        return true;
    }
    let parts: Vec<Node> = tree.children(literal).collect();
    match (tree.head(literal).map(Symbol::bytes), &parts[..]) {
        (Some(b"not"), &[_, inner]) => is_covered(tree, inner, bound, place),
        (Some(b":"), [_, _, condition @ ..]) => is_bound_by(tree, literal, condition, bound),
        (Some(head), [_, left, right, elements @ ..])
            if AGGREGATES.contains(&head) || head == b"{}" =>
        {
            let is_safe = |&element: &Node| match (head, place) {
                (b"{}", Place::Head) => is_covered(tree, element, bound, place),
                (b"{}", Place::Body) => binds_itself(tree, element, bound),
                _ => is_safe_element(tree, element, bound, place),
            };
            is_bound(tree, *left, bound)
                && is_bound(tree, *right, bound)
                && elements.iter().all(is_safe)
        }
        (Some(b"&"), _) => true,
        _ => false,
    }
}

/// Whether each variable of a literal is bound outside, by the literal or by its condition.
fn binds_itself(tree: &Tree, literal: Node, outside: &Variables<'_>) -> bool {
    if tree.head_bytes(literal) != b":" {
        return is_bound_by(tree, literal, &[literal], outside);
    }
    let literals: Vec<Node> = tree.children(literal).skip(1).collect();
    is_bound_by(tree, literal, &literals, outside)
}

/// Whether each variable of `tuple : literals` is bound outside or by the literals themselves. In a head, there is one
/// literal, and only the condition inside of it binds variables.
fn is_safe_element(tree: &Tree, element: Node, outside: &Variables<'_>, place: Place) -> bool {
    let parts: Vec<Node> = tree.children(element).collect();
    let literals = match (place, &parts[..]) {
        (Place::Body, [_, literals @ ..]) => literals.to_vec(),
        (Place::Head, &[_, only]) if tree.head_bytes(only) == b":" => {
            tree.children(only).skip(2).collect()
        }
        _ => Vec::new(),
    };
    is_bound_by(tree, element, &literals, outside)
}
