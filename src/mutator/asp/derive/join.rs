//! Joins: the assignments of values to variables for which all conditions of a rule hold.

use super::tables::{Predicate, Table, Tables};
use super::value::{Assignment, GroundValue, bound, holds, value};
use crate::language::asp::{Role, negated, variable};
use crate::language::{TestCase, asp};
use crate::tree::{Node, Symbol, Tree};
use rustc_hash::FxHashSet;
use std::cell::Cell;

/// The predicate of an atom.
pub(super) fn predicate(tree: &Tree, atom: Node) -> Predicate {
    let name = asp::name(tree, atom).map_or(Symbol::LIST, |name| tree.sym(name));
    (name, arguments(tree, atom).count())
}

/// The arguments of an atom.
pub(super) fn arguments(tree: &Tree, atom: Node) -> impl Iterator<Item = Node> {
    let list = tree.is_list(atom).then(|| tree.children(atom).skip(1));
    list.into_iter().flatten()
}

/// The context of the joins for one rule.
pub(super) struct ConditionJoin<'a> {
    pub(super) case: &'a TestCase,
    pub(super) analysis: &'a asp::Analysis,
    pub(super) tables: &'a Tables,
    /// How many atoms may still be looked at.
    pub(super) steps: &'a Cell<usize>,
    /// The rule whose conditions are joined.
    pub(super) rule: Node,
}

/// What is known of a condition under an assignment.
enum ConditionState<'a> {
    /// It is known whether it holds.
    Test(bool),
    /// It holds for one value of a variable.
    Assign(Symbol, GroundValue),
    /// It holds for the atoms with these indices that match it.
    Match(&'a Table, &'a [usize]),
    /// It can only be decided once its variables have values.
    Wait,
}

impl ConditionJoin<'_> {
    /// Calls `found` with each assignment for which these conditions hold. None if too much must be looked at, or if
    /// something is not understood. This is a backtracking search: the condition that restricts the assignment most
    /// comes first.
    pub(super) fn solve(
        &self,
        conditions: &[Node],
        bindings: &mut Assignment,
        found: &mut dyn FnMut(&Assignment) -> Option<()>,
    ) -> Option<()> {
        if conditions.is_empty() {
            return found(bindings);
        }
        let (place, next) = self.next(conditions, bindings)?;
        let mut rest = conditions.to_vec();
        let condition = rest.swap_remove(place);
        let before = bindings.len();
        match next {
            ConditionState::Wait => return None,
            ConditionState::Test(holds) => {
                if holds {
                    self.solve(&rest, bindings, found)?;
                }
            }
            ConditionState::Assign(variable, value) => {
                bindings.push((variable, value));
                self.solve(&rest, bindings, found)?;
                bindings.truncate(before);
            }
            ConditionState::Match(table, candidates) => {
                for &candidate in candidates {
                    self.steps.set(self.steps.get().checked_sub(1)?);
                    if self.matches(condition, table.atom(candidate), bindings)? {
                        self.solve(&rest, bindings, found)?;
                    }
                    bindings.truncate(before);
                }
            }
        }
        Some(())
    }

    /// The place and state of the condition to take next: one that can be decided, otherwise the one that the fewest
    /// atoms may match, otherwise an aggregate.
    fn next(
        &self,
        conditions: &[Node],
        bindings: &Assignment,
    ) -> Option<(usize, ConditionState<'_>)> {
        let mut best: Option<(usize, &Table, &[usize])> = None;
        let mut aggregates = Vec::new();
        for (place, &condition) in conditions.iter().enumerate() {
            match self.analysis.role(condition) {
                Role::Atom => {
                    let Some(fixed) = self.fixed(condition, bindings) else {
                        continue;
                    };
                    let Some(table) = self.tables.get(predicate(self.tree(), condition)) else {
                        return Some((place, ConditionState::Test(false)));
                    };
                    let candidates = table.candidates(&fixed);
                    if best.is_none_or(|(_, _, best)| candidates.len() < best.len()) {
                        best = Some((place, table, candidates));
                    }
                }
                Role::Aggregate => aggregates.push(place),
                _ => match self.decided(condition, bindings)? {
                    ConditionState::Wait => {}
                    next => return Some((place, next)),
                },
            }
        }
        if let Some((place, table, candidates)) = best {
            return Some((place, ConditionState::Match(table, candidates)));
        }
        let ready = aggregates
            .into_iter()
            .find(|&place| self.is_ready(conditions[place], bindings))?;
        Some((ready, self.aggregate(conditions[ready], bindings)?))
    }

    fn tree(&self) -> &Tree {
        self.case.tree()
    }

    /// The known values of the arguments of an atom, by place. None if an argument is a term that has no value yet.
    fn fixed(&self, atom: Node, bindings: &Assignment) -> Option<Vec<(usize, GroundValue)>> {
        let mut fixed = Vec::new();
        for (place, argument) in arguments(self.tree(), atom).enumerate() {
            match value(self.tree(), argument, bindings) {
                Some(value) => fixed.push((place, value)),
                None => drop(variable(self.tree(), argument)?),
            }
        }
        Some(fixed)
    }

    /// Whether an atom with these arguments is an instance of the condition. Binds the variables of the condition.
    fn matches(
        &self,
        condition: Node,
        atom: &[GroundValue],
        bindings: &mut Assignment,
    ) -> Option<bool> {
        for (argument, &actual) in arguments(self.tree(), condition).zip(atom) {
            match value(self.tree(), argument, bindings) {
                Some(value) if value == actual => {}
                Some(_) => return Some(false),
                None => {
                    let variable = variable(self.tree(), argument)?;
                    if variable.bytes() != b"_" {
                        bindings.push((variable, actual));
                    }
                }
            }
        }
        Some(true)
    }

    /// The state of a comparison or a negated atom. None if it is not understood.
    fn decided(&self, condition: Node, bindings: &Assignment) -> Option<ConditionState<'_>> {
        let tree = self.tree();
        if let Some(atom) = negated(tree, condition) {
            let values = arguments(tree, atom).map(|argument| value(tree, argument, bindings));
            let Some(values) = values.collect::<Option<Vec<GroundValue>>>() else {
                return Some(ConditionState::Wait);
            };
            let is_true = self.tables.has(predicate(tree, atom), &values);
            return Some(ConditionState::Test(!is_true));
        }
        let relation = tree.head(condition)?.bytes();
        let (left, right) = (tree.child(condition, 1)?, tree.child(condition, 2)?);
        let values = (value(tree, left, bindings), value(tree, right, bindings));
        let assigned = |term, value| {
            let variable = variable(tree, term).filter(|_| matches!(relation, b"=" | b"=="));
            variable.map_or(ConditionState::Wait, |variable| {
                ConditionState::Assign(variable, value)
            })
        };
        Some(match values {
            (Some(left), Some(right)) => ConditionState::Test(holds(left, relation, right)?),
            (Some(value), None) => assigned(right, value),
            (None, Some(value)) => assigned(left, value),
            (None, None) => ConditionState::Wait,
        })
    }

    /// Whether all variables of the elements of an aggregate that also occur elsewhere in the rule have values.
    fn is_ready(&self, aggregate: Node, bindings: &Assignment) -> bool {
        let tree = self.tree();
        let elements = tree.child(aggregate, 3).unwrap_or(tree.next(aggregate));
        let inside = elements..tree.next(aggregate);
        let outside: FxHashSet<Symbol> = (self.rule..tree.next(self.rule))
            .filter(|node| !inside.contains(node))
            .filter_map(|node| variable(tree, node))
            .collect();
        inside
            .filter_map(|node| variable(tree, node))
            .all(|variable| !outside.contains(&variable) || bound(bindings, variable).is_some())
    }

    /// The state of an aggregate that is ready.
    fn aggregate(&self, aggregate: Node, bindings: &Assignment) -> Option<ConditionState<'_>> {
        let tree = self.tree();
        let result = self.result(aggregate, bindings)?;
        let mut is_within = true;
        for (place, is_left) in [(1, true), (2, false)] {
            let guard = tree.child(aggregate, place)?;
            let Some(relation) = tree.head(guard) else {
                continue;
            };
            let bound = tree.child(guard, 1)?;
            let Some(limit) = value(tree, bound, bindings) else {
                // `X = #count {…}` without another guard gives the variable its value.
                let variable = variable(tree, bound).filter(|_| relation.bytes() == b"=")?;
                let other_guard = tree.child(aggregate, 3 - place);
                let is_only = other_guard.is_some_and(|guard| tree.len(guard) == 1);
                return is_only.then_some(ConditionState::Assign(variable, result));
            };
            let (left, right) = if is_left {
                (limit, result)
            } else {
                (result, limit)
            };
            is_within &= holds(left, relation.bytes(), right)?;
        }
        Some(ConditionState::Test(is_within))
    }

    /// The number or the sum of the tuples whose conditions hold.
    fn result(&self, aggregate: Node, bindings: &Assignment) -> Option<GroundValue> {
        let tree = self.tree();
        let mut tuples: FxHashSet<Vec<GroundValue>> = FxHashSet::default();
        for element in tree.children(aggregate).skip(3) {
            let parts: Vec<Node> = tree.children(element).collect();
            let (&tuple, conditions) = parts.split_first()?;
            let mut bindings = bindings.clone();
            self.solve(conditions, &mut bindings, &mut |bindings| {
                let terms = tree.children(tuple).map(|term| value(tree, term, bindings));
                tuples.insert(terms.collect::<Option<Vec<GroundValue>>>()?);
                Some(())
            })?;
        }
        if tree.head(aggregate)?.bytes() == b"#count" {
            return Some(GroundValue::Number(i64::try_from(tuples.len()).ok()?));
        }
        let mut weights = tuples.iter().map(|tuple| tuple.first()?.number());
        let sum = weights.try_fold(0_i64, |sum, weight| sum.checked_add(weight?));
        sum.map(GroundValue::Number)
    }
}
