//! The simple rules of the numeric formats, and the translation to them.
//!
//! The head of a numeric rule consists of atoms, and its body of literals, or of a sum of literals with a lower bound.
//! An aggregate in a body therefore becomes an auxiliary atom for each of its bounds, and one in a head becomes a
//! choice and a constraint for each bound, as in lparse. An atom and its classical negation have different numbers, and
//! a constraint that not both are true.

use crate::fuzz::{Aggregate, Atom, BodyLiteral, Head, Literal, Program, Statement};
use std::collections::HashMap;

/// A literal: the number of an atom, negative if it is negated.
pub(super) type SignedNumber = i64;

/// The head of a rule.
pub(super) struct NumberedHead {
    /// The atoms.
    pub(super) atoms: Vec<SignedNumber>,
    /// Whether the rule allows any subset of them to be true.
    pub(super) is_choice: bool,
}

/// The body of a rule.
pub(super) enum NumberedBody {
    /// All of these literals hold.
    All(Vec<SignedNumber>),
    /// The sum of the weights of those literals that hold is at least this bound.
    Sum(u32, Vec<(SignedNumber, u32)>),
}

/// A rule.
pub(super) struct NumberedRule {
    pub(super) head: NumberedHead,
    pub(super) body: NumberedBody,
}

/// A program of simple rules.
pub(super) struct NumberedProgram {
    pub(super) rules: Vec<NumberedRule>,
    /// The minimize statements, the least important first.
    pub(super) minimize: Vec<Vec<(SignedNumber, u32)>>,
    /// The atoms that have names, with their numbers.
    pub(super) named: Vec<(Atom, SignedNumber)>,
    /// The first number that no atom has.
    pub(super) free: SignedNumber,
}

/// What a numeric format cannot say.
#[derive(Clone, Copy)]
pub(super) struct Lacks {
    /// Whether a sum can be the body only of a rule whose head is a single atom.
    pub(super) sums_of_all_heads: bool,
}

/// Translates a program; numbers begin at `first`.
pub(super) fn ground(program: &Program, first: SignedNumber, lacks: Lacks) -> NumberedProgram {
    let named: Vec<(Atom, SignedNumber)> = program.occurring().into_iter().zip(first..).collect();
    let mut translation = Translation {
        numbers: named.iter().copied().collect(),
        lacks,
        ground: NumberedProgram {
            rules: Vec::new(),
            minimize: Vec::new(),
            free: first + SignedNumber::try_from(named.len()).unwrap_or(SignedNumber::MAX / 2),
            named,
        },
    };
    for statement in &program.statements {
        match statement {
            Statement::Rule { head, body } => translation.rule(head, body),
            Statement::Minimize { elements, .. } => {
                let elements = translation.elements(elements);
                translation.ground.minimize.push(elements);
            }
        }
    }
    translation.complements();
    translation.ground
}

struct Translation {
    numbers: HashMap<Atom, SignedNumber>,
    lacks: Lacks,
    ground: NumberedProgram,
}

impl Translation {
    fn rule(&mut self, head: &Head, body: &[BodyLiteral]) {
        let is_one_atom = matches!(head, Head::Atoms(atoms) if atoms.len() == 1);
        let may_sum = is_one_atom || !self.lacks.sums_of_all_heads;
        let body = match body {
            [
                BodyLiteral::Aggregate(Aggregate {
                    lower: Some(lower),
                    upper: None,
                    elements,
                    ..
                }),
            ] if may_sum && !matches!(head, Head::Aggregate(_)) => {
                NumberedBody::Sum(*lower, self.elements(elements))
            }
            _ => NumberedBody::All(self.body(body)),
        };
        match head {
            Head::Atoms(atoms) => self.add(self.numbers_of(atoms), false, body),
            Head::Choice(atoms) => self.add(self.numbers_of(atoms), true, body),
            Head::Aggregate(aggregate) => self.head_aggregate(aggregate, body),
        }
    }

    fn add(&mut self, atoms: Vec<SignedNumber>, is_choice: bool, body: NumberedBody) {
        let head = NumberedHead { atoms, is_choice };
        self.ground.rules.push(NumberedRule { head, body });
    }

    /// A new atom that is true if this body is.
    fn auxiliary(&mut self, body: NumberedBody) -> SignedNumber {
        let atom = self.ground.free;
        self.ground.free += 1;
        self.add(vec![atom], false, body);
        atom
    }

    fn body(&mut self, body: &[BodyLiteral]) -> Vec<SignedNumber> {
        let mut literals = Vec::new();
        for part in body {
            match part {
                BodyLiteral::Literal(literal) => literals.push(self.literal(literal)),
                BodyLiteral::Aggregate(aggregate) => literals.extend(self.bounds(aggregate)),
            }
        }
        literals
    }

    /// A literal for each bound of the aggregate. All of them hold if and only if the aggregate holds.
    fn bounds(&mut self, aggregate: &Aggregate) -> Vec<SignedNumber> {
        let mut literals = Vec::new();
        if let Some(lower) = aggregate.lower {
            let sum = NumberedBody::Sum(lower, self.elements(&aggregate.elements));
            literals.push(self.auxiliary(sum));
        }
        if let Some(upper) = aggregate.upper {
            let sum = NumberedBody::Sum(upper + 1, self.elements(&aggregate.elements));
            literals.push(-self.auxiliary(sum));
        }
        literals
    }

    fn head_aggregate(&mut self, aggregate: &Aggregate, body: NumberedBody) {
        let condition = self.auxiliary(body);
        let chosen: Vec<Atom> = aggregate
            .elements
            .iter()
            .filter(|(literal, _)| !literal.is_negated)
            .map(|(literal, _)| literal.atom)
            .collect();
        if !chosen.is_empty() {
            let atoms = self.numbers_of(&chosen);
            self.add(atoms, true, NumberedBody::All(vec![condition]));
        }
        for bound in self.bounds(aggregate) {
            let body = NumberedBody::All(vec![condition, -bound]);
            self.add(Vec::new(), false, body);
        }
    }

    /// Adds constraints that an atom and its classical negation are not both true.
    fn complements(&mut self) {
        for (atom, number) in self.ground.named.clone() {
            if !atom.is_negated {
                continue;
            }
            let complement = Atom {
                is_negated: false,
                ..atom
            };
            if let Some(&other) = self.numbers.get(&complement) {
                self.add(Vec::new(), false, NumberedBody::All(vec![other, number]));
            }
        }
    }

    fn elements(&self, elements: &[(Literal, u32)]) -> Vec<(SignedNumber, u32)> {
        elements
            .iter()
            .map(|(literal, weight)| (self.literal(literal), *weight))
            .collect()
    }

    fn numbers_of(&self, atoms: &[Atom]) -> Vec<SignedNumber> {
        atoms.iter().map(|atom| self.number(*atom)).collect()
    }

    fn literal(&self, literal: &Literal) -> SignedNumber {
        let number = self.number(literal.atom);
        if literal.is_negated { -number } else { number }
    }

    fn number(&self, atom: Atom) -> SignedNumber {
        self.numbers.get(&atom).copied().unwrap_or_default()
    }
}
