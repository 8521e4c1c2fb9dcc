//! A walk through commands in order. It resolves names, infers sorts, and notes what is ill-formed.
//!
//! The same walk serves two purposes. In a whole text, it records the role, sort and binding of every node. In the few
//! commands that an edit concerns, it finds faults, and takes the sorts of unchanged terms from the base (`judge`).
//! Terms nest a million deep, so they are walked through without recursion. Sorts rarely nest deeply; beyond a bound,
//! they are unknown.

use super::all_bindings::{AllBindings, is_overloaded};
use super::annotation::is_of_quantifier;
use super::binding::{NONE, ScopedName, Space};
use super::faults::{Fault, Faults};
use super::ill_formed::Finding;
use super::known::Known;
use super::name::{is_name, name};
use super::scope::Scopes;
use super::text::{Text, count};
use super::{Binding, BindingId, BindingKind, IllFormed, Operator, Role, Sort};
use crate::tree::{Node, Symbol};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// What is recorded about each node of a whole text.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) roles: Vec<Role>,
    pub(super) sorts: Vec<Sort>,
    /// The binding that each token refers to or makes.
    pub(super) refers: Vec<BindingId>,
}

/// The state of a walk.
pub(super) struct Walk<'t, 'b, T> {
    pub(super) text: &'t T,
    /// Present during a walk through a whole text.
    pub(super) record: Option<Record>,
    /// Present during a walk through a command of an edited text.
    pub(super) known: Option<&'t mut Known<'b>>,
    pub(super) scopes: Scopes,
    pub(super) bindings: Vec<Binding>,
    /// The id of the first element of `bindings`. Smaller ids belong to the base.
    pub(super) first: BindingId,
    /// The names that `:named` has bound in the current command, each with its last binding.
    pub(super) pending: FxHashMap<Symbol, BindingId>,
    /// All bindings that `:named` has made in the current command.
    pub(super) given: Vec<BindingId>,
    /// Where names that the current command declares are visible. Names from outside the command are looked up at its
    /// start.
    pub(super) visible: Range<Node>,
    /// What remains to be done for the current term; the last task comes next.
    pub(super) tasks: Vec<SortTask>,
    /// The sorts of finished terms that tasks will need.
    pub(super) values: Vec<Sort>,
    /// The bindings of the open `let`s that are not visible yet.
    pub(super) names: Vec<BindingId>,
    pub(super) higher_order: bool,
    /// Whether a parametric sort may be written without arguments, which are then the parameters of the current
    /// declaration, as in the older syntax of datatypes.
    pub(super) implies_parameters: bool,
    /// The current command.
    pub(super) current: Node,
    /// Whether the bindings, and the uses of each, are in the order of their tokens.
    pub(super) in_order: bool,
    pub(super) faults: Faults,
    /// The first `(exit)`, and the number of faults before it.
    pub(super) exited: Option<(Node, usize)>,
}

impl<'t, T: Text> Walk<'t, '_, T> {
    /// A walk that has not begun.
    pub(super) fn new(text: &'t T, higher_order: bool) -> Self {
        Walk {
            text,
            record: None,
            known: None,
            scopes: Scopes::default(),
            bindings: Vec::new(),
            first: 0,
            pending: FxHashMap::default(),
            given: Vec::new(),
            visible: 0..0,
            tasks: Vec::new(),
            values: Vec::new(),
            names: Vec::new(),
            higher_order,
            implies_parameters: false,
            current: 0,
            in_order: true,
            faults: Faults::default(),
            exited: None,
        }
    }

    pub(super) fn elements(&self, list: Node) -> impl Iterator<Item = Node> + use<'t, T> {
        self.text.elements(list)
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
        let names = AllBindings {
            base: self.base(),
            first: self.first,
            bindings: &self.bindings,
        };
        names.binding(id)
    }

    /// What the name means where the walk is.
    pub(super) fn lookup(&self, key: ScopedName) -> Option<BindingId> {
        let (name, space) = key;
        self.scopes
            .get(key)
            .or_else(|| self.outside(key))
            .or_else(|| {
                let named = self.pending.get(&name).copied();
                named.filter(|_| space == Space::Term)
            })
    }

    /// Records the role of a node.
    pub(super) fn role(&mut self, node: Node, role: Role) {
        if let Some(record) = &mut self.record {
            record.roles[node as usize] = role;
        }
    }

    fn found(&mut self, owner: Node, node: Node, finding: Finding) {
        self.faults.push(Fault {
            node,
            owner,
            finding,
        });
    }

    /// Notes what may be a fault of a node.
    pub(super) fn fault(&mut self, node: Node, fault: IllFormed) {
        self.fault_in(node, node, fault);
    }

    /// Notes that a part may be a fault of the term or command `owner`. The part may be a term that is well-formed by
    /// itself.
    pub(super) fn fault_in(&mut self, owner: Node, node: Node, fault: IllFormed) {
        self.found(owner, node, Finding::Fault(fault));
    }

    /// Notes that a name has no binding and is in no table.
    pub(super) fn unbound(&mut self, node: Node, key: ScopedName) {
        self.found(node, node, Finding::Unbound(key));
    }

    /// Notes that a part does not fit the term or command `owner`.
    pub(super) fn misfit(&mut self, owner: Node, node: Node, what: &'static str) {
        self.fault_in(owner, node, IllFormed::shape(what));
    }

    /// Checks that a term has no attributes of quantifiers, because it is not the body of a binder, but another part of
    /// `owner`.
    pub(super) fn not_a_body(&mut self, owner: Node, node: Node) {
        if is_of_quantifier(self.text, node) {
            self.fault_in(owner, node, IllFormed::Misplaced);
        }
    }

    /// Notes that a node has the wrong shape.
    pub(super) fn malformed(&mut self, node: Node, what: &'static str) {
        self.fault(node, IllFormed::shape(what));
    }

    /// Records that a token refers to a binding. The walk may come twice to a token that is not what is expected; it
    /// counts as one use.
    pub(super) fn refer(&mut self, node: Node, id: BindingId) {
        if let Some(record) = &mut self.record
            && std::mem::replace(&mut record.refers[node as usize], id) != id
        {
            self.used(node, id);
        }
    }

    /// Adds a use to a binding.
    pub(super) fn used(&mut self, node: Node, id: BindingId) {
        let uses = &mut self.bindings[id as usize].uses;
        self.in_order &= uses.last().is_none_or(|&last| last < node);
        uses.push(node);
    }

    /// Makes a binding for the token. It is not visible yet.
    pub(super) fn bind(&mut self, token: Node, kind: BindingKind, space: Space) -> BindingId {
        let id = self.first + count(self.bindings.len());
        self.in_order &= (self.bindings.last()).is_none_or(|last| last.node < token);
        self.bindings.push(Binding {
            name: name(self.text.sym(token)),
            kind,
            node: token,
            scope: 0..0,
            sort: Sort::UNKNOWN,
            parameters: Vec::new(),
            uses: Vec::new(),
            space,
            outer: NONE,
            global: false,
            early: Node::MAX,
        });
        self.role(token, Role::Name);
        if let Some(record) = &mut self.record {
            record.refers[token as usize] = id;
        }
        id
    }

    /// Makes a binding for a token that should be a name. None if it is not one.
    pub(super) fn bind_name(
        &mut self,
        token: Node,
        kind: BindingKind,
        space: Space,
    ) -> Option<BindingId> {
        (!self.is_list(token) && is_name(self.text.sym(token)))
            .then(|| self.bind(token, kind, space))
    }

    /// Makes a binding visible in a part of the command.
    pub(super) fn enter(&mut self, id: BindingId, sort: Sort, scope: Range<Node>) {
        let binding = &mut self.bindings[(id - self.first) as usize];
        binding.sort = sort;
        binding.scope = scope;
        binding.outer = self.scopes.enter(binding.key(), id);
        self.note_meaning(id);
    }

    /// Notes that the command that makes a binding sees it itself from this node on.
    pub(super) fn see_early(&mut self, id: BindingId, from: Node) {
        self.bindings[(id - self.first) as usize].early = from;
    }

    /// Makes a binding visible after the command.
    pub(super) fn declare(&mut self, id: BindingId, sort: Sort, parameters: Vec<Sort>) {
        let index = (id - self.first) as usize;
        let binding = &mut self.bindings[index];
        let key = binding.key();
        (binding.sort, binding.parameters, binding.scope) =
            (sort, parameters, self.visible.clone());
        binding.global = true;
        if let Some(other) = self.scopes.get(key).or_else(|| self.outside(key)) {
            self.declared_twice(id, other);
        }
        self.bindings[index].outer = self.scopes.enter(key, id);
        self.note_meaning(id);
    }

    /// Notes that a name is declared again. Some solvers let a function be declared once for each signature; this is no
    /// fault, but the meaning of the name is then unknown.
    pub(super) fn declared_twice(&mut self, id: BindingId, other: BindingId) {
        let (binding, other) = (self.binding(id), self.binding(other));
        if !is_overloaded(binding, other) {
            let node = binding.node;
            self.fault(node, IllFormed::declared_twice());
        }
        let binding = &mut self.bindings[(id - self.first) as usize];
        (binding.sort, binding.parameters) = (Sort::UNKNOWN, Vec::new());
    }

    /// Skips a node that is not understood. Uses of bound names in it are recorded, so that renaming finds them.
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

/// What remains to be done during a walk through a term. A stack of such tasks replaces recursion. Each finished term
/// leaves its sort on the stack of values.
#[derive(Clone, Copy, Debug)]
pub(super) enum SortTask {
    /// Infer the sort of this term.
    Term(Node),
    /// Infer the sorts of the terms from the first node up to the second one, one after the other. There may be
    /// millions of operands, so they do not get a task each.
    Terms(Node, Node),
    /// Apply the head to the operands, whose sorts are the values above the mark.
    Apply(Node, usize, ApplicationHead),
    /// Bind the token of a `let`. The name stays invisible until all terms of the `let` are done.
    Name(Node),
    /// Bind the token in a binder `(x S t)` in the same way, and leave the sort `S` on the stack of values.
    TypedName(Node),
    /// The term of this binder `(x S t)` is done. Below its sort on the stack is `S`, which is the sort of the name.
    TypedTerm(Node),
    /// Enter the names of a `let`. The sorts of its terms are above the first mark, its names above the second one.
    Let(Node, usize, usize),
    /// The body of a binder is done: leave the bindings that were entered since the mark.
    Leave(Node, usize, BinderSort),
    /// The term of a `!` is done: continue with its attributes.
    Attributes(Node),
    /// Enter the variables in a case of a `match`. The values of the `match` begin at the mark.
    Case(Node, usize),
    /// The cases of a `match` are done. Their sorts are the values above the mark.
    Match(Node, usize),
    /// Drop one sort from the stack of values.
    Drop,
}

/// The sort of a term that binds names, given its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BinderSort {
    /// The sort of the body.
    Same,
    /// `Bool`; the body must be `Bool`, too.
    Bool,
    /// This sort.
    Makes(Sort),
}

/// The head of an application.
#[derive(Clone, Copy, Debug)]
pub(super) enum ApplicationHead {
    /// A name that the text binds.
    Bound(BindingId),
    /// A plain operator.
    Operator(&'static Operator),
    /// An indexed operator, and the list with its indices.
    Indexed(&'static Operator, Node),
    /// `(as f S)`: a name that the text binds, and the sort of the application.
    Qualified(BindingId, Sort),
    /// `(as const S)` or a tester: its name, the sort of its only operand, and that of the application.
    Takes(Symbol, Sort, Sort),
    /// Anything else: the application has this sort, whatever its operands are.
    Makes(Sort),
}
