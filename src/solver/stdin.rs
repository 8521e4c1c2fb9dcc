//! Commands that read the candidate as their standard input: they have the words `<` and `{}`, as a shell would have
//! it. No shell runs them.

use super::place::PLACE;
use std::ffi::OsString;

/// The word before the file that is read.
const FROM: &str = "<";

/// The command, reading the candidate as its standard input.
pub(crate) fn reading_stdin(mut command: Vec<OsString>) -> Vec<OsString> {
    command.extend([FROM, PLACE].map(OsString::from));
    command
}

/// The command without the words that redirect its standard input, and whether it has them.
pub(super) fn split(command: &[OsString]) -> (Vec<OsString>, bool) {
    let is_redirection = |words: &[OsString]| words[0] == FROM && words[1] == PLACE;
    match command.windows(2).position(is_redirection) {
        None => (command.to_vec(), false),
        Some(at) => ([&command[..at], &command[at + 2..]].concat(), true),
    }
}

#[cfg(test)]
mod tests {
    use super::{reading_stdin, split};
    use std::ffi::OsString;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn the_redirection_may_stand_anywhere_and_is_no_argument() {
        assert_eq!(reading_stdin(words("z3 -in")), words("z3 -in < {}"));
        for (command, rest, redirects) in [
            ("z3 -in < {}", "z3 -in", true),
            ("z3 < {} -in", "z3 -in", true),
            ("z3 {}", "z3 {}", false),
            ("z3 < file", "z3 < file", false),
            ("z3", "z3", false),
        ] {
            assert_eq!(
                split(&words(command)),
                (words(rest), redirects),
                "{command}"
            );
        }
    }
}
