//! The translation of random formulas in conjunctive normal form, as in the paper: for each variable x the rules `x :-
//! not x'` and `x' :- not x`, for each clause c the constraint `:- not c` and a rule for c for each of its literals.
//!
//! Such programs are tight, that is, no atom depends on itself through positive literals, and the paper found no fault
//! with them in an hour.

use super::{Atom, BodyLiteral, Drawn, Head, Literal, Parameter, Program, Random};

/// The program of a random formula. The variables come first, then their complements, then the clauses.
pub(super) fn program(drawn: &Drawn, random: &mut Random) -> Program {
    let variables = drawn[Parameter::Atoms];
    let clauses = drawn.share(Parameter::Clauses, variables);
    let mut program = Program {
        atoms: 2 * variables + clauses,
        ..Program::default()
    };
    for variable in 1..=variables {
        let complement = variables + variable;
        program.rule(head(variable), vec![literal(complement, true)]);
        program.rule(head(complement), vec![literal(variable, true)]);
    }
    for clause in 2 * variables + 1..=program.atoms {
        program.rule(Head::Atoms(Vec::new()), vec![literal(clause, true)]);
        for _ in 0..drawn[Parameter::Body] {
            let variable = random.between(1, variables);
            let is_negated = random.chance(50);
            program.rule(head(clause), vec![literal(variable, is_negated)]);
        }
    }
    program
}

fn head(number: u32) -> Head {
    Head::Atoms(vec![atom(number)])
}

fn literal(number: u32, is_negated: bool) -> BodyLiteral {
    BodyLiteral::Literal(Literal {
        atom: atom(number),
        is_negated,
    })
}

fn atom(number: u32) -> Atom {
    Atom {
        number,
        is_negated: false,
    }
}
