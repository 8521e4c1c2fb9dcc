//! Guesses what was meant by a wrong command line. Most often, the `--` before the solver is missing, or an option of
//! the solver comes before its command, or one of smelt after it.

use crate::corpus::{quoted, seconds};
use crate::solver::find_program;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Improves the suggestion in an error about an unknown option. `words` is the whole command line.
pub(super) fn improved(
    mut error: clap::Error,
    definition: &Command,
    words: &[OsString],
) -> clap::Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let tip = match verb(definition, words) {
        Some((verb, rest)) if takes_command_last(verb) => in_front_of_dashes(verb, rest),
        Some((verb, _)) if has_command(verb) => {
            Some("options of the solver come after COMMAND".to_owned())
        }
        Some(_) | None => None,
    };
    if let Some(tip) = tip {
        // clap would suggest passing the option as the name of a directory.
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// A hint for a command that did not do what was expected, if it has an option that smelt has too.
pub(super) fn option_behind_command(definition: &Command, command: &[OsString]) -> Option<String> {
    let reduce = definition.find_subcommand("reduce")?;
    let is_ours = |name: &str| {
        let mut visible = reduce.get_arguments().filter(|arg| !arg.is_hide_set());
        visible.any(|arg| arg.get_long() == Some(name))
    };
    let mut words = command.iter().skip(1).filter_map(|word| word.to_str());
    let ours = words.find_map(|word| {
        let name = word.strip_prefix("--")?.split('=').next()?;
        is_ours(name).then_some(name)
    })?;
    Some(format!(
        "`--{ours}` stands behind the solver's command, so the solver gets it; if it is meant for smelt, put it before \
         the command"
    ))
}

/// Refuses a time after an option whose value must be attached with `=`: it would be taken for the name of a file.
pub(super) fn refuse_detached_value(
    verb: &Command,
    words: &[OsString],
    given: &ArgMatches,
) -> Result<(), clap::Error> {
    let attached = verb.get_arguments().filter(|arg| {
        let is_given = given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        arg.is_require_equals_set() && is_given
    });
    // The solver's command is at the end. Its first word may be such a time, which clap took for the program.
    let command = given.try_get_many::<OsString>("command").ok().flatten();
    let end = words.len() - command.map_or(0, |command| command.len());
    for option in attached.filter_map(|arg| Some(format!("--{}", arg.get_long()?))) {
        let next = words
            .iter()
            .take(end + 1)
            .skip_while(|word| **word != *option)
            .nth(1);
        let Some(value) = next.and_then(|word| word.to_str()) else {
            continue;
        };
        if seconds(value).is_ok() && !Path::new(value).exists() {
            let message = format!(
                "the value of `{option}` must be attached to it: did you mean `{option}={value}`?"
            );
            return Err(verb.clone().error(ErrorKind::InvalidValue, message));
        }
    }
    Ok(())
}

/// The words from the first one that names a program and not a directory, as they should follow `--`. None if there is
/// no such word, or `--` is given.
pub(super) fn forgotten_dashes<'a>(words: impl IntoIterator<Item = &'a OsStr>) -> Option<String> {
    let words: Vec<&OsStr> = words.into_iter().collect();
    let (begin, program) = words
        .iter()
        .enumerate()
        .find_map(|(at, word)| Some((at, program(word)?)))?;
    let mut command = vec![program];
    for word in &words[begin + 1..] {
        if Path::new(word).is_dir() {
            break;
        }
        command.push(word.to_string_lossy().into_owned());
    }
    Some(format!(
        "did you mean `-- {}`? The solver and its arguments come last, after `--`",
        quoted(&command)
    ))
}

/// The subcommand that the words name, and the words after its name.
fn verb<'a>(
    definition: &'a Command,
    words: &'a [OsString],
) -> Option<(&'a Command, &'a [OsString])> {
    let mut verb = definition.find_subcommand(words.get(1)?)?;
    let mut rest = &words[2..];
    while let Some(inner) = rest.first().and_then(|word| verb.find_subcommand(word)) {
        (verb, rest) = (inner, &rest[1..]);
    }
    Some((verb, rest))
}

/// Whether the solver's command follows `--`.
fn takes_command_last(verb: &Command) -> bool {
    verb.get_arguments().any(Arg::is_last_set)
}

fn has_command(verb: &Command) -> bool {
    verb.get_arguments().any(|arg| arg.get_id() == "command")
}

fn in_front_of_dashes(verb: &Command, rest: &[OsString]) -> Option<String> {
    if rest.iter().any(|word| word == "--") {
        return Some("options of the solver come after its command, behind `--`".to_owned());
    }
    let begin = first_program(verb, rest)?;
    forgotten_dashes(rest[begin..].iter().map(OsString::as_os_str))
}

/// The position of the first word that is a program, and neither an option nor the value of one.
fn first_program(verb: &Command, words: &[OsString]) -> Option<usize> {
    let mut is_value = false;
    for (at, word) in words.iter().enumerate() {
        let text = word.to_string_lossy();
        if std::mem::take(&mut is_value) {
            continue;
        }
        if text.starts_with('-') {
            is_value = !text.contains('=') && takes_value(verb, &text);
        } else if program(word).is_some() {
            return Some(at);
        }
    }
    None
}

/// Whether the word after this option is its value.
fn takes_value(verb: &Command, option: &str) -> bool {
    let has_this_name = |arg: &&Arg| match option.strip_prefix("--") {
        Some(long) => arg
            .get_long_and_visible_aliases()
            .unwrap_or_default()
            .contains(&long),
        None => arg
            .get_short()
            .is_some_and(|short| option[1..] == *short.to_string()),
    };
    verb.get_arguments()
        .find(has_this_name)
        .is_some_and(|arg| arg.get_action().takes_values())
}

/// The program that a word names, as it would be called: an executable file, or a name on PATH.
fn program(word: &OsStr) -> Option<String> {
    if Path::new(word).is_dir() {
        return None;
    }
    let is_here = Path::new(word).is_file() && !word.to_string_lossy().contains('/');
    let called = if is_here {
        Path::new(".").join(word)
    } else {
        word.into()
    };
    find_program(called.as_os_str()).ok()?;
    Some(called.to_string_lossy().into_owned())
}
