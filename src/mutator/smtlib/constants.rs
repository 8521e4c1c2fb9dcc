//! Mutators that replace terms by constants of their sorts.

use super::toolkit::all_occurrences::repeated;
use super::toolkit::interpretation::{Value, evaluated};
use super::toolkit::shape::{is_after_query, is_form, is_smaller_token, own_operator};
use super::toolkit::unused::with_all_unused;
use super::toolkit::values::{NewTerm, cells, values};
use crate::language::TestCase;
use crate::language::smtlib::{
    Role, Sort, analysis, literals, literals_in_dialect, other_literals,
};
use crate::mutator::proposal::{none, replacing};
use crate::mutator::{At, Edits, Mutator};
use crate::tree::{Node, Piece, ROOT, Symbol};

/// `(= x 1)` → `false`, `true`; `x` → `0`, `1`; `(store a 1 2)` → `((as const (Array Int Int)) 0)`. Only where the sort
/// is known and the term is not one of these constants already. An annotated term that a `let` binds may become a
/// constant of any sort if its uses allow that: `(let ((x (! #x00 :named y))) false)` →
/// `(let ((x (! 0 :named y))) false)`.
pub static CONSTANTS: Mutator = OF_CONSTANTS
    .everywhere(|case, node| repeated(case, node, || replaced(case, node)))
    .pumping(|case, node| replacing(case, node, others(case, node)))
    .with_forms(&[
        ("bound", &BOUND_TERMS),
        ("with-unused", &WITH_UNUSED),
        ("shorter", &SHORTER),
    ]);

const OF_CONSTANTS: Mutator = Mutator::smtlib("constants", "core")
    .about("Replace a term by a constant of its sort")
    .at(At::SortedTerm)
    .edits(replaced);

fn replaced(case: &TestCase, node: Node) -> Edits<'_> {
    replacing(case, node, constants(case, node))
}

/// [`CONSTANTS`], but only for the terms that a `let` binds and the bodies of `define-fun`s. In a chain of nested
/// `let`s, no such term contains another, so edits of many of them can succeed together.
pub static BOUND_TERMS: Mutator = OF_CONSTANTS.only(has_name);

/// [`CONSTANTS`], but each edit also removes everything that becomes unused by it. Only for few nodes of a text.
pub static WITH_UNUSED: Mutator = OF_CONSTANTS.edits(|case, node| {
    Box::new(replaced(case, node).map(move |edit| with_all_unused(case, edit)))
});

/// `false` → `true`, `re.allchar` → `re.all`: a literal or constant becomes one of its sort that has fewer bytes, in
/// whichever dialect of the theory.
pub static SHORTER: Mutator = OF_CONSTANTS
    .only(|case, node| !case.tree().is_list(node))
    .edits(|case, node| {
        let (old, sort) = (case.tree().sym(node), analysis(case).sort(node));
        let dialects = [false, true].map(|is_older| literals_in_dialect(sort, is_older));
        let known: Vec<Symbol> = dialects
            .iter()
            .flat_map(|all| all.iter().copied())
            .collect();
        if !known.contains(&old) {
            return none();
        }
        let is_shorter = move |new: &Symbol| new.bytes().len() < old.bytes().len();
        let mut shorter: Vec<Symbol> = known.into_iter().filter(is_shorter).collect();
        shorter.sort_by_key(|new| (new.bytes().len(), new.bytes()));
        shorter.dedup();
        let shorter = shorter.into_iter().map(|new| [Piece::Leaf(new)]);
        replacing(case, node, shorter)
    })
    .judged();

/// Whether a `let` or a `define-fun` gives the term a name.
fn has_name(case: &TestCase, node: Node) -> bool {
    let (tree, parent) = (case.tree(), case.parent(node));
    if is_form(tree, parent, b"define-fun") {
        return case.parent(parent) == ROOT && tree.child(parent, 4) == Some(node);
    }
    let list = case.parent(parent);
    parent != ROOT
        && node == parent + 2
        && analysis(case).role(parent) == Role::Binder
        && is_form(tree, case.parent(list), b"let")
}

/// At most this many variables are proposed instead of a token.
const MOST_VARIABLES: usize = 4;

/// The shortest constants of other sorts, where the sort of the node matters only to the uses of a name that a `let` or
/// an annotation gives it. The filter decides whether that is well-sorted. A term without annotation is left to the
/// mutators that remove its binding.
fn of_any_sort(case: &TestCase, node: Node) -> Vec<NewTerm> {
    let analysis = analysis(case);
    let (annotated, sort) = (case.parent(node), analysis.sort(node));
    let is_annotated = is_form(case.tree(), annotated, b"!");
    if !is_annotated || analysis.role(case.parent(annotated)) != Role::Binder {
        return Vec::new();
    }
    [Sort::INT, Sort::BOOL]
        .into_iter()
        .filter(|&other| other != sort)
        .filter_map(|other| literals(other).first().copied())
        .map(|token| vec![Piece::Leaf(token)])
        .collect()
}

/// The values and variables that may replace a token but are not simpler.
fn others(case: &TestCase, node: Node) -> Vec<NewTerm> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if tree.is_list(node) {
        return Vec::new();
    }
    let sort = analysis.sort(node);
    let further = other_literals(sort).into_iter();
    let variables = analysis
        .variables(sort, node)
        .take(MOST_VARIABLES)
        .map(|id| tree.sym(analysis.get(id).node));
    let leaf = |token| vec![Piece::Leaf(token)];
    let mut others = values(case, sort, node);
    others.extend(further.chain(variables).map(leaf));
    let (old, simpler) = (leaf(tree.sym(node)), constants(case, node));
    others.retain(|other| *other != old && !simpler.contains(other) && !decides(case, node, other));
    others
}

/// The values that may replace the node. A term becomes a value with fewer cells; a token becomes a smaller token,
/// unless it is one of the values.
fn constants(case: &TestCase, node: Node) -> Vec<NewTerm> {
    let tree = case.tree();
    let mut values = sensible_values(case, node);
    if tree.is_list(node) {
        values.extend(of_any_sort(case, node));
        values.retain(|value| cells(value) < tree.len(node) as usize);
        return values;
    }
    let old = tree.sym(node);
    if values.contains(&vec![Piece::Leaf(old)]) {
        values.clear();
    }
    values.extend(of_any_sort(case, node));
    values.retain(|value| matches!(value[..], [Piece::Leaf(new)] if is_smaller_token(new, old)));
    values
}

/// The values of the sort of a node that leave something to say to what is around it.
fn sensible_values(case: &TestCase, node: Node) -> Vec<NewTerm> {
    let tree = case.tree();
    let mut values = values(case, analysis(case).sort(node), node);
    // An assertion of `true` says nothing, and erase-node removes it as a whole. After a query, it still takes a solver
    // out of the state in which the query has left it.
    if is_form(tree, case.parent(node), b"assert") && !is_after_query(case, node) {
        let is_true =
            |value: &NewTerm| matches!(value[..], [Piece::Leaf(token)] if token.bytes() == b"true");
        values.retain(|value| !is_true(value));
    }
    values.retain(|value| !decides(case, node, value));
    values
}

/// Terms with more operands are not evaluated.
const MOST_OPERANDS: usize = 8;

/// Whether this constant, instead of the node, makes the term around it a constant.
///
/// With `false` as an operand, `(and x y)` is `false`. With a constant instead of `x`, `(< x 2)` is `true` or `false`.
/// The term that is decided so says no more than its value, which is tried on its own where it is shorter.
fn decides(case: &TestCase, node: Node, constant: &[Piece]) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let around = case.parent(node);
    let is_operand = around != ROOT && around + 1 != node && analysis.role(around) == Role::Term;
    let (true, Some(_), &[Piece::Leaf(token)]) = (is_operand, tree.head(around), constant) else {
        return false;
    };
    let operator = own_operator(case, around);
    let absorbing = operator.and_then(|operator| operator.absorbing(analysis.sort(node)));
    absorbing == Some(token)
        || analysis.sort(around) == Sort::BOOL && is_constant(case, around, node, token.bytes())
}

/// Whether the value of a term is known once its operand `node` is this constant.
fn is_constant(case: &TestCase, term: Node, node: Node, constant: &[u8]) -> bool {
    let value = |operand| {
        if operand == node {
            Value::of_token(constant)
        } else {
            Value::of(case, operand)
        }
    };
    evaluated(case, term, MOST_OPERANDS, value).is_some()
}
