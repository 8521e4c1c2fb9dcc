//! What a walk that patches an analysis knows about the base: which tokens of the base mean something else by now.

use super::all_bindings::spellings;
use super::binding::NONE;
use super::edited::{Edited, is_changed};
use super::text::{Origin, Text};
use super::{Analysis, Binding, BindingId, BindingKind, Role};
use crate::language::Base;
use crate::tree::{Node, Splice, Symbol, Tree};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::ops::Range;

/// An edited tree, with the origin of each node.
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

/// The base, and which of its tokens mean something else by now. See [`super::taken_over`].
pub(super) struct Patch<'b> {
    pub(super) base: Base<'b>,
    pub(super) analysis: &'b Analysis,
    pub(super) splices: &'b [Splice],
    /// The tokens of the base that may mean something else, in their own places or in copies.
    pub(super) stale: BTreeSet<Node>,
    /// The spellings of which all tokens are stale.
    doubted: FxHashSet<Symbol>,
    /// The spellings of which the tokens are stale that refer to nothing or are bound by a pattern.
    doubted_if_loose: FxHashSet<Symbol>,
    /// The bindings of the base that the walk has met again.
    pub(super) met: FxHashSet<BindingId>,
    /// The last copy whose names were compared, as nodes of the edited text.
    pub(super) compared: Range<Node>,
    /// Whether an inserted command concerns all later commands, so that nothing can be taken over.
    pub(super) is_void: bool,
}

impl<'b> Patch<'b> {
    /// What is known before the walk: the bindings that the edit removes while some of their uses stay are lost.
    pub(super) fn of(base: Base<'b>, analysis: &'b Analysis, splices: &'b [Splice]) -> Self {
        let mut patch = Patch {
            base,
            analysis,
            splices,
            stale: BTreeSet::new(),
            doubted: FxHashSet::default(),
            doubted_if_loose: FxHashSet::default(),
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

    /// Notes that each token that has the name of a binding may mean something else.
    pub(super) fn doubt(&mut self, binding: &Binding) {
        for token in spellings(binding) {
            if self.doubted.insert(token) {
                self.stale.extend(self.base.places(token));
            }
        }
    }

    /// Notes that a binding of the base has gone or means something else. The tokens that refer to it become stale, and
    /// those of its name that refer to nothing or are bound by a pattern.
    pub(super) fn lose(&mut self, id: BindingId) {
        let analysis = self.analysis;
        let binding = &analysis.bindings()[id as usize];
        self.stale.insert(binding.node);
        self.stale.extend(&binding.uses);
        for token in spellings(binding) {
            if self.doubted_if_loose.insert(token) {
                let places = self.base.places(token).iter().copied();
                let loose: Vec<Node> = places.filter(|&token| self.is_loose(token)).collect();
                self.stale.extend(loose);
            }
        }
    }

    /// Whether a token of the base refers to nothing or is bound by a pattern.
    fn is_loose(&self, token: Node) -> bool {
        self.analysis.refers[token as usize] == NONE || self.is_pattern_variable(token)
    }

    /// Whether a token of the base is a variable in a pattern of a `match`. It is one only as long as no constructor
    /// has its name.
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
