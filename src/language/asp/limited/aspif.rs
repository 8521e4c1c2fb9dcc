//! Constraints for a program in the ground format aspif, version 1, before its final `0`.

use crate::language::asp::aspif::{HEADERS, lines, output};
use crate::language::asp::numeric::LineWriter;
use std::collections::{BTreeMap, BTreeSet};

/// The conditions under which each name is printed, by name.
type Outputs<'a> = BTreeMap<&'a [u8], Vec<Vec<i64>>>;

/// The program with constraints for this model. None if it has another version or several steps, or if it cannot print
/// all of these atoms.
pub(super) fn with_model(program: &[u8], printed: &BTreeSet<&[u8]>) -> Option<Vec<u8>> {
    let (outputs, end) = outputs(program)?;
    if !printed.iter().all(|name| outputs.contains_key(name)) {
        return None;
    }
    let mut added = Vec::new();
    for (name, conditions) in &outputs {
        match (printed.contains(name), &conditions[..]) {
            (true, [condition]) => {
                for literal in condition {
                    constraint(&mut added, &[-literal]);
                }
            }
            // At least one of several conditions holds. A constraint can say so only if each is a literal.
            (true, several) => {
                if several.iter().all(|condition| condition.len() == 1) {
                    let negated: Vec<i64> =
                        several.iter().flatten().map(|literal| -literal).collect();
                    constraint(&mut added, &negated);
                }
            }
            (false, conditions) => {
                for condition in conditions {
                    constraint(&mut added, condition);
                }
            }
        }
    }
    Some([&program[..end], &added, &program[end..]].concat())
}

/// Adds the constraint that not all of these literals hold.
fn constraint(out: &mut Vec<u8>, literals: &[i64]) {
    let mut line = LineWriter::default();
    line.put(b"1 0 0 0").number(literals.len());
    for literal in literals {
        line.number(literal);
    }
    line.end(out);
}

/// The outputs of a program, and the offset of its final `0`.
fn outputs(program: &[u8]) -> Option<(Outputs<'_>, usize)> {
    let mut found = Outputs::new();
    let mut lines = lines(program);
    let (_, first) = lines.next()?;
    (first == HEADERS[0]).then_some(())?;
    for (at, line) in lines {
        if line == b"0" {
            return Some((found, at));
        }
        if line.starts_with(b"4 ") {
            let (name, condition) = output(line)?;
            found.entry(name).or_default().push(condition);
        }
    }
    None
}
