//! Which words of a command may be left out: its options and their values.
//!
//! A word that names a program or a file stays, and so does everything in a command that runs an interpreter: without the
//! words before it, an interpreter would take the candidate for its script.

use super::caller::Caller;
use super::dependencies::is_interpreter;
use super::invocation::{Argument, argument};
use super::place::{PLACE, has};
use super::proof::PROOF_PLACE;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// For each word of a command, whether it may be left out.
pub(crate) fn may_be_left_out(words: &[OsString], caller: &Caller) -> Vec<bool> {
    let mut is_program = true;
    let mut is_input = false;
    let mut left_out = Vec::new();
    for word in words {
        let (first, input) = (is_program, is_input);
        is_program = word == "|";
        is_input = word == "<";
        let is_fixed = first || input || is_program || is_input || has_any_place(word);
        let found = argument(word, caller);
        let names_interpreter = match &found {
            Argument::Program(_, path) | Argument::File(path) => runs_its_arguments(path),
            _ => first && runs_its_arguments(Path::new(word)),
        };
        if names_interpreter {
            return vec![false; words.len()];
        }
        left_out.push(!is_fixed && matches!(found, Argument::Text(_) | Argument::Option(..)));
    }
    left_out
}

fn runs_its_arguments(program: &Path) -> bool {
    let real = program.canonicalize();
    let real = real.as_deref().unwrap_or(program);
    [program, real]
        .iter()
        .filter_map(|path| path.file_name())
        .any(|name| is_interpreter(&name.to_string_lossy()))
}

/// Whether something stands in a word for the candidate or what belongs to it.
fn has_any_place(word: &OsStr) -> bool {
    [PLACE, "{seed}", PROOF_PLACE]
        .iter()
        .any(|place| has(word, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left_out(command: &str) -> Vec<String> {
        let words: Vec<OsString> = command.split(' ').map(OsString::from).collect();
        let caller = Caller::here().expect("a directory");
        let may = may_be_left_out(&words, &caller);
        let words = words.iter().zip(may).filter(|(_, may)| *may);
        words
            .map(|(word, _)| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn programs_files_and_places_stay() {
        let table = [
            ("solver -a --b c {} --d={}", &["-a", "--b", "c"][..]),
            ("solver --seed={seed} {proof} -x", &["-x"]),
            ("timeout 5 cat -x {}", &["5", "-x"]),
            ("cat {} | solver -in | other -o", &["-in", "-o"]),
            ("solver -in < {}", &["-in"]),
            (
                "solver Cargo.toml --c=./Cargo.toml -x",
                &["--c=./Cargo.toml", "-x"],
            ),
            ("sh -c x {}", &[]),
            ("python3.11 -m x {}", &[]),
            ("timeout 5 bash -x {}", &[]),
        ];
        for (command, expected) in table {
            assert_eq!(left_out(command), expected, "{command}");
        }
    }
}
