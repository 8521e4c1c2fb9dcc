//! Capture of names: whether a term keeps its meaning at another place.

use crate::language::TestCase;
use crate::language::smtlib::{BindingId, Role, analysis};
use crate::tree::{Node, Symbol};

/// Whether the term, which lies inside `outer`, uses a name that is bound between the two, so that it cannot replace
/// `outer`. Looks only at the binders on the way.
pub(crate) fn uses_name_bound_between(case: &TestCase, term: Node, outer: Node) -> bool {
    let analysis = analysis(case);
    // A binder on the way comes before the term in the text.
    if analysis.bound_in(outer..term).is_empty() {
        return false;
    }
    let is_used = |id: BindingId| {
        let binding = analysis.get(id);
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

/// Only this many nodes of a term are searched for variables.
const SEARCHED: u32 = 64;

/// The first variables in a term that keep their meaning in its place.
pub(crate) fn variables_within(case: &TestCase, term: Node) -> impl Iterator<Item = Node> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let end = tree.next(term).min(term + SEARCHED);
    (term + 1..end).filter(move |&node| {
        !tree.is_list(node)
            && analysis.role(node) == Role::Term
            && analysis.binding(node).is_some()
            && !uses_name_bound_between(case, node, term)
    })
}

/// At most this many look-ups are made to find out whether names are captured. Further names count as not captured.
/// Then a candidate may mean something else than intended, which does no other harm.
const MOST: usize = 100_000;

/// Whether each free name of a term has the same meaning at all these places. Names that are `gone` after the edit,
/// because it substitutes them, do not count.
pub(crate) fn keeps_meaning(
    case: &TestCase,
    term: Node,
    places: &[Node],
    gone: impl Fn(BindingId) -> bool,
) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_inside = |id: BindingId| tree.contains(term, analysis.get(id).node);
    let is_free =
        |&token: &Node| !tree.is_list(token) && !analysis.binding(token).is_some_and(is_inside);
    let is_gone = |id: Option<BindingId>| id.is_some_and(&gone);
    (term..tree.next(term))
        .filter(is_free)
        .flat_map(|token| places.iter().map(move |&at| (token, at)))
        .take(MOST)
        .all(|(token, at)| {
            let name = tree.sym(token);
            let found = analysis.resolve(name, at);
            found == analysis.resolve(name, term)
                || is_gone(found)
                || is_gone(analysis.binding(token))
        })
}

/// Whether the term uses the name as it is bound outside the term.
pub(crate) fn uses_from_outside(case: &TestCase, term: Node, name: Symbol) -> bool {
    let analysis = analysis(case);
    analysis.resolve(name, term).is_some_and(|meant| {
        let nodes = term..case.tree().next(term);
        !analysis.get(meant).uses_in(nodes).is_empty()
    })
}

/// The names that a list binds for one of its elements: by a list of binders in second place, or by the pattern of a
/// `match`.
pub(crate) fn binders(
    case: &TestCase,
    list: Node,
    element: Node,
) -> impl Iterator<Item = BindingId> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let names = tree
        .child(list, 1)
        .filter(|&second| second < element && analysis.role(second) == Role::Binders)
        .into_iter()
        .flat_map(|binders| tree.children(binders))
        .filter_map(|binder| tree.first(binder))
        .filter_map(move |token| analysis.bound_at(token));
    let pattern = tree
        .first(list)
        .filter(|&first| tree.next(first) == element && tree.next(element) == tree.next(list))
        .map_or(0..0, |first| analysis.bound_in(first..element));
    names
        .chain(pattern)
        .filter(move |&id| analysis.get(id).scope.contains(&element))
}
