//! A walk through commands in order. It resolves names, infers sorts, and records what is ill-formed.
//!
//! The same walk serves two purposes. In a whole text, it records the role of every node. In the few commands that an
//! edit touches, it skips subtrees that were copied unchanged from an analysed base. The walk is iterative in terms,
//! which nest a million deep. Sorts rarely nest deeply; beyond a bound, they are unknown.

use super::name::name;
use super::scope::{Entry, Key, NONE, Scopes, Space, count};
use super::task::Task;
use super::update::Update;
use super::{Binding, BindingId, BindingKind, IllFormed, Role, Sort};
use crate::tree::{Node, Symbol, Tree};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A sequence of cells that can be walked through.
pub(super) trait Text {
    /// The token, or [`Symbol::LIST`].
    fn sym(&self, node: Node) -> Symbol;
    /// The number of cells in the subtree.
    fn len(&self, node: Node) -> u32;
    /// The node of the base from which the subtree was copied unchanged.
    fn origin(&self, _node: Node) -> Option<Node> {
        None
    }
}

impl Text for Tree {
    fn sym(&self, node: Node) -> Symbol {
        Tree::sym(self, node)
    }

    fn len(&self, node: Node) -> u32 {
        Tree::len(self, node)
    }
}

/// Iterates over the elements of a list.
pub(super) struct Elements<'t, T> {
    text: &'t T,
    at: Node,
    end: Node,
}

impl<T: Text> Iterator for Elements<'_, T> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        let node = self.at;
        (node < self.end).then(|| {
            self.at += self.text.len(node);
            node
        })
    }
}

/// What is recorded about each node of a whole text.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) roles: Vec<Role>,
    pub(super) sorts: Vec<Sort>,
    pub(super) refers: Vec<BindingId>,
}

/// The state of a walk.
pub(super) struct Walk<'t, 'b, T> {
    pub(super) text: &'t T,
    /// Present during a walk through a whole text.
    pub(super) record: Option<Record>,
    /// Present during a walk through edited commands.
    pub(super) update: Option<Update<'b>>,
    pub(super) scopes: Scopes,
    pub(super) bindings: Vec<Binding>,
    pub(super) entries: Vec<Entry>,
    /// The id of the first element of `bindings`. Smaller ids belong to the base.
    pub(super) first: BindingId,
    /// The names that `:named` has bound in the current command.
    pub(super) pending: FxHashMap<Symbol, BindingId>,
    /// Where names that the current command declares are visible. Names from outside the command are looked up at its
    /// start.
    pub(super) visible: Range<Node>,
    pub(super) tasks: Vec<Task>,
    pub(super) values: Vec<Sort>,
    pub(super) names: Vec<BindingId>,
    pub(super) higher_order: bool,
    /// Whether a sort without arguments has the parameters of its declaration, as in the older syntax of datatypes.
    pub(super) implies_parameters: bool,
    pub(super) faults: Vec<(Node, IllFormed)>,
    /// Names that are unbound and have no known meaning.
    pub(super) unresolved: Vec<(Node, Key)>,
    /// Applications in which `Int` and `Real` mix, each with its head.
    pub(super) mixes: Vec<(Node, Symbol)>,
    /// The lengths of `faults`, `unresolved` and `mixes` at the first `(exit)`.
    pub(super) exited: Option<[usize; 3]>,
}

impl<'t, T: Text> Walk<'t, '_, T> {
    /// A walk at its beginning.
    pub(super) fn new(text: &'t T, higher_order: bool) -> Self {
        Walk {
            text,
            record: None,
            update: None,
            scopes: Scopes::default(),
            bindings: Vec::new(),
            entries: Vec::new(),
            first: 0,
            pending: FxHashMap::default(),
            visible: 0..0,
            tasks: Vec::new(),
            values: Vec::new(),
            names: Vec::new(),
            higher_order,
            implies_parameters: false,
            faults: Vec::new(),
            unresolved: Vec::new(),
            mixes: Vec::new(),
            exited: None,
        }
    }

    pub(super) fn elements(&self, list: Node) -> Elements<'t, T> {
        Elements {
            text: self.text,
            at: list + 1,
            end: self.next(list),
        }
    }

    pub(super) fn next(&self, node: Node) -> Node {
        node + self.text.len(node)
    }

    pub(super) fn is_list(&self, node: Node) -> bool {
        self.text.sym(node) == Symbol::LIST
    }

    /// The bytes of a token; empty for a list.
    pub(super) fn bytes(&self, node: Node) -> &'static [u8] {
        self.text.sym(node).bytes()
    }

    /// A binding of this walk or of its base.
    pub(super) fn binding(&self, id: BindingId) -> &Binding {
        match &self.update {
            Some(update) if id < self.first => &update.base.bindings()[id as usize],
            _ => &self.bindings[(id - self.first) as usize],
        }
    }

    /// What the name means at the current place.
    pub(super) fn lookup(&self, key: Key) -> Option<BindingId> {
        let local = self.scopes.get(key);
        let named = || (key.1 == Space::Term).then(|| self.pending.get(&key.0).copied());
        local
            .or_else(|| named().flatten())
            .or_else(|| self.update.as_ref()?.lookup(key, self.visible.start))
    }

    pub(super) fn role(&mut self, node: Node, role: Role) {
        if let Some(record) = &mut self.record {
            record.roles[node as usize] = role;
        }
    }

    pub(super) fn fault(&mut self, node: Node, fault: IllFormed) {
        self.faults.push((node, fault));
    }

    pub(super) fn malformed(&mut self, node: Node, what: &'static str) {
        self.fault(node, IllFormed::Shape(what));
    }

    /// Records that a token refers to a binding.
    pub(super) fn refer(&mut self, node: Node, id: BindingId) {
        if let Some(record) = &mut self.record {
            record.refers[node as usize] = id;
            self.bindings[id as usize].uses.push(node);
        }
    }

    /// Makes a binding for the token. It is not visible yet.
    pub(super) fn bind(&mut self, token: Node, kind: BindingKind, space: Space) -> BindingId {
        let id = self.first + count(self.bindings.len());
        self.bindings.push(Binding {
            name: name(self.text.sym(token)),
            kind,
            node: token,
            scope: 0..0,
            sort: Sort::UNKNOWN,
            parameters: Vec::new(),
            uses: Vec::new(),
        });
        self.entries.push(Entry {
            space,
            outer: NONE,
            global: false,
        });
        self.role(token, Role::Name);
        if let Some(record) = &mut self.record {
            record.refers[token as usize] = id;
        }
        id
    }

    /// Makes a binding visible in a part of the command.
    pub(super) fn enter(&mut self, id: BindingId, sort: Sort, scope: Range<Node>) {
        let index = (id - self.first) as usize;
        self.bindings[index].sort = sort;
        self.bindings[index].scope = scope;
        let key = (self.bindings[index].name, self.entries[index].space);
        self.entries[index].outer = self.scopes.enter(key, id);
        self.compare(id);
    }

    /// Makes a binding visible after the command.
    pub(super) fn declare(&mut self, id: BindingId, sort: Sort, parameters: Vec<Sort>) {
        let index = (id - self.first) as usize;
        let key = (self.bindings[index].name, self.entries[index].space);
        let binding = &mut self.bindings[index];
        (binding.sort, binding.parameters, binding.scope) =
            (sort, parameters, self.visible.clone());
        self.entries[index].global = true;
        if let Some(other) = self.lookup(key) {
            self.declared_twice(id, other);
        }
        match &mut self.update {
            Some(update) => {
                update.declared.insert(key, (id, self.visible.end));
            }
            None => self.entries[index].outer = self.scopes.enter(key, id),
        }
        self.compare(id);
    }

    /// Some solvers let a function be declared once for each signature. The meaning of its name is then unknown.
    fn declared_twice(&mut self, id: BindingId, other: BindingId) {
        let (binding, other) = (self.binding(id), self.binding(other));
        let overload = binding.kind != BindingKind::Sort
            && (binding.sort, &binding.parameters) != (other.sort, &other.parameters);
        if !overload {
            let node = binding.node;
            self.malformed(node, "a name is declared twice");
        }
        let binding = &mut self.bindings[(id - self.first) as usize];
        (binding.sort, binding.parameters) = (Sort::UNKNOWN, Vec::new());
    }

    /// If the base does not have this binding or gives it another meaning, its uses must be checked.
    fn compare(&mut self, id: BindingId) {
        if let Some(update) = &mut self.update {
            let index = (id - self.first) as usize;
            let (binding, entry) = (&self.bindings[index], self.entries[index]);
            let origin = self.text.origin(binding.node);
            update.compare(binding, entry.space, origin, entry.global);
        }
    }

    /// Skips what is not understood. Bound names in it are recorded, so that renaming finds them.
    pub(super) fn opaque(&mut self, node: Node) {
        if self.record.is_none() {
            return;
        }
        for node in node..self.next(node) {
            if self.is_list(node) || matches!(self.bytes(node).first(), Some(b':' | b'"')) {
                continue;
            }
            let name = name(self.text.sym(node));
            let term = self.lookup((name, Space::Term));
            if let Some(id) = term.or_else(|| self.lookup((name, Space::Sort))) {
                self.refer(node, id);
            }
        }
    }
}
