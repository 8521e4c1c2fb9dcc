//! Constraints for a program in the ground format aspif, version 1, before its final `0`.

use std::collections::{BTreeMap, BTreeSet};

/// The conditions under which each name is printed, by name.
type Outputs<'a> = BTreeMap<&'a [u8], Vec<Vec<i64>>>;

/// The program with constraints for this model. None if it has another version or several steps, or if it does not print
/// such atoms.
pub(super) fn with_model(program: &[u8], printed: &BTreeSet<&[u8]>) -> Option<Vec<u8>> {
    let (outputs, end) = outputs(program)?;
    if !printed.iter().all(|name| outputs.contains_key(name)) {
        return None;
    }
    let mut added = String::new();
    for (name, conditions) in &outputs {
        match (printed.contains(name), &conditions[..]) {
            (true, [condition]) => {
                for literal in condition {
                    constraint(&mut added, &[-literal]);
                }
            }
            // One of several conditions holds, which a constraint can say if they are literals.
            (true, several) => {
                if several.iter().all(|condition| condition.len() == 1) {
                    let negated: Vec<i64> = several.iter().flatten().map(|l| -l).collect();
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
    Some([&program[..end], added.as_bytes(), &program[end..]].concat())
}

/// Adds the rule that these literals do not all hold.
fn constraint(out: &mut String, literals: &[i64]) {
    let words: Vec<String> = literals.iter().map(i64::to_string).collect();
    let count = literals.len();
    let line = format!("1 0 0 0 {count} {}", words.join(" "));
    out.push_str(line.trim_end());
    out.push('\n');
}

/// The table of outputs, and the position of the final `0`.
fn outputs(program: &[u8]) -> Option<(Outputs<'_>, usize)> {
    let mut found = Outputs::new();
    let mut at = 0;
    while at < program.len() {
        let end = memchr::memchr(b'\n', &program[at..]).map_or(program.len(), |end| at + end);
        let line = program[at..end].trim_ascii_end();
        if at == 0 && !matches!(line, b"asp 1 0 0") {
            return None;
        }
        if line == b"0" {
            return Some((found, at));
        }
        let mut next = end + 1;
        if line.starts_with(b"4 ") {
            let (name, condition, behind) = output(program, at + 2)?;
            found.entry(name).or_default().push(condition);
            next = behind;
        }
        at = next;
    }
    None
}

/// The name and the condition of the output that begins at `at`, and the position behind its line. The name may contain
/// anything, also a line feed.
fn output(program: &[u8], at: usize) -> Option<(&[u8], Vec<i64>, usize)> {
    let blank = at + memchr::memchr(b' ', &program[at..])?;
    let length: usize = number(&program[at..blank])?;
    let name = program.get(blank + 1..(blank + 1).checked_add(length)?)?;
    let rest = blank + 1 + length;
    let end = memchr::memchr(b'\n', &program[rest..]).map_or(program.len(), |end| rest + end);
    let words = program[rest..end].split(u8::is_ascii_whitespace);
    let words = words.filter(|word| !word.is_empty());
    let numbers: Option<Vec<i64>> = words.map(number).collect();
    let numbers = numbers?;
    let (&count, literals) = numbers.split_first()?;
    (usize::try_from(count) == Ok(literals.len())).then(|| (name, literals.to_vec(), end + 1))
}

fn number<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}
