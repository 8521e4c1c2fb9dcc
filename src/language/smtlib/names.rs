//! Names that `:named` gives to terms: which of them an edit of their own command must mind.
//!
//! Most are for the commands behind. What is around such a term sees no more of it than its sort, as of any other.

use super::scope::{Key, Space};
use super::sorts::is_builtin;
use super::{Analysis, Binding, BindingKind, Literal, operators};
use crate::tree::Node;
use std::ops::Range;

/// The tokens that give a name which their command uses itself, or which may mean something else there; in order.
pub(super) fn minded(analysis: &Analysis) -> Vec<Node> {
    let bindings = analysis.globals().iter();
    let bindings = bindings.map(|&id| &analysis.bindings()[id as usize]);
    bindings
        .filter(|binding| binding.kind == BindingKind::Named)
        .filter(|binding| is_used_in_its_command(binding) || may_mean_else(analysis, binding))
        .map(|binding| binding.node)
        .collect()
}

/// Whether one of them is among these nodes.
pub(super) fn any_minded(analysis: &Analysis, nodes: &Range<Node>) -> bool {
    let minded = analysis.minded();
    let first = minded.partition_point(|&node| node < nodes.start);
    minded.get(first).is_some_and(|&node| node < nodes.end)
}

/// The scope of the name begins behind the command, and nothing before that can use it but the command.
fn is_used_in_its_command(binding: &Binding) -> bool {
    let first = binding.uses.first();
    first.is_some_and(|&used| used < binding.scope.start)
}

/// Whether the name is bound elsewhere too, or has a meaning of its own.
fn may_mean_else(analysis: &Analysis, binding: &Binding) -> bool {
    let name = binding.name;
    let key: Key = (name, Space::Term);
    analysis.named(key).len() > 1
        || !analysis.named((name, Space::Sort)).is_empty()
        || operators::operator(name).is_some()
        || is_builtin(name)
        || Literal::of(name.bytes()).is_some()
}
