//! The bindings that a walk has made and those of its base, under common ids: those of the base come first.

use super::{Analysis, Binding, BindingId, BindingKind};
use crate::tree::Symbol;

/// A view of all bindings.
#[derive(Clone, Copy)]
pub(super) struct AllBindings<'a> {
    /// None for a walk through a whole text.
    pub(super) base: Option<&'a Analysis>,
    /// The id of the first binding that does not belong to the base.
    pub(super) first: BindingId,
    pub(super) bindings: &'a [Binding],
}

impl<'a> AllBindings<'a> {
    pub(super) fn binding(&self, id: BindingId) -> &'a Binding {
        match self.base.filter(|_| id < self.first) {
            Some(base) => base.get(id),
            None => &self.bindings[(id - self.first) as usize],
        }
    }
}

/// Whether uses of one binding may refer to the other one instead.
pub(super) fn are_alike(one: &Binding, other: &Binding) -> bool {
    one.name == other.name
        && one.kind == other.kind
        && one.sort == other.sort
        && one.parameters == other.parameters
}

/// Whether a function that is declared already is declared once more with another signature, which some solvers take.
pub(super) fn is_overloaded(binding: &Binding, earlier: &Binding) -> bool {
    binding.kind != BindingKind::Sort
        && (binding.sort, &binding.parameters) != (earlier.sort, &earlier.parameters)
}

/// The tokens that may refer to a binding: its name in both spellings and, for a constructor, the older name `is-c` of
/// its tester. No binding has the tester's name, so a tester is not recorded as a use of its constructor.
pub(super) fn spellings(binding: &Binding) -> Vec<Symbol> {
    let mut spellings = super::name::spellings(binding.name.bytes()).to_vec();
    if binding.kind == BindingKind::Datatype {
        spellings.push(tester(binding.name));
    }
    spellings
}

/// The older name of the tester of this constructor.
pub(super) fn tester(constructor: Symbol) -> Symbol {
    Symbol::of(&[b"is-", constructor.bytes()].concat())
}
