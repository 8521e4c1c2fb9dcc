//! Whether a term keeps its meaning at another place.

use crate::language::TestCase;
use crate::language::smtlib::{BindingId, Role, analysis};
use crate::tree::Node;

/// Whether the term, which lies inside `outer`, uses a name that is bound between the two, so that it cannot take the
/// place of `outer`. Looks only at the binders on the way.
pub(super) fn uses_name_bound_between(case: &TestCase, term: Node, outer: Node) -> bool {
    let mut inner = term;
    while inner != outer {
        let around = case.parent(inner);
        let is_used = |id: BindingId| {
            let binding = &analysis(case).bindings()[id as usize];
            !binding.uses_in(term..case.tree().next(term)).is_empty()
        };
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

/// Whether a name that is bound outside `whole` and used in the term, which lies in `whole`, has another meaning at one
/// of these places.
pub(super) fn has_free_name_captured(
    case: &TestCase,
    term: Node,
    whole: Node,
    places: &[Node],
) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let free = (term..tree.next(term)).filter_map(|token| {
        let id = analysis.binding(token)?;
        let binding = &analysis.bindings()[id as usize];
        (!tree.contains(whole, binding.node)).then_some((binding.name, id))
    });
    let mut pairs = free
        .flat_map(|name| places.iter().map(move |&at| (name, at)))
        .take(MOST);
    pairs.any(|((name, id), at)| analysis.resolve(name, at) != Some(id))
}

/// Whether each name that stands free in a term has the same meaning at another place, except for the names bound in
/// `gone`, which the edit substitutes.
pub(super) fn means_the_same_at(
    case: &TestCase,
    term: Node,
    place: Node,
    gone: Option<Node>,
) -> bool {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_inside =
        |list: Node, id: BindingId| tree.contains(list, analysis.bindings()[id as usize].node);
    (term..tree.next(term)).all(|token| {
        let meant = analysis.binding(token);
        let is_free = |id| !is_inside(term, id) && !gone.is_some_and(|gone| is_inside(gone, id));
        tree.is_list(token)
            || !meant.is_none_or(is_free)
            || analysis.resolve(tree.sym(token), place) == analysis.resolve(tree.sym(token), term)
    })
}

/// Whether a term uses a name that this binding, which is no part of it, would capture at another place.
pub(super) fn would_capture(case: &TestCase, id: BindingId, term: Node) -> bool {
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
        .map(|binder| binder + 1);
    let is_case = tree.next(list + 1) == element && tree.next(element) == tree.next(list);
    let pattern = if is_case { list + 1..element } else { 0..0 };
    names.chain(pattern).filter_map(move |token| {
        let id = analysis.binding(token)?;
        (analysis.bindings()[id as usize].node == token).then_some(id)
    })
}
