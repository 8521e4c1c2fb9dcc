//! Mutators of grammars.

use super::toolkit::pieces::deletions;
use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingId, BindingKind, Role, analysis};
use crate::mutator::Mutator;
use crate::tree::{Edit, Node};
use std::collections::BTreeMap;

pub(crate) static MUTATORS: &[&Mutator] = &[&DROP_NONTERMINAL];

/// Nothing is proposed for grammars with more nonterminals than this, because each edit looks at all of them.
const MOST: usize = 1000;

/// `((S Int) (B Bool)) ((S Int (0 (ite B S S))) (B Bool (true)))` → `((S Int)) ((S Int (0)))`. Proposed at `(B Bool)`.
/// Nonterminals that are left without rules go, too, but at least one must stay: erase-node removes the whole grammar.
pub static DROP_NONTERMINAL: Mutator = Mutator::smtlib("drop-nonterminal", "smtlib")
    .about("Remove a nonterminal of a grammar together with the rules that use it")
    .only(|case, node| nonterminal(case, node).is_some())
    .edit(|case, node| without(&Grammar::around(case, node)?, nonterminal(case, node)?));

/// The nonterminal that the list binds with its first element.
fn nonterminal(case: &TestCase, list: Node) -> Option<BindingId> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let id = analysis.binding(tree.child(list, 0)?)?;
    let binding = &analysis.bindings()[id as usize];
    let is_here = binding.node == list + 1 && binding.kind == BindingKind::Nonterminal;
    is_here.then_some(id)
}

/// The nonterminals of a grammar.
struct Grammar<'a> {
    case: &'a TestCase,
    groups: BTreeMap<BindingId, NonterminalUses>,
    /// The nonterminal of each rule, by the node of the rule.
    rules: BTreeMap<Node, BindingId>,
}

/// A nonterminal in its grammar.
struct NonterminalUses {
    /// The lists that go with the nonterminal.
    lists: Vec<Node>,
    /// How many rules it has.
    rules: usize,
}

impl Grammar<'_> {
    /// The grammar in which this list declares a nonterminal.
    fn around(case: &TestCase, list: Node) -> Option<Grammar<'_>> {
        let tree = case.tree();
        let heads = case.parent(list);
        let in_front = analysis(case).role(heads) == Role::Binders;
        let groups = if in_front { tree.next(heads) } else { heads };
        let mut grammar = Grammar {
            case,
            groups: BTreeMap::new(),
            rules: BTreeMap::new(),
        };
        // The nonterminals are declared before the groups of their rules, or each at the head of its group.
        for (head, group) in tree.children(heads).zip(tree.children(groups)) {
            let id = nonterminal(case, head)?;
            let rules = tree.children(tree.child(group, 2)?);
            let before = grammar.rules.len();
            grammar.rules.extend(rules.map(|rule| (rule, id)));
            let rules = grammar.rules.len() - before;
            let lists = if in_front {
                vec![head, group]
            } else {
                vec![group]
            };
            grammar.groups.insert(id, NonterminalUses { lists, rules });
        }
        (grammar.groups.len() <= MOST).then_some(grammar)
    }

    /// The rules in which the nonterminal occurs.
    fn using<'a>(&'a self, binding: &'a Binding) -> impl Iterator<Item = Node> + 'a {
        let tree = self.case.tree();
        binding.uses.iter().filter_map(move |&used| {
            let (&rule, _) = self.rules.range(..=used).next_back()?;
            (used < tree.next(rule)).then_some(rule)
        })
    }
}

/// The grammar without the nonterminal. None if nothing would be left.
fn without(grammar: &Grammar<'_>, id: BindingId) -> Option<Edit> {
    let case = grammar.case;
    // Nonterminals to remove, rules to remove with their owners, and how many rules each owner has lost. An owner
    // without rules is removed in turn.
    let mut gone: BTreeMap<BindingId, &NonterminalUses> = BTreeMap::new();
    let mut dropped: BTreeMap<Node, BindingId> = BTreeMap::new();
    let mut lost: BTreeMap<BindingId, usize> = BTreeMap::new();
    let mut doomed = vec![id];
    while let Some(id) = doomed.pop() {
        gone.insert(id, grammar.groups.get(&id)?);
        for rule in grammar.using(&analysis(case).bindings()[id as usize]) {
            let owner = *grammar.rules.get(&rule)?;
            if dropped.insert(rule, owner).is_none() {
                let lost = lost.entry(owner).or_default();
                *lost += 1;
                let is_left = *lost < grammar.groups.get(&owner)?.rules;
                if !is_left && !gone.contains_key(&owner) {
                    doomed.push(owner);
                }
            }
        }
    }
    let lists = gone.values().flat_map(|group| &group.lists);
    let rules = dropped
        .iter()
        .filter(|(_, owner)| !gone.contains_key(owner));
    let nodes = lists.chain(rules.map(|(rule, _)| rule));
    let is_left = gone.len() < grammar.groups.len();
    is_left.then(|| Edit::new(deletions(case.tree(), nodes.copied())))
}
