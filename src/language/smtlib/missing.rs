//! Deletions of a declaration that is still in use. They are common, and to judge one by walking would mean to schedule
//! all uses first.

use super::binding::{ScopedName, Space};
use super::case::analysis;
use super::grammar::is_wildcard;
use super::ill_formed::Finding;
use super::name::is_name;
use super::{BindingKind, IllFormed, LiteralKind, Role, operators, sorts};
use crate::language::TestCase;
use crate::tree::{Node, Splice};

/// The fault of an edit that deletes a single declaration whose name is then undeclared in some term; none if it is not
/// certain that there is one.
pub(super) fn missing(
    case: &TestCase,
    splices: &[Splice],
    counts: impl Fn(&Finding) -> bool,
) -> Option<IllFormed> {
    let [splice] = splices else { return None };
    let (tree, analysis, command) = (case.tree(), analysis(case), splice.at);
    let is_deletion = splice.cells > 0
        && splice.end() == tree.next(command)
        && splice.with.is_empty()
        && analysis.role(command) == Role::Command;
    let &[id] = analysis.globals_in(command..splice.end()).get(..1)? else {
        return None;
    };
    let binding = analysis.get(id);
    let key = binding.key();
    let is_kept = |&used: &Node| {
        splice.end() <= used
            && analysis.exit().is_none_or(|exit| used < exit)
            && analysis.role(used) == Role::Term
    };
    let fault = Finding::Unbound(key).fault();
    let is_missed = is_deletion
        && binding.kind == BindingKind::Declared
        && analysis.named(key).len() == 1
        && means_nothing_else(key)
        && analysis.named((key.0, Space::Sort)).is_empty()
        && binding.uses.iter().any(is_kept)
        && counts(&Finding::Unbound(key))
        && !analysis.may_have(fault);
    is_missed.then_some(fault)
}

/// Whether no table has the name, so that only a binding gives it a meaning as a term.
fn means_nothing_else((name, space): ScopedName) -> bool {
    space == Space::Term
        && is_name(name)
        && LiteralKind::of(name.bytes()).is_none()
        && operators::operator(name).is_none()
        && !is_wildcard(name)
        && !sorts::is_builtin(name)
}
