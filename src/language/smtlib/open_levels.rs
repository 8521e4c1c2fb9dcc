//! How many levels are open, and how many after an edit of `push` and `pop`.
//!
//! A `pop` that lacks a level is a fault, whatever else the edit does. A level is idle if no `pop` closes it after
//! something was declared in it. If all levels of a text are, such an edit does not change what any later name means, as
//! long as each `pop` still has levels to close in which nothing is declared. So most of these edits are judged without
//! an analysis of the whole text. In a long chain of levels, an analysis for each edit would take quadratic time.

use super::Analysis;
use super::assertion_stack::{levels, numeral};
use crate::tree::{Node, Piece, Splice, Tree};
use rustc_hash::FxHashSet;

/// Commands that open or close more levels than this are not followed, so that no sum overflows.
const MOST: u64 = u32::MAX as u64;

/// How many levels are open in a text.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenLevels {
    /// The commands that open or close levels, each with the number of levels that are open after it.
    depths: Vec<(Node, i64)>,
    /// For each of them, the least number of levels that are open after it or after a later one.
    lowest: Vec<i64>,
    /// For each of them, and for the end, in how many levels something was declared before it at most.
    declared: Vec<i64>,
    /// Whether no `pop` closes a level in which something is declared, and levels keep nothing apart that has the same
    /// name.
    are_idle: bool,
}

impl OpenLevels {
    /// Counts the open levels. None if a `pop` closes too many, or the text has a `reset` or an `exit`.
    pub(super) fn of(tree: &Tree, analysis: &Analysis) -> Option<OpenLevels> {
        let mut depths: Vec<(Node, i64)> = Vec::new();
        let mut declared = Vec::new();
        let (mut depth, mut deepest, mut are_idle) = (0, 0, true);
        for command in analysis.commands.iter().map(|command| command.node) {
            let head = tree.head_bytes(command);
            if matches!(head, b"reset" | b"exit") {
                return None;
            }
            match sign(tree, command) {
                Some(sign) => {
                    depth += sign * few_levels(tree, command)?;
                    depths.push((command, depth));
                    declared.push(deepest);
                }
                None if binds(tree, analysis, command) => deepest = deepest.max(depth),
                None => {}
            }
            if depth < 0 {
                return None;
            }
            are_idle &= depth >= deepest;
        }
        declared.push(deepest);
        are_idle &= deepest == 0 || are_distinct(analysis);
        let mut lowest: Vec<i64> = depths.iter().map(|&(_, depth)| depth).collect();
        for k in (1..lowest.len()).rev() {
            lowest[k - 1] = lowest[k - 1].min(lowest[k]);
        }
        Some(OpenLevels {
            depths,
            lowest,
            declared,
            are_idle,
        })
    }

    /// Whether each `pop` still has levels to close if each of these commands, which are in order, opens this number of
    /// additional levels. None if they have, but what a later name means may change.
    pub(super) fn suffice(&self, changes: &[(Node, i64)]) -> Option<bool> {
        let place = |node| self.depths.partition_point(|&(command, _)| command < node);
        let (mut additional, mut deepest, mut are_idle) = (0, 0, self.are_idle);
        for (k, &(node, change)) in changes.iter().enumerate() {
            // What is declared between two changes is in as many more levels as the first one opens.
            let from = place(node);
            if self.declared[from] > 0 {
                deepest = deepest.max(self.declared[from] + additional);
            }
            additional += change;
            // The least depth up to the next change, or up to the end.
            let lowest = match changes.get(k + 1) {
                Some(&(next, _)) => {
                    let depths = self.depths[from..place(next)].iter();
                    depths.map(|&(_, depth)| depth).min()
                }
                None => self.lowest.get(from).copied(),
            };
            let Some(least) = lowest.map(|lowest| lowest + additional) else {
                continue;
            };
            if least < 0 {
                return Some(false);
            }
            are_idle &= least >= deepest;
        }
        are_idle.then_some(true)
    }
}

/// The commands that an edit changes, in order, each with the number of levels that it opens in addition. None if the
/// edit does anything but remove commands that declare nothing, and change how many levels others open or close.
pub(super) fn changes(
    tree: &Tree,
    analysis: &Analysis,
    splices: &[Splice],
) -> Option<Vec<(Node, i64)>> {
    let mut changes = Vec::new();
    for splice in splices {
        add_changes(tree, analysis, splice, &mut changes)?;
    }
    Some(changes)
}

/// Adds the changes that a splice makes.
fn add_changes(
    tree: &Tree,
    analysis: &Analysis,
    splice: &Splice,
    out: &mut Vec<(Node, i64)>,
) -> Option<()> {
    let mut command = analysis.command(splice.at).filter(|_| splice.cells > 0)?;
    // The splice changes the operand of a command; without an operand, one level is meant.
    if command != splice.at {
        let is_operand = splice.at == command + 2 && splice.cells == 1;
        let new = match splice.with[..] {
            [] => 1,
            [Piece::Leaf(token)] => numeral(token.bytes()).filter(|&new| new <= MOST)?,
            _ => return None,
        };
        let sign = sign(tree, command).filter(|_| is_operand)?;
        let more = i64::try_from(new).ok()? - few_levels(tree, command)?;
        out.push((command, sign * more));
        return Some(());
    }
    // The splice removes commands.
    while command < splice.end() && splice.with.is_empty() {
        match sign(tree, command) {
            Some(sign) => out.push((command, -sign * few_levels(tree, command)?)),
            None if binds(tree, analysis, command) => return None,
            None => {}
        }
        command = tree.next(command);
    }
    splice.with.is_empty().then_some(())
}

/// 1 for a `push`, -1 for a `pop`; none for other commands.
fn sign(tree: &Tree, command: Node) -> Option<i64> {
    match tree.head(command)?.bytes() {
        b"push" => Some(1),
        b"pop" => Some(-1),
        _ => None,
    }
}

/// How many levels a `push` or `pop` opens or closes; none if its operand is not understood or too large.
fn few_levels(tree: &Tree, command: Node) -> Option<i64> {
    let levels = levels(tree, command).filter(|&levels| levels <= MOST);
    levels.and_then(|levels| i64::try_from(levels).ok())
}

/// Whether no two declarations for later commands are of the same name.
fn are_distinct(analysis: &Analysis) -> bool {
    let mut names = FxHashSet::default();
    let mut globals = analysis.globals.iter();
    globals.all(|&id| names.insert(analysis.bindings[id as usize].name))
}

/// Whether a command declares something for later ones.
fn binds(tree: &Tree, analysis: &Analysis, command: Node) -> bool {
    !analysis.globals_in(command..tree.next(command)).is_empty()
}
