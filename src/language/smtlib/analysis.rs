//! Scopes and sorts of a whole text, and how they are looked up.

use super::binding::{Binding, BindingId, BindingKind, Role};
use super::name::name;
use super::scope::{Entry, Key, NONE, Space, count};
use super::visible::Visible;
use super::{IllFormed, Sort, constants};
use crate::tree::{Node, Symbol};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// A top-level expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub node: Node,
    /// Where the level of push that it stands in ends.
    pub level_end: Node,
}

/// Scopes and sorts of one text.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    pub(super) roles: Vec<Role>,
    pub(super) sorts: Vec<Sort>,
    pub(super) refers: Vec<BindingId>,
    pub(super) bindings: Vec<Binding>,
    pub(super) entries: Vec<Entry>,
    /// The bindings of each name, by where their scopes begin.
    pub(super) by_name: FxHashMap<Key, Vec<BindingId>>,
    /// The variables and constants of each sort, in order.
    pub(super) by_sort: FxHashMap<Sort, Vec<BindingId>>,
    /// The same by where they are visible, made when first asked for.
    pub(super) visible: OnceLock<FxHashMap<Sort, Visible>>,
    /// The bindings that are visible to the commands behind their own.
    pub(super) globals: Vec<BindingId>,
    pub(super) commands: Vec<Command>,
    pub(super) higher_order: bool,
    pub(super) faults: Vec<(Node, IllFormed)>,
    pub(super) unresolved: Vec<(Node, Key)>,
    /// Where each fault stands, in order; names that are not bound are among them.
    pub(super) fault_nodes: FxHashMap<IllFormed, Vec<Node>>,
    /// All of these nodes, in order.
    pub(super) faulty: Vec<Node>,
    /// The first `(exit)`.
    pub(super) exit: Option<Node>,
    /// The names that [`super::names::minded`] tells of.
    pub(super) minded: Vec<Node>,
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

    /// What a token refers to or binds; none for theory symbols and what is not understood.
    pub fn binding(&self, node: Node) -> Option<BindingId> {
        Some(self.refers[node as usize]).filter(|&id| id != NONE)
    }

    /// What the name would refer to as a term at this place.
    pub fn resolve(&self, token: Symbol, at: Node) -> Option<BindingId> {
        self.resolve_key((name(token), Space::Term), at, |_| true)
    }

    /// The same, among the bindings that are wanted.
    pub(super) fn resolve_key(
        &self,
        key: Key,
        at: Node,
        wanted: impl Fn(BindingId) -> bool,
    ) -> Option<BindingId> {
        let ids = self.by_name.get(&key)?;
        let begun = ids.partition_point(|&id| self.bindings[id as usize].scope.start <= at);
        // Scopes are nested or apart: what is visible is the last one begun, or one that it lies in.
        let mut id = *ids.get(begun.checked_sub(1)?)?;
        while id != NONE {
            if self.bindings[id as usize].scope.contains(&at) && wanted(id) {
                return Some(id);
            }
            id = self.entries[id as usize].outer;
        }
        None
    }

    /// The variables and constants of this sort that are visible at this place, in the order of their binding
    /// tokens. Where some hundreds are visible, those bound last are left out.
    pub fn variables(&self, sort: Sort, at: Node) -> impl Iterator<Item = BindingId> + '_ {
        let scope = |&id: &BindingId| (id, self.bindings[id as usize].scope.clone());
        let visible = self.visible.get_or_init(|| {
            let sorts = self.by_sort.iter();
            sorts
                .map(|(&sort, ids)| (sort, Visible::of(ids.iter().map(scope))))
                .collect()
        });
        let ids = visible.get(&sort).map_or(Vec::new(), |ids| ids.at(at));
        ids.into_iter().filter(move |&id| {
            let binding = &self.bindings[id as usize];
            binding.node < at
                && binding.scope.contains(&at)
                && self.resolve(binding.name, at) == Some(id)
        })
    }

    /// The constants that a term of this sort may become, the least first; none where none are known.
    pub fn constants(&self, sort: Sort) -> Vec<Symbol> {
        let mut constants = constants::literals(sort);
        if constants.is_empty() {
            let ids = self.by_sort.get(&sort).map_or(&[][..], Vec::as_slice);
            let bindings = ids.iter().map(|&id| &self.bindings[id as usize]);
            let constructors = bindings.filter(|binding| binding.kind == BindingKind::Datatype);
            constants.extend(constructors.map(|binding| binding.name));
        }
        constants
    }

    /// What is ill-formed without regard to what is declared elsewhere.
    pub(super) fn faults(&self) -> &[(Node, IllFormed)] {
        &self.faults
    }

    /// Where the text has this fault already; a name that is not bound counts as one whatever it may mean.
    pub(super) fn nodes_with(&self, fault: &IllFormed) -> &[Node] {
        self.fault_nodes.get(fault).map_or(&[], Vec::as_slice)
    }

    /// Whether the faults of this kind can be counted by [`Analysis::nodes_with`]: a name that is not bound as a sort
    /// may be none that matters.
    pub(super) fn is_countable(&self, fault: &IllFormed) -> bool {
        let is_sort = |&&(_, key): &&(Node, Key)| key.1 == Space::Sort;
        let mut sorts = self.unresolved.iter().filter(is_sort);
        sorts.all(|&(_, key)| *fault != IllFormed::Undeclared(key.0))
    }

    /// Whether there is a fault in these nodes; a name that is not bound counts as one.
    pub(super) fn has_faults_in(&self, nodes: &Range<Node>) -> bool {
        let first = self.faulty.partition_point(|&node| node < nodes.start);
        self.faulty.get(first).is_some_and(|&node| node < nodes.end)
    }

    /// Names that are not bound and have no known meaning.
    pub(super) fn unresolved(&self) -> &[(Node, Key)] {
        &self.unresolved
    }

    /// The bindings of the name.
    pub(super) fn named(&self, key: Key) -> &[BindingId] {
        self.by_name.get(&key).map_or(&[], Vec::as_slice)
    }

    /// All names that are bound somewhere.
    pub(super) fn names(&self) -> impl Iterator<Item = Key> + '_ {
        self.by_name.keys().copied()
    }

    /// The name of a binding, in its space.
    pub(super) fn key(&self, id: BindingId) -> Key {
        (
            self.bindings[id as usize].name,
            self.entries[id as usize].space,
        )
    }

    /// Whether it is visible to the commands behind its own.
    pub(super) fn is_global(&self, id: BindingId) -> bool {
        self.entries[id as usize].global
    }

    /// The bindings that are visible to the commands behind their own, in order.
    pub(super) fn globals(&self) -> &[BindingId] {
        &self.globals
    }

    /// Those of them whose tokens lie in these nodes, by their places among them.
    pub(super) fn globals_in(&self, nodes: Range<Node>) -> Range<usize> {
        let node = |id: BindingId| self.bindings[id as usize].node;
        let place = |end| self.globals.partition_point(|&id| node(id) < end);
        place(nodes.start)..place(nodes.end)
    }

    /// Whether another such binding has the same name.
    pub(super) fn is_overloaded(&self, id: BindingId) -> bool {
        let mut others = self.named(self.key(id)).iter();
        others.any(|&other| other != id && self.is_global(other))
    }

    /// Where the level of push that a command stands in ends.
    pub(super) fn level_end(&self, node: Node) -> Node {
        let end = count(self.roles.len()) + 1;
        let command = self.commands.get(self.place(node));
        command.map_or(end, |command| command.level_end)
    }

    /// The number of the command that the node lies in.
    fn place(&self, node: Node) -> usize {
        let begun = self
            .commands
            .partition_point(|command| command.node <= node);
        begun.saturating_sub(1)
    }

    /// The first `(exit)`, behind which anything goes.
    pub(super) fn exit(&self) -> Option<Node> {
        self.exit
    }

    pub(super) fn is_higher_order(&self) -> bool {
        self.higher_order
    }

    pub(super) fn minded(&self) -> &[Node] {
        &self.minded
    }

    /// The command that the node lies in.
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

/// Whether a text with this token is taken for one of higher order.
pub(super) fn makes_higher_order(token: Symbol) -> bool {
    let bytes = token.bytes(); // asked of every token: no look-up by name
    bytes == b"->" || bytes.starts_with(b"HO_")
}
