//! Analyses the scopes and sorts of a whole text in one walk and in linear time.

use super::analysis::makes_higher_order;
use super::binding::{NONE, Space};
use super::faults::Fault;
use super::text::count;
use super::walk::{Record, Walk};
use super::{Analysis, Binding, BindingId, Role, Sort};
use crate::tree::{Node, ROOT, Tree};

impl Analysis {
    /// Analyses a text.
    pub fn of(tree: &Tree) -> Analysis {
        let higher_order = higher_order(tree);
        let mut walk = Walk::new(tree, !higher_order.is_empty());
        walk_all(tree, &mut walk);
        Analysis::from(walk, higher_order)
    }

    /// Makes an analysis of what a walk through a whole tree has found.
    fn from(mut walk: Walk<'_, '_, Tree>, higher_order: Vec<Node>) -> Analysis {
        // Solvers read nothing after the first `(exit)`.
        if let Some((_, faults)) = walk.exited {
            walk.faults.truncate(faults);
        }
        if !walk.in_order {
            put_in_order(&mut walk);
        }
        // A text of many commands, binders or uses would otherwise keep room for as many more.
        walk.scopes.commands.shrink_to_fit();
        walk.bindings.shrink_to_fit();
        for binding in &mut walk.bindings {
            binding.uses.shrink_to_fit();
        }
        let record = walk.record.take().unwrap_or_default();
        let mut analysis = Analysis {
            roles: record.roles,
            sorts: record.sorts,
            refers: record.refers,
            higher_order,
            exit: walk.exited.map(|(exit, _)| exit),
            commands: walk.scopes.commands,
            faults: walk.faults.sorted(),
            bindings: walk.bindings,
            ..Analysis::default()
        };
        analysis.index_bindings();
        analysis.index_faults();
        analysis
    }

    fn index_bindings(&mut self) {
        let bindings = &self.bindings;
        for (id, binding) in (0..).zip(bindings) {
            self.by_name.entry(binding.key()).or_default().push(id);
            if binding.space == Space::Term && binding.parameters.is_empty() {
                self.by_sort.entry(binding.sort).or_default().push(id);
            }
            if binding.global {
                self.globals.push(id);
            }
            if binding.early != Node::MAX {
                self.early.entry(binding.key()).or_default().push(id);
                let first_use = binding.uses.first();
                if first_use.is_some_and(|&used| used < binding.scope.start) {
                    self.used_early.push(id);
                }
            }
        }
        for ids in self.by_name.values_mut() {
            ids.sort_by_key(|&id| bindings[id as usize].scope.start);
        }
    }

    fn index_faults(&mut self) {
        let is_elsewhere = |fault: &Fault| fault.owner != fault.node;
        self.elsewhere = self.faults.iter().filter(is_elsewhere).collect();
        self.elsewhere.sort_by_key(|fault| fault.owner);
        self.kinds = (self.faults.iter().map(|fault| fault.finding.fault())).collect();
    }
}

/// Numbers the bindings in the order of their tokens, and sorts the uses of each.
fn put_in_order(walk: &mut Walk<'_, '_, Tree>) {
    let bindings = (0..).zip(std::mem::take(&mut walk.bindings));
    let mut bindings: Vec<(BindingId, Binding)> = bindings.collect();
    bindings.sort_by_key(|(_, binding)| binding.node);
    let mut numbers = vec![NONE; bindings.len()];
    for (new, &(old, _)) in (0..).zip(&bindings) {
        numbers[old as usize] = new;
    }
    let renumber = |id: &mut BindingId| *id = numbers.get(*id as usize).copied().unwrap_or(NONE);
    for (_, mut binding) in bindings {
        binding.uses.sort_unstable();
        renumber(&mut binding.outer);
        walk.bindings.push(binding);
    }
    if let Some(record) = &mut walk.record {
        record.refers.iter_mut().for_each(renumber);
    }
}

/// Walks through all commands, and records all nodes.
fn walk_all(tree: &Tree, walk: &mut Walk<'_, '_, Tree>) {
    let cells = tree.cells().len();
    walk.record = Some(Record {
        roles: vec![Role::Other; cells],
        sorts: vec![Sort::UNKNOWN; cells],
        refers: vec![NONE; cells],
    });
    let level_end = tree.end() + 1; // insertions at the very end see all levels that are still open
    for node in tree.children(ROOT) {
        // Until a `pop` closes it, a level is assumed to last to the end of the text.
        walk.visible = tree.next(node)..level_end;
        walk.scopes.begin_command(node, level_end);
        walk.command(node);
    }
}

/// The tokens by which functions may be applied to fewer operands than they have parameters, as in higher-order logic.
fn higher_order(tree: &Tree) -> Vec<Node> {
    let is_one = |&node: &Node| makes_higher_order(tree.sym(node));
    (0..count(tree.cells().len())).filter(is_one).collect()
}
