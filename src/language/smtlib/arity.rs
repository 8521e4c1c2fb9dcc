//! Arity: which elements of a list can be removed without leaving a list that is certainly too short.
//!
//! The tables of operators, sorts and commands tell how many parts a list needs. A mutator that erases asks here first,
//! so that it does not even propose `(= x)` or `(assert)`. Sorts are not looked at; that is left to the filter. The time
//! does not depend on how long the list is.

use super::commands::{self, Parts};
use super::name::{is_name, name};
use super::operator::Operator;
use super::{Analysis, BindingKind, LiteralKind, Role, Sort, SortKind, operators};
use crate::tree::{Node, ROOT, Tree};
use std::ops::Range;

/// No rank has more operands than this, but for those that are repeated.
const MOST: usize = 8;

/// What remains of a list.
struct Rest<'a> {
    tree: &'a Tree,
    analysis: &'a Analysis,
    /// The first element, which was the first one before, too, if `keeps_head`.
    head: Node,
    keeps_head: bool,
    /// The first elements after it.
    others: [Node; MOST + 1],
    /// How many they are, at most [`MOST`] and one more.
    count: usize,
}

/// Whether a list stays a list of its kind without these elements of it.
pub(super) fn is_removable(
    tree: &Tree,
    analysis: &Analysis,
    parents: &[Node],
    gone: &Range<Node>,
) -> bool {
    let list = parents[gone.start as usize];
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
    let head = || tree.head(list);
    match role {
        Role::Term => head().is_some_and(|head| head.bytes() == b"!"),
        Role::Command => head()
            .and_then(commands::parts)
            .is_some_and(Parts::has_attributes),
        _ => false,
    }
}

/// Whether a keyword goes without its value, or the value without a keyword that needs one.
fn splits_attribute(tree: &Tree, parents: &[Node], gone: &Range<Node>) -> bool {
    let list = parents[gone.start as usize];
    let is_keyword = |node: Node| tree.sym(node).bytes().first() == Some(&b':');
    let is_left = |node: Node| node < tree.next(list);
    let leaves_value = is_left(gone.end) && !is_keyword(gone.end);
    if is_keyword(gone.start) && leaves_value {
        return true;
    }
    // A keyword is a single cell, so it is right before its value, and an element of the same list.
    let before = gone.start - 1;
    let needs_value = || operators::attribute(tree.sym(before)).is_some();
    !leaves_value && parents[before as usize] == list && needs_value()
}

/// The elements of a list that are left.
fn left<'a>(tree: &'a Tree, list: Node, gone: &Range<Node>) -> impl Iterator<Item = Node> + 'a {
    let gone = gone.clone();
    let behind = move |node| match node {
        node if node == gone.start => gone.end,
        node => node,
    };
    let end = tree.next(list);
    let begin = behind(list + 1);
    let is_inside = move |&node: &Node| node < end;
    std::iter::successors(Some(begin).filter(is_inside), move |&node| {
        Some(behind(tree.next(node))).filter(is_inside)
    })
}

impl Rest<'_> {
    fn count(&self) -> usize {
        self.count
    }

    /// The first element after the head.
    fn first(&self) -> Option<Node> {
        (self.count > 0).then_some(self.others[0])
    }

    fn is_command(&self) -> bool {
        let parts = commands::parts(self.tree.sym(self.head));
        parts.map_or(self.keeps_head, |parts| self.count() >= parts.fewest())
    }

    fn is_sort(&self) -> bool {
        let token = self.tree.sym(self.head);
        if let Some(id) = self.analysis.binding(self.head) {
            let binding = &self.analysis.bindings()[id as usize];
            let is_parametric = binding.kind == BindingKind::Sort;
            return !is_parametric || binding.parameters.len() == self.count();
        }
        if token.bytes() == b"_" {
            return self.keeps_head && self.count() > 1;
        }
        match operators::sort_name(name(token)) {
            Some(sort) => sort.takes(self.count()),
            None => self.keeps_head,
        }
    }

    fn is_term(&self) -> bool {
        if self.tree.is_list(self.head) {
            return self.is_application_of_list();
        }
        if let Some(id) = self.analysis.binding(self.head) {
            let binding = &self.analysis.bindings()[id as usize];
            let is_higher_order = self.analysis.is_higher_order();
            return self.count() > 0
                && match binding.parameters.len() {
                    0 => is_higher_order || may_be_applied(binding.sort),
                    parameters => is_higher_order || parameters == self.count(),
                };
        }
        match self.tree.bytes(self.head) {
            b"!" => self.first().is_some_and(|term| !self.is_keyword(term)),
            b"_" | b"as" => self.is_other(),
            _ if operators::is_binder(self.tree.sym(self.head)) => self.count() > 1,
            literal if LiteralKind::of(literal).is_some() => false,
            _ => match operators::operator(name(self.tree.sym(self.head))) {
                Some(operator) => self.count() > 0 && operator.takes(self.count()),
                None => self.count() > 0 && self.keeps_head,
            },
        }
    }

    /// Whether the head, which is a list, can be applied to the other elements.
    fn is_application_of_list(&self) -> bool {
        let mut parts = self.tree.children(self.head);
        let (first, second) = (parts.next(), parts.next());
        let operator = || operators::indexed(self.tree.sym(second?));
        match first.map_or(&b""[..], |first| self.tree.bytes(first)) {
            b"_" => {
                let takes = |operator: &Operator| operator.takes(self.count());
                self.count() > 0 && operator().is_none_or(takes)
            }
            b"as" => self.count() > 0,
            _ => self.count() > 0 && self.keeps_head,
        }
    }

    /// Whether an identifier with indices or with a sort is whole. What is no such identifier is not understood.
    fn is_other(&self) -> bool {
        match self.tree.bytes(self.head) {
            b"_" if self.keeps_head => {
                let indices = self.count().saturating_sub(1);
                let token = self.first().map(|token| self.tree.sym(token));
                let operator = token.filter(|&token| is_name(token));
                let operator = operator.and_then(operators::indexed);
                indices > 0 && operator.is_none_or(|operator| operator.takes_indices(indices))
            }
            b"as" if self.keeps_head => self.count() == 2,
            _ => true,
        }
    }

    fn is_keyword(&self, node: Node) -> bool {
        self.tree.bytes(node).first() == Some(&b':')
    }
}

/// Whether a constant of this sort may be applied to operands.
fn may_be_applied(sort: Sort) -> bool {
    let is_function = sort.has_head(b"->");
    is_function || sort.has_unknown() || matches!(sort.kind(), SortKind::Array(..))
}

impl Parts {
    fn has_attributes(self) -> bool {
        matches!(self, Parts::FormulaAndAttributes | Parts::TermAndAttributes)
    }

    /// The least number of parts.
    fn fewest(self) -> usize {
        match self {
            Parts::Formulas
            | Parts::Terms
            | Parts::Sort
            | Parts::SortDefinition
            | Parts::Datatype
            | Parts::Datatypes
            | Parts::Heap
            | Parts::Push
            | Parts::Pop
            | Parts::Reset
            | Parts::Nothing
            | Parts::Search
            | Parts::Exit => 0,
            Parts::Formula
            | Parts::FormulaAndName
            | Parts::FormulaAndAttributes
            | Parts::TermAndAttributes
            | Parts::ListOfFormulas
            | Parts::ListOfTerms
            | Parts::Name
            | Parts::Keyword
            | Parts::Anything => 1,
            Parts::AnswerAndFormula
            | Parts::Clause
            | Parts::Relation
            | Parts::Constant
            | Parts::PrimedConstant
            | Parts::MutualDefinitions
            | Parts::InvariantSynthesis
            | Parts::Info
            | Parts::Setting => 2,
            Parts::Function | Parts::ConstantDefinition | Parts::Synthesis => 3,
            Parts::FunctionDefinition { .. } => 4,
        }
    }
}
