//! The answer sets of a small ground program, found by trying all sets of atoms.
//!
//! The definition is that of Ferraris (2005) for rules with disjunctions, choices, sums with weights that are not
//! negative, and default negation, to which the ground program has reduced everything else: a set of atoms is an answer
//! set if it satisfies the program, and no smaller set satisfies the program in which each negative literal, and each
//! choice, has the value that it has in the set. A solver that uses the definition itself is slow, but shares no
//! mistake with those that are tested.

use super::bounds::{GroundLiteral, WeightedLiterals};
use super::definitions::definitions;
use super::formats::{GRINGO, LPARSE};
use super::ground::Ground;
use super::ground_rule::{Body, GroundRule};
use crate::language::TestCase;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Programs with more atoms that are not determined by others have too many sets of them.
const MOST: usize = 20;

/// All answer sets of a program, or the best ones if something is to be optimised.
#[derive(Debug)]
pub struct AnswerSets {
    /// The atoms that have names, each as a set, in the order of their numbers.
    names: Vec<(AtomSet, String)>,
    sets: Vec<AtomSet>,
    costs: Vec<i64>,
}

impl AnswerSets {
    /// Finds the answer sets of a program.
    ///
    /// # Errors
    /// Why they cannot be found, in words: the program is not ground, has a statement that is not known, or too many
    /// atoms.
    pub fn of(case: &TestCase) -> Result<AnswerSets, String> {
        let is_text = matches!(case.dialect(), GRINGO | LPARSE);
        let mut ground = Ground::of(case.tree(), !is_text)?;
        if !ground.edges.is_empty() {
            return Err("smelt does not check graphs for cycles (`#edge`)".into());
        }
        if is_text {
            ground.exclude_complements();
        }
        let program = Small::of(&ground)?;
        let mut sets: Vec<AtomSet> = program.answer_sets().collect();
        let costs = sets.iter().map(|&set| program.costs(set)).min();
        let costs = costs.unwrap_or_default();
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

    /// The atoms of each that have names.
    pub fn iter(&self) -> impl Iterator<Item = Vec<&str>> {
        let atoms = |set: &AtomSet| {
            let holding = self.names.iter().filter(|(atom, _)| set & atom != 0);
            holding.map(|(_, name)| name.as_str()).collect()
        };
        self.sets.iter().map(atoms)
    }

    /// The costs of each, the most important ones first; empty if there is nothing to optimise.
    pub fn costs(&self) -> &[i64] {
        &self.costs
    }
}

/// A set of atoms, one bit each: first those that are given, then those that are determined by them.
type AtomSet = u128;

/// A literal: its atom as a set, and whether it is negated.
type Sign = (AtomSet, bool);

/// A program with few atoms.
struct Small {
    /// How many atoms are given.
    given: usize,
    bits: FxHashMap<GroundLiteral, AtomSet>,
    /// The rules of the other atoms. Only earlier ones of these are in their bodies.
    defined: Vec<BitsetRule>,
    rules: Vec<BitsetRule>,
    /// Weighted literals, the most important ones first.
    costs: Vec<Vec<(Sign, i64)>>,
}

struct BitsetRule {
    is_choice: bool,
    heads: AtomSet,
    /// The literals that hold have at least this sum.
    bound: i64,
    body: Vec<(Sign, i64)>,
}

impl Small {
    fn of(ground: &Ground) -> Result<Small, String> {
        let definitions = definitions(&ground.rules);
        let (given, bits) = bits(ground, &definitions)?;
        let sign = |literal: GroundLiteral| {
            let bit = bits.get(&literal.abs()).copied();
            // What is in no head never holds.
            (bit.unwrap_or_default(), literal < 0)
        };
        let small = |rule: &GroundRule| BitsetRule::of(rule, sign);
        let is_definition: FxHashSet<usize> = definitions.iter().copied().collect();
        let rules = ground.rules.iter().enumerate();
        let rules = rules.filter(|(nth, _)| !is_definition.contains(nth));
        let weighted = |elements: &WeightedLiterals| {
            let elements = elements.iter();
            elements.map(|&(it, weight)| (sign(it), weight)).collect()
        };
        Ok(Small {
            given,
            defined: definitions
                .iter()
                .map(|&nth| small(&ground.rules[nth]))
                .collect(),
            rules: rules.map(|(_, rule)| small(rule)).collect(),
            costs: ground.minimize.values().rev().map(weighted).collect(),
            bits,
        })
    }

    /// The answer sets.
    fn answer_sets(&self) -> impl Iterator<Item = AtomSet> {
        let all = 0..1 << self.given;
        let all = all.map(|set| self.with_defined(set, None));
        all.filter(|&set| self.is_stable(set))
    }

    /// The set with the atoms whose bodies hold, with negative literals as in `then`, or else as in the set itself.
    fn with_defined(&self, mut set: AtomSet, then: Option<AtomSet>) -> AtomSet {
        for rule in &self.defined {
            if rule.applies(set, then.unwrap_or(set)) {
                set |= rule.heads;
            }
        }
        set
    }

    fn is_stable(&self, set: AtomSet) -> bool {
        if !self.is_model(set, set) {
            return false;
        }
        let given = set & ((1 << self.given) - 1);
        // Smaller models lack some of the rest.
        let rest = given & !self.forced(set);
        let mut kept = rest;
        while kept > 0 {
            kept = (kept - 1) & rest;
            let smaller = given & !rest | kept;
            if self.is_model(self.with_defined(smaller, Some(set)), set) {
                return false;
            }
        }
        true
    }

    /// The atoms that each subset of a set has, if it satisfies the program with negative literals and choices as in
    /// the set: rules that apply leave no other choice.
    fn forced(&self, set: AtomSet) -> AtomSet {
        let mut forced = 0;
        loop {
            let now = self.with_defined(forced, Some(set));
            let applying = self.rules.iter().filter(|rule| rule.applies(now, set));
            let heads = applying.map(|rule| (rule.heads & set, rule.is_choice));
            let heads = heads.filter(|(heads, is_choice)| *is_choice || heads.is_power_of_two());
            let more = heads.fold(forced, |forced, (heads, _)| forced | heads);
            if more == forced {
                return forced;
            }
            forced = more;
        }
    }

    /// Whether `now` satisfies all rules, with negative literals and choices as in `then`.
    fn is_model(&self, now: AtomSet, then: AtomSet) -> bool {
        self.rules.iter().all(|rule| {
            let is_satisfied = if rule.is_choice {
                then & rule.heads & !now == 0
            } else {
                now & rule.heads != 0
            };
            is_satisfied || !rule.applies(now, then)
        })
    }

    fn costs(&self, set: AtomSet) -> Vec<i64> {
        let weighted = self.costs.iter();
        weighted.map(|weighted| sum(weighted, set, set)).collect()
    }

    fn names(&self, ground: &Ground) -> Vec<(AtomSet, String)> {
        let name = |(atom, name): (&GroundLiteral, &Vec<u8>)| {
            let bit = *self.bits.get(atom)?;
            Some((bit, String::from_utf8_lossy(name).into_owned()))
        };
        let shown = ground.names.iter();
        let shown = shown.filter(|(atom, _)| !ground.hidden.contains(atom));
        shown.filter_map(name).collect()
    }
}

/// How many atoms are given, and a bit for each atom in a head.
fn bits(
    ground: &Ground,
    definitions: &[usize],
) -> Result<(usize, FxHashMap<GroundLiteral, AtomSet>), String> {
    let heads = |rule: &GroundRule| rule.heads.clone();
    let defined = definitions.iter().map(|&nth| &ground.rules[nth]);
    let defined: Vec<GroundLiteral> = defined.flat_map(heads).collect();
    let all: BTreeSet<GroundLiteral> = ground.rules.iter().flat_map(heads).collect();
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
        let heads = rule.heads.iter().map(|&head| sign(head).0);
        let heads = heads.fold(0, |heads, head| heads | head);
        let (bound, body) = match &rule.body {
            Body::Literals(literals) => {
                let bound = i64::try_from(literals.len()).unwrap_or(i64::MAX);
                let body = literals.iter().map(|&literal| (sign(literal), 1));
                (bound, body.collect())
            }
            Body::Sum(bound, elements) => {
                let body = elements.iter();
                let body = body.map(|&(literal, weight)| (sign(literal), weight));
                (*bound, body.collect())
            }
        };
        BitsetRule {
            is_choice: rule.is_choice,
            heads,
            bound,
            body,
        }
    }

    fn applies(&self, now: AtomSet, then: AtomSet) -> bool {
        sum(&self.body, now, then) >= self.bound
    }
}

/// The weights of the literals that hold in `now`, with negative literals as in `then`.
fn sum(weighted: &[(Sign, i64)], now: AtomSet, then: AtomSet) -> i64 {
    let holds = |(atom, is_negated): Sign| {
        if is_negated {
            then & atom == 0
        } else {
            now & atom != 0
        }
    };
    let holding = weighted.iter().filter(|&&(sign, _)| holds(sign));
    holding.fold(0, |sum: i64, &(_, weight)| sum.saturating_add(weight))
}
