//! Which rules of a program are understood, and the layers in which they are evaluated.

use super::join::{arguments, predicate};
use super::tables::Predicate;
use super::value::{GroundValue, is_understood};
use crate::language::TestCase;
use crate::language::asp::{
    Analysis, Role, derives_nothing, is_relation, negated, number, rule, variable,
};
use crate::tree::{Node, ROOT, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;

/// Longer rules are not understood.
const LONGEST: u32 = 1_000;

/// Programs with more rules are not evaluated.
const MOST_RULES: usize = 64;

/// A fact with intervals that stands for more atoms than this is not understood.
const LONGEST_INTERVAL: usize = 50_000;

/// A rule that derives its head wherever its conditions hold.
pub(super) struct DerivingRule {
    pub(super) statement: Node,
    pub(super) head: Node,
    pub(super) conditions: Vec<Node>,
    pub(super) derives: Predicate,
    /// The predicates of its conditions, each with whether all its atoms must be known before: it is negated or in an
    /// aggregate.
    needs: Vec<(Predicate, bool)>,
}

/// The facts of a program, and its rules that are understood, in layers: the predicates that a rule needs as a whole
/// are derived in earlier layers (stratification).
#[derive(Default)]
pub(super) struct Rules {
    pub(super) facts: Vec<Node>,
    pub(super) layers: Vec<Vec<DerivingRule>>,
}

/// The facts and rules of a program. None if it has statements that may derive unknown atoms.
pub(super) fn rules(case: &TestCase, analysis: &Analysis) -> Option<Rules> {
    let tree = case.tree();
    let mut sorting = Sorting {
        tree,
        analysis,
        facts: Vec::new(),
        rules: Vec::new(),
        obscure: FxHashSet::default(),
    };
    for statement in tree.children(ROOT) {
        sorting.add(statement)?;
    }
    sorting.forget_obscure();
    let layers = layers(sorting.rules);
    Some(Rules {
        facts: sorting.facts,
        layers,
    })
}

struct Sorting<'a> {
    tree: &'a Tree,
    analysis: &'a Analysis,
    facts: Vec<Node>,
    rules: Vec<DerivingRule>,
    /// The predicates whose true atoms are unknown.
    obscure: FxHashSet<Predicate>,
}

impl Sorting<'_> {
    fn add(&mut self, statement: Node) -> Option<()> {
        let tree = self.tree;
        // Of other statements, only those that derive nothing are understood.
        if self.analysis.role(statement) != Role::Rule {
            return derives_nothing(tree, statement).then_some(());
        }
        let (head, body) = rule(tree, statement)?;
        // A rule with a single atom as its head is a fact, a rule that is understood, or makes the predicate obscure.
        let mut heads = tree.children(head);
        let atom = match (heads.next(), heads.next()) {
            (None, _) => return Some(()),
            (Some(atom), None) if self.analysis.role(atom) == Role::Atom => atom,
            _ => {
                let atoms =
                    (head..tree.next(head)).filter(|&node| self.analysis.role(node) == Role::Atom);
                self.obscure.extend(atoms.map(|atom| predicate(tree, atom)));
                return Some(());
            }
        };
        let derives = predicate(tree, atom);
        if tree.len(body) == 1 && choices(tree, atom).is_some() {
            self.facts.push(atom);
        } else if let Some(rule) = self.rule(statement, atom, body) {
            self.rules.push(rule);
        } else {
            self.obscure.insert(derives);
        }
        (self.rules.len() <= MOST_RULES).then_some(())
    }

    /// The rule, if it is understood.
    fn rule(&self, statement: Node, head: Node, body: Node) -> Option<DerivingRule> {
        let tree = self.tree;
        let is_short = tree.len(statement) <= LONGEST;
        let is_head = is_short && arguments(tree, head).all(|term| is_understood(tree, term));
        let conditions: Vec<Node> = tree.children(body).collect();
        let mut needs = Vec::new();
        for &condition in &conditions {
            if self.analysis.role(condition) == Role::Aggregate {
                self.need_of_aggregate(condition, &mut needs)?;
            } else {
                self.need(condition, &mut needs)?;
            }
        }
        is_head.then(|| DerivingRule {
            statement,
            head,
            conditions,
            derives: predicate(tree, head),
            needs,
        })
    }

    /// Notes what a literal needs. None if it is not understood.
    fn need(&self, literal: Node, needs: &mut Vec<(Predicate, bool)>) -> Option<()> {
        let tree = self.tree;
        let negated = negated(tree, literal);
        let atom = negated.unwrap_or(literal);
        if self.analysis.role(atom) == Role::Atom {
            needs.push((predicate(tree, atom), negated.is_some()));
            let mut terms = arguments(tree, atom);
            return terms.all(|term| is_understood(tree, term)).then_some(());
        }
        let is_comparison = tree.is_list(literal)
            && tree.children(literal).count() == 3
            && is_relation(tree.head(literal)?.bytes());
        let mut terms = tree.children(literal).skip(1);
        (is_comparison && terms.all(|term| is_understood(tree, term))).then_some(())
    }

    /// The same for an aggregate. The predicates of its elements must be known as a whole.
    fn need_of_aggregate(&self, node: Node, needs: &mut Vec<(Predicate, bool)>) -> Option<()> {
        let tree = self.tree;
        if !matches!(tree.head(node)?.bytes(), b"#count" | b"#sum") {
            return None;
        }
        let mut inside = Vec::new();
        for element in tree.children(node).skip(3) {
            let mut parts = tree.children(element);
            let tuple = parts.next().filter(|&tuple| tree.is_list(tuple))?;
            if !tree.children(tuple).all(|term| is_understood(tree, term)) {
                return None;
            }
            parts.try_for_each(|literal| self.need(literal, &mut inside))?;
        }
        needs.extend(inside.into_iter().map(|(predicate, _)| (predicate, true)));
        let mut guards = tree
            .children(node)
            .skip(1)
            .take(2)
            .flat_map(|guard| tree.children(guard).skip(1));
        guards.all(|bound| is_understood(tree, bound)).then_some(())
    }

    /// Drops the rules that need or derive an obscure predicate. What they derive becomes obscure, too.
    fn forget_obscure(&mut self) {
        loop {
            let obscure = &self.obscure;
            let is_obscure = |rule: &DerivingRule| {
                let mut needs = rule.needs.iter();
                obscure.contains(&rule.derives) || needs.any(|(need, _)| obscure.contains(need))
            };
            let found: Vec<Predicate> = self
                .rules
                .iter()
                .filter(|rule| is_obscure(rule))
                .map(|rule| rule.derives)
                .collect();
            if found.is_empty() {
                return;
            }
            self.rules.retain(|rule| !is_obscure(rule));
            self.obscure.extend(found);
        }
    }
}

/// The arguments of the atoms that a fact stands for: for each interval, all its numbers.
pub(super) fn instances(tree: &Tree, fact: Node) -> Option<Vec<Vec<GroundValue>>> {
    let mut all = vec![Vec::new()];
    for choice in choices(tree, fact)? {
        let values = choice.values();
        let mut longer = Vec::new();
        for arguments in &all {
            for &value in &values {
                longer.push([&arguments[..], &[value]].concat());
            }
        }
        all = longer;
    }
    Some(all)
}

/// The values that an argument of a fact stands for.
enum ArgumentValues {
    One(GroundValue),
    Numbers(RangeInclusive<i64>),
}

impl ArgumentValues {
    fn values(&self) -> Vec<GroundValue> {
        match self {
            ArgumentValues::One(value) => vec![*value],
            ArgumentValues::Numbers(numbers) => numbers.clone().map(GroundValue::Number).collect(),
        }
    }

    /// How many there are. None if these are too many to be counted.
    fn len(&self) -> Option<usize> {
        match self {
            ArgumentValues::One(_) => Some(1),
            ArgumentValues::Numbers(numbers) => numbers.size_hint().1,
        }
    }
}

/// What each argument of a fact stands for. None if one is not understood, or if it stands for too many atoms.
fn choices(tree: &Tree, atom: Node) -> Option<Vec<ArgumentValues>> {
    let choices: Vec<ArgumentValues> = arguments(tree, atom)
        .map(|term| choice(tree, term))
        .collect::<Option<_>>()?;
    let count = choices
        .iter()
        // An empty interval must not hide a long one: both are written out.
        .map(|choice| choice.len().unwrap_or(usize::MAX).max(1))
        .try_fold(1_usize, usize::checked_mul)?;
    (count <= LONGEST_INTERVAL).then_some(choices)
}

fn choice(tree: &Tree, term: Node) -> Option<ArgumentValues> {
    if !tree.is_list(term) {
        let is_constant = variable(tree, term).is_none() && !tree.bytes(term).starts_with(b"#");
        return is_constant.then(|| ArgumentValues::One(GroundValue::of(tree.sym(term))));
    }
    let bound = |nth| {
        let bound = tree.child(term, nth).filter(|&node| !tree.is_list(node))?;
        number(tree.bytes(bound)).filter(|&number| number >= 0)
    };
    let is_interval = tree.head(term)?.bytes() == b"..";
    let numbers = bound(1).zip(bound(2)).filter(|_| is_interval);
    numbers.map(|(from, to)| ArgumentValues::Numbers(from..=to))
}

/// The rules in layers: each is above the layers of the predicates that it needs as a whole. Rules that need a negation
/// of themselves are left out.
fn layers(rules: Vec<DerivingRule>) -> Vec<Vec<DerivingRule>> {
    let mut layer: FxHashMap<Predicate, usize> = FxHashMap::default();
    let most = rules.len() + 1;
    let needed = |layer: &FxHashMap<Predicate, usize>, rule: &DerivingRule| {
        rule.needs
            .iter()
            .map(|&(need, is_whole)| layer.get(&need).copied().unwrap_or(0) + usize::from(is_whole))
            .max()
            .unwrap_or(0)
            .min(most)
    };
    // Facts are in layer 0, so rules begin in layer 1.
    layer.extend(rules.iter().map(|rule| (rule.derives, 1)));
    // Raise layers until each rule is above what it needs as a whole. Without a limit, cycles would raise them forever.
    loop {
        let mut is_stable = true;
        for rule in &rules {
            let needed = needed(&layer, rule).max(1);
            if layer
                .get(&rule.derives)
                .is_some_and(|&current| current < needed)
            {
                layer.insert(rule.derives, needed);
                is_stable = false;
            }
        }
        if is_stable {
            break;
        }
    }
    let mut layers: Vec<Vec<DerivingRule>> = Vec::new();
    layers.resize_with(most, Vec::new);
    for rule in rules {
        // A rule that needs a negation of itself has reached `most`, which is no index.
        let number = layer.get(&rule.derives).copied().unwrap_or(most);
        if let Some(layer) = layers.get_mut(number) {
            layer.push(rule);
        }
    }
    layers
}
