//! Analyses the scopes and sorts of a whole text in one walk and in linear time.

use super::analysis::{CommandSpan, makes_higher_order};
use super::assertion_stack::{Levels, levels};
use super::edited::Edited;
use super::far_reaching::is_far_reaching;
use super::faults::Fault;
use super::patch::{EditedTree, Patch};
use super::scope::{Entry, NONE, ScopedName, Space, count};
use super::text::Text;
use super::walk::{Record, Walk};
use super::{Analysis, Binding, BindingId, Role, Sort};
use crate::language::Base;
use crate::tree::{Node, ROOT, Splice, Tree};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

impl Analysis {
    /// Analyses a text.
    pub fn of(tree: &Tree) -> Analysis {
        let higher_order = higher_order(tree);
        let mut walk = Walk::new(tree, !higher_order.is_empty());
        let commands = walk_all(tree, &mut walk);
        Analysis::from(tree, walk, commands, higher_order)
    }

    /// The analysis of a tree that these splices have made from another text, whose analysis is taken over where
    /// nothing has changed. None if the edit concerns all later commands, so that analysing the whole tree is as fast.
    pub(super) fn patched(
        base: Base<'_>,
        analysis: &Analysis,
        splices: &[Splice],
        tree: &Tree,
    ) -> Option<Analysis> {
        if is_far_reaching(base.tree, analysis, splices) {
            return None;
        }
        let edited = Edited::of(base.tree.cells(), splices);
        let text = EditedTree { tree, edited };
        let mut walk = Walk::new(&text, analysis.is_higher_order());
        walk.patch = Some(Patch::of(base, analysis, splices));
        let commands = walk_all(tree, &mut walk);
        if walk.patch.as_ref().is_some_and(|patch| patch.is_void) {
            return None;
        }
        // The edit does not turn a first-order text into a higher-order one.
        let higher_order = if analysis.is_higher_order() {
            higher_order(tree)
        } else {
            Vec::new()
        };
        Some(Analysis::from(tree, walk, commands, higher_order))
    }

    /// Makes an analysis of what a walk through a whole tree has found.
    fn from<T: Text>(
        tree: &Tree,
        mut walk: Walk<'_, '_, T>,
        mut commands: Vec<CommandSpan>,
        higher_order: Vec<Node>,
    ) -> Analysis {
        // Solvers read nothing after the first `(exit)`.
        if let Some(faults) = walk.exited {
            walk.faults.truncate(faults);
        }
        if !walk.in_order {
            put_in_order(&mut walk);
        }
        // A text of many commands, binders or uses would otherwise keep room for as many more.
        commands.shrink_to_fit();
        walk.bindings.shrink_to_fit();
        walk.entries.shrink_to_fit();
        for binding in &mut walk.bindings {
            binding.uses.shrink_to_fit();
        }
        let record = walk.record.take().unwrap_or_default();
        let (by_name, by_sort) = index(&walk.bindings, &walk.entries);
        let globals = (0..)
            .zip(&walk.entries)
            .filter(|(_, entry)| entry.global)
            .map(|(id, _)| id)
            .collect();
        let early = early(&walk.bindings, &walk.entries);
        let mut used_early: Vec<BindingId> = early.values().flatten().copied().collect();
        used_early.retain(|&id| {
            let binding = &walk.bindings[id as usize];
            let first_use = binding.uses.first();
            first_use.is_some_and(|&used| used < binding.scope.start)
        });
        used_early.sort_unstable();
        let faults = walk.faults.sorted();
        let is_elsewhere = |fault: &Fault| fault.owner != fault.node;
        let mut elsewhere: Vec<Fault> = faults.iter().filter(is_elsewhere).collect();
        elsewhere.sort_by_key(|fault| fault.owner);
        let kinds = faults.iter().map(|fault| fault.finding.fault()).collect();
        Analysis {
            roles: record.roles,
            sorts: record.sorts,
            refers: record.refers,
            by_name,
            bound_often: OnceLock::new(),
            by_sort,
            visible: OnceLock::new(),
            globals,
            higher_order,
            exit: walk.exited.and_then(|_| first_exit(tree, &commands)),
            commands,
            kinds,
            elsewhere,
            faults,
            bindings: walk.bindings,
            entries: walk.entries,
            used_early,
            early,
            locals: OnceLock::new(),
        }
    }
}

/// Numbers the bindings in the order of their tokens, and sorts the uses of each.
fn put_in_order<T>(walk: &mut Walk<'_, '_, T>) {
    let mut bindings: Vec<(BindingId, Binding, Entry)> = (0..)
        .zip(std::mem::take(&mut walk.bindings))
        .zip(std::mem::take(&mut walk.entries))
        .map(|((id, binding), entry)| (id, binding, entry))
        .collect();
    bindings.sort_by_key(|(_, binding, _)| binding.node);
    let mut numbers = vec![NONE; bindings.len()];
    for (new, &(old, ..)) in (0..).zip(&bindings) {
        numbers[old as usize] = new;
    }
    let renumber = |id: &mut BindingId| *id = numbers.get(*id as usize).copied().unwrap_or(NONE);
    for (_, mut binding, mut entry) in bindings {
        binding.uses.sort_unstable();
        renumber(&mut entry.outer);
        walk.bindings.push(binding);
        walk.entries.push(entry);
    }
    if let Some(record) = &mut walk.record {
        record.refers.iter_mut().for_each(renumber);
    }
}

/// The bindings of each name that the command that makes them sees itself.
fn early(bindings: &[Binding], entries: &[Entry]) -> FxHashMap<ScopedName, Vec<BindingId>> {
    let mut early: FxHashMap<ScopedName, Vec<BindingId>> = FxHashMap::default();
    for (id, (binding, entry)) in (0..).zip(bindings.iter().zip(entries)) {
        if entry.early != Node::MAX {
            let key = (binding.name, entry.space);
            early.entry(key).or_default().push(id);
        }
    }
    early
}

fn first_exit(tree: &Tree, commands: &[CommandSpan]) -> Option<Node> {
    let mut nodes = commands.iter().map(|command| command.node);
    nodes.find(|&node| tree.head_bytes(node) == b"exit")
}

/// Walks through all commands, records all nodes, and notes where each command's `push` level ends.
fn walk_all<T: Text>(tree: &Tree, walk: &mut Walk<'_, '_, T>) -> Vec<CommandSpan> {
    let cells = tree.cells().len();
    walk.record = Some(Record {
        roles: vec![Role::Other; cells],
        sorts: vec![Sort::UNKNOWN; cells],
        refers: vec![NONE; cells],
    });
    let mut commands: Vec<CommandSpan> = Vec::new();
    let mut open: Vec<usize> = Vec::new(); // commands whose levels are still open, in order
    let mut begins = Levels::default(); // where each open level begins in `open`
    let level_end = tree.end() + 1; // insertions at the very end see all levels that are still open
    for node in tree.children(ROOT) {
        // Until a `pop` closes it, a level is assumed to last to the end of the text.
        walk.visible = tree.next(node)..level_end;
        let resets = walk.scopes.resets();
        walk.command(node);
        walk.compare_declared(node);
        open.push(commands.len());
        commands.push(CommandSpan { node, level_end });
        let depth = walk.scopes.depth();
        let reset = walk.scopes.resets() > resets;
        // The command closes levels: theirs end here. A `pop` of more levels than are open closes none.
        let before = begins.depth();
        let enough = || levels(tree, node).is_some_and(|levels| levels <= before);
        let begin = begins.close_to(depth);
        let closed = begin.filter(|_| !walk.scopes.global && enough());
        if let Some(first) = if reset { Some(0) } else { closed } {
            for command in open.drain(first..) {
                commands[command].level_end = tree.next(node);
            }
        }
        if depth > before {
            begins.open(depth - before, open.len());
        }
    }
    commands
}

/// The bindings by name, sorted by where their scopes begin, and the bindings by sort.
fn index(
    bindings: &[Binding],
    entries: &[Entry],
) -> (
    FxHashMap<ScopedName, Vec<BindingId>>,
    FxHashMap<Sort, Vec<BindingId>>,
) {
    let mut by_name: FxHashMap<ScopedName, Vec<BindingId>> = FxHashMap::default();
    let mut by_sort: FxHashMap<Sort, Vec<BindingId>> = FxHashMap::default();
    for (id, (binding, entry)) in (0..).zip(bindings.iter().zip(entries)) {
        by_name
            .entry((binding.name, entry.space))
            .or_default()
            .push(id);
        if entry.space == Space::Term && binding.parameters.is_empty() {
            by_sort.entry(binding.sort).or_default().push(id);
        }
    }
    for ids in by_name.values_mut() {
        ids.sort_by_key(|&id| bindings[id as usize].scope.start);
    }
    (by_name, by_sort)
}

/// The tokens by which functions may be applied to fewer operands than they have parameters, as in higher-order logic.
fn higher_order(tree: &Tree) -> Vec<Node> {
    let is_one = |&node: &Node| makes_higher_order(tree.sym(node));
    (0..count(tree.cells().len())).filter(is_one).collect()
}
