//! What the two text formats have in common: everything but aggregates and minimize statements.

use crate::fuzz::{Aggregate, Atom, BodyLiteral, Head, Literal, Program, Statement};

/// Where the text formats differ.
pub(super) trait Notation {
    /// The text between two elements of a choice.
    fn separator(&self) -> &'static str;

    /// An aggregate with its bounds.
    fn aggregate(&self, aggregate: &Aggregate) -> String;

    /// A minimize statement without its dot.
    fn minimize(&self, priority: u32, elements: &[(Literal, u32)]) -> String;
}

/// The program, one statement a line.
pub(super) fn print(program: &Program, notation: &dyn Notation) -> String {
    let mut text = String::new();
    for statement in &program.statements {
        match statement {
            Statement::Rule { head, body } => rule(&mut text, head, body, notation),
            Statement::Minimize { priority, elements } => {
                text.push_str(&notation.minimize(*priority, elements));
            }
        }
        text.push_str(".\n");
    }
    text
}

fn rule(text: &mut String, head: &Head, body: &[BodyLiteral], notation: &dyn Notation) {
    let head = match head {
        Head::Atoms(atoms) => joined(atoms.iter().copied().map(atom), " | "),
        Head::Choice(atoms) => {
            let atoms = joined(atoms.iter().copied().map(atom), notation.separator());
            ["{", &atoms, "}"].concat()
        }
        Head::Aggregate(aggregate) => notation.aggregate(aggregate),
    };
    text.push_str(&head);
    if !body.is_empty() {
        let begin = if head.is_empty() { ":- " } else { " :- " };
        text.push_str(begin);
        let body = body.iter().map(|part| match part {
            BodyLiteral::Literal(part) => literal(part),
            BodyLiteral::Aggregate(aggregate) => notation.aggregate(aggregate),
        });
        text.push_str(&joined(body, ", "));
    }
}

/// An aggregate between its bounds.
pub(super) fn bounded(aggregate: &Aggregate, inner: &str) -> String {
    let lower = aggregate.lower.map(|lower| format!("{lower} "));
    let upper = aggregate.upper.map(|upper| format!(" {upper}"));
    [
        &lower.unwrap_or_default(),
        inner,
        &upper.unwrap_or_default(),
    ]
    .concat()
}

pub(super) fn literal(literal: &Literal) -> String {
    let atom = atom(literal.atom);
    if literal.is_negated {
        format!("not {atom}")
    } else {
        atom
    }
}

/// The name of an atom in any dialect.
pub(super) fn atom(atom: Atom) -> String {
    let sign = if atom.is_negated { "-" } else { "" };
    format!("{sign}x{}", atom.number)
}

pub(super) fn joined(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}
