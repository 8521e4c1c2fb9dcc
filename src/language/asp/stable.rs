//! The answer sets of a small ground program, found by trying all sets of atoms.
//!
//! The definition is that of Ferraris (2005), for rules with disjunctions, choices, sums with non-negative weights, and
//! default negation; the ground program has reduced everything else to these. A set of atoms is an answer set if it
//! satisfies the program, and no proper subset satisfies the reduct: the program in which each negative literal and
//! each choice has the value that it has in the set. A solver that applies the definition itself is slow, but shares no
//! mistake with the solvers under test.
//!
//! A set is a bit mask. All sets of the atoms that are not determined by others are tried; the rest follows from
//! `definitions.rs`.

use super::bounds::{GroundLiteral, WeightedLiterals};
use super::definitions::definitions;
use super::formats::is_text;
use super::ground::Ground;
use super::ground_rule::{Body, GroundRule};
use crate::language::TestCase;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Programs with more given atoms than this, which are not determined by others, have too many sets of them.
const MOST: usize = 20;

/// All answer sets of a program, or the optimal ones if something is to be optimised.
#[derive(Debug)]
pub struct AnswerSets {
    /// The atoms that are shown, each as a set, with their names; in the order of their numbers.
    names: Vec<(AtomSet, String)>,
    sets: Vec<AtomSet>,
    costs: Vec<i64>,
}

impl AnswerSets {
    /// Finds the answer sets of a program.
    ///
    /// # Errors
    /// Says, in words, why they cannot be found: the program is not ground, has a statement that is not understood, or
    /// has too many atoms.
    pub fn of(case: &TestCase) -> Result<AnswerSets, String> {
        let mut ground = Ground::of(case.tree(), case.dialect())?;
        ground.check_names()?;
        if !ground.edges.is_empty() {
            return Err("smelt does not check graphs for cycles (`#edge`)".into());
        }
        if is_text(case.dialect()) {
            ground.exclude_complements();
        }
        let program = Small::of(&ground)?;
        let mut sets: Vec<AtomSet> = program.answer_sets().collect();
        let costs = sets
            .iter()
            .map(|&set| program.costs(set))
            .min()
            .unwrap_or_default();
        sets.retain(|&set| program.costs(set) == costs);
        Ok(AnswerSets {
            names: program.names(&ground),
            sets,
            costs,
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sets.len()
    }

    /// The names of the shown atoms of each answer set.
    pub fn iter(&self) -> impl Iterator<Item = Vec<&str>> {
        self.sets.iter().map(|set| {
            let holding = self.names.iter().filter(|(atom, _)| set & atom != 0);
            holding.map(|(_, name)| name.as_str()).collect()
        })
    }

    /// The costs of each, the most important ones first; empty if there is nothing to optimise.
    pub fn costs(&self) -> &[i64] {
        &self.costs
    }
}

/// A set of atoms, one bit each: first the given ones, then those that are determined by them.
type AtomSet = u128;

/// A literal: its atom as a set, and whether it is negated.
type Sign = (AtomSet, bool);

/// A program with few atoms, over bit masks.
struct Small {
    /// How many atoms are given.
    given: usize,
    /// The atoms as sets.
    bits: FxHashMap<GroundLiteral, AtomSet>,
    /// The rules that determine the other atoms. The body of a rule has only given atoms and those of earlier rules.
    defined: Vec<BitsetRule>,
    /// All other rules.
    rules: Vec<BitsetRule>,
    /// Weighted literals, the most important ones first.
    costs: Vec<Vec<(Sign, i64)>>,
}

struct BitsetRule {
    is_choice: bool,
    heads: AtomSet,
    /// The least sum of the weights of the literals that hold.
    bound: i64,
    body: Vec<(Sign, i64)>,
}

impl Small {
    fn of(ground: &Ground) -> Result<Small, String> {
        let definitions = definitions(&ground.rules);
        let (given, bits) = bits(ground, &definitions)?;
        let sign = |literal: GroundLiteral| {
            let bit = bits.get(&literal.abs()).copied();
            // An atom in no head never holds.
            (bit.unwrap_or_default(), literal < 0)
        };
        let is_definition: FxHashSet<usize> = definitions.iter().copied().collect();
        let defined = definitions
            .iter()
            .map(|&nth| BitsetRule::of(&ground.rules[nth], sign))
            .collect();
        let rules = ground
            .rules
            .iter()
            .enumerate()
            .filter(|(nth, _)| !is_definition.contains(nth))
            .map(|(_, rule)| BitsetRule::of(rule, sign))
            .collect();
        let costs = ground
            .minimize
            .values()
            .rev()
            .map(|elements| weighted(elements, sign))
            .collect();
        Ok(Small {
            given,
            bits,
            defined,
            rules,
            costs,
        })
    }

    /// The answer sets.
    fn answer_sets(&self) -> impl Iterator<Item = AtomSet> {
        (0..1 << self.given)
            .map(|given| self.with_defined(given, None))
            .filter(|&set| self.is_stable(set))
    }

    /// A set of given atoms with the atoms that they determine. Negative literals are as in `reduct_of`, or if that is
    /// none, as in the set itself.
    fn with_defined(&self, mut set: AtomSet, reduct_of: Option<AtomSet>) -> AtomSet {
        for rule in &self.defined {
            if rule.applies(set, reduct_of.unwrap_or(set)) {
                set |= rule.heads;
            }
        }
        set
    }

    /// Whether a set is an answer set.
    fn is_stable(&self, set: AtomSet) -> bool {
        if !self.is_model(set, set) {
            return false;
        }
        let given = set & ((1 << self.given) - 1);
        // A smaller model of the reduct has all forced atoms, so it lacks some of the optional ones.
        let optional = given & !self.forced(set);
        // This enumerates all proper subsets of the optional atoms.
        let mut kept = optional;
        while kept > 0 {
            kept = (kept - 1) & optional;
            let smaller = given & !optional | kept;
            if self.is_model(self.with_defined(smaller, Some(set)), set) {
                return false;
            }
        }
        true
    }

    /// The given atoms of a set that each of its subsets has that satisfies the reduct: a rule that applies requires
    /// them.
    fn forced(&self, set: AtomSet) -> AtomSet {
        let mut forced = 0;
        loop {
            let subset = self.with_defined(forced, Some(set));
            let mut more = forced;
            for rule in self.rules.iter().filter(|rule| rule.applies(subset, set)) {
                let heads = rule.heads & set;
                // A disjunction forces an atom only if the set has no other one of its heads.
                if rule.is_choice || heads.is_power_of_two() {
                    more |= heads;
                }
            }
            if more == forced {
                return forced;
            }
            forced = more;
        }
    }

    /// Whether `set` satisfies all rules, with negative literals and choices as in `reduct_of`.
    fn is_model(&self, set: AtomSet, reduct_of: AtomSet) -> bool {
        self.rules.iter().all(|rule| {
            let is_satisfied = if rule.is_choice {
                reduct_of & rule.heads & !set == 0
            } else {
                set & rule.heads != 0
            };
            is_satisfied || !rule.applies(set, reduct_of)
        })
    }

    /// The costs of a set, the most important ones first.
    fn costs(&self, set: AtomSet) -> Vec<i64> {
        self.costs
            .iter()
            .map(|weighted| sum(weighted, set, set))
            .collect()
    }

    /// The shown atoms as sets, with their names.
    fn names(&self, ground: &Ground) -> Vec<(AtomSet, String)> {
        ground
            .names
            .iter()
            .filter(|(atom, _)| !ground.hidden.contains(atom))
            .filter_map(|(atom, name)| {
                let bit = *self.bits.get(atom)?;
                Some((bit, String::from_utf8_lossy(name).into_owned()))
            })
            .collect()
    }
}

/// How many atoms are given, and a bit for each atom in a head.
fn bits(
    ground: &Ground,
    definitions: &[usize],
) -> Result<(usize, FxHashMap<GroundLiteral, AtomSet>), String> {
    let defined: Vec<GroundLiteral> = definitions
        .iter()
        .flat_map(|&nth| ground.rules[nth].heads.iter().copied())
        .collect();
    let all: BTreeSet<GroundLiteral> = ground
        .rules
        .iter()
        .flat_map(|rule| rule.heads.iter().copied())
        .collect();
    let given: BTreeSet<GroundLiteral> = &all - &defined.iter().copied().collect();
    let (count, most) = (given.len(), AtomSet::BITS as usize - MOST);
    if count > MOST {
        return Err(format!(
            "its rules leave {count} atoms open, and all sets of at most {MOST} are tried"
        ));
    }
    if defined.len() > most {
        return Err(format!("more than {most} of its atoms follow from others"));
    }
    let places = (0..).zip(given).chain((MOST..).zip(defined));
    let bits = places.map(|(place, atom)| (atom, 1 << place));
    Ok((count, bits.collect()))
}

impl BitsetRule {
    fn of(rule: &GroundRule, sign: impl Fn(GroundLiteral) -> Sign) -> BitsetRule {
        let heads = rule
            .heads
            .iter()
            .fold(0, |heads, &head| heads | sign(head).0);
        let (bound, body) = match &rule.body {
            // All of the literals hold.
            Body::Literals(literals) => {
                let bound = i64::try_from(literals.len()).unwrap_or(i64::MAX);
                let body = literals.iter().map(|&literal| (sign(literal), 1));
                (bound, body.collect())
            }
            Body::Sum(bound, elements) => (*bound, weighted(elements, sign)),
        };
        BitsetRule {
            is_choice: rule.is_choice,
            heads,
            bound,
            body,
        }
    }

    /// Whether the body holds in `set`, with negative literals as in `reduct_of`.
    fn applies(&self, set: AtomSet, reduct_of: AtomSet) -> bool {
        sum(&self.body, set, reduct_of) >= self.bound
    }
}

/// Weighted literals over bit masks.
fn weighted(elements: &WeightedLiterals, sign: impl Fn(GroundLiteral) -> Sign) -> Vec<(Sign, i64)> {
    elements
        .iter()
        .map(|&(literal, weight)| (sign(literal), weight))
        .collect()
}

/// The sum of the weights of the literals that hold in `set`, with negative literals as in `reduct_of`.
fn sum(weighted: &[(Sign, i64)], set: AtomSet, reduct_of: AtomSet) -> i64 {
    let mut sum: i64 = 0;
    for &((atom, is_negated), weight) in weighted {
        let holds = if is_negated {
            reduct_of & atom == 0
        } else {
            set & atom != 0
        };
        if holds {
            sum = sum.saturating_add(weight);
        }
    }
    sum
}
