//! Mutators of grammars.

use super::toolkit::pieces::deletions;
use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, Role, analysis};
use crate::mutator::Mutator;
use crate::tree::{Edit, Node, ROOT};
use std::collections::{BTreeMap, BTreeSet};

/// Nothing is proposed for grammars with more nonterminals than this, because each edit counts them.
const MOST: usize = 1000;

/// `((S Int) (B Bool)) ((S Int (0 (ite B S S))) (B Bool (true)))` → `((S Int)) ((S Int (0)))`. Proposed at `(B Bool)`.
/// Nonterminals that are left without rules go, too, but at least one must stay: erase-node removes the whole grammar.
pub static DROP_NONTERMINAL: Mutator = Mutator::smtlib("drop-nonterminal", "smtlib")
    .about("Remove a nonterminal of a grammar together with the rules that use it")
    .only(|case, node| nonterminal(case, node).is_some())
    .edit(without);

/// The nonterminal that the list binds with its first element.
fn nonterminal(case: &TestCase, list: Node) -> Option<BindingId> {
    analysis(case).bound_as(case.tree().first(list)?, BindingKind::Nonterminal)
}

/// The grammar without the nonterminal that the list binds. None if nothing would be left, or if the grammar is too large.
fn without(case: &TestCase, list: Node) -> Option<Edit> {
    let (tree, heads) = (case.tree(), case.parent(list));
    if tree.child(heads, MOST).is_some() {
        return None;
    }
    let place = tree.children(heads).position(|head| head == list)?;
    // The nonterminals are declared before the groups of their rules, or each at the head of its group.
    let is_in_front = analysis(case).role(heads) == Role::Binders;
    let groups = if is_in_front { tree.next(heads) } else { heads };
    let removal = Removal::of(case, tree.child(groups, place)?);
    let is_left = removal.groups.len() < tree.children(groups).count();
    is_left.then(|| Edit::new(deletions(tree, removal.nodes())))
}

/// What goes with a nonterminal.
struct Removal<'a> {
    case: &'a TestCase,
    /// The groups of the nonterminals that go.
    groups: BTreeSet<Node>,
    /// The rules that go, some of them with their groups.
    rules: BTreeSet<Node>,
    /// The first rule that is left in each list of rules that has lost some; the end of the list if none is.
    left: BTreeMap<Node, Node>,
}

impl Removal<'_> {
    /// What goes with the nonterminal of this group.
    fn of(case: &TestCase, group: Node) -> Removal<'_> {
        let mut removal = Removal {
            case,
            groups: BTreeSet::new(),
            rules: BTreeSet::new(),
            left: BTreeMap::new(),
        };
        let mut doomed = vec![group];
        while let Some(group) = doomed.pop() {
            if removal.groups.insert(group) {
                let rules = rules_using(case, group).into_iter();
                doomed.extend(rules.filter_map(|rule| removal.drop_rule(rule)));
            }
        }
        removal
    }

    /// Drops a rule. Returns its group if that is left without rules.
    fn drop_rule(&mut self, rule: Node) -> Option<Node> {
        let (tree, list) = (self.case.tree(), self.case.parent(rule));
        if !self.rules.insert(rule) {
            return None;
        }
        let end = tree.next(list);
        let mut left = self.left.get(&list).copied().unwrap_or(list + 1);
        while left < end && self.rules.contains(&left) {
            left = tree.next(left);
        }
        self.left.insert(list, left);
        (left == end).then(|| self.case.parent(list))
    }

    /// The nodes to delete: each group with the list that declares its nonterminal, and the rules of other groups.
    fn nodes(&self) -> impl Iterator<Item = Node> {
        let analysis = analysis(self.case);
        let heads = self.groups.iter().filter_map(move |&group| {
            let nonterminal = analysis.meaning(group + 1)?;
            Some(self.case.parent(nonterminal.node))
        });
        let rules = self.rules.iter().filter(move |&&rule| {
            let group = self.case.parent(self.case.parent(rule));
            !self.groups.contains(&group)
        });
        heads.chain(self.groups.iter().chain(rules).copied())
    }
}

/// The rules in which the nonterminal of a group occurs, in order.
fn rules_using(case: &TestCase, group: Node) -> Vec<Node> {
    let binding = analysis(case).meaning(group + 1);
    let mut rules: Vec<Node> = Vec::new();
    for &used in binding.into_iter().flat_map(|binding| &binding.uses) {
        let last = rules.last();
        if !last.is_some_and(|&last| case.tree().contains(last, used)) {
            rules.extend(rule_around(case, used));
        }
    }
    rules
}

/// The rule in which a node lies. None for the name at the head of a group.
fn rule_around(case: &TestCase, node: Node) -> Option<Node> {
    std::iter::successors(Some(node), |&node| Some(case.parent(node)))
        .take_while(|&node| node != ROOT)
        .find(|&node| analysis(case).role(case.parent(node)) == Role::Rules)
}
