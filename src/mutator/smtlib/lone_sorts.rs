//! Sorts of single declarations on which no other sort in the text depends.

use super::shape::{self, bound_head, is_quantified, operands, theory_operator};
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, Declares, Generic, Role, Sort, analysis};
use crate::tree::{Node, ROOT};

/// Nothing is known of a name that concerns more terms than this, so that looking at it takes constant time.
const MOST: usize = 32;

/// Whether the sort at a node, which is neither `Bool` nor `Int`, may become any other sort without another change. It is
/// that of a constant, of a quantified variable, of a function's result, or of a parameter of a function without uses.
pub(super) fn is_lone_sort(case: &TestCase, node: Node) -> bool {
    if node == ROOT || analysis(case).role(node) != Role::Sort {
        return false;
    }
    declared(case, node).is_some_and(|name| {
        let binding = &analysis(case).bindings()[name as usize];
        let is_parameter = case.parent(node) != case.parent(binding.node);
        let is_used = !binding.uses.is_empty();
        if is_parameter {
            !is_used && !is_simple(case, node)
        } else {
            ![Sort::BOOL, Sort::INT, Sort::UNKNOWN].contains(&binding.sort) && is_free(case, name)
        }
    })
}

/// Whether a sort is spelled `Bool` or `Int`.
fn is_simple(case: &TestCase, node: Node) -> bool {
    matches!(case.tree().bytes(node), b"Bool" | b"Int")
}

/// The name whose declaration has the sort.
fn declared(case: &TestCase, node: Node) -> Option<BindingId> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let parent = case.parent(node);
    let above = case.parent(parent);
    let made = |command| shape::declared(tree, command);
    let (name, kind) = if analysis.role(parent) == Role::Binder {
        let term = case.parent(above);
        let is_quantified = is_quantified(tree, term);
        (
            is_quantified.then_some(parent + 1)?,
            BindingKind::Quantified,
        )
    } else if let Some(Declares::Constant | Declares::Function) = made(parent) {
        (parent + 2, BindingKind::Declared)
    } else {
        let is_function = made(above) == Some(Declares::Function);
        (is_function.then_some(above + 2)?, BindingKind::Declared)
    };
    let id = analysis.binding(name)?;
    let binding = &analysis.bindings()[id as usize];
    (binding.kind == kind && binding.node == name).then_some(id)
}

/// Whether all terms whose sorts follow that of the name stand only where any sort may stand.
fn is_free(case: &TestCase, name: BindingId) -> bool {
    let mut following = Vec::new();
    if !add_uses(case, name, &mut following) {
        return false;
    }
    let mut done = 0;
    while let Some(&term) = following.get(done) {
        done += 1;
        if following.len() > MOST || !follow(case, term, &mut following) {
            return false;
        }
    }
    following.iter().all(|&term| agrees(case, term, &following))
}

/// Adds the terms that are uses of the name. False if a use is no such term, or if there are very many.
fn add_uses(case: &TestCase, name: BindingId, out: &mut Vec<Node>) -> bool {
    let binding = &analysis(case).bindings()[name as usize];
    binding.uses.len() <= MOST
        && binding.uses.iter().all(|&token| {
            let application = case.parent(token);
            let term = if binding.parameters.is_empty() {
                token
            } else {
                application
            };
            let is_head = term == token || token == term + 1;
            add(out, term);
            is_head && analysis(case).role(term) == Role::Term
        })
}

fn add(terms: &mut Vec<Node>, term: Node) {
    if !terms.contains(&term) {
        terms.push(term);
    }
}

/// Adds the terms whose sorts follow that of the term. False if it stands where its sort matters.
fn follow(case: &TestCase, term: Node, out: &mut Vec<Node>) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let parent = case.parent(term);
    if analysis.role(parent) == Role::Binder {
        let named = bound_head(case, parent).filter(|_| term == parent + 2);
        return named.is_some_and(|id| add_uses(case, id, out));
    }
    if analysis.role(parent) != Role::Term || bound_head(case, parent).is_some() {
        return false;
    }
    let is_at = |place| tree.child(parent, place) == Some(term);
    let is_followed = match head(case, parent) {
        b"let" => is_at(2),
        b"!" => is_at(1),
        _ => match generic(case, term) {
            Some((_, generic)) if !generic.is_result => return true,
            generic => generic.is_some(),
        },
    };
    if is_followed {
        add(out, parent);
    }
    is_followed
}

/// The operands of the term around this one, and which of them must have the sort of this one. None if this one may not
/// have any sort.
fn generic(case: &TestCase, term: Node) -> Option<(Vec<Node>, Generic)> {
    let (tree, parent) = (case.tree(), case.parent(term));
    let operands: Vec<Node> = operands(tree, parent).take(MOST + 2).collect();
    let place = operands.iter().position(|&operand| operand == term)?;
    let operator = theory_operator(tree, parent).filter(|_| operands.len() <= MOST + 1)?;
    let generic = operator.generic(place, operands.len())?;
    Some((operands, generic))
}

/// Whether the operands beside the term follow the name if they must have the sort of the term.
fn agrees(case: &TestCase, term: Node, following: &[Node]) -> bool {
    generic(case, term).is_none_or(|(operands, generic)| {
        let mut places = generic.operands.iter();
        places.all(|&place| following.contains(&operands[place]))
    })
}

fn head(case: &TestCase, term: Node) -> &'static [u8] {
    case.tree().head(term).map_or(b"", |head| head.bytes())
}
