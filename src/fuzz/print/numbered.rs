//! The numeric formats.
//!
//! The head of a numeric rule consists of atoms, and its body of literals, or of a sum of literals with a lower bound.
//! An aggregate in a body therefore becomes an auxiliary atom for each of its bounds, and one in a head becomes a
//! choice and a constraint for each bound, as in lparse. An atom and its classical negation have different numbers, and
//! a constraint that not both are true.

use super::text::atom;
use crate::fuzz::{Aggregate, Atom, BodyLiteral, Head, Literal, Program, Statement};
use crate::language::asp::{Asp, Body, NumericBuilder, SMODELS};
use crate::language::{Dialect, Syntax};
use std::collections::HashMap;

/// A literal: the number of an atom, negative if it is negated.
type SignedNumber = i64;

/// The program in a numeric format; all of its atoms are shown.
pub(super) fn print(program: &Program, dialect: Dialect) -> String {
    let falsehood = (dialect == SMODELS).then_some(1);
    let first = falsehood.map_or(1, |falsehood| falsehood + 1);
    let named: Vec<(Atom, SignedNumber)> = program.occurring().into_iter().zip(first..).collect();
    let mut translation = Translation {
        numbers: named.iter().copied().collect(),
        falsehood,
        free: named.last().map_or(first, |(_, last)| last + 1),
        numeric: NumericBuilder::default(),
    };
    let mut minimized = Vec::new();
    for statement in &program.statements {
        match statement {
            Statement::Rule { head, body } => translation.rule(head, body),
            Statement::Minimize { elements, .. } => minimized.push(translation.elements(elements)),
        }
    }
    translation.complements(&named);
    let mut numeric = translation.numeric;
    for (priority, elements) in (1..).zip(&minimized) {
        numeric.minimize(priority, elements);
    }
    for (named, number) in named {
        numeric.output(atom(named).as_bytes(), &[number]);
    }
    if let Some(falsehood) = falsehood {
        numeric.directive(b"#assume", &[-falsehood]);
    }
    let printed = Asp.print(&numeric.finish(), dialect).unwrap_or_default();
    String::from_utf8_lossy(&printed.text).into_owned()
}

struct Translation {
    numbers: HashMap<Atom, SignedNumber>,
    /// In smodels' format, an atom that must be false, for which constraints are rules. There, a sum can be the body only
    /// of a rule whose head is a single atom.
    falsehood: Option<SignedNumber>,
    /// The first number that no atom has.
    free: SignedNumber,
    numeric: NumericBuilder,
}

impl Translation {
    fn rule(&mut self, head: &Head, body: &[BodyLiteral]) {
        let is_one_atom = matches!(head, Head::Atoms(atoms) if atoms.len() == 1);
        let may_sum = is_one_atom || self.falsehood.is_none();
        let body = match body {
            [
                BodyLiteral::Aggregate(Aggregate {
                    lower: Some(lower),
                    upper: None,
                    elements,
                    ..
                }),
            ] if may_sum && !matches!(head, Head::Aggregate(_)) => {
                Body::Sum((*lower).into(), self.elements(elements))
            }
            _ => Body::Literals(self.body(body)),
        };
        match head {
            Head::Atoms(atoms) => self.add(self.numbers_of(atoms), &body),
            Head::Choice(atoms) => self.numeric.rule(true, &self.numbers_of(atoms), &body),
            Head::Aggregate(aggregate) => self.head_aggregate(aggregate, &body),
        }
    }

    /// Adds a rule without a choice.
    fn add(&mut self, mut heads: Vec<SignedNumber>, body: &Body) {
        if heads.is_empty() {
            heads.extend(self.falsehood);
        }
        self.numeric.rule(false, &heads, body);
    }

    /// A new atom that is true if this body is.
    fn auxiliary(&mut self, body: &Body) -> SignedNumber {
        let atom = self.free;
        self.free += 1;
        self.add(vec![atom], body);
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
            let sum = Body::Sum(lower.into(), self.elements(&aggregate.elements));
            literals.push(self.auxiliary(&sum));
        }
        if let Some(upper) = aggregate.upper {
            let sum = Body::Sum(i64::from(upper) + 1, self.elements(&aggregate.elements));
            literals.push(-self.auxiliary(&sum));
        }
        literals
    }

    fn head_aggregate(&mut self, aggregate: &Aggregate, body: &Body) {
        let condition = self.auxiliary(body);
        let chosen: Vec<Atom> = aggregate
            .elements
            .iter()
            .filter(|(literal, _)| !literal.is_negated)
            .map(|(literal, _)| literal.atom)
            .collect();
        if !chosen.is_empty() {
            let (atoms, body) = (self.numbers_of(&chosen), Body::Literals(vec![condition]));
            self.numeric.rule(true, &atoms, &body);
        }
        for bound in self.bounds(aggregate) {
            let body = Body::Literals(vec![condition, -bound]);
            self.add(Vec::new(), &body);
        }
    }

    /// Adds constraints that an atom and its classical negation are not both true.
    fn complements(&mut self, named: &[(Atom, SignedNumber)]) {
        for &(atom, number) in named.iter().filter(|(atom, _)| atom.is_negated) {
            let complement = Atom {
                is_negated: false,
                ..atom
            };
            if let Some(&other) = self.numbers.get(&complement) {
                self.add(Vec::new(), &Body::Literals(vec![other, number]));
            }
        }
    }

    fn elements(&self, elements: &[(Literal, u32)]) -> Vec<(SignedNumber, i64)> {
        let weighted =
            |(literal, weight): &(Literal, u32)| (self.literal(literal), (*weight).into());
        elements.iter().map(weighted).collect()
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
