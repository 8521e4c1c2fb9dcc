//! Which sorts a term may have at its place, so that the text around it stays well-sorted.

use super::case::analysis;
use super::commands::{self, Parts};
use super::literal::number;
use super::matching::Bindings;
use super::{Analysis, Binding, BindingKind, Operator, Role, Sort, SortKind, name, operators};
use crate::language::TestCase;
use crate::tree::{Node, Tree};

/// At most this many operands of an application are looked at: an operator with any number of operands treats the later
/// ones alike.
const OPERANDS: usize = 16;

/// The sorts that a term may have that replaces this one, if the term around it is to keep its sort. A sort that is
/// unknown, or has an unknown part, stands for any sort that fits it. Empty if the node is not a term.
pub fn expected(case: &TestCase, node: Node) -> Vec<Sort> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let parent = case.parent(node);
    if analysis.role(node) != Role::Term {
        return Vec::new();
    }
    match analysis.role(parent) {
        Role::Term if node == parent + 1 => vec![analysis.sort(node)],
        Role::Term => in_term(tree, analysis, parent, node),
        Role::Command => vec![in_command(tree, analysis, parent, node)],
        // The name that a `let` gives to the term keeps its sort.
        Role::Binder => vec![analysis.sort(node)],
        // A rule has the sort of its nonterminal.
        Role::Rules => {
            vec![sort_of(analysis.meaning(case.parent(parent) + 1))]
        }
        Role::Sort | Role::Name | Role::Binders | Role::Other => vec![Sort::UNKNOWN],
    }
}

/// The sort of a term that is a part of a command.
fn in_command(tree: &Tree, analysis: &Analysis, command: Node, node: Node) -> Sort {
    let parts = tree.head(command).and_then(commands::parts);
    match parts.unwrap_or(Parts::Anything) {
        Parts::Formula
        | Parts::FormulaAndName
        | Parts::FormulaAndAttributes
        | Parts::AnswerAndFormula
        | Parts::Formulas => Sort::BOOL,
        Parts::FunctionDefinition { .. } | Parts::ConstantDefinition
            if tree.next(node) == tree.next(command) =>
        {
            sort_of(analysis.meaning(command + 2))
        }
        _ => Sort::UNKNOWN,
    }
}

/// The sorts of an operand.
fn in_term(tree: &Tree, analysis: &Analysis, parent: Node, node: Node) -> Vec<Sort> {
    let made = analysis.sort(parent);
    if tree.is_list(parent + 1) {
        return under_list(tree, analysis, parent, node);
    }
    let head = tree.sym(parent + 1);
    match head.bytes() {
        b"let" | b"!" => return vec![made],
        _ if operators::is_quantifier(head) => return vec![Sort::BOOL],
        _ if operators::is_binder(head) => return vec![Sort::UNKNOWN],
        _ => {}
    }
    let (operands, k) = place(tree, analysis, parent, node);
    if let Some(function) = analysis.meaning(parent + 1) {
        return vec![of_function(function, &operands, k, made)];
    }
    // Where a binding hides the operator, nothing is known.
    let is_visible = analysis.resolve(head, parent).is_none();
    let operator = operators::operator(name(head)).filter(|_| is_visible);
    by_operator(operator, &[], &operands, k, made)
}

/// The sorts of an operand of an application whose head is `(_ f i …)` or `(as f S)`.
fn under_list(tree: &Tree, analysis: &Analysis, parent: Node, node: Node) -> Vec<Sort> {
    let (made, list) = (analysis.sort(parent), parent + 1);
    let (operands, k) = place(tree, analysis, parent, node);
    let parts: Vec<Node> = tree.children(list).collect();
    let bytes = |node: &Node| tree.bytes(*node);
    match (
        parts.first().map(bytes),
        parts.get(1).map(bytes),
        made.structure(),
    ) {
        (Some(b"as"), Some(b"const"), Some(&SortKind::Array(_, element))) => vec![element],
        (Some(b"as"), Some(_), _) => {
            let function = analysis.meaning(parts[1]);
            let function = function.filter(|function| function.kind != BindingKind::Let);
            vec![function.map_or(Sort::UNKNOWN, |function| {
                of_function(function, &operands, k, made)
            })]
        }
        (Some(b"_"), Some(_), _) => {
            let indices: Vec<Option<u32>> =
                parts[2..].iter().map(|part| number(bytes(part))).collect();
            let operator = operators::indexed(tree.sym(parts[1]));
            by_operator(operator, &indices, &operands, k, made)
        }
        _ => vec![Sort::UNKNOWN],
    }
}

fn by_operator(
    operator: Option<&Operator>,
    indices: &[Option<u32>],
    operands: &[Sort],
    k: usize,
    made: Sort,
) -> Vec<Sort> {
    operator.map_or(vec![Sort::UNKNOWN], |operator| {
        operator.expected(indices, operands, k, made)
    })
}

/// The sort of the `k`th parameter, given the other operands and the sort of the application.
fn of_function(function: &Binding, operands: &[Sort], k: usize, made: Sort) -> Sort {
    let mut bindings = Bindings::default();
    bindings.fits(function.sort, made);
    let parameters = &function.parameters;
    for (other, (&parameter, &operand)) in parameters.iter().zip(operands).enumerate() {
        if other != k {
            bindings.fits(parameter, operand);
        }
    }
    parameters
        .get(k)
        .map_or(Sort::UNKNOWN, |&sort| bindings.sort(sort))
}

fn sort_of(binding: Option<&Binding>) -> Sort {
    binding.map_or(Sort::UNKNOWN, |binding| binding.sort)
}

/// The sorts of the operands, and the index of the node among them. If there are many, the first ones stand for all.
fn place(tree: &Tree, analysis: &Analysis, parent: Node, node: Node) -> (Vec<Sort>, usize) {
    let mut nodes: Vec<Node> = tree.children(parent).skip(1).take(OPERANDS + 1).collect();
    let is_cut = nodes.len() > OPERANDS;
    nodes.truncate(OPERANDS);
    let mut sorts: Vec<Sort> = nodes
        .iter()
        .map(|&operand| analysis.sort(operand))
        .collect();
    let last = nodes.len() - 1;
    let found = nodes.iter().position(|&operand| operand == node);
    if !is_cut {
        return (sorts, found.unwrap_or(last));
    }
    // The last place stands for the last operand, which is not looked up, and the place before it for all others that
    // were left out.
    sorts[last] = Sort::UNKNOWN;
    let is_last = tree.next(node) == tree.next(parent);
    let place = match found {
        Some(found) if found < last => found,
        _ if is_last => last,
        _ => last - 1,
    };
    (sorts, place)
}
