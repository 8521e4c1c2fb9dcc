//! Makes the analysis of an edited text from that of its base.
//!
//! The walk goes through the edited text in order, as through any text, but it takes over each term that the edit does
//! not change and in which all names still mean what they meant in the base. So only changed terms and those around
//! them are analysed again; the results for all others are copied.
//!
//! A name is bound before the walk comes to where it is visible. If a binding is new, has gone or means something else,
//! the tokens that it may concern become stale, and a term with a stale token is walked through. A copy is surrounded
//! by other names, so the meaning of each of its tokens is compared once.

use super::all_bindings::are_alike;
use super::binding::{NONE, ScopedName, Space};
use super::faults::Fault;
use super::text::{Origin, Text, count};
use super::walk::Walk;
use super::{Binding, BindingId, Role, Sort};
use crate::tree::{Node, Symbol};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A walk through at most this many cells is not worth avoiding.
const FEW: u32 = 4;

impl<T: Text> Walk<'_, '_, T> {
    /// Takes over everything that the base knows about a term, and returns its sort. None if the walk must go through
    /// the term.
    pub(super) fn taken_over(&mut self, node: Node) -> Option<Sort> {
        let patch = self.patch.as_mut()?;
        let cells = self.text.len(node);
        if cells <= FEW {
            return None;
        }
        let (from, is_copy) = match self.text.source(node) {
            Origin::Kept(from) => (from, false),
            Origin::Copied(from) => (from, true),
            Origin::New => return None,
        };
        let nodes = from..from + cells;
        // For what comes after `(exit)`, from where a copy may come, the base records no faults.
        let is_same = if is_copy {
            patch.analysis.exit().is_none_or(|exit| from < exit)
        } else {
            !patch.is_changed(from, cells)
        };
        // A name that `:named` gives is visible in the rest of the command, together with other such names.
        let gives_names = !patch.analysis.globals_in(nodes.clone()).is_empty();
        if !is_same || gives_names || patch.analysis.role(from) != Role::Term {
            return None;
        }
        if is_copy && !patch.compared.contains(&node) {
            patch.compared = node..node + cells;
            self.compare_names(&nodes);
        }
        let patch = self.patch.as_ref()?;
        if patch.stale.range(nodes.clone()).next().is_some() {
            return None;
        }
        let outer = self.outer_names(&nodes)?;
        self.copy_bindings(node, &nodes);
        self.copy_record(node, &nodes, outer);
        self.copy_faults(node, &nodes);
        Some(self.patch.as_ref()?.analysis.sort(from))
    }

    /// Notes which tokens in a copy mean something else than in the base, or may do so.
    fn compare_names(&mut self, nodes: &Range<Node>) {
        let Some(patch) = &self.patch else { return };
        let analysis = patch.analysis;
        let inner = analysis.bound_in(nodes.clone());
        // Whether each token without a binding in the base may have one in either text; the token `is-c` always may.
        let mut names: FxHashMap<Symbol, bool> = FxHashMap::default();
        let mut is_bound = |token: Symbol| {
            *names.entry(token).or_insert_with(|| {
                let keys = [Space::Term, Space::Sort].map(|space| (super::name(token), space));
                let is_bound = |&key: &ScopedName| {
                    !analysis.named(key).is_empty() || self.lookup(key).is_some()
                };
                token.bytes().starts_with(b"is-") || keys.iter().any(is_bound)
            })
        };
        let is_stale = |&token: &Node| match analysis.refers[token as usize] {
            NONE if patch.base.tree.is_list(token) => false,
            NONE => is_bound(patch.base.tree.sym(token)),
            id if inner.contains(&id) => {
                let key = analysis.bindings()[id as usize].key();
                patch.is_pattern_variable(token) && self.lookup(key).is_some()
            }
            id => self.same_name(id).is_none(),
        };
        let stale: Vec<Node> = nodes.clone().filter(is_stale).collect();
        if let Some(patch) = &mut self.patch {
            patch.stale.extend(stale);
        }
    }

    /// The binding to which a token refers in the edited text, if it means what the binding of the base meant.
    fn same_name(&self, old: BindingId) -> Option<BindingId> {
        let old = &self.patch.as_ref()?.analysis.bindings()[old as usize];
        let new = self.lookup(old.key())?;
        are_alike(old, self.binding(new)).then_some(new)
    }

    /// The bindings outside of a term that its tokens refer to, one for each such token, in order. None if one of the
    /// tokens means something else than in the base.
    fn outer_names(&self, nodes: &Range<Node>) -> Option<Vec<BindingId>> {
        let analysis = self.patch.as_ref()?.analysis;
        let inner = analysis.bound_in(nodes.clone());
        let mut outer = Vec::new();
        for token in nodes.clone() {
            let id = analysis.refers[token as usize];
            if id != NONE && !inner.contains(&id) {
                outer.push(self.same_name(id)?);
            }
        }
        Some(outer)
    }

    /// Makes new bindings for the names that a term binds, under consecutive ids.
    fn copy_bindings(&mut self, node: Node, nodes: &Range<Node>) {
        let Some(patch) = &self.patch else { return };
        let analysis = patch.analysis;
        let inner = analysis.bound_in(nodes.clone());
        let first = count(self.bindings.len());
        let moved = |place: Node| node + (place - nodes.start);
        for id in inner.clone() {
            let old = &analysis.bindings()[id as usize];
            let outer = if inner.contains(&old.outer) {
                first + (old.outer - inner.start)
            } else {
                self.scopes.get(old.key()).unwrap_or(NONE)
            };
            let binding = Binding {
                node: moved(old.node),
                scope: moved(old.scope.start)..moved(old.scope.end),
                parameters: old.parameters.clone(),
                uses: Vec::with_capacity(old.uses.len()),
                outer,
                ..*old
            };
            self.add(binding);
        }
    }

    /// Records about each node of a term what the base knows. Its tokens refer to these outer bindings, and to those
    /// that [`Walk::copy_bindings`] has just made.
    fn copy_record(&mut self, node: Node, nodes: &Range<Node>, outer: Vec<BindingId>) {
        let (Some(patch), Some(mut record)) = (&self.patch, self.record.take()) else {
            return;
        };
        let analysis = patch.analysis;
        let inner = analysis.bound_in(nodes.clone());
        let first = count(self.bindings.len()) - (inner.end - inner.start);
        let mut outer = outer.into_iter();
        for (token, at) in nodes.clone().zip(node..) {
            let id = match analysis.refers[token as usize] {
                NONE => None,
                id if inner.contains(&id) => Some(first + (id - inner.start)),
                _ => outer.next(),
            };
            let Some(id) = id else { continue };
            record.refers[at as usize] = id;
            if self.binding(id).node != at {
                self.used(at, id);
            }
        }
        let old = nodes.start as usize..nodes.end as usize;
        let new = node as usize..node as usize + old.len();
        record.roles[new.clone()].copy_from_slice(&analysis.roles[old.clone()]);
        record.sorts[new].copy_from_slice(&analysis.sorts[old]);
        self.record = Some(record);
    }

    /// Copies the faults of a term.
    fn copy_faults(&mut self, node: Node, nodes: &Range<Node>) {
        let Some(patch) = &self.patch else { return };
        let analysis = patch.analysis;
        let moved = |place: Node| node + (place - nodes.start);
        let faults = analysis.faults_of(nodes.clone());
        self.faults.extend(faults.map(|fault| {
            let (node, owner) = (moved(fault.node), moved(fault.owner));
            Fault {
                node,
                owner,
                ..fault
            }
        }));
    }

    /// Notes which names a command declared in the base and no longer declares.
    pub(super) fn compare_declared(&mut self, command: Node) {
        let (Some(patch), Origin::Kept(from)) = (&mut self.patch, self.text.source(command)) else {
            return;
        };
        let nodes = from..patch.base.tree.next(from);
        for &id in patch.analysis.globals_in(nodes) {
            if !patch.met.contains(&id) {
                patch.lose(id);
            }
        }
    }
}
