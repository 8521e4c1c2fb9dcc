//! What the words of a command are: programs, variables that `env` sets, and what programs are given.
//!
//! `env` may be the program, or a later word, because other programs such as `timeout` start it too. It sets variables up
//! to the first word that is neither an assignment nor one of its options: that is the program which it starts, and from
//! there on, `name=value` is an argument like any other.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The word between two programs of a pipeline.
const BAR: &str = "|";

/// The word before a file that is the standard input.
const FROM: &str = "<";

/// The options of `env` that take the next word.
const LONG_WITH_NEXT: [&str; 3] = ["--unset", "--chdir", "--argv0"];

/// The letters of those that have one.
const SHORT_WITH_NEXT: &[u8] = b"uCa";

/// The options of `env` whose text it splits into words itself: there may be assignments among them.
const SPLIT: [&[u8]; 2] = [b"-S", b"--split-string="];

/// A word of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandWord {
    /// The first word of a command, or of another program of a pipeline.
    Program(OsString),
    /// The name of a variable that `env` sets. Its value may be a secret.
    Variable(OsString),
    /// Any other word.
    Argument(OsString),
    /// `|`
    Bar,
    /// `<`
    From,
}

impl CommandWord {
    /// The word as text. The value of a variable is not shown.
    pub(crate) fn text(&self) -> String {
        match self {
            CommandWord::Program(word) | CommandWord::Argument(word) => {
                word.to_string_lossy().into_owned()
            }
            CommandWord::Variable(name) => format!("{}=…", name.display()),
            CommandWord::Bar => BAR.to_owned(),
            CommandWord::From => FROM.to_owned(),
        }
    }
}

/// What each word of a command is.
pub(crate) fn classified(words: &[OsString]) -> impl Iterator<Item = CommandWord> {
    let mut expected = Expected::Program;
    words.iter().map(move |word| {
        if word == BAR {
            expected = Expected::Program;
            return CommandWord::Bar;
        }
        if word == FROM {
            return CommandWord::From;
        }
        let (word, next) = expected.read(word);
        expected = next;
        word
    })
}

/// What the next word is, unless it is one of the shell's.
#[derive(Clone, Copy)]
enum Expected {
    Program,
    /// An assignment, an option of `env`, or the program that it starts.
    Variable,
    /// What belongs to an option of `env`.
    Operand,
    Argument,
}

impl Expected {
    /// What this word is, and what is expected after it.
    fn read(self, word: &OsStr) -> (CommandWord, Expected) {
        let is_env = Path::new(word).file_name() == Some(OsStr::new("env"));
        let next = if is_env {
            Expected::Variable
        } else {
            Expected::Argument
        };
        match self {
            Expected::Program => (CommandWord::Program(word.to_owned()), next),
            Expected::Argument => (CommandWord::Argument(word.to_owned()), next),
            Expected::Operand => (CommandWord::Argument(word.to_owned()), Expected::Variable),
            Expected::Variable => match variable(word) {
                Some(name) => (CommandWord::Variable(name.to_owned()), Expected::Variable),
                None if takes_next(word) => {
                    (CommandWord::Argument(word.to_owned()), Expected::Operand)
                }
                None if word.as_bytes().starts_with(b"-") => {
                    (CommandWord::Argument(word.to_owned()), Expected::Variable)
                }
                None => (CommandWord::Argument(word.to_owned()), next),
            },
        }
    }
}

/// The name of what this word after `env` sets, if it sets anything.
fn variable(word: &OsStr) -> Option<&OsStr> {
    let word = word.as_bytes();
    let is_option = word.starts_with(b"-") && !SPLIT.iter().any(|split| word.starts_with(split));
    let equals = memchr::memchr(b'=', word).filter(|_| !is_option)?;
    Some(OsStr::from_bytes(&word[..equals]))
}

/// Whether a word is an option of `env` that takes the next one, as the last of several letters does in `-iu NAME`.
fn takes_next(word: &OsStr) -> bool {
    match word.as_bytes() {
        [b'-', b'-', ..] => LONG_WITH_NEXT.iter().any(|option| word == *option),
        [b'-', letters @ ..] => {
            let takes = |letter: &u8| SHORT_WITH_NEXT.contains(letter);
            letters.iter().position(takes) == letters.len().checked_sub(1) && !letters.is_empty()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandWord, classified};
    use std::ffi::OsString;

    /// The words after which `env` sets a variable, in brackets.
    fn shown(command: &str) -> String {
        let words: Vec<OsString> = command.split(' ').map(OsString::from).collect();
        let shown = classified(&words).map(|word| match word {
            CommandWord::Program(word) => format!("<{}>", word.display()),
            CommandWord::Variable(name) => format!("[{}]", name.display()),
            CommandWord::Argument(word) => word.display().to_string(),
            CommandWord::Bar => "|".to_owned(),
            CommandWord::From => "<".to_owned(),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn env_sets_variables_up_to_the_program_that_it_starts() {
        for (command, expected) in [
            ("z3 a=b", "<z3> a=b"),
            ("/bin/env A=1 B= z3 c=d", "</bin/env> [A] [B] z3 c=d"),
            ("env A-b=1 z3 c=d", "<env> [A-b] z3 c=d"),
            ("env -i -u z3 a=b z3 c=d", "<env> -i -u z3 [a] z3 c=d"),
            ("env -iu z3 a=b z3 c=d", "<env> -iu z3 [a] z3 c=d"),
            (
                "env -uX=Y --unset=X=Y z3 c=d",
                "<env> -uX=Y --unset=X=Y z3 c=d",
            ),
            (
                "env --chdir / a=b - -- z3 c=d",
                "<env> --chdir / [a] - -- z3 c=d",
            ),
            ("env -S a=b z3 c=d", "<env> -S [a] z3 c=d"),
            (
                "env -Sa=b --split-string=a=b z3",
                "<env> [-Sa] [--split-string] z3",
            ),
            ("env A=1 env B=2 z3 c=d", "<env> [A] env [B] z3 c=d"),
            ("timeout 5 env A=1 z3 c=d", "<timeout> 5 env [A] z3 c=d"),
            (
                "a {} | env A=1 b c=d < e=f",
                "<a> {} | <env> [A] b c=d < e=f",
            ),
            ("env A=1 | b c=d", "<env> [A] | <b> c=d"),
        ] {
            assert_eq!(shown(command), expected);
        }
    }
}
