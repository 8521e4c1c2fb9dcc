//! Analyses the scopes and sorts of a whole text in one walk and in linear time.

use super::analysis::{Command, makes_higher_order};
use super::scope::{Entry, Key, NONE, Space};
use super::walk::{Record, Walk};
use super::{Analysis, Binding, BindingId, IllFormed, Role, Sort, names};
use crate::tree::{Node, ROOT, Tree};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

impl Analysis {
    /// Analyses a text.
    pub fn of(tree: &Tree) -> Analysis {
        let higher_order = is_higher_order(tree);
        let mut walk = Walk::new(tree, higher_order);
        let cells = tree.cells().len();
        walk.record = Some(Record {
            roles: vec![Role::Other; cells],
            sorts: vec![Sort::UNKNOWN; cells],
            refers: vec![NONE; cells],
        });
        let commands = walk_all(tree, &mut walk);
        if let Some([faults, unresolved, mixes]) = walk.exited {
            walk.faults.truncate(faults);
            walk.unresolved.truncate(unresolved);
            walk.mixes.truncate(mixes);
        }
        let record = walk.record.take().unwrap_or_default();
        let (by_name, by_sort) = index(&walk.bindings, &walk.entries);
        let entries = (0..).zip(&walk.entries);
        let globals = entries
            .filter(|(_, entry)| entry.global)
            .map(|(id, _)| id)
            .collect();
        let fault_nodes = fault_nodes(&walk);
        let mut faulty = fault_nodes
            .values()
            .flatten()
            .copied()
            .collect::<Vec<Node>>();
        faulty.sort_unstable();
        let mut analysis = Analysis {
            roles: record.roles,
            sorts: record.sorts,
            refers: record.refers,
            by_name,
            by_sort,
            visible: OnceLock::new(),
            globals,
            higher_order,
            exit: walk.exited.and_then(|_| first_exit(tree, &commands)),
            commands,
            fault_nodes,
            faulty,
            faults: walk.faults,
            unresolved: walk.unresolved,
            mixes: walk.mixes,
            bindings: walk.bindings,
            entries: walk.entries,
            minded: Vec::new(),
        };
        analysis.minded = names::minded(&analysis);
        analysis
    }
}

fn fault_nodes(walk: &Walk<'_, '_, Tree>) -> FxHashMap<IllFormed, Vec<Node>> {
    let undeclared = walk.unresolved.iter();
    let undeclared = undeclared.map(|&(node, key)| (node, IllFormed::Undeclared(key.0)));
    let mixes = walk.mixes.iter();
    let mixes = mixes.map(|&(node, head)| (node, IllFormed::Mixes(head)));
    let mut nodes: FxHashMap<IllFormed, Vec<Node>> = FxHashMap::default();
    for (node, fault) in walk.faults.iter().cloned().chain(undeclared).chain(mixes) {
        nodes.entry(fault).or_default().push(node);
    }
    for nodes in nodes.values_mut() {
        nodes.sort_unstable();
    }
    nodes
}

fn first_exit(tree: &Tree, commands: &[Command]) -> Option<Node> {
    let exits = |node: &Node| tree.head(*node).is_some_and(|head| head.bytes() == b"exit");
    commands.iter().map(|command| command.node).find(exits)
}

/// Walks through all commands, and notes where each command's `push` level ends.
fn walk_all(tree: &Tree, walk: &mut Walk<'_, '_, Tree>) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    let mut open: Vec<usize> = Vec::new(); // commands whose levels are still open, in order
    let mut begins: Vec<usize> = Vec::new(); // where each open level begins in `open`
    let level_end = tree.end() + 1; // insertions at the very end see all levels that are still open
    for node in tree.children(ROOT) {
        walk.visible = tree.next(node)..level_end;
        walk.command(node);
        open.push(commands.len());
        commands.push(Command { node, level_end });
        let depth = walk.scopes.depth();
        let reset = tree.head(node).is_some_and(|head| head.bytes() == b"reset");
        if reset || depth < begins.len() && !walk.scopes.global {
            let kept = if reset { 0 } else { begins[depth] };
            for command in open.drain(kept..) {
                commands[command].level_end = tree.next(node);
            }
        }
        begins.resize(depth, open.len());
    }
    commands
}

/// The bindings by name, sorted by where their scopes begin, and the bindings by sort.
fn index(
    bindings: &[Binding],
    entries: &[Entry],
) -> (
    FxHashMap<Key, Vec<BindingId>>,
    FxHashMap<Sort, Vec<BindingId>>,
) {
    let mut by_name: FxHashMap<Key, Vec<BindingId>> = FxHashMap::default();
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

/// Whether functions may be applied to fewer operands than they have parameters, as in higher-order logic.
fn is_higher_order(tree: &Tree) -> bool {
    let mut cells = tree.cells().iter();
    cells.any(|cell| makes_higher_order(cell.sym))
}
