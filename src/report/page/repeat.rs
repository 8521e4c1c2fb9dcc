//! The command of a solver as a reader can repeat it.

use crate::solver::place::PLACE;

/// A recorded command with `{}` where its input goes. If none is named, that is the end of the first program.
pub(super) fn with_place(command: &str) -> String {
    if command.contains(PLACE) || command.is_empty() {
        return command.to_owned();
    }
    let (first, rest) = command.split_at(first_program(command));
    format!("{} {PLACE}{rest}", first.trim_end())
}

/// The length of the first program of a pipeline with its arguments. A `|` in quotes is no pipe.
fn first_program(command: &str) -> usize {
    let mut is_quoted = false;
    let mut letters = command.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if !is_quoted => drop(letters.next()),
            '\'' => is_quoted = !is_quoted,
            '|' if !is_quoted => return at.saturating_sub(1),
            _ => {}
        }
    }
    command.len()
}

#[cfg(test)]
mod tests {
    use super::with_place;

    #[test]
    fn the_input_of_a_command_goes_where_it_says_or_to_the_end_of_its_first_program() {
        for (command, expected) in [
            ("z3 -smt2", "z3 -smt2 {}"),
            ("z3 {} -v", "z3 {} -v"),
            ("gringo | clasp 0", "gringo {} | clasp 0"),
            ("z3 <", "z3 < {}"),
            ("sh -c 'a | b' | c", "sh -c 'a | b' {} | c"),
            (r"sh 'it'\''s | b'", r"sh 'it'\''s | b' {}"),
            ("", ""),
        ] {
            assert_eq!(with_place(command), expected);
        }
    }
}
