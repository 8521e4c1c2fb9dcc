//! What a walk through a command of an edited text takes from the base: the sorts of unchanged terms, and the meanings
//! of names that are bound outside of the command.

use super::all_bindings::{are_alike, spellings};
use super::binding::{NONE, ScopedName};
use super::text::{Origin, Text};
use super::walk::Walk;
use super::{Analysis, BindingId, Sort};
use crate::tree::Node;

impl<T: Text> Walk<'_, '_, T> {
    /// The sort of a term that the edit leaves as it is; none if the walk must go through the term.
    pub(super) fn known(&mut self, node: Node) -> Option<Sort> {
        let known = self.known.as_mut()?;
        let nodes = known.unchanged(node)?;
        let sort = known.base.sort(nodes.start);
        known.reused.push(nodes);
        Some(sort)
    }

    /// Whether one of the faults from this index on is certainly new, so that nothing else matters.
    pub(super) fn is_decided(&self, from: usize) -> bool {
        let Some(known) = &self.known else {
            return false;
        };
        let mut faults = self.faults.since(from);
        faults.any(|fault| known.is_new(&fault.finding))
    }

    /// Notes that a name may now mean something else than in the base, unless the same token binds it alike there.
    pub(super) fn note_meaning(&mut self, id: BindingId) {
        let Some(known) = &mut self.known else { return };
        let binding = &self.bindings[(id - self.first) as usize];
        let (token, is_copy) = match self.text.source(binding.node) {
            Origin::New => (None, false),
            Origin::Kept(token) => (Some(token), false),
            Origin::Copied(token) => (Some(token), true),
        };
        // A copy of a binder may be in a place where kept terms see it.
        let is_wide =
            binding.global || matches!(self.text.source(binding.scope.start), Origin::Kept(_));
        let is_seen_by_others = is_copy && is_wide;
        let old = token.and_then(|token| known.base.bound_at(token));
        let is_same = old.is_some_and(|old| are_alike(known.base.get(old), binding));
        if !is_same || is_seen_by_others {
            known.changed_here.extend(spellings(binding));
        }
    }

    /// The analysis of the base.
    pub(super) fn base(&self) -> Option<&Analysis> {
        self.known.as_ref().map(|known| known.base)
    }

    /// What a name means at the beginning of the unit: the binding of the base, or one that was made before in the
    /// edited text.
    pub(super) fn outside(&self, key: ScopedName) -> Option<BindingId> {
        let known = self.known.as_ref()?;
        known.note_early(key);
        let old = known
            .base
            .resolve_key(key, known.at, |id| !known.gone.contains(&id));
        let made = known.made.get(&key).map_or(&[][..], Vec::as_slice);
        let lasting = made.partition_point(|&id| known.here < self.binding(id).scope.end);
        let new = made[..lasting].last().copied();
        let (Some(new), Some(old)) = (new, old) else {
            return old.or(new);
        };
        // Both are visible: the one whose scope begins later shadows the other one.
        let binding = self.binding(old);
        let old_begin = (
            known.text.end_of(binding.scope.start),
            known.text.place(binding.node),
        );
        let is_shadowed = old_begin < self.binding(new).begin();
        Some(if is_shadowed { new } else { old })
    }

    /// What a name means outside of the current command, whatever the command binds inside.
    pub(super) fn lookup_global(&self, key: ScopedName) -> Option<BindingId> {
        let mut local = self.scopes.get(key);
        while let Some(id) = local {
            let binding = self.binding(id);
            if binding.global {
                return local;
            }
            local = Some(binding.outer).filter(|&outer| outer != NONE);
        }
        self.outside(key)
    }
}
