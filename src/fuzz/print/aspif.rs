//! gringo's numeric format, which clasp reads too.

use super::numbered::{Lacks, NumberedBody, SignedNumber, ground};
use super::text::atom;
use crate::fuzz::Program;
use std::fmt::Write as _;

/// The program; all of its atoms are shown.
pub(super) fn print(program: &Program) -> String {
    let lacks = Lacks {
        sums_of_all_heads: false,
    };
    let ground = ground(program, 1, lacks);
    let mut text = "asp 1 0 0\n".to_owned();
    for rule in &ground.rules {
        let _ = write!(text, "1 {} ", u8::from(rule.head.is_choice));
        text.push_str(&counted(&rule.head.atoms));
        match &rule.body {
            NumberedBody::All(literals) => {
                let _ = write!(text, " 0 {}", counted(literals));
            }
            NumberedBody::Sum(bound, elements) => {
                let _ = write!(text, " 1 {bound} {}", weighted(elements));
            }
        }
        text.push('\n');
    }
    for (priority, elements) in (1..).zip(&ground.minimize) {
        let _ = writeln!(text, "2 {priority} {}", weighted(elements));
    }
    for (named, number) in &ground.named {
        let name = atom(*named);
        let _ = writeln!(text, "4 {} {name} 1 {number}", name.len());
    }
    text.push_str("0\n");
    text
}

fn counted(numbers: &[SignedNumber]) -> String {
    let mut text = numbers.len().to_string();
    for number in numbers {
        let _ = write!(text, " {number}");
    }
    text
}

fn weighted(elements: &[(SignedNumber, u32)]) -> String {
    let mut text = elements.len().to_string();
    for (number, weight) in elements {
        let _ = write!(text, " {number} {weight}");
    }
    text
}
