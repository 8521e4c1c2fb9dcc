//! Names that `:named` gives to terms, and which of them matter to edits of their own command.
//!
//! Most such names are used only by later commands. Apart from the name, the surroundings of a named term depend only
//! on its sort, as for any other term.

use super::scope::{Key, Space};
use super::sorts::is_builtin;
use super::{Analysis, Binding, BindingKind, Literal, operators};
use crate::tree::Node;
use std::ops::Range;

/// The tokens of the names that their own command uses, or that may have another meaning in it; in order.
pub(super) fn minded(analysis: &Analysis) -> Vec<Node> {
    let bindings = analysis.globals().iter();
    let bindings = bindings.map(|&id| &analysis.bindings()[id as usize]);
    bindings
        .filter(|binding| binding.kind == BindingKind::Named)
        .filter(|binding| is_used_in_its_command(binding) || may_mean_else(analysis, binding))
        .map(|binding| binding.node)
        .collect()
}

/// Whether one of the tokens that [`minded`] lists is among these nodes.
pub(super) fn any_minded(analysis: &Analysis, nodes: &Range<Node>) -> bool {
    let minded = analysis.minded();
    let first = minded.partition_point(|&node| node < nodes.start);
    minded.get(first).is_some_and(|&node| node < nodes.end)
}

/// Whether the command that gives the name also uses it. The name's scope begins after the command, so only this
/// command can use it before.
fn is_used_in_its_command(binding: &Binding) -> bool {
    let first = binding.uses.first();
    first.is_some_and(|&used| used < binding.scope.start)
}

/// Whether the name is also bound elsewhere or has a meaning of its own.
fn may_mean_else(analysis: &Analysis, binding: &Binding) -> bool {
    let name = binding.name;
    let key: Key = (name, Space::Term);
    analysis.named(key).len() > 1
        || !analysis.named((name, Space::Sort)).is_empty()
        || operators::operator(name).is_some()
        || is_builtin(name)
        || Literal::of(name.bytes()).is_some()
}
