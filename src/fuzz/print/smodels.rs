//! The numeric format of lparse and smodels. Constraints are rules for atom 1, which must be false.

use super::numbered::{Lacks, NumberedBody, NumberedHead, SignedNumber, ground};
use super::text::atom;
use crate::fuzz::Program;
use std::fmt::Write as _;

/// The atom that must be false.
const FALSE: SignedNumber = 1;

pub(super) fn print(program: &Program) -> String {
    let lacks = Lacks {
        sums_of_all_heads: true,
    };
    let ground = ground(program, FALSE + 1, lacks);
    let mut text = String::new();
    for rule in &ground.rules {
        let heads = head(&rule.head);
        match &rule.body {
            NumberedBody::All(literals) => {
                let elements: Vec<_> = literals.iter().map(|&literal| (literal, 1)).collect();
                let [_, numbers, _] = parts(&elements);
                let negative = literals.iter().filter(|literal| **literal < 0).count();
                let _ = writeln!(text, "{heads} {} {negative}{numbers}", literals.len());
            }
            NumberedBody::Sum(bound, elements) => {
                let [negative, numbers, weights] = parts(elements);
                let (head, length) = (rule.head.atoms.first().unwrap_or(&FALSE), elements.len());
                let is_count = elements.iter().all(|(_, weight)| *weight == 1);
                let _ = if is_count {
                    writeln!(text, "2 {head} {length} {negative} {bound}{numbers}")
                } else {
                    writeln!(
                        text,
                        "5 {head} {bound} {length} {negative}{numbers}{weights}"
                    )
                };
            }
        }
    }
    for elements in &ground.minimize {
        let [negative, numbers, weights] = parts(elements);
        let _ = writeln!(text, "6 0 {} {negative}{numbers}{weights}", elements.len());
    }
    text.push_str("0\n");
    for (named, number) in &ground.named {
        let _ = writeln!(text, "{number} {}", atom(*named));
    }
    text.push_str("0\nB+\n0\nB-\n1\n0\n1\n");
    text
}

/// The kind of a rule with a normal body, and its head.
fn head(head: &NumberedHead) -> String {
    let several = |kind: u8| {
        let mut text = format!("{kind} {}", head.atoms.len());
        for atom in &head.atoms {
            let _ = write!(text, " {atom}");
        }
        text
    };
    match &head.atoms[..] {
        _ if head.is_choice => several(3),
        [] => format!("1 {FALSE}"),
        [atom] => format!("1 {atom}"),
        _ => several(8),
    }
}

/// How many elements are negative, their atoms with the negative ones first, and their weights in the same order.
fn parts(elements: &[(SignedNumber, u32)]) -> [String; 3] {
    let (mut numbers, mut weights) = (String::new(), String::new());
    let (negative, positive): (Vec<_>, Vec<_>) =
        elements.iter().partition(|(number, _)| *number < 0);
    for (number, weight) in negative.iter().chain(&positive) {
        let _ = write!(numbers, " {}", number.abs());
        let _ = write!(weights, " {weight}");
    }
    [negative.len().to_string(), numbers, weights]
}
