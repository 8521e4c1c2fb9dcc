//! What the walk through an edited text knows about the base: which of its tokens mean something else by now.

use super::all_bindings::spellings;
use super::edited::{Edited, is_changed};
use super::scope::NONE;
use super::text::{Origin, Text};
use super::{Analysis, Binding, BindingId, BindingKind, Role};
use crate::language::Base;
use crate::tree::{Node, Splice, Symbol, Tree};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::ops::Range;

/// An edited tree whose nodes tell where they are from.
pub(super) struct EditedTree<'e> {
    pub(super) tree: &'e Tree,
    pub(super) edited: Edited<'e>,
}

impl Text for EditedTree<'_> {
    fn sym(&self, node: Node) -> Symbol {
        self.tree.sym(node)
    }

    fn len(&self, node: Node) -> u32 {
        self.tree.len(node)
    }

    fn source(&self, node: Node) -> Origin {
        self.edited.source(node)
    }
}

/// What is known about the base, and which of its tokens mean something else by now.
pub(super) struct Patch<'b> {
    pub(super) base: Base<'b>,
    pub(super) analysis: &'b Analysis,
    pub(super) splices: &'b [Splice],
    /// The tokens of the base that may mean something else, in copies, too.
    pub(super) stale: BTreeSet<Node>,
    /// The bindings of the base that the walk has met again.
    pub(super) met: FxHashSet<BindingId>,
    /// The last copy whose names were compared. In the edited text.
    pub(super) compared: Range<Node>,
    /// Whether a command that was put in concerns all commands behind it, so that nothing can be taken over.
    pub(super) is_void: bool,
}

impl<'b> Patch<'b> {
    pub(super) fn of(base: Base<'b>, analysis: &'b Analysis, splices: &'b [Splice]) -> Self {
        let mut patch = Patch {
            base,
            analysis,
            splices,
            stale: BTreeSet::new(),
            met: FxHashSet::default(),
            compared: 0..0,
            is_void: false,
        };
        for splice in splices {
            let gone = splice.at..splice.end();
            for id in analysis.bound_in(gone.clone()) {
                let scope = &analysis.bindings()[id as usize].scope;
                if scope.start < gone.start || gone.end < scope.end {
                    patch.lose(id);
                }
            }
        }
        patch
    }

    /// The tokens that may mean a binding.
    pub(super) fn tokens(&self, binding: &Binding) -> impl Iterator<Item = Node> + use<'b> {
        let (base, spellings) = (self.base, spellings(binding).into_iter());
        spellings.flat_map(move |token| base.places(token).iter().copied())
    }

    /// Notes that a binding of the base is gone or means something else. This concerns what refers to it, and those
    /// tokens of its name that refer to nothing or are bound by a pattern.
    pub(super) fn lose(&mut self, id: BindingId) {
        let is_stale = |&token: &Node| {
            let refers = self.analysis.refers[token as usize];
            refers == id || refers == NONE || self.is_pattern_variable(token)
        };
        let tokens = self.tokens(&self.analysis.bindings()[id as usize]);
        let tokens: Vec<Node> = tokens.filter(is_stale).collect();
        self.stale.extend(tokens);
    }

    /// Whether a token of the base is a variable in a pattern of a `match`, so that it is not known as a constructor.
    pub(super) fn is_pattern_variable(&self, token: Node) -> bool {
        let id = self.analysis.bound_at(token);
        let kind = id.map(|id| self.analysis.bindings()[id as usize].kind);
        kind == Some(BindingKind::Quantified) && self.analysis.role(token - 1) != Role::Binder
    }

    /// Whether the edit changes something in a kept subtree, which has this many cells in the edited text.
    pub(super) fn is_changed(&self, node: Node, cells: u32) -> bool {
        self.base.tree.len(node) != cells || is_changed(self.splices, &(node..node + cells))
    }
}
