//! What several subcommands do first: find the settings, check the commands and the input, start the thread pool.

use crate::batch::draw_nonce;
use crate::cli::args::Common;
use crate::cli::error::CliError;
use crate::cli::{exit, output};
use crate::corpus::{CommandLine, Config, Settings, resolve};
use crate::input::InputFile;
use crate::reduction::resolve_commands;
use crate::solver::{ResolveError, lacking_files, proc_is_readable};
use std::error::Error;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The settings for the single case of `reduce` and `check`. Its programs are checked to exist.
pub(super) fn settings(
    common: &Common,
    input: &Path,
    words: &[OsString],
) -> Result<Settings, CliError> {
    let settings = unchecked_settings(common, words)?;
    check_commands(input, &settings)?;
    Ok(settings)
}

/// The same, whether its programs exist or not.
pub(super) fn unchecked_settings(
    common: &Common,
    words: &[OsString],
) -> Result<Settings, CliError> {
    let config = common.run.config.as_deref().map(Config::read).transpose()?;
    Ok(resolve(&common.options(), config.as_ref(), words)?)
}

/// The command of a solver, if one is given. `hint` is the advice if it is wrong.
pub(super) fn command(words: &[OsString], hint: &str) -> Result<Option<CommandLine>, CliError> {
    if words.is_empty() {
        return Ok(None);
    }
    let command = CommandLine::of_words(words).map_err(|what| CliError::usage(what, hint))?;
    Ok(Some(command))
}

/// Refuses commands that could not be run.
pub(super) fn check_commands(input: &Path, settings: &Settings) -> Result<(), CliError> {
    resolve_commands(input, settings).map_err(|error| {
        let hint = match &error {
            ResolveError::Script(script) => script.hint(),
            ResolveError::NoDepends(_) | ResolveError::SameName(_) | ResolveError::NoCwd(_) => {
                "check the path; a relative one starts at the current directory".to_owned()
            }
            _ => "check the path of the command; see also `smelt help faq`".to_owned(),
        };
        CliError::usage(error.to_string(), hint)
    })
}

/// Refuses an input that is not a file or cannot be read. Its contents are examined later.
pub(super) fn check_input(input: &InputFile) -> Result<(), CliError> {
    let name = input.path().display();
    let hint = "check that the file exists and that you have permission to read it";
    let found = input
        .path()
        .metadata()
        .map_err(|error| CliError::usage(format!("cannot read `{name}`: {error}"), hint))?;
    if found.is_dir() {
        return Err(CliError::usage(
            format!("`{name}` is a directory"),
            "to reduce all cases in a directory, use `smelt batch`",
        ));
    }
    if !found.is_file() {
        let message = format!("`{name}` is a pipe or a device");
        return Err(CliError::usage(
            message,
            "write the input to a file first, because smelt reads it several times",
        ));
    }
    input.length().map(drop).map_err(|error| {
        let hint = match error.kind() {
            ErrorKind::FileTooLarge => "allow more with `--max-input`",
            _ => hint,
        };
        CliError::usage(format!("cannot read `{name}`: {error}"), hint)
    })
}

/// Refuses a limit on open files under which not even one job could run.
fn check_files() -> Result<(), CliError> {
    match lacking_files() {
        None => Ok(()),
        Some((limit, needed)) => Err(CliError::usage(
            format!("the limit on open files is {limit}, but smelt needs at least {needed}"),
            format!("raise it: `ulimit -n {needed}`, better 1024"),
        )),
    }
}

/// Says what cannot be had where `/proc` shows the processes of another namespace.
fn tell_foreign_proc() {
    if !proc_is_readable() {
        output::say(
            "note: `/proc` is that of another PID namespace, so processes that leave the group of their solver are not \
             found, and crashes tell no function; mount that of this one, as `unshare --mount-proc` does",
        );
    }
}

/// Gives CPU-bound work as many threads as there are jobs, but no more than there are cores. An existing pool is kept.
/// If the system provides fewer threads, half as many are tried, down to one.
pub(super) fn size_pool(common: &Common) -> Result<(), CliError> {
    check_files()?;
    tell_foreign_proc();
    let jobs = common.run.jobs();
    let cores = std::thread::available_parallelism().map_or(jobs, |cores| cores.min(jobs));
    let mut threads = cores.get();
    loop {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let Err(error) = builder.build_global() else {
            return Ok(());
        };
        // An error that has a source comes from the system. Without one, the pool exists already.
        match error.source() {
            None => return Ok(()),
            Some(_) if threads > 1 => threads /= 2,
            Some(why) => {
                return Err(CliError::new(
                    exit::INTERNAL,
                    format!("cannot start a thread: {why}"),
                    "raise the limits on processes and memory (see `ulimit -a`)",
                ));
            }
        }
    }
}

/// A random number for what is recorded nowhere.
pub(super) fn nonce() -> Result<[u8; 32], CliError> {
    draw_nonce()
        .map_err(|error| CliError::internal(format!("cannot draw a random number: {error}")))
}

/// A path that stays valid in another current directory.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, CliError> {
    std::path::absolute(path).map_err(|error| CliError::unfound(path, &error))
}
