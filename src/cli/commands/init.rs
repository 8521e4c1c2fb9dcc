//! `smelt init`: writes an initial `smelt.toml` for a directory of cases, or adds new cases to the one that it has.

use super::probing::{self, KnownSolver};
use crate::cli::args::InitArgs;
use crate::cli::error::CliError;
use crate::cli::fit::listed;
use crate::cli::{exit, output};
use crate::command::quoted;
use crate::corpus::{
    CONFIG_NAME, Case, Config, CorpusError, Discovery, Guess, Guesser, SolverChoice, additions,
    discover, starter, without_solver,
};
use crate::disk;
use crate::solver::installed::{FAMILIES, Installed, in_directories, on_path};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The configuration that a directory has.
struct Existing {
    text: String,
    config: Config,
}

pub(super) fn run(args: &InitArgs) -> Result<u8, CliError> {
    let path = args.directory.join(CONFIG_NAME);
    let existing = existing(args, &path)?;
    let found = discover(std::slice::from_ref(&args.directory))?;
    let (solvers, defined) = solvers(args, existing.as_ref())?;
    let installed: Vec<Installed> = solvers
        .iter()
        .map(|solver| solver.installed.clone())
        .collect();
    let signs = Guesser::new(&installed);
    // A case that has a solver keeps it.
    let is_new = match &existing {
        None => vec![true; found.cases.len()],
        Some(Existing { config, .. }) => without_solver(&found.cases, config),
    };
    let cases = found.cases.iter().zip(&is_new);
    let guesses: Vec<Option<Guess>> = cases
        .map(|(case, is_new)| is_new.then(|| signs.guess(case)))
        .collect();
    let mut choices: Vec<Option<SolverChoice>> = guesses
        .iter()
        .map(|guess| chosen(guess.as_ref()?))
        .collect();
    let code = if args.probe && !solvers.is_empty() && is_new.contains(&true) {
        probing::probe(args, &found.cases, &solvers, &guesses, &mut choices)?
    } else {
        exit::DONE
    };
    match &existing {
        None => {
            let text = starter(&found.cases, &installed, &choices);
            write(&path, &text)?;
            output::data(&format!("{}\n", path.display()))?;
        }
        Some(existing) => {
            let added = additions(&found.cases, &installed, defined, &choices);
            append(&path, &existing.text, &added)?;
            tell_added(&path, &found.cases, &installed, &choices)?;
        }
    }
    // Asked of the file itself, because not every name can be written in it.
    let is_left = without_solver(&found.cases, &Config::read(&path)?);
    let left = found.cases.iter().zip(is_left);
    let left: Vec<&str> = left
        .filter_map(|(case, is_left)| is_left.then_some(&*case.id))
        .collect();
    tell(args, &path, &found, &installed, &left);
    Ok(code)
}

/// The configuration to add to. Without `--update`, there must be none.
fn existing(args: &InitArgs, path: &Path) -> Result<Option<Existing>, CliError> {
    if !exists(path) {
        return Ok(None);
    }
    if !args.update {
        return Err(exists_already(path));
    }
    if path.is_symlink() {
        let path = path.display();
        return Err(CliError::usage(
            format!("`{path}` is a link, and no file is written through one"),
            "put the file itself there",
        ));
    }
    let config = Config::read(path)?;
    let text = fs::read_to_string(path).map_err(|error| unread(path, &error))?;
    Ok(Some(Existing { text, config }))
}

/// The solvers to choose from, and how many of them the configuration defines; they come first.
fn solvers(
    args: &InitArgs,
    existing: Option<&Existing>,
) -> Result<(Vec<KnownSolver>, usize), CliError> {
    let (mut names, mut solvers) = (Vec::new(), Vec::new());
    for (name, command) in existing.iter().flat_map(|it| it.config.solvers()) {
        names.push(name);
        let program = command.first().map(PathBuf::from);
        let installed = program.and_then(|program| Installed::of_name(name, &program));
        solvers.extend(installed.map(|installed| KnownSolver { installed, command }));
    }
    let count = solvers.len();
    let is_new = |installed: &Installed| !names.contains(&installed.name.as_str());
    let others = installed(args)?.into_iter().filter(is_new);
    solvers.extend(others.map(|installed| KnownSolver {
        command: vec![installed.program.clone().into()],
        installed,
    }));
    Ok((solvers, count))
}

/// The solvers on PATH, or in the directories that were named.
fn installed(args: &InitArgs) -> Result<Vec<Installed>, CliError> {
    if args.solvers.is_empty() {
        return Ok(on_path());
    }
    in_directories(&args.solvers).map_err(|(directory, error)| {
        let directory = directory.display();
        CliError::usage(
            format!("cannot look for solvers in `{directory}`: {error}"),
            "give a directory that contains solver programs with `--solvers DIR`",
        )
    })
}

/// The choice according to a guess.
fn chosen(guess: &Guess) -> Option<SolverChoice> {
    Some(SolverChoice {
        solver: guess.solver?,
        arguments: Vec::new(),
        token: guess.token.clone(),
    })
}

/// Adds a text at the end of a configuration, if that makes a configuration again. What it has stays as it is.
fn append(path: &Path, text: &str, added: &str) -> Result<(), CliError> {
    if added.is_empty() {
        return Ok(());
    }
    let mut whole = text.to_owned();
    if !whole.is_empty() && !whole.ends_with('\n') {
        whole.push('\n');
    }
    whole.push_str(added);
    replace(path, &whole)
}

/// Adds tables before the first `[[case]]` of a configuration, so that they apply first.
pub(super) fn insert(path: &Path, config: &Config, added: &str) -> Result<(), CliError> {
    let text = fs::read_to_string(path).map_err(|error| unread(path, &error))?;
    let begin = config
        .begin_of_cases()
        .and_then(|begin| text.split_at_checked(begin));
    match begin {
        _ if added.is_empty() => Ok(()),
        None => append(path, &text, &format!("\n{added}")),
        Some((before, after)) => replace(path, &[before, added, after].concat()),
    }
}

/// Replaces a configuration, if the new text is one.
fn replace(path: &Path, text: &str) -> Result<(), CliError> {
    Config::parse(path, text).map_err(|error: CorpusError| {
        let message = format!("nothing can be added to `{}`: {error}", path.display());
        CliError::usage(message, "write each case as a `[[case]]` of its own")
    })?;
    disk::replace(path, text.as_bytes()).map_err(|error| CliError::unwritten(path, &error))
}

/// Prints the cases that have a solver now, each with its name.
fn tell_added(
    path: &Path,
    cases: &[Case],
    solvers: &[Installed],
    choices: &[Option<SolverChoice>],
) -> Result<(), CliError> {
    let added = cases.iter().zip(choices);
    let lines: Vec<String> = added
        .filter_map(|(case, choice)| {
            let solver = solvers.get(choice.as_ref()?.solver)?;
            Some(format!("added {}: {}\n", case.id, solver.name))
        })
        .collect();
    if lines.is_empty() {
        output::say(&format!("nothing was added to `{}`", path.display()));
    }
    output::data(&lines.concat())
}

/// Tells the user what is left to do.
fn tell(args: &InitArgs, path: &Path, found: &Discovery, solvers: &[Installed], left: &[&str]) {
    let (path, directory) = (path.display(), quoted(&[&args.directory]));
    let cases = found.cases.len();
    if solvers.is_empty() {
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        let place = if args.solvers.is_empty() {
            "on PATH"
        } else {
            "in the given directories"
        };
        output::say(&format!(
            "note: no solver was found {place} (names tried: {}, also with a version, like z3-4.13). Fill in a \
             `[solver.NAME]` and a `[[case]]` in `{path}`, or delete that file and run `smelt init --solvers DIR {directory}`",
            known.join(", ")
        ));
        return;
    }
    let names: Vec<&str> = solvers.iter().map(|solver| &*solver.name).collect();
    output::say(&format!("solvers: {}", names.join(", ")));
    if cases == 0 {
        output::say(&format!("note: no cases were found in `{directory}`"));
    } else if left.is_empty() {
        let probe = if args.probe {
            ""
        } else {
            ", guessed from its name; with --probe, the solvers are tried out"
        };
        output::say(&format!(
            "each case has a solver{probe}; reduce the cases with `smelt batch {directory} --out OUT`"
        ));
    } else {
        let (why, other) = if args.probe {
            ("neither names nor probing point to one", String::new())
        } else {
            let places: Vec<String> = args
                .solvers
                .iter()
                .map(|place| format!("--solvers {} ", place.display()))
                .collect();
            let again = format!(
                ", or run `smelt init --update --probe {}{directory}` to try the solvers out",
                places.concat()
            );
            ("names and headers do not mention one", again)
        };
        output::say(&format!(
            "note: cases without a solver: {} of {cases}, because {why}: {}. Add a `[[case]]` to `{path}`{other}",
            left.len(),
            listed(left)
        ));
    }
}

/// Whether something has this name, even if it is a broken link.
fn exists(path: &Path) -> bool {
    path.is_symlink() || path.exists()
}

/// Writes a new file. Looks once more whether it exists, because solvers may have been tried out since.
fn write(path: &Path, text: &str) -> Result<(), CliError> {
    if exists(path) {
        return Err(exists_already(path));
    }
    disk::replace(path, text.as_bytes()).map_err(|error| CliError::unwritten(path, &error))
}

fn exists_already(path: &Path) -> CliError {
    CliError::usage(
        format!("`{}` exists already", path.display()),
        "add the cases that are new with `smelt init --update`; nothing was written",
    )
}

fn unread(path: &Path, error: &io::Error) -> CliError {
    CliError::usage(
        format!("cannot read `{}`: {error}", path.display()),
        "check the permissions",
    )
}
