//! The definition of the command line for clap. Arguments are parsed with it, and help, completions and man pages are
//! generated from it.
//!
//! Subcommands share options by flattening [`Common`]. If an option has no effect on a subcommand, it is hidden from
//! its help, and refused with the reason.

use super::args::{Cli, Common};
use super::ddsmt::{HELP_ALL, in_place_of_ddsmt};
use super::examples::{EXIT_CODES, topics};
use super::{attached, guess};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, CommandFactory, FromArgMatches, Id};
use std::ffi::OsString;

/// The definition of the whole command line.
pub fn definition() -> Command {
    with_repeatable_flags(Cli::command())
        .after_help(format!("{}\n{EXIT_CODES}", topics()))
        .mut_subcommand("check", without_search)
        .mut_subcommand("bisect", without_search)
        // It takes the options of the reduction as they were, and shows those that it uses.
        .mut_subcommand("issue", without_search)
        .mut_subcommand("cache", |cache| cache.mut_subcommand("verify", verify))
        .mut_subcommand("reduce", |reduce| reduce.mut_args(numeric))
        .mut_subcommand("batch", |batch| batch.mut_args(numeric))
        .mut_subcommand("compare", |compare| {
            // Each call has a store of its own, and times are compared.
            let hidden = |arg: Arg| arg.hide(true);
            let compare = compare.mut_arg("cache", hidden);
            let compare = compare.mut_arg("cache_size", hidden);
            let jobs = "Number of cases at the same time [default: 1]";
            compare
                .mut_arg("jobs", |arg| arg.help(jobs))
                .mut_args(numeric)
        })
        .mut_subcommand("slurm", |slurm| {
            let jobs = "Number of solver runs at the same time [default: 1]";
            slurm
                .mut_arg("jobs", |arg| arg.help(jobs))
                .mut_args(numeric)
        })
        .mut_subcommands(with_short_help)
}

/// The options that `--help` shows of subcommands that share those of cases.
const COMMON: [&str; 31] = [
    "out",
    "jobs",
    "cache",
    "config",
    "quiet",
    "verbose",
    "match_out",
    "match_err",
    "ignore_output",
    "hangs",
    "slower_than_factor",
    "more_memory_than",
    "script",
    "differs_from",
    "passes_on",
    "cross_check",
    "invalid_model",
    "incorrect",
    "models_differ_from",
    "reduce_options",
    "stdin",
    "depends",
    "timeout",
    "memout",
    "strategy",
    "effort",
    "language",
    "budget",
    "builds",
    "minimal",
    "pretty",
];

/// Lets `--help` show the common options only, of subcommands that have `--help-all`.
fn with_short_help(command: Command) -> Command {
    if command.get_arguments().all(|arg| arg.get_id() != HELP_ALL) {
        return command;
    }
    let is_common = |arg: &Arg| {
        let id = arg.get_id().as_str();
        arg.is_positional() || id == HELP_ALL || COMMON.contains(&id) || is_of_few(arg)
    };
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::HelpShort)
        .help("Print the common options");
    command
        .mut_args(|arg| {
            let is_hidden = !is_common(&arg);
            arg.hide_short_help(is_hidden)
        })
        .mut_arg(HELP_ALL, |arg| {
            arg.hide(false)
                .help_heading(None::<&str>)
                .help("Print all options, with what each one does")
        })
        .disable_help_flag(true)
        .arg(help)
}

/// Whether an option is one that few subcommands have, and that is what they are for.
fn is_of_few(arg: &Arg) -> bool {
    let heading = arg.get_help_heading().unwrap_or_default();
    ["How to compare", "Shards", "Slurm"].contains(&heading)
}

/// The subcommands that share the options of a search and make none.
const SEARCHLESS: [&str; 2] = ["check", "bisect"];

/// The definition of a subcommand that makes no search.
fn without_search(command: Command) -> Command {
    command.mut_args(|arg| {
        let hides = is_of_search(&arg) || arg.is_hide_set();
        numeric(arg).hide(hides)
    })
}

/// Parses a command line, or says what is wrong with it.
pub fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let mut definition = definition();
    let mut words = in_place_of_ddsmt(words);
    loop {
        let mut matches = definition
            .try_get_matches_from_mut(&words)
            .map_err(|error| guess::improved(error, &definition, &words))?;
        if let Some((name, given)) = matches.subcommand()
            && let Some(verb) = definition.find_subcommand(name)
        {
            if let Some(detached) = attached::detached(verb, &words, given)? {
                words = detached;
                continue;
            }
            refuse_unused(verb, given)?;
            guess::refuse_detached_value(verb, &words, given)?;
        }
        return Cli::from_arg_matches_mut(&mut matches);
    }
}

/// Allows repeating flags, because that changes nothing. An option with a value may not be repeated: one of the values
/// would be ignored.
fn with_repeatable_flags(command: Command) -> Command {
    let repeatable = |arg: Arg| match arg.get_action() {
        ArgAction::SetTrue => {
            let id = arg.get_id().clone();
            arg.overrides_with(id)
        }
        _ => arg,
    };
    command
        .mut_args(repeatable)
        .mut_subcommands(with_repeatable_flags)
}

/// The definition without hidden options, for completions.
pub(super) fn visible() -> Command {
    shown(&definition())
}

fn shown(command: &Command) -> Command {
    let mut bare = Command::new(command.get_name().to_owned())
        .disable_help_subcommand(true)
        .about(command.get_about().cloned().unwrap_or_default())
        // `--help` is added anew.
        .args(
            command
                .get_arguments()
                .filter(|arg| !arg.is_hide_set() && arg.get_id() != "help"),
        );
    if let Some(version) = command.get_version() {
        bare = bare.version(version.to_owned());
    }
    bare.subcommands(command.get_subcommands().map(shown))
}

/// Refuses options that have no effect on a subcommand.
fn refuse_unused(verb: &Command, given: &ArgMatches) -> Result<(), clap::Error> {
    let called = verb.get_name();
    if !SEARCHLESS.contains(&called) {
        return Ok(());
    }
    let unused = verb
        .get_arguments()
        .find(|arg| is_of_search(arg) && is_given(given, arg.get_id()));
    match unused {
        None if called == "check" && is_given(given, &Id::from("minimal")) => {
            refuse_beside_minimal(verb, given)
        }
        None => Ok(()),
        Some(arg) => {
            let name = arg.get_long().unwrap_or(arg.get_id().as_str());
            let message = format!(
                "`smelt {called}` has no option `--{name}`, because it does not search; \
                 use it with `smelt reduce` or `smelt batch`"
            );
            Err(verb.clone().error(ErrorKind::UnknownArgument, message))
        }
    }
}

/// Refuses arguments that cannot be combined with `--minimal`, which takes the cases and options from a journal.
fn refuse_beside_minimal(check: &Command, given: &ArgMatches) -> Result<(), clap::Error> {
    let allowed = ["minimal", "cache", "cache_size", "quiet", "verbose"];
    let unused = check.get_arguments().find(|arg| {
        let id = arg.get_id();
        !allowed.contains(&id.as_str()) && is_given(given, id)
    });
    match unused {
        None => Ok(()),
        Some(arg) => {
            let message = format!(
                "`{arg}` cannot be used with `--minimal`, which takes the cases and options of a batch from its journal"
            );
            Err(check.clone().error(ErrorKind::ArgumentConflict, message))
        }
    }
}

/// Whether the option was given on the command line.
fn is_given(matches: &ArgMatches, id: &Id) -> bool {
    matches.value_source(id.as_str()) == Some(ValueSource::CommandLine)
}

/// Whether an option concerns only the search or its result. The language is needed before the search.
fn is_of_search(arg: &Arg) -> bool {
    let id = arg.get_id().as_str();
    let of_search = arg.get_help_heading() == Some("How to search") && id != "language";
    of_search && id != HELP_ALL || ["jobs", "lift", "lift_with", "pretty"].contains(&id)
}

/// The definition of `smelt cache verify`. All common options except the path of the store require `--rerun`. Those of
/// cases are the same as for `smelt batch`, and documented there.
fn verify(command: Command) -> Command {
    let common = Common::augment_args(Command::new("common"));
    let ids: Vec<Id> = common
        .get_arguments()
        .map(|arg| arg.get_id().clone())
        .filter(|id| id.as_str() != "cache" && id.as_str() != HELP_ALL)
        .collect();
    command.mut_args(|arg| {
        if !ids.contains(arg.get_id()) {
            return arg;
        }
        let of_run = ["jobs", "config", "quiet", "verbose"].contains(&arg.get_id().as_str());
        let hides = arg.is_hide_set() || !of_run;
        numeric(arg).requires("rerun").hide(hides)
    })
}

/// What the values of options are called that are numbers.
const NUMBERS: [&str; 7] = ["S", "MB", "N", "PERCENT", "FACTOR", "TIME", "SIZE"];

/// Lets an option for a number take a negative one: `--timeout -1` is a wrong number, not an unknown option.
fn numeric(arg: Arg) -> Arg {
    match arg.get_value_names().unwrap_or_default() {
        [name] if NUMBERS.contains(&name.as_str()) => arg.allow_negative_numbers(true),
        _ => arg,
    }
}
