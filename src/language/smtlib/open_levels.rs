//! How many levels are open, and how many after an edit of `push` and `pop`.
//!
//! A `pop` that lacks a level is a fault, whatever else the edit does. A level is idle if no `pop` closes it after
//! something was declared in it. If all levels of a text are, such an edit does not change what any later name means, as
//! long as each `pop` still has levels to close in which nothing is declared. Other edits close levels only later
//! (`late_closing`). So most edits are judged without an analysis of the whole text. In a long chain of levels, an
//! analysis for each edit would take quadratic time.

use super::assertion_stack::{levels, sets_global_declarations};
use super::late_closing::{LateClosing, Lateness, LevelCommand};
use super::literal::number;
use super::{Analysis, IllFormed};
use crate::tree::{Node, Piece, Splice, Symbol, Tree};
use rustc_hash::FxHashSet;

/// Commands that open or close more levels than this are not followed, so that no sum overflows.
const MOST: u64 = u32::MAX as u64;

/// How many levels are open in a text.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenLevels {
    /// The commands that open or close levels, each with the number of levels that are open after it.
    depths: Vec<LevelCommand>,
    /// For each of them, the least number of levels that are open after it or after a later one.
    lowest: Vec<i64>,
    /// For each of them, and for the end, how many names were declared before it, and in how many levels at most.
    declared: Vec<(usize, i64)>,
    /// Whether no `pop` closes a level in which something is declared, and levels keep nothing apart that has the same
    /// name.
    are_idle: bool,
    /// None if an option decides whether declarations outlive their level.
    late: Option<LateClosing>,
}

impl OpenLevels {
    /// Counts the open levels up to the first `(exit)`. None if a `pop` closes too many, or the text has a `reset`.
    /// `places` returns the nodes with a token.
    pub(super) fn of<'t>(
        tree: &Tree,
        analysis: &Analysis,
        places: impl Fn(Symbol) -> &'t [Node],
    ) -> Option<OpenLevels> {
        let mut depths: Vec<LevelCommand> = Vec::new();
        let mut declared = Vec::new();
        let mut names = Vec::new();
        let (mut depth, mut deepest, mut are_idle, mut are_global) = (0, 0, true, false);
        for command in analysis.commands.iter().map(|command| command.node) {
            match tree.head_bytes(command) {
                b"exit" => break,
                b"reset" => return None,
                _ => {}
            }
            are_global |= sets_global_declarations(tree, command);
            if let Some(sign) = sign(tree, command) {
                depth += sign * few_levels(tree, command)?;
                depths.push((command, depth));
                declared.push((names.len(), deepest));
            }
            let bound = analysis.globals_in(command..tree.next(command));
            if !bound.is_empty() {
                deepest = deepest.max(depth);
                names.extend(bound.iter().map(|&id| (id, depth)));
            }
            if depth < 0 {
                return None;
            }
            are_idle &= depth >= deepest;
        }
        declared.push((names.len(), deepest));
        are_idle &= deepest == 0 || are_distinct(analysis);
        let mut lowest: Vec<i64> = depths.iter().map(|&(_, depth)| depth).collect();
        for k in (1..lowest.len()).rev() {
            lowest[k - 1] = lowest[k - 1].min(lowest[k]);
        }
        let late = (!are_global).then(|| LateClosing::of(analysis, &depths, &names, places));
        Some(OpenLevels {
            depths,
            lowest,
            declared,
            are_idle,
            late,
        })
    }

    /// Judges a text in which each of these commands, which are in order, opens this number of additional levels, or
    /// closes as many fewer. None if only an analysis of the whole edited text can.
    pub(super) fn judge(&self, changes: &[(Node, i64)]) -> Option<Result<(), IllFormed>> {
        match self.suffice(changes) {
            Some(true) => return Some(Ok(())),
            Some(false) => return Some(Err(IllFormed::part_is_missing())),
            None => {}
        }
        let changes = changes.iter().map(|&(node, more)| (self.place(node), more));
        let changes: Vec<(usize, i64)> = changes.collect();
        match self.late.as_ref()?.judge(&self.depths, &changes) {
            Lateness::Harmless => Some(Ok(())),
            Lateness::DeclaredTwice => Some(Err(IllFormed::declared_twice())),
            Lateness::Unknown => None,
        }
    }

    /// The number of the first command that opens or closes levels and is not before this node.
    fn place(&self, node: Node) -> usize {
        self.depths.partition_point(|&(command, _)| command < node)
    }

    /// Whether each `pop` still has levels to close if each of these commands, which are in order, opens this number of
    /// additional levels. None if they have, but what a later name means may change.
    fn suffice(&self, changes: &[(Node, i64)]) -> Option<bool> {
        let (mut additional, mut deepest, mut are_idle) = (0, 0, self.are_idle);
        let mut names_before = 0;
        for (k, &(node, change)) in changes.iter().enumerate() {
            // What is declared between two changes is in as many more levels as the first one opens.
            let from = self.place(node);
            let (names, levels) = self.declared[from];
            if names > names_before {
                deepest = deepest.max(levels + additional);
            }
            names_before = names;
            additional += change;
            // The least depth up to the next change, or up to the end.
            let lowest = match changes.get(k + 1) {
                Some(&(next, _)) => {
                    let depths = self.depths[from..self.place(next)].iter();
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
            [Piece::Leaf(token)] => number(token.bytes()).filter(|&new| new <= MOST)?,
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
            None if analysis.globals_in(command..tree.next(command)).is_empty() => {}
            None => return None,
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
