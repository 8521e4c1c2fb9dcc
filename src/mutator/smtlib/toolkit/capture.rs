//! Whether a term keeps its meaning at another place.

use crate::language::TestCase;
use crate::language::smtlib::{BindingId, Role, analysis};
use crate::tree::Node;

/// Whether the term, which lies inside `outer`, uses a name that is bound between the two, so that it cannot take the
/// place of `outer`. Looks only at the binders on the way.
pub(crate) fn uses_name_bound_between(case: &TestCase, term: Node, outer: Node) -> bool {
    let analysis = analysis(case);
    // Whatever binds a name for the term on the way stands before the term.
    if analysis.bound_in(outer..term).is_empty() {
        return false;
    }
    let is_used = |id: BindingId| {
        let binding = &analysis.bindings()[id as usize];
        !binding.uses_in(term..case.tree().next(term)).is_empty()
    };
    let mut inner = term;
    while inner != outer {
        let around = case.parent(inner);
        if binders(case, around, inner).any(is_used) {
            return true;
        }
        inner = around;
    }
    false
}

/// At most this many look-ups are made to find out whether names are captured. Beyond, they count as not captured: then
/// only the meaning of a candidate may be another than intended.
const MOST: usize = 100_000;

/// At most this many binders of a body are looked at.
const MOST_BINDERS: usize = 1000;

/// Whether each name that stands free in a term has the same meaning at all these places, except for the names that are
/// `gone` after the edit, because it substitutes them.
pub(crate) fn keeps_meaning(
    case: &TestCase,
    term: Node,
    places: &[Node],
    gone: impl Fn(BindingId) -> bool,
) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_inside = |id: BindingId| tree.contains(term, analysis.bindings()[id as usize].node);
    let is_free =
        |&token: &Node| !tree.is_list(token) && !analysis.binding(token).is_some_and(is_inside);
    let free = (term..tree.next(term)).filter(is_free);
    let mut pairs = free
        .flat_map(|token| places.iter().map(move |&at| (token, at)))
        .take(MOST);
    pairs.all(|(token, at)| {
        let name = tree.sym(token);
        let found = analysis.resolve(name, at);
        let is_gone = |id: Option<BindingId>| id.is_some_and(&gone);
        found == analysis.resolve(name, term) || is_gone(found) || is_gone(analysis.binding(token))
    })
}

/// Whether a binder in the body, around this place, would capture a name of a term that comes from outside the body.
pub(crate) fn is_captured_within(case: &TestCase, term: Node, body: Node, place: Node) -> bool {
    let analysis = analysis(case);
    let binders = analysis.bound_in(body..case.tree().next(body));
    binders.take(MOST_BINDERS).any(|id| {
        let scope = &analysis.bindings()[id as usize].scope;
        scope.contains(&place) && would_capture(case, id, term)
    })
}

/// Whether a term uses a name that this binding, which is no part of it, would capture at another place.
pub(crate) fn would_capture(case: &TestCase, id: BindingId, term: Node) -> bool {
    let analysis = analysis(case);
    let name = analysis.bindings()[id as usize].name;
    let uses = |meant: BindingId| {
        let term = term..case.tree().next(term);
        analysis.bindings()[meant as usize].uses_in(term)
    };
    analysis
        .resolve(name, term)
        .is_some_and(|meant| !uses(meant).is_empty())
}

/// The names that a list binds for one of its elements: by a list of binders in second place, or by the pattern of a
/// `match`.
fn binders(case: &TestCase, list: Node, element: Node) -> impl Iterator<Item = BindingId> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let second = tree.child(list, 1).filter(|&second| second < element);
    let is_list = |&second: &Node| analysis.role(second) == Role::Binders;
    let names = second.filter(is_list).into_iter();
    let names = names
        .flat_map(|list| tree.children(list))
        .filter_map(|binder| tree.first(binder));
    let first = tree
        .first(list)
        .filter(|&first| tree.next(first) == element);
    let first = first.filter(|_| tree.next(element) == tree.next(list));
    let pattern = first.map_or(0..0, |first| first..element);
    names.chain(pattern).filter_map(move |token| {
        let id = analysis.binding(token)?;
        (analysis.bindings()[id as usize].node == token).then_some(id)
    })
}
