//! Edits that concern all later commands: those that change `push`, `pop`, `reset` or `exit`, and those that make a
//! first-order text higher-order, or the other way round. Only an analysis of the whole edited text can judge them,
//! unless all that changes is how many levels are open, and what that means for names is known (`open_levels`).

use super::analysis::makes_higher_order;
use super::assertion_stack::{levels, sets_global_declarations};
use super::case::{analysis, open_levels};
use super::ill_formed::Finding;
use super::open_levels::changes;
use super::{Analysis, IllFormed};
use crate::language::TestCase;
use crate::tree::{Node, Piece, Splice, Tree};
use std::ops::Range;

/// Whether the edit is far-reaching. If this says no, the walk through what the edit inserts may still find out that it
/// is.
pub(super) fn is_far_reaching(tree: &Tree, analysis: &Analysis, splices: &[Splice]) -> bool {
    concerns_exit(tree, analysis, splices)
        || changes_order(analysis, splices)
        || (splices.iter()).any(|splice| changes_scopes(tree, analysis, splice))
}

/// Judges a far-reaching edit that changes only how many levels are open. None for any other edit, and if only an
/// analysis of the whole edited text can judge it.
pub(super) fn judge_levels(
    case: &TestCase,
    splices: &[Splice],
    counts: impl Fn(&Finding) -> bool,
) -> Option<Result<(), IllFormed>> {
    let (tree, analysis) = (case.tree(), analysis(case));
    if concerns_exit(tree, analysis, splices) || changes_order(analysis, splices) {
        return None;
    }
    // Solvers read nothing behind `(exit)`.
    let is_read = |node: Node| analysis.exit.is_none_or(|exit| node < exit);
    let mut changes = changes(tree, analysis, splices)?;
    changes.retain(|&(command, _)| is_read(command));
    let levels = open_levels(case)?;
    let without = splices
        .iter()
        .filter(|splice| is_read(splice.at))
        .filter_map(|splice| without_number(tree, analysis, splice));
    let mut faults = without.map(Finding::Fault).filter(counts);
    let judged = match faults.next() {
        Some(found) => Err(found.fault()),
        None => levels.judge(&changes)?,
    };
    // A fault that the text may have already decides nothing.
    let is_known = judged.is_err_and(|fault| analysis.may_have(fault));
    (!is_known).then_some(judged)
}

/// What a `push` or `pop` becomes if a splice removes its number.
fn without_number(tree: &Tree, analysis: &Analysis, splice: &Splice) -> Option<IllFormed> {
    let command = analysis.command(splice.at)?;
    let is_removed = command != splice.at && splice.with.is_empty();
    let head = tree.head(command).filter(|_| is_removed)?;
    IllFormed::extension(head, 0)
}

/// Whether the edit changes or removes the `(exit)` after which solvers stop.
fn concerns_exit(tree: &Tree, analysis: &Analysis, splices: &[Splice]) -> bool {
    let Some(start) = analysis.exit else {
        return false;
    };
    let end = tree.next(start);
    splices.iter().any(|splice| match splice.cells {
        0 => start < splice.at && splice.at < end,
        _ => splice.at < end && start < splice.end(),
    })
}

/// Whether the edit may turn a higher-order text into a first-order one, or the other way round.
fn changes_order(analysis: &Analysis, splices: &[Splice]) -> bool {
    let makes = |piece: &Piece| matches!(*piece, Piece::Leaf(token) if makes_higher_order(token));
    let all = &analysis.higher_order;
    if all.is_empty() {
        return splices.iter().any(|splice| splice.with.iter().any(makes));
    }
    let before = |node: Node| all.partition_point(|&token| token < node);
    let removed = splices
        .iter()
        .map(|splice| before(splice.end()) - before(splice.at));
    removed.sum::<usize>() == all.len()
}

/// Whether the splice changes the scopes of commands outside of it. Deleting whole scopes, from `push` to `pop`, does
/// not.
fn changes_scopes(tree: &Tree, analysis: &Analysis, splice: &Splice) -> bool {
    if splice.at >= tree.end() {
        return false;
    }
    // A change inside a command.
    let command = analysis.command(splice.at);
    if let Some(command) = command.filter(|&command| command != splice.at) {
        return decides_scopes(tree, command);
    }
    // A replacement of commands. What is inserted is walked through later.
    let nodes = splice.at..splice.end();
    if !splice.with.is_empty() {
        return commands(tree, nodes).any(|command| decides_scopes(tree, command));
    }
    // A deletion of commands: it is harmless if it closes all levels that it opens, and no others.
    let mut open = 0_u64;
    for command in commands(tree, nodes).filter(|&command| decides_scopes(tree, command)) {
        let after = match tree.head_bytes(command) {
            b"push" => levels(tree, command).and_then(|more| open.checked_add(more)),
            b"pop" => levels(tree, command).and_then(|less| open.checked_sub(less)),
            _ => None,
        };
        let Some(after) = after else { return true };
        open = after;
    }
    open > 0
}

fn commands(tree: &Tree, nodes: Range<Node>) -> impl Iterator<Item = Node> {
    let mut node = nodes.start;
    std::iter::from_fn(move || {
        let command = node;
        (command < nodes.end).then(|| {
            node = tree.next(command);
            command
        })
    })
}

fn decides_scopes(tree: &Tree, command: Node) -> bool {
    match tree.head_bytes(command) {
        b"push" | b"pop" | b"reset" => true,
        _ => sets_global_declarations(tree, command),
    }
}
