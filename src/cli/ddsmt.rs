//! The options of ddSMT 2 that smelt does not have under the same name. Each of them has its effect, or is refused with
//! a hint at what to use instead; none is silently ignored. Called as `smelt ddsmt`, or by a link of the name `ddsmt`,
//! smelt takes the place of ddSMT in a script: then options without effect on the result are accepted with a note.
//!
//! Options with the same name and meaning (`--match-err`, `--strategy`, `--no-constants`, …) are options of smelt and
//! are not repeated here. `tests/e2e/cli/ddsmt.rs` lists all options of ddSMT 2.0.6 and what smelt does with each.

use super::switches::hidden;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;
use std::path::Path;

/// What smelt does with an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handling {
    /// The option is an alias of this option of smelt.
    Same(&'static str),
    /// The option is accepted, because smelt always does what it asks for.
    Always(&'static str),
    /// The option is refused; this is what to do instead.
    Refused(&'static str),
    /// The same, but the result is what it would be with this option, or as good: accepted in place of ddSMT.
    Dispensable(&'static str),
}

use Handling::{Always, Dispensable, Refused, Same};

/// The options and what smelt does with them. The last ones are known to users of pyDelta.
const OPTIONS: &[(&str, Handling)] = &[
    ("pretty-print", Same("pretty")),
    (
        "wrap-lines",
        Dispensable("use `--pretty` to indent the result; smelt does not wrap lines"),
    ),
    (
        "parser-test",
        Refused("use `smelt check INPUT COMMAND`, which reports where a file cannot be parsed"),
    ),
    (
        "dump-config",
        Refused(
            "use `smelt check --explain INPUT`, which shows every setting and where it comes from",
        ),
    ),
    (
        "unchecked",
        Refused(
            "smelt writes only files on which it saw the solver fail; to compare less of a run, use \
             options such as `--match-out TEXT` or `--ignore-output`",
        ),
    ),
    (
        "check-loops",
        Always("every accepted text is smaller than the one before it, so a search cannot loop"),
    ),
    (
        "profile",
        Dispensable(
            "`mutators.csv` of `smelt batch` shows what each mutator costs; `perf record` profiles smelt itself",
        ),
    ),
    (
        "dump-diffs",
        Dispensable("smelt writes only the smallest text so far, not each step"),
    ),
    ("ignore-exitcode", Same("ignore_exit")),
    (
        "run-unchecked",
        Refused("smelt writes only files on which it saw the solver fail"),
    ),
    (
        "parse-only",
        Refused("use `smelt check INPUT COMMAND`, which reports where a file cannot be parsed"),
    ),
];

/// The options with a value.
const OPTIONS_WITH_VALUE: &[(&str, Handling)] = &[
    ("max-threads", Dispensable("use `--jobs N`")),
    (
        "outputfile",
        Refused("put the output after the input: `smelt reduce INPUT OUTPUT COMMAND`"),
    ),
    (
        "skip",
        Refused("run the same command again: it continues where it was stopped"),
    ),
];

/// Chooses between larger and smaller names. smelt always uses smaller ones, so that a search ends.
const VARIABLE_MODE: &str = "replace-by-variable-mode";

/// Prints the help on all options, as in ddSMT.
pub(super) const HELP_ALL: &str = "help-all";

/// Takes the place of ddSMT. Nobody types it; see [`in_place_of_ddsmt`].
const AS_DDSMT: &str = "as-ddsmt";

/// A command line of ddSMT as one of `smelt reduce`; any other one as it is.
pub(super) fn in_place_of_ddsmt(words: &[OsString]) -> Vec<OsString> {
    let is_ddsmt = |word: &OsString| Path::new(word).file_name() == Some("ddsmt".as_ref());
    let given = match words {
        [program, rest @ ..] if is_ddsmt(program) => rest,
        [_, verb, rest @ ..] if verb == "ddsmt" => rest,
        _ => return words.to_vec(),
    };
    let smelt = OsString::from("smelt");
    if given.first().is_some_and(|word| word == "--version") {
        return vec![smelt, "--version".into()];
    }
    let reduce = [smelt, "reduce".into(), format!("--{AS_DDSMT}").into()];
    reduce.into_iter().chain(given.iter().cloned()).collect()
}

/// The remarks on options of ddSMT that were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ddsmt {
    /// One line for each option without effect.
    pub notes: Vec<String>,
}

impl Args for Ddsmt {
    /// Adds the options, hidden. The options that get aliases must exist already.
    fn augment_args(mut command: Command) -> Command {
        command = command
            .arg(hidden(HELP_ALL).action(ArgAction::HelpLong))
            .arg(hidden(AS_DDSMT));
        for (name, handling) in OPTIONS {
            command = match handling {
                Same(ours) => command.mut_arg(ours, |arg| arg.alias(name)),
                Always(_) | Refused(_) | Dispensable(_) => command.arg(hidden(name)),
            };
        }
        let names = OPTIONS_WITH_VALUE.iter().map(|(name, _)| *name);
        command.args(names.chain([VARIABLE_MODE]).map(|name| {
            hidden(name)
                .action(ArgAction::Append)
                .allow_hyphen_values(true)
                .value_name("VALUE")
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Ddsmt::augment_args(command)
    }
}

impl FromArgMatches for Ddsmt {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Ddsmt, clap::Error> {
        let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let is_ddsmt = is_given(AS_DDSMT);
        let mut notes = Vec::new();
        for (name, handling) in OPTIONS.iter().chain(OPTIONS_WITH_VALUE) {
            match handling {
                Same(_) => {}
                Always(_) | Refused(_) | Dispensable(_) if !is_given(name) => {}
                Always(why) => notes.push(format!("`--{name}` is not needed: {why}")),
                Dispensable(instead) if is_ddsmt => {
                    notes.push(format!("`--{name}` has no effect: {instead}"));
                }
                Refused(instead) | Dispensable(instead) => return Err(refused(name, instead)),
            }
        }
        let modes = matches.get_many::<String>(VARIABLE_MODE);
        if modes.into_iter().flatten().any(|mode| mode != "dec") {
            let always = "smelt replaces variables by smaller names only, which is `dec`";
            if !is_ddsmt {
                return Err(refused(VARIABLE_MODE, always));
            }
            notes.push(format!("`--{VARIABLE_MODE}` has no effect: {always}"));
        }
        Ok(Ddsmt { notes })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Ddsmt::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The error for an option that smelt does not have.
fn refused(name: &str, instead: &str) -> clap::Error {
    let message = format!("smelt has no option `--{name}`\n\nhint: {instead}\n");
    clap::Error::raw(ErrorKind::UnknownArgument, message)
}
