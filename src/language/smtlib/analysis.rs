//! Scopes and sorts of a whole text, worked out once, in linear time.

use super::hash::hashes;
use super::name::name;
use super::scope::{Key, NONE, Space};
use super::visible::Visible;
use super::walk::{Entry, Record, Walk, count};
use super::{IllFormed, Sort, constants, names};
use crate::tree::{Node, ROOT, Symbol, Tree};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// An index into [`Analysis::bindings`].
pub type BindingId = u32;

/// How a name came to be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BindingKind {
    /// `declare-fun`, `declare-const` and their kin.
    Declared,
    /// `define-fun` and its kin.
    Defined,
    /// `declare-sort`, `define-sort`, a datatype's name.
    Sort,
    /// A datatype's constructor, selector or tester.
    Datatype,
    /// A binder of `let`.
    Let,
    /// A variable of `forall`, `exists`, `lambda`, …
    Quantified,
    /// A parameter of a definition, or of a parametric sort.
    Parameter,
    /// `(! t :named n)`
    Named,
}

/// A name bound somewhere.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The name; quoted and unquoted spellings are one.
    pub name: Symbol,
    /// How it is bound.
    pub kind: BindingKind,
    /// The token that binds it.
    pub node: Node,
    /// Where it is visible.
    pub scope: Range<Node>,
    /// Its sort; of a function, the result's.
    pub sort: Sort,
    /// The sorts of a function's parameters.
    pub parameters: Vec<Sort>,
    /// The tokens that refer to it, in order.
    pub uses: Vec<Node>,
}

impl Binding {
    /// The uses among these nodes.
    pub fn uses_in(&self, nodes: Range<Node>) -> &[Node] {
        let place = |node| self.uses.partition_point(|&used| used < node);
        &self.uses[place(nodes.start)..place(nodes.end)]
    }
}

/// What a node is in its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// A top-level command.
    Command,
    /// A term.
    Term,
    /// A sort.
    Sort,
    /// A token that binds a name.
    Name,
    /// The list of a `let`'s binders, a quantifier's variables, a definition's parameters.
    Binders,
    /// One of those: `(x t)` or `(x S)`.
    Binder,
    /// Anything else: keywords, attributes, indices, heads, what is not understood.
    #[default]
    Other,
}

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
    roles: Vec<Role>,
    sorts: Vec<Sort>,
    refers: Vec<BindingId>,
    bindings: Vec<Binding>,
    entries: Vec<Entry>,
    /// The bindings of each name, by where their scopes begin.
    by_name: FxHashMap<Key, Vec<BindingId>>,
    /// The variables and constants of each sort, in order.
    by_sort: FxHashMap<Sort, Vec<BindingId>>,
    /// The same by where they are visible, made when first asked for.
    visible: OnceLock<FxHashMap<Sort, Visible>>,
    /// The bindings that are visible to the commands behind their own.
    globals: Vec<BindingId>,
    commands: Vec<Command>,
    hashes: Box<[u64]>,
    higher_order: bool,
    faults: Vec<(Node, IllFormed)>,
    unresolved: Vec<(Node, Key)>,
    /// Where each fault stands, in order; names that are not bound are among them.
    fault_nodes: FxHashMap<IllFormed, Vec<Node>>,
    /// All of these nodes, in order.
    faulty: Vec<Node>,
    /// The first `(exit)`.
    exit: Option<Node>,
    /// The names that [`names::minded`] tells of.
    minded: Vec<Node>,
}

impl Analysis {
    /// Works out a text's scopes and sorts.
    pub fn of(tree: &Tree, parents: &[Node]) -> Analysis {
        let higher_order = is_higher_order(tree);
        let mut walk = Walk::new(tree, higher_order);
        let cells = tree.cells().len();
        walk.record = Some(Record {
            roles: vec![Role::Other; cells],
            sorts: vec![Sort::UNKNOWN; cells],
            refers: vec![NONE; cells],
        });
        let commands = walk_all(tree, &mut walk);
        if let Some((faults, unresolved)) = walk.exited {
            walk.faults.truncate(faults);
            walk.unresolved.truncate(unresolved);
        }
        let record = walk.record.take().unwrap_or_default();
        let (by_name, by_sort) = index(&walk.bindings, &walk.entries);
        let entries = (0..).zip(&walk.entries);
        let globals = entries
            .filter(|(_, entry)| entry.global)
            .map(|(id, _)| id)
            .collect();
        let fault_nodes = fault_nodes(&walk.faults, &walk.unresolved);
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
            hashes: hashes(tree, parents),
            higher_order,
            exit: walk.exited.and_then(|_| first_exit(tree, &commands)),
            commands,
            fault_nodes,
            faulty,
            faults: walk.faults,
            unresolved: walk.unresolved,
            bindings: walk.bindings,
            entries: walk.entries,
            minded: Vec::new(),
        };
        analysis.minded = names::minded(&analysis);
        analysis
    }

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

    /// A hash of the subtree: equal subtrees have equal hashes.
    pub fn hash(&self, node: Node) -> u64 {
        self.hashes[node as usize]
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

fn fault_nodes(
    faults: &[(Node, IllFormed)],
    unresolved: &[(Node, Key)],
) -> FxHashMap<IllFormed, Vec<Node>> {
    let undeclared = unresolved.iter();
    let undeclared = undeclared.map(|&(node, key)| (node, IllFormed::Undeclared(key.0)));
    let mut nodes: FxHashMap<IllFormed, Vec<Node>> = FxHashMap::default();
    for (node, fault) in faults.iter().cloned().chain(undeclared) {
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

/// Walks through all commands, and says where their levels of push end.
fn walk_all(tree: &Tree, walk: &mut Walk<'_, '_, Tree>) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    let mut open: Vec<usize> = Vec::new(); // commands whose level is open, in order
    let mut begins: Vec<usize> = Vec::new(); // where the levels begin in `open`
    let level_end = tree.end() + 1; // what is added at the very end sees all that is still open
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

/// The bindings by name, where their scopes begin, and by sort.
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

/// Whether functions may be applied to fewer operands than they have parameters.
fn is_higher_order(tree: &Tree) -> bool {
    let mut cells = tree.cells().iter();
    cells.any(|cell| makes_higher_order(cell.sym))
}

/// Whether a text with this token is taken for one of higher order.
pub(super) fn makes_higher_order(token: Symbol) -> bool {
    let bytes = token.bytes(); // asked of every token: no look-up by name
    bytes == b"->" || bytes.starts_with(b"HO_")
}
