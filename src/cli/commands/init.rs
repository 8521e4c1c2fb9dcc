//! `smelt init`: writes an initial `smelt.toml` for a directory of cases.

use crate::batch::{Probe, Probed, ProbedCase};
use crate::cli::args::InitArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::{exit, output};
use crate::corpus::{
    CONFIG_NAME, Case, Discovery, Guess, Guesser, SolverChoice, discover, starter,
};
use crate::solver::installed::{FAMILIES, Installed, in_directories, on_path};
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

/// The CPU limit of each run of `--probe`, in seconds.
const PROBE_SECONDS: f64 = 5.0;

/// The time for all runs of `--probe` together, without `--budget`.
const PROBE_BUDGET: Duration = Duration::from_mins(2);

/// The size of the largest file that is probed, in bytes.
const PROBE_BYTES: u64 = 4 << 20;

pub(super) fn run(args: &InitArgs) -> Result<u8, CliError> {
    let path = args.directory.join(CONFIG_NAME);
    if path.is_symlink() || path.exists() {
        return Err(refused(&path, &ErrorKind::AlreadyExists.into()));
    }
    let found = discover(std::slice::from_ref(&args.directory))?;
    let solvers = solvers(args)?;
    let guess = Guesser::new(&solvers);
    let guesses: Vec<Guess> = found.cases.iter().map(|case| guess.guess(case)).collect();
    let mut choices: Vec<Option<SolverChoice>> = guesses.iter().map(chosen).collect();
    let code = if args.probe && !solvers.is_empty() {
        probe(args, &found.cases, &solvers, &guesses, &mut choices)?
    } else {
        exit::DONE
    };
    let text = starter(&found.cases, &solvers, &choices);
    write(&path, &text).map_err(|error| refused(&path, &error))?;
    output::data(&format!("{}\n", path.display()))?;
    tell(args, &path, &found, &solvers, &choices);
    Ok(code)
}

/// The solvers to choose from.
fn solvers(args: &InitArgs) -> Result<Vec<Installed>, CliError> {
    if args.solvers.is_empty() {
        return Ok(on_path());
    }
    in_directories(&args.solvers).map_err(|(directory, error)| {
        CliError::usage(
            format!(
                "cannot look for solvers in `{}`: {error}",
                directory.display()
            ),
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

/// A way to run a solver.
struct Way {
    solver: usize,
    arguments: Vec<String>,
}

/// Replaces guessed solvers by those on which the cases fail. Returns the exit code of a signal, or 0.
fn probe(
    args: &InitArgs,
    cases: &[Case],
    solvers: &[Installed],
    guesses: &[Guess],
    choices: &mut [Option<SolverChoice>],
) -> Result<u8, CliError> {
    let tried: Vec<usize> = (0..cases.len())
        .filter(|&at| cases[at].bytes <= PROBE_BYTES)
        .collect();
    let ways: Vec<Vec<Way>> = tried
        .iter()
        .map(|&at| ways(&guesses[at].order, solvers))
        .collect();
    let cases: Vec<ProbedCase<'_>> = tried
        .iter()
        .zip(&ways)
        .map(|(&at, ways)| ProbedCase {
            input: &cases[at].file,
            commands: ways.iter().map(|way| command(way, solvers)).collect(),
        })
        .collect();
    output::say(&format!(
        "probing (cases: {}, solvers: {}) …",
        cases.len(),
        solvers.len()
    ));
    let interrupt = Interrupt::listen(Some(args.budget.unwrap_or(PROBE_BUDGET)))?;
    let probed = Probe {
        seconds: PROBE_SECONDS,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        stop: &interrupt.stop,
    }
    .run(&cases);
    for ((&at, ways), probed) in tried.iter().zip(&ways).zip(&probed) {
        if let Probed::Fails(way) = *probed {
            let way = &ways[way];
            let is_guessed = choices[at]
                .as_ref()
                .is_some_and(|choice| choice.solver == way.solver);
            choices[at] = Some(SolverChoice {
                solver: way.solver,
                arguments: way.arguments.clone(),
                token: guesses[at].token.clone().filter(|_| is_guessed),
            });
        }
    }
    tell_probed(cases.len() - tried.len(), &probed);
    Ok(interrupt.code())
}

/// How a case is tried: first on every solver without options, then on every one with the option to check its own
/// models.
fn ways(order: &[usize], solvers: &[Installed]) -> Vec<Way> {
    let plain = order.iter().map(|&solver| Way {
        solver,
        arguments: Vec::new(),
    });
    let checking = order.iter().filter_map(|&solver| {
        let arguments = solvers[solver].family.checking;
        (!arguments.is_empty()).then(|| Way {
            solver,
            arguments: arguments
                .iter()
                .map(|&argument| argument.to_owned())
                .collect(),
        })
    });
    plain.chain(checking).collect()
}

fn command(way: &Way, solvers: &[Installed]) -> Vec<OsString> {
    let program = solvers[way.solver].program.clone().into_os_string();
    let arguments = way.arguments.iter().map(OsString::from);
    std::iter::once(program).chain(arguments).collect()
}

fn tell_probed(too_large: usize, probed: &[Probed]) {
    let count = |wanted: fn(&Probed) -> bool| probed.iter().filter(|probed| wanted(probed)).count();
    let fails = count(|probed| matches!(probed, Probed::Fails(_)));
    let mut parts = vec![format!(
        "cases that make a solver fail: {fails} of {}",
        probed.len()
    )];
    let passes = count(|probed| *probed == Probed::Passes);
    let untried = count(|probed| *probed == Probed::Untried);
    for (cases, what) in [
        (
            passes,
            format!("make none fail ({PROBE_SECONDS} s of CPU time a run)"),
        ),
        (
            untried,
            "were not tried on every solver, because the time ran out".to_owned(),
        ),
        (too_large, "are too large for probing".to_owned()),
    ] {
        if cases > 0 {
            parts.push(format!("{cases} {what}"));
        }
    }
    output::say(&parts.join("; "));
}

/// Tells the user what is left to do.
fn tell(
    args: &InitArgs,
    path: &Path,
    found: &Discovery,
    solvers: &[Installed],
    choices: &[Option<SolverChoice>],
) {
    let (path, directory) = (path.display(), args.directory.display());
    let cases = found.cases.len();
    let left = choices.iter().filter(|choice| choice.is_none()).count();
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
    } else if left == 0 {
        output::say(&format!(
            "each case has a solver; reduce the cases with `smelt batch {directory} --out OUT`"
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
                ", or delete that file and run `smelt init --probe {}{directory}` to try the solvers out",
                places.concat()
            );
            ("names and headers do not mention one", again)
        };
        output::say(&format!(
            "note: cases without a solver: {left} of {cases}, because {why}. Add a `[[case]]` to `{path}`{other}"
        ));
    }
}

/// Writes a new file. An existing one is an error, even if it is a broken link.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn refused(path: &Path, error: &io::Error) -> CliError {
    let path = path.display();
    if error.kind() == ErrorKind::AlreadyExists {
        return CliError::usage(
            format!("`{path}` exists already"),
            "edit it, or move it away and run the command again; nothing was written",
        );
    }
    CliError::usage(
        format!("cannot write `{path}`: {error}"),
        "check the permissions of the directory",
    )
}
