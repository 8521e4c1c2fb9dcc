//! What a walk through a part of an edited text takes over from its base: the sorts of unchanged terms, and the meaning
//! of names that are bound outside of the part.

use super::scope::{ScopedName, Space};
use super::text::{Origin, Text};
use super::walk::Walk;
use super::{BindingId, BindingKind, Role, Sort};
use crate::tree::{Node, Symbol};
use std::ops::Range;

/// A walk through so few cells is not worth avoiding.
const FEW: u32 = 2;

impl<T: Text> Walk<'_, '_, T> {
    /// The sort of a term of an edited text, unless the walk must go through the term.
    pub(super) fn known(&mut self, node: Node) -> Option<Sort> {
        let changes = self.changes.as_mut()?;
        let is_part = node != changes.focus.here;
        if let Some(&exchanged) = changes.exchanged.get(&node).filter(|_| is_part) {
            return changes.part(exchanged);
        }
        match self.text.source(node) {
            Origin::Kept(base) if is_part => changes.part(base),
            Origin::Copied(base) => self.copied(node, base),
            Origin::Kept(_) | Origin::New => None,
        }
    }

    /// The sort of a copied term if all names in it mean what they mean in the base.
    fn copied(&mut self, node: Node, base: Node) -> Option<Sort> {
        let cells = self.text.len(node);
        let (copy, nodes) = (node..node + cells, base..base + cells);
        let changes = self.changes.as_ref()?;
        let analysis = changes.base;
        let is_strange = changes.focus.strange.contains(&node);
        if is_strange || cells <= FEW || analysis.role(base) != Role::Term {
            return None;
        }
        if !changes.focus.compared.contains(&node) {
            let is_compared = self.compare(node, &nodes)?;
            let focus = &mut self.changes.as_mut()?.focus;
            if !is_compared {
                focus.strange = copy;
                return None;
            }
            focus.compared = copy;
        }
        let changes = self.changes.as_mut()?;
        if changes.stale.range(nodes.clone()).next().is_some() {
            return None;
        }
        let case = changes.case;
        // The faults at the tokens that give names are found anew.
        let globals = analysis.globals_in(nodes.clone());
        let token = |id: BindingId| analysis.bindings()[id as usize].node;
        let mut from = nodes.start;
        for &id in globals {
            changes.focus.copied.push(from..token(id));
            from = token(id) + 1;
        }
        changes.focus.copied.push(from..nodes.end);
        for &id in globals {
            let (token, early) = (token(id), analysis.entry(id).early);
            let sort = analysis.sort(case.parent(token));
            self.named(node + (token - base), sort, node + (early - base));
        }
        Some(analysis.sort(base))
    }

    /// Compares what names mean in a copied term and in the base, and marks the tokens that differ as stale. False if
    /// a walk through the term is as cheap.
    fn compare(&mut self, node: Node, nodes: &Range<Node>) -> Option<bool> {
        let changes = self.changes.as_ref()?;
        let (base, place) = (changes.base, changes.focus.node);
        let limit = nodes.len();
        if base.command(nodes.start) != Some(changes.focus.command)
            || changes.captures.len() >= limit
        {
            return Some(false);
        }
        let outside = |id: &BindingId, at| !base.bindings()[*id as usize].scope.contains(&at);
        let lost = base.locals_at(nodes.start);
        let lost: Vec<BindingId> = lost
            .take_while(|id| outside(id, place))
            .take(limit)
            .collect();
        let gained = base.locals_at(place);
        let mut gained: Vec<BindingId> = gained
            .take_while(|id| outside(id, nodes.start))
            .take(limit)
            .collect();
        let is_around = |id: &&BindingId| {
            let (scope, early) = (&self.binding(**id).scope, self.entry(**id).early);
            (scope.start.min(early)..scope.end).contains(&node)
        };
        gained.extend(changes.captures.iter().filter(is_around));
        let mut rebound = Vec::new();
        for id in self.scopes.entered().take(limit) {
            let old = self
                .names()
                .in_base(id, self.text)
                .filter(|old| !outside(old, nodes.start));
            match old {
                Some(old) => rebound.push((old, id)),
                None => gained.push(id),
            }
        }
        // Names that the command gives before this place are not entered yet.
        for &id in self.pending.values() {
            let old = self.names().in_base(id, self.text);
            let is_old = |old| base.entry(old).early <= nodes.start;
            if old.is_none_or(|old| !is_old(old) || !self.names().are_alike(old, id)) {
                gained.push(id);
            }
        }
        let own = base.used_early(changes.focus.command);
        let lost = lost.into_iter().chain(own.iter().copied());
        let lost: Vec<BindingId> = lost.take(limit).collect();
        if lost.len() + gained.len() + rebound.len() >= limit
            || gained.iter().any(|&id| self.occurs(id))
        {
            return Some(false);
        }
        let mut stale: Vec<Node> = Vec::new();
        for id in lost {
            let uses = base.bindings()[id as usize].uses_in(nodes.clone());
            let now = || self.lookup(base.key(id), node);
            if !uses.is_empty() && !now().is_some_and(|now| self.names().are_alike(id, now)) {
                stale.extend(uses);
            }
        }
        for (old, id) in rebound {
            if !self.names().are_alike(old, id) {
                stale.extend(base.bindings()[old as usize].uses_in(nodes.clone()));
            }
        }
        self.changes.as_mut()?.stale.extend(stale);
        Some(true)
    }

    /// Whether the base has tokens with the name of the binding.
    fn occurs(&self, id: BindingId) -> bool {
        let changes = self.changes.as_ref();
        changes.is_some_and(|changes| changes.tokens(self.binding(id)).next().is_some())
    }

    /// If the binding is in a copy and has changed, its uses in copies are stale.
    pub(super) fn compare_copy(&mut self, id: BindingId) {
        if self.changes.is_none() {
            return;
        }
        let is_copied = matches!(self.text.source(self.binding(id).node), Origin::Copied(_));
        let old = self.names().in_base(id, self.text).filter(|_| is_copied);
        let old = old.filter(|&old| !self.names().are_alike(old, id));
        if let (Some(old), Some(changes)) = (old, &mut self.changes) {
            changes
                .stale
                .extend(&changes.base.bindings()[old as usize].uses);
        }
    }

    /// What a name means at the beginning of the unit that is evaluated.
    pub(super) fn outside(&self, key: ScopedName) -> Option<BindingId> {
        let focus = &self.changes.as_ref()?.focus;
        self.resolve(key, focus.node, focus.here)
    }

    /// What a name means at a place of the base that the edited text has at `here`.
    fn resolve(&self, key: ScopedName, place: Node, here: Node) -> Option<BindingId> {
        let changes = self.changes.as_ref()?;
        let is_there = |id| !changes.gone.contains(&id);
        let old = changes.base.resolve_key(key, place, is_there);
        let made = changes.made.get(&key).map_or(&[][..], Vec::as_slice).iter();
        let begin = |id: BindingId| (self.binding(id).scope.start, self.binding(id).node);
        let new = made
            .copied()
            .filter(|&id| self.binding(id).scope.contains(&here))
            .max_by_key(|&id| begin(id));
        let (Some(inner), Some(other)) = (new, old) else {
            return old.or(new);
        };
        let (text, other_binding) = (changes.text, self.binding(other));
        let start = text.end_of(other_binding.scope.start);
        let is_inner = begin(inner) > (start, text.place(other_binding.node));
        Some(if is_inner { inner } else { other })
    }

    /// Like [`Walk::outside`], for the token `at`, which may come after a name that its command gives.
    pub(super) fn lookup_outside(&self, key: ScopedName, at: Node) -> Option<BindingId> {
        self.changes.as_ref()?;
        let found = self.outside(key);
        if key.1 == Space::Sort || found.is_some_and(|id| !self.entry(id).global) {
            return found;
        }
        let own = self.early(key.0, at);
        // A function that its own body uses hides other functions; a name that `:named` gives hides nothing.
        let hides = |id: &BindingId| self.binding(*id).kind != BindingKind::Named;
        own.filter(hides).or(found).or(own)
    }

    /// What the current command has bound under this name for itself before the token, but for the token itself.
    fn early(&self, name: Symbol, at: Node) -> Option<BindingId> {
        let seen = self.bound_early(name).into_iter();
        let seen = seen.filter(|&(_, early, token)| early <= at && token != at);
        seen.max_by_key(|&(_, early, _)| early).map(|(id, ..)| id)
    }

    /// What the current command has bound under this name for itself: the bindings, the nodes from which on they are
    /// seen, and their tokens.
    fn bound_early(&self, name: Symbol) -> Vec<(BindingId, Node, Node)> {
        let Some(changes) = &self.changes else {
            return Vec::new();
        };
        let place = |id| changes.text.place(self.binding(id).node);
        let old = changes.early_in_base(name);
        let old = old.map(|(id, early)| (id, early, place(id)));
        let made = changes.made.get(&(name, Space::Term)).into_iter().flatten();
        let made = made.map(|&id| (id, self.entry(id).early, self.binding(id).node));
        let is_own = |&(_, _, token): &(_, _, Node)| changes.focus.around.contains(&token);
        old.chain(made.filter(is_own)).collect()
    }

    /// Whether the current command gives this name to another term before the token does, whose own command sees it
    /// from the node `early` on. Names are given in the order in which they are seen. The base may have seen the same
    /// token from another node.
    pub(super) fn named_before(&self, name: Symbol, token: Node, early: Node) -> bool {
        self.bound_early(name).iter().any(|&(id, other, at)| {
            at != token
                && (other, at) < (early, token)
                && self.binding(id).kind == BindingKind::Named
        })
    }

    /// What a name means outside of the current command.
    pub(super) fn lookup_global(&self, key: ScopedName) -> Option<BindingId> {
        let mut local = self.scopes.get(key);
        while let Some(id) = local {
            let entry = self.entry(id);
            if entry.global {
                return local;
            }
            local = Some(entry.outer).filter(|&outer| outer != super::scope::NONE);
        }
        let focus = &self.changes.as_ref()?.focus;
        self.resolve(key, focus.command, focus.around.start)
    }
}
