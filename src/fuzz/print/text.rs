//! The text formats. They differ in aggregates and minimize statements.

use crate::fuzz::{Aggregate, Atom, BodyLiteral, Head, Literal, Program, Statement};

/// Where the text formats differ.
pub(super) struct Notation {
    /// The text between two elements of a choice.
    separator: &'static str,
    /// A sum without its bounds.
    sum: fn(&[(Literal, u32)]) -> String,
    /// A minimize statement of this priority, without its dot.
    minimize: fn(u32, &[(Literal, u32)]) -> String,
}

/// The text of gringo 5 and clingo 5. There a sum is taken over a set of tuples, so each element has a number of its
/// own that distinguishes it from others of the same weight.
pub(super) const GRINGO: Notation = Notation {
    separator: "; ",
    sum: |elements| format!("#sum {{{}}}", tuples(elements, "")),
    minimize: |priority, elements| {
        format!(
            "#minimize {{{}}}",
            tuples(elements, &format!("@{priority}"))
        )
    },
};

/// The text of lparse. There the last minimize statement counts most, and statements are generated in that order.
pub(super) const LPARSE: Notation = Notation {
    separator: ", ",
    sum: weights,
    minimize: |_, elements| format!("minimize {}", weights(elements)),
};

/// The program, one statement a line.
pub(super) fn print(program: &Program, notation: &Notation) -> String {
    let mut text = String::new();
    for statement in &program.statements {
        match statement {
            Statement::Rule { head, body } => rule(&mut text, head, body, notation),
            Statement::Minimize { priority, elements } => {
                text.push_str(&(notation.minimize)(*priority, elements));
            }
        }
        text.push_str(".\n");
    }
    text
}

fn rule(text: &mut String, head: &Head, body: &[BodyLiteral], notation: &Notation) {
    let head = match head {
        Head::Atoms(atoms) => joined(atoms.iter().copied().map(atom), " | "),
        Head::Choice(atoms) => {
            let atoms = joined(atoms.iter().copied().map(atom), notation.separator);
            ["{", &atoms, "}"].concat()
        }
        Head::Aggregate(of_head) => aggregate(of_head, notation),
    };
    text.push_str(&head);
    if !body.is_empty() {
        let begin = if head.is_empty() { ":- " } else { " :- " };
        text.push_str(begin);
        let body = body.iter().map(|part| match part {
            BodyLiteral::Literal(part) => literal(part),
            BodyLiteral::Aggregate(part) => aggregate(part, notation),
        });
        text.push_str(&joined(body, ", "));
    }
}

/// An aggregate between its bounds.
fn aggregate(aggregate: &Aggregate, notation: &Notation) -> String {
    let inner = if aggregate.has_weights {
        (notation.sum)(&aggregate.elements)
    } else {
        let literals = aggregate.elements.iter().map(|(part, _)| literal(part));
        format!("{{{}}}", joined(literals, notation.separator))
    };
    let lower = aggregate.lower.map(|lower| format!("{lower} "));
    let upper = aggregate.upper.map(|upper| format!(" {upper}"));
    [lower.unwrap_or_default(), inner, upper.unwrap_or_default()].concat()
}

/// `2,1: x1; 1,2: not x2`, with the priority after each weight.
fn tuples(elements: &[(Literal, u32)], priority: &str) -> String {
    let tuples = (1..)
        .zip(elements)
        .map(|(nth, (part, weight))| format!("{weight}{priority},{nth}: {}", literal(part)));
    joined(tuples, "; ")
}

/// `[x1 = 2, not x2]`; a weight of 1 is left out.
fn weights(elements: &[(Literal, u32)]) -> String {
    let parts = elements.iter().map(|(part, weight)| match weight {
        1 => literal(part),
        _ => format!("{} = {weight}", literal(part)),
    });
    format!("[{}]", joined(parts, ", "))
}

fn literal(literal: &Literal) -> String {
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

fn joined(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}
