//! Keeps track of what each name means during a walk through a text: `push` and `pop`, binders, shadowing.
//!
//! The names of terms and those of sorts are separate. A binding is entered when its scope begins and left when its
//! scope ends; then the binding that it shadowed is visible again.

use super::assertion_stack::Levels;
use super::binding::{NONE, ScopedName};
use super::{Binding, BindingId};
use crate::tree::Node;
use rustc_hash::FxHashMap;

/// A top-level expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommandSpan {
    pub node: Node,
    /// Where the `push` level that contains the expression ends.
    pub level_end: Node,
}

/// The names that are visible at the current place.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    visible: FxHashMap<ScopedName, BindingId>,
    /// The names of the bindings that were entered, each with the binding that was shadowed.
    entered: Vec<(ScopedName, BindingId)>,
    /// The open levels of `push`, with where each begins in `entered` and in `open`.
    levels: Levels<(usize, usize)>,
    /// The commands so far.
    pub(super) commands: Vec<CommandSpan>,
    /// The indices of the commands whose levels are still open.
    open: Vec<usize>,
    /// Whether declarations outlive their level, as the option `:global-declarations` demands.
    pub(super) global: bool,
}

impl Scopes {
    /// What the name means at the current place.
    pub(super) fn get(&self, key: ScopedName) -> Option<BindingId> {
        self.visible.get(&key).copied().filter(|&id| id != NONE)
    }

    /// The number of bindings entered so far, for [`Scopes::leave`].
    pub(super) fn mark(&self) -> usize {
        self.entered.len()
    }

    /// Enters a binding, and returns the binding that it shadows.
    pub(super) fn enter(&mut self, key: ScopedName, id: BindingId) -> BindingId {
        let outer = self.visible.insert(key, id).unwrap_or(NONE);
        self.entered.push((key, outer));
        outer
    }

    /// Leaves all bindings that were entered since the mark.
    pub(super) fn leave(&mut self, mark: usize) {
        for (key, outer) in self.entered.drain(mark..).rev() {
            self.visible.insert(key, outer);
        }
    }

    /// Leaves all bindings that were entered since the mark, and returns them for [`Scopes::resume`].
    pub(super) fn suspend(&mut self, mark: usize) -> Vec<(ScopedName, BindingId)> {
        let bound = self.entered[mark..]
            .iter()
            .map(|&(key, _)| (key, self.visible.get(&key).copied().unwrap_or(NONE)))
            .collect();
        self.leave(mark);
        bound
    }

    /// Enters again the bindings that [`Scopes::suspend`] has left.
    pub(super) fn resume(&mut self, bound: Vec<(ScopedName, BindingId)>) {
        for (key, id) in bound {
            self.enter(key, id);
        }
    }

    /// Begins with a command, whose level is assumed to end at `level_end` until something closes it.
    pub(super) fn begin_command(&mut self, node: Node, level_end: Node) {
        self.open.push(self.commands.len());
        self.commands.push(CommandSpan { node, level_end });
    }

    /// Opens levels.
    pub(super) fn push(&mut self, levels: u64) {
        let mark = (self.entered.len(), self.open.len());
        self.levels.open(levels, mark);
    }

    /// Closes levels, whose bindings' scopes end at `end`. Returns false if fewer levels are open.
    pub(super) fn pop(&mut self, levels: u64, end: Node, bindings: &mut [Binding]) -> bool {
        let depth = self.levels.depth();
        let enough = levels <= depth;
        let mark = self.levels.close_to(depth.saturating_sub(levels));
        if let Some(mark) = mark.filter(|_| enough && !self.global) {
            self.close(mark, end, bindings);
        }
        enough
    }

    /// Leaves all bindings and levels, as `(reset)` does.
    pub(super) fn reset(&mut self, end: Node, bindings: &mut [Binding]) {
        self.levels = Levels::default();
        self.close((0, 0), end, bindings);
    }

    /// Leaves the bindings that were entered since the mark, and ends their scopes and the levels of the commands since.
    fn close(&mut self, mark: (usize, usize), end: Node, bindings: &mut [Binding]) {
        let (entered, open) = mark;
        for command in self.open.drain(open..) {
            self.commands[command].level_end = end;
        }
        while self.entered.len() > entered {
            let last = self.entered.len() - 1;
            if let Some(id) = self.get(self.entered[last].0) {
                let scope = &mut bindings[id as usize].scope;
                scope.end = scope.end.min(end);
            }
            self.leave(last);
        }
    }
}
