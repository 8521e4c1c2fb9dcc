//! Arguments that a known solver needs so that its output has what a rule reads.
//!
//! A solver is known by the name of its program or of its module of Python: `clasp`, `clingo-5.8.0`,
//! `python3 -m clingo`. In a pipeline, the last program counts. An argument that the user has given stays as it is.

use super::pipeline::last_program;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// A known solver.
struct KnownSolver {
    /// The name of its program, which a version may follow, or of its module of Python.
    name: &'static str,
    /// The arguments that make it look for all models.
    all_models: &'static [&'static str],
    /// The beginnings of arguments that say how many models it is to look for. A number alone does so as well.
    says_models: &'static [&'static str],
    /// The other options whose value is the next word and may be a number, with spaces between them.
    with_number: &'static str,
}

/// These options of clasp, which clingo has as well.
const CLASP_WITH_NUMBER: &str = "-d -r -t --block-restarts --compute --contraction --counter-restarts --del-cfl \
    --del-glue --del-grow --del-init --del-max --del-on-restart --deletion --distribute --dom-mod --eq \
    --forget-on-step --global-restarts --hcc-out --lemma-in --lemma-out --lemma-out-lbd --lemma-out-max \
    --opt-heuristic --opt-stop --opt-strategy --opt-usc-shrink --out-ifs --outf --parallel-mode --rand-freq \
    --rand-prob --restarts --seed --shuffle --solve-limit --strengthen --time-limit --update-lbd \
    --vsids-progress";

const PRESETS: &[KnownSolver] = &[
    KnownSolver {
        name: "clasp",
        all_models: &["-n", "0"],
        says_models: &["-n", "--models"],
        with_number: CLASP_WITH_NUMBER,
    },
    KnownSolver {
        name: "clingo",
        all_models: &["-n", "0"],
        says_models: &["-n", "--models"],
        with_number: CLASP_WITH_NUMBER,
    },
];

impl KnownSolver {
    /// Whether these arguments say how many models it is to look for.
    fn is_told_how_many(&self, arguments: &[OsString]) -> bool {
        let mut is_next_a_value = false;
        arguments.iter().any(|argument| {
            let argument = argument.to_string_lossy();
            let mut with_number = self.with_number.split_ascii_whitespace();
            let takes_next = with_number.any(|option| option == argument);
            let is_value = std::mem::replace(&mut is_next_a_value, takes_next);
            !is_value && self.says_how_many(&argument)
        })
    }

    fn says_how_many(&self, argument: &str) -> bool {
        let is_number = !argument.is_empty() && argument.bytes().all(|byte| byte.is_ascii_digit());
        is_number
            || self
                .says_models
                .iter()
                .any(|beginning| argument.starts_with(beginning))
    }
}

/// The command with arguments to look for all models, if the solver is known and the command does not say how many.
pub(crate) fn for_all_models(command: Vec<OsString>) -> Vec<OsString> {
    let last = last_program(&command);
    let Some((preset, arguments)) = known(last) else {
        return command;
    };
    let says_models = preset.is_told_how_many(&last[arguments..]);
    let mut words = command;
    if !says_models {
        words.extend(preset.all_models.iter().map(OsString::from));
    }
    words
}

/// The preset of a command, and the position of its arguments.
fn known(command: &[OsString]) -> Option<(&'static KnownSolver, usize)> {
    let words: Vec<&str> = command.iter().filter_map(|word| word.to_str()).collect();
    if words.len() < command.len() {
        return None;
    }
    let program = base_name(words.first()?);
    let (name, arguments) = match words.iter().position(|&word| word == "-m") {
        Some(module) if program.starts_with("python") => (*words.get(module + 1)?, module + 2),
        _ => (program, 1),
    };
    let preset = PRESETS.iter().find(|preset| {
        name.strip_prefix(preset.name)
            .is_some_and(|version| !version.starts_with(|c: char| c.is_ascii_alphabetic()))
    })?;
    Some((preset, arguments))
}

fn base_name(program: &str) -> &str {
    Path::new(program)
        .file_name()
        .and_then(OsStr::to_str)
        .unwrap_or(program)
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
