//! The simple rules of the numeric formats, and the translation to them.
//!
//! A numeric rule has atoms as its head, and as its body literals, or a sum of literals with a lower bound. So an
//! aggregate in a body becomes an auxiliary atom for each of its bounds, and one in a head becomes a choice and two
//! constraints, as lparse does it. An atom and its classical negation get numbers and a constraint of their own.

use crate::fuzz::{Aggregate, Atom, BodyLiteral, Head, Literal, Program, Statement};
use std::collections::HashMap;

/// A literal: the number of an atom, negative if it is negated.
pub(super) type SignedNumber = i64;

/// The head of a rule.
pub(super) struct NumberedHead {
    /// The atoms.
    pub(super) atoms: Vec<SignedNumber>,
    /// Whether any subset of them will do.
    pub(super) is_choice: bool,
}

/// The body of a rule.
pub(super) enum NumberedBody {
    /// All of these.
    All(Vec<SignedNumber>),
    /// The weights of those that hold reach this bound.
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
    /// The first number that is free.
    pub(super) free: SignedNumber,
}

/// What a numeric format cannot say.
#[derive(Clone, Copy)]
pub(super) struct Lacks {
    /// A sum is only the body of a rule with a single atom as its head.
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

    /// A new atom with this rule.
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

    /// Literals that hold together if the aggregate holds.
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
        let elements = aggregate.elements.iter();
        let chosen: Vec<Atom> = elements
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

    /// An atom and its classical negation are not both true.
    fn complements(&mut self) {
        let negated = self.ground.named.clone().into_iter();
        for (atom, number) in negated.filter(|(atom, _)| atom.is_negated) {
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
        let elements = elements.iter();
        elements
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
