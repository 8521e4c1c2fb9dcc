//! Edits with effects that are too far-reaching to be tracked. Only an analysis of the whole edited text can judge
//! them.

use super::analysis::makes_higher_order;
use super::case::analysis;
use super::levels::levels;
use super::region::{Region, Regions};
use super::{BindingKind, names, operators};
use crate::language::TestCase;
use crate::tree::{Edit, Node, Piece, Tree};

/// Whether the edit, which touches these regions, is far-reaching.
pub(super) fn is_far_reaching(case: &TestCase, edit: &Edit, regions: &Regions<'_>) -> bool {
    let is_hard = |region| changes_scopes(case, region) || uses_its_names(case, region);
    concerns_exit(case, edit)
        || changes_order(case, edit)
        || regions.values().any(is_hard)
        || edit.parts().iter().any(|part| may_unbind(case, part.at))
}

/// Whether the piece is the head of a term that binds names.
pub(super) fn is_binder(piece: Piece) -> bool {
    matches!(piece, Piece::Leaf(sym) if operators::is_binder(sym))
}

/// Whether the edit changes or removes the `(exit)` after which solvers stop.
fn concerns_exit(case: &TestCase, edit: &Edit) -> bool {
    let Some(start) = analysis(case).exit() else {
        return false;
    };
    let end = case.tree().next(start);
    edit.parts().iter().any(|part| match part.cells {
        0 => start < part.at && part.at < end,
        _ => part.at < end && start < part.end(),
    })
}

/// Whether a command that remains uses names that `:named` binds in the same command. How a change affects these uses
/// is not tracked.
fn uses_its_names(case: &TestCase, region: &Region<'_>) -> bool {
    let analysis = analysis(case);
    if region.is_deleted() || !names::any_minded(analysis, &region.nodes) {
        return false;
    }
    let globals = analysis.globals_in(region.nodes.clone());
    analysis.globals()[globals].iter().any(|&id| {
        let binding = &analysis.bindings()[id as usize];
        binding.kind == BindingKind::Named && !binding.uses_in(region.nodes.clone()).is_empty()
    })
}

/// Whether the edit may turn a higher-order text into a first-order one, or the other way round.
fn changes_order(case: &TestCase, edit: &Edit) -> bool {
    let cells = case.tree().cells();
    edit.splices(case.tree()).iter().any(|splice| {
        if analysis(case).is_higher_order() {
            let mut removed = cells[splice.at as usize..splice.end() as usize].iter();
            removed.any(|cell| makes_higher_order(cell.sym))
        } else {
            let mut pieces = splice.with.iter();
            pieces.any(|piece| matches!(*piece, Piece::Leaf(token) if makes_higher_order(token)))
        }
    })
}

/// Whether the edit changes the scopes in which the other commands stand. Deleting whole scopes does not.
fn changes_scopes(case: &TestCase, region: &Region<'_>) -> bool {
    let tree = case.tree();
    let is_deleted = region.is_deleted();
    let (mut open, mut command) = (0_u64, region.nodes.start);
    while command < region.nodes.end {
        let after = match tree.head(command).map_or(&b""[..], |head| head.bytes()) {
            b"push" if is_deleted => levels(tree, command).and_then(|more| open.checked_add(more)),
            b"pop" if is_deleted => levels(tree, command).and_then(|less| open.checked_sub(less)),
            b"push" | b"pop" | b"reset" => None,
            b"set-option" if decides_scopes(tree, command) => None,
            _ => Some(open),
        };
        let Some(after) = after else {
            return true;
        };
        open = after;
        command = tree.next(command);
    }
    open > 0
}

fn decides_scopes(tree: &Tree, option: Node) -> bool {
    let name = tree.child(option, 1).map(|name| tree.sym(name));
    name.is_some_and(|name| name.bytes() == b":global-declarations")
}

/// Whether a change at the node may leave a token in place that then no longer binds its name. This can happen near a
/// `match` and at the head of a binder.
fn may_unbind(case: &TestCase, node: Node) -> bool {
    let tree = case.tree();
    if node >= tree.end() {
        return false;
    }
    let parent = case.parent(node);
    let head = |list| tree.head(list).map(Piece::Leaf);
    if parent + 1 == node && head(parent).is_some_and(is_binder) {
        return true;
    }
    let above = std::iter::successors(Some(parent), |&list| Some(case.parent(list)));
    above
        .take(5)
        .any(|list| tree.head(list).is_some_and(|head| head.bytes() == b"match"))
}
