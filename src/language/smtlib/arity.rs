//! Arity: which elements of a list can be removed without leaving a list that is certainly too short.
//!
//! The tables of operators, sorts and commands say how many parts a list needs. A mutator that deletes elements asks
//! here first, so that it does not even propose `(= x)` or `(assert)`. The sorts of the elements do not matter here;
//! they are left to the filter. The time does not depend on the length of the list.

use super::commands::{self, Parts};
use super::name::{is_keyword, is_name, name};
use super::{Analysis, BindingKind, LiteralKind, Role, Sort, SortKind, operators};
use crate::tree::{Node, Parents, ROOT, Tree};
use std::ops::Range;

/// No rank has more operands than this, not counting repeated ones.
const MOST: usize = 8;

/// What is left of a list.
struct Rest<'a> {
    tree: &'a Tree,
    analysis: &'a Analysis,
    /// The first element that is left.
    head: Node,
    /// Whether it is also the first element of the whole list.
    keeps_head: bool,
    /// The first elements after the head; only `count` of them are set.
    others: [Node; MOST + 1],
    /// How many elements are left after the head, but at most [`MOST`] + 1.
    count: usize,
}

/// Whether a list without these elements is still a list of its kind.
pub(super) fn is_removable(
    tree: &Tree,
    analysis: &Analysis,
    parents: &Parents,
    gone: &Range<Node>,
) -> bool {
    let list = parents.parent(gone.start);
    if list == ROOT {
        return true;
    }
    let role = analysis.role(list);
    match role {
        Role::Binder => return false,
        Role::Binders => {
            let begins_term = operators::is_binder(tree.sym(list - 1));
            return !begins_term || left(tree, list, gone).next().is_some();
        }
        Role::Name | Role::Rules => return true,
        Role::Command | Role::Term | Role::Sort | Role::Other => {}
    }
    if has_attributes(tree, role, list) && splits_attribute(tree, parents, gone) {
        return false;
    }
    let mut elements = left(tree, list, gone);
    let Some(head) = elements.next() else {
        return role == Role::Other;
    };
    let mut rest = Rest {
        tree,
        analysis,
        head,
        keeps_head: head == list + 1,
        others: [ROOT; MOST + 1],
        count: 0,
    };
    for (place, other) in rest.others.iter_mut().zip(elements) {
        *place = other;
        rest.count += 1;
    }
    match role {
        Role::Command => rest.is_command(),
        Role::Sort => rest.is_sort(),
        Role::Term => rest.is_term(),
        _ => rest.is_other(),
    }
}

/// Whether a list ends with keywords and their values.
fn has_attributes(tree: &Tree, role: Role, list: Node) -> bool {
    match role {
        Role::Term => tree.head_bytes(list) == b"!",
        Role::Command => matches!(
            tree.head(list).and_then(commands::parts),
            Some(Parts::FormulaAndAttributes | Parts::TermAndAttributes)
        ),
        _ => false,
    }
}

/// Whether a keyword goes without its value, or the value of a keyword that needs one goes without it.
fn splits_attribute(tree: &Tree, parents: &Parents, gone: &Range<Node>) -> bool {
    let list = parents.parent(gone.start);
    let leaves_value = gone.end < tree.next(list) && !is_keyword(tree.sym(gone.end));
    if is_keyword(tree.sym(gone.start)) && leaves_value {
        return true;
    }
    // A keyword is a single cell, so it is right before its value, and an element of the same list.
    let before = gone.start - 1;
    let needs_value = || operators::attribute(tree.sym(before)).is_some();
    !leaves_value && parents.parent(before) == list && needs_value()
}

/// The elements of a list that are left. Those that are gone are skipped at once, however many they are.
fn left<'a>(tree: &'a Tree, list: Node, gone: &Range<Node>) -> impl Iterator<Item = Node> + 'a {
    let gone = gone.clone();
    let skip_gone = move |node| if node == gone.start { gone.end } else { node };
    let end = tree.next(list);
    let is_inside = move |&node: &Node| node < end;
    let first = Some(skip_gone(list + 1)).filter(is_inside);
    std::iter::successors(first, move |&node| {
        Some(skip_gone(tree.next(node))).filter(is_inside)
    })
}

impl Rest<'_> {
    /// The first element after the head.
    fn first(&self) -> Option<Node> {
        (self.count > 0).then_some(self.others[0])
    }

    fn is_command(&self) -> bool {
        let fewest = commands::fewest_parts(self.tree.sym(self.head));
        fewest.map_or(self.keeps_head, |fewest| self.count >= fewest)
    }

    fn is_sort(&self) -> bool {
        let token = self.tree.sym(self.head);
        if let Some(binding) = self.analysis.meaning(self.head) {
            let is_parametric = binding.kind == BindingKind::Sort;
            return !is_parametric || binding.parameters.len() == self.count;
        }
        if token.bytes() == b"_" {
            return self.keeps_head && self.count > 1;
        }
        match operators::sort_name(name(token)) {
            Some(sort) => sort.takes(self.count),
            None => self.keeps_head,
        }
    }

    fn is_term(&self) -> bool {
        if self.tree.is_list(self.head) {
            return self.is_application_of_list();
        }
        if let Some(binding) = self.analysis.meaning(self.head) {
            let is_higher_order = self.analysis.is_higher_order();
            return self.count > 0
                && match binding.parameters.len() {
                    0 => is_higher_order || may_be_applied(binding.sort),
                    parameters => is_higher_order || parameters == self.count,
                };
        }
        match self.tree.bytes(self.head) {
            b"!" => self
                .first()
                .is_some_and(|term| !is_keyword(self.tree.sym(term))),
            b"_" | b"as" => self.is_other(),
            _ if operators::is_binder(self.tree.sym(self.head)) => self.count > 1,
            literal if LiteralKind::of(literal).is_some() => false,
            _ => match operators::operator(name(self.tree.sym(self.head))) {
                Some(operator) => self.count > 0 && operator.takes(self.count),
                None => self.count > 0 && self.keeps_head,
            },
        }
    }

    /// Whether the head, which is a list, can be applied to the other elements.
    fn is_application_of_list(&self) -> bool {
        let mut parts = self.tree.children(self.head);
        let (first, second) = (parts.next(), parts.next());
        match first.map_or(&b""[..], |first| self.tree.bytes(first)) {
            b"_" => {
                let operator = second.and_then(|name| operators::indexed(self.tree.sym(name)));
                self.count > 0 && operator.is_none_or(|operator| operator.takes(self.count))
            }
            b"as" => self.count > 0,
            _ => self.count > 0 && self.keeps_head,
        }
    }

    /// Whether an identifier with indices or with a sort is complete. Nothing is known about other lists.
    fn is_other(&self) -> bool {
        match self.tree.bytes(self.head) {
            b"_" if self.keeps_head => {
                let indices = self.count.saturating_sub(1);
                let operator = self
                    .first()
                    .map(|token| self.tree.sym(token))
                    .filter(|&token| is_name(token))
                    .and_then(operators::indexed);
                indices > 0 && operator.is_none_or(|operator| operator.takes_indices(indices))
            }
            b"as" if self.keeps_head => self.count == 2,
            _ => true,
        }
    }
}

/// Whether a constant of this sort may be applied to operands.
fn may_be_applied(sort: Sort) -> bool {
    let is_function = sort.has_head(b"->");
    is_function || sort.has_unknown() || matches!(sort.kind(), SortKind::Array(..))
}
