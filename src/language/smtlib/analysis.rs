//! Scopes and sorts of a whole text, and how they are looked up.

use super::binding::{Binding, BindingId, BindingKind, NONE, Role, ScopedName, Space};
use super::faults::{Fault, Faults};
use super::name::name;
use super::scope::CommandSpan;
use super::text::count;
use super::visible::Visible;
use super::{IllFormed, Sort};
use crate::tree::{Node, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::OnceLock;

/// A name that is bound more often than this is looked up in a table of where its bindings are visible.
const FEW: usize = 8;

/// Scopes and sorts of one text.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    pub(super) roles: Vec<Role>,
    pub(super) sorts: Vec<Sort>,
    pub(super) refers: Vec<BindingId>,
    pub(super) bindings: Vec<Binding>,
    /// The bindings of each name, sorted by where their scopes begin.
    pub(super) by_name: FxHashMap<ScopedName, Vec<BindingId>>,
    /// The bindings of each name that is bound often, by where they are visible; made on first use.
    pub(super) bound_often: OnceLock<FxHashMap<ScopedName, Visible>>,
    /// The variables and constants of each sort, in order.
    pub(super) by_sort: FxHashMap<Sort, Vec<BindingId>>,
    /// The bindings in `by_sort`, by where they are visible; made on first use.
    pub(super) visible: OnceLock<FxHashMap<Sort, Visible>>,
    /// The bindings that are visible to later commands.
    pub(super) globals: Vec<BindingId>,
    pub(super) commands: Vec<CommandSpan>,
    /// The tokens that make the text higher-order, in order.
    pub(super) higher_order: Vec<Node>,
    /// Everything that may be a fault, in the order of nodes and owners; the filter says what counts.
    pub(super) faults: Faults,
    /// The faults whose owner is not their node, by owners.
    pub(super) elsewhere: Vec<Fault>,
    /// The distinct faults that the text has if all its findings count.
    pub(super) kinds: FxHashSet<IllFormed>,
    /// The bindings of each name that the command that makes them sees itself.
    pub(super) early: FxHashMap<ScopedName, Vec<BindingId>>,
    /// Those of the bindings in `early` that the command uses itself, in order.
    pub(super) used_early: Vec<BindingId>,
    /// The bindings that are visible only in a part of their command; made on first use.
    pub(super) locals: OnceLock<Visible>,
    /// The first `(exit)`. Solvers ignore everything after it.
    pub(super) exit: Option<Node>,
}

impl Analysis {
    /// What the node is.
    pub fn role(&self, node: Node) -> Role {
        self.roles[node as usize]
    }

    /// The sort of a term; [`Sort::UNKNOWN`] for anything else.
    pub fn sort(&self, node: Node) -> Sort {
        self.sorts[node as usize]
    }

    /// All names bound in the text, in the order of their binding tokens.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// What is known about a binding.
    pub fn get(&self, id: BindingId) -> &Binding {
        &self.bindings[id as usize]
    }

    /// The binding that a token refers to or makes. None for theory symbols and for tokens that are not understood.
    pub fn binding(&self, node: Node) -> Option<BindingId> {
        Some(self.refers[node as usize]).filter(|&id| id != NONE)
    }

    /// What is known about the binding that a token refers to or makes.
    pub(crate) fn meaning(&self, token: Node) -> Option<&Binding> {
        self.binding(token).map(|id| self.get(id))
    }

    /// The binding that a token makes; none if it only refers to one.
    pub(crate) fn bound_at(&self, token: Node) -> Option<BindingId> {
        let id = self.binding(token)?;
        (self.get(id).node == token).then_some(id)
    }

    /// The binding of this kind that a token makes.
    pub(crate) fn bound_as(&self, token: Node, kind: BindingKind) -> Option<BindingId> {
        self.bound_at(token).filter(|&id| self.get(id).kind == kind)
    }

    /// The binding to which the name would refer as a term at this place.
    pub fn resolve(&self, token: Symbol, at: Node) -> Option<BindingId> {
        self.resolve_key((name(token), Space::Term), at, |_| true)
    }

    /// The binding to which the name would refer as a sort at this place.
    pub fn resolve_sort(&self, token: Symbol, at: Node) -> Option<BindingId> {
        self.resolve_key((name(token), Space::Sort), at, |_| true)
    }

    /// Like [`Analysis::resolve`], but for names in any space, and only among the bindings that are `wanted`.
    pub(super) fn resolve_key(
        &self,
        key: ScopedName,
        at: Node,
        wanted: impl Fn(BindingId) -> bool,
    ) -> Option<BindingId> {
        let ids = self.by_name.get(&key)?;
        if ids.len() <= FEW {
            let mut ids = ids.iter().rev().copied();
            let is_visible = |id: BindingId| self.bindings[id as usize].scope.contains(&at);
            return ids.find(|&id| is_visible(id) && wanted(id));
        }
        let bound_often = self.bound_often.get_or_init(|| {
            let often = self.by_name.iter().filter(|(_, ids)| ids.len() > FEW);
            let tables = often.map(|(&key, ids)| (key, self.by_scope(ids.iter().copied())));
            tables.collect()
        });
        let mut visible = bound_often.get(&key)?.inside_out(at);
        visible.find(|&id| wanted(id))
    }

    /// A table of these bindings by where they are visible.
    fn by_scope(&self, ids: impl Iterator<Item = BindingId>) -> Visible {
        Visible::of(ids.map(|id| (id, self.bindings[id as usize].scope.clone())))
    }

    /// The variables and constants of this sort that are visible at this place, in the order of their binding tokens.
    /// If several hundred are visible, those that were bound last are left out.
    pub fn variables(&self, sort: Sort, at: Node) -> impl Iterator<Item = BindingId> + '_ {
        let visible = self.visible.get_or_init(|| {
            let mut visible = FxHashMap::default();
            for (&sort, ids) in &self.by_sort {
                visible.insert(sort, self.by_scope(ids.iter().copied()));
            }
            visible
        });
        let ids = visible.get(&sort).map_or(Vec::new(), |ids| ids.at(at));
        ids.into_iter().filter(move |&id| {
            let binding = &self.bindings[id as usize];
            binding.node < at
                && binding.scope.contains(&at)
                && self.resolve(binding.name, at) == Some(id)
        })
    }

    /// Everything that may be a fault of the terms and commands among these nodes.
    pub(super) fn faults_of(&self, owners: Range<Node>) -> impl Iterator<Item = Fault> {
        let place = |end| self.elsewhere.partition_point(|fault| fault.owner < end);
        let elsewhere = &self.elsewhere[place(owners.start)..place(owners.end)];
        let here = self.faults.at_owners(owners);
        here.chain(elsewhere.iter().copied())
    }

    /// Whether the text may have this fault already.
    pub(super) fn may_have(&self, fault: IllFormed) -> bool {
        self.kinds.contains(&fault)
    }

    /// The bindings of the name.
    pub(super) fn named(&self, key: ScopedName) -> &[BindingId] {
        self.by_name.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The bindings of the name that the command that makes them sees itself.
    pub(super) fn early(&self, key: ScopedName) -> &[BindingId] {
        self.early.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The bindings that a command makes for later ones and uses itself.
    pub(super) fn used_early(&self, command: Node) -> &[BindingId] {
        let place = |end| {
            let node = |id: BindingId| self.bindings[id as usize].node;
            self.used_early.partition_point(|&id| node(id) < end)
        };
        let following = self.commands.get(self.place(command) + 1);
        let end = following.map_or(Node::MAX, |following| following.node);
        &self.used_early[place(command)..place(end)]
    }

    /// The bindings around this place that are visible only in a part of their command, the innermost first.
    pub(super) fn locals_at(&self, at: Node) -> impl Iterator<Item = BindingId> + '_ {
        let locals = self.locals.get_or_init(|| {
            let ids = 0..count(self.bindings.len());
            self.by_scope(ids.filter(|&id| !self.bindings[id as usize].global))
        });
        locals.inside_out(at)
    }

    /// All names that are bound somewhere.
    pub(super) fn names(&self) -> impl Iterator<Item = ScopedName> + '_ {
        self.by_name.keys().copied()
    }

    /// The bindings that are visible to later commands and whose tokens lie in these nodes, in order.
    pub(super) fn globals_in(&self, nodes: Range<Node>) -> &[BindingId] {
        let node = |id: BindingId| self.bindings[id as usize].node;
        let place = |end| self.globals.partition_point(|&id| node(id) < end);
        &self.globals[place(nodes.start)..place(nodes.end)]
    }

    /// Where the `push` level that contains a command ends. At the very end of the text, all open levels are one.
    pub(super) fn level_end(&self, node: Node) -> Node {
        let end = count(self.roles.len());
        let command = self.commands.get(self.place(node)).filter(|_| node < end);
        command.map_or(end + 1, |command| command.level_end)
    }

    /// The index of the command that contains the node.
    fn place(&self, node: Node) -> usize {
        let begun = self
            .commands
            .partition_point(|command| command.node <= node);
        begun.saturating_sub(1)
    }

    pub(super) fn is_higher_order(&self) -> bool {
        !self.higher_order.is_empty()
    }

    /// The command that contains the node.
    pub fn command(&self, node: Node) -> Option<Node> {
        self.commands
            .get(self.place(node))
            .map(|command| command.node)
    }

    /// The bindings whose tokens lie in these nodes.
    pub fn bound_in(&self, nodes: Range<Node>) -> Range<BindingId> {
        let place = |node| count(self.bindings.partition_point(|binding| binding.node < node));
        place(nodes.start)..place(nodes.end)
    }
}

/// Whether a text with this token is treated as higher-order.
pub(super) fn makes_higher_order(token: Symbol) -> bool {
    let bytes = token.bytes(); // called for every token, so it does not look the token up in a table
    bytes == b"->" || bytes.starts_with(b"HO_")
}
