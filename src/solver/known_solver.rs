//! Arguments that a known solver needs so that its output has what a rule reads.
//!
//! A solver is known by the name of its program or of its module of Python: `clasp`, `clingo-5.8.0`,
//! `python3 -m clingo`. In a pipeline, the last program counts. An argument that the user has given stays as it is.

use super::builds::program_name;
use super::pipeline::last_program;
use std::ffi::OsString;

/// The known solvers, by the names of their programs, which a version may follow, or of their modules of Python. Both
/// have the options of clasp.
const KNOWN: [&str; 2] = ["clasp", "clingo"];

/// The arguments that make them look for all models.
const ALL_MODELS: [&str; 2] = ["-n", "0"];

/// The beginnings of arguments that say how many models they are to look for. A number alone does so as well.
const SAYS_MODELS: [&str; 2] = ["-n", "--models"];

/// The other options whose value is the next word and may be a number, with spaces between them.
const WITH_NUMBER: &str = "-d -r -t --block-restarts --compute --contraction --counter-restarts --del-cfl \
    --del-glue --del-grow --del-init --del-max --del-on-restart --deletion --distribute --dom-mod --eq \
    --forget-on-step --global-restarts --hcc-out --lemma-in --lemma-out --lemma-out-lbd --lemma-out-max \
    --opt-heuristic --opt-stop --opt-strategy --opt-usc-shrink --out-ifs --outf --parallel-mode --rand-freq \
    --rand-prob --restarts --seed --shuffle --solve-limit --strengthen --time-limit --update-lbd \
    --vsids-progress";

/// The command with arguments to look for all models, if the solver is known and the command does not say how many.
pub(crate) fn for_all_models(mut command: Vec<OsString>) -> Vec<OsString> {
    let is_untold =
        arguments(last_program(&command)).is_some_and(|arguments| !are_told_how_many(&arguments));
    if is_untold {
        command.extend(ALL_MODELS.map(OsString::from));
    }
    command
}

/// The arguments of a known solver; none if this command has none.
fn arguments(command: &[OsString]) -> Option<Vec<&str>> {
    let words: Option<Vec<&str>> = command.iter().map(|word| word.to_str()).collect();
    let words = words?;
    let program = program_name(command.first()?);
    let (name, arguments) = match words.iter().position(|&word| word == "-m") {
        Some(module) if program.starts_with("python") => (*words.get(module + 1)?, module + 2),
        _ => (program.as_str(), 1),
    };
    let is_known = KNOWN.iter().any(|known| {
        name.strip_prefix(known)
            .is_some_and(|version| !version.starts_with(|c: char| c.is_ascii_alphabetic()))
    });
    is_known.then(|| words[arguments..].to_vec())
}

/// Whether these arguments say how many models the solver is to look for.
fn are_told_how_many(arguments: &[&str]) -> bool {
    let mut is_next_a_value = false;
    arguments.iter().any(|argument| {
        let mut with_number = WITH_NUMBER.split_ascii_whitespace();
        let takes_next = with_number.any(|option| option == *argument);
        let is_value = std::mem::replace(&mut is_next_a_value, takes_next);
        !is_value && says_how_many(argument)
    })
}

fn says_how_many(argument: &str) -> bool {
    let is_number = !argument.is_empty() && argument.bytes().all(|byte| byte.is_ascii_digit());
    is_number
        || SAYS_MODELS
            .iter()
            .any(|beginning| argument.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::for_all_models;
    use std::ffi::OsString;

    #[test]
    fn a_known_solver_is_told_to_look_for_all_models_unless_the_command_says_how_many() {
        let table = [
            ("clasp", "clasp -n 0"),
            ("dir/clingo-5.8.0 --eq=0", "dir/clingo-5.8.0 --eq=0 -n 0"),
            ("python3.11 -m clingo -q", "python3.11 -m clingo -q -n 0"),
            ("clingo 3", "clingo 3"),
            ("clingo -n 3", "clingo -n 3"),
            ("clingo -n5", "clingo -n5"),
            ("clasp --models=7", "clasp --models=7"),
            ("clingoplus", "clingoplus"),
            ("dlv -m clingo", "dlv -m clingo"),
            ("python3 -m", "python3 -m"),
            ("python3 clingo.py", "python3 clingo.py"),
            ("clasp3", "clasp3 -n 0"),
            ("gringo -n 3 | clasp -q", "gringo -n 3 | clasp -q -n 0"),
            ("clingo | grep a", "clingo | grep a"),
        ];
        for (command, expected) in table {
            let words = command.split(' ').map(OsString::from).collect();
            let expected: Vec<_> = expected.split(' ').map(OsString::from).collect();
            assert_eq!(for_all_models(words), expected, "{command}");
        }
        assert_eq!(for_all_models(Vec::new()), Vec::<OsString>::new());
    }

    #[test]
    fn a_number_that_is_the_value_of_an_option_is_no_number_of_models() {
        for (command, is_told) in [
            ("clingo -t 2", false),
            ("clasp --time-limit 60", false),
            ("clasp --seed 3 --eq 5 -q", false),
            ("python3 -m clingo --parallel-mode 4", false),
            ("clingo 0", true),
            ("clingo -n 5", true),
            ("clingo --models 5", true),
            ("clingo -t 2 7", true),
            ("clasp --seed=3 7", true),
            // The value of these is never the next word.
            ("clasp -q 1", true),
            ("clasp --stats 2", true),
        ] {
            let words: Vec<_> = command.split(' ').map(OsString::from).collect();
            let expected = if is_told { "" } else { " -n 0" };
            let expected = format!("{command}{expected}");
            let expected: Vec<_> = expected.split(' ').map(OsString::from).collect();
            assert_eq!(for_all_models(words), expected, "{command}");
        }
    }
}
