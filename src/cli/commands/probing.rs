//! `smelt init --probe`: finds out which solver each case fails on.

use crate::batch::{Probe, Probed, ProbedCase};
use crate::cli::args::InitArgs;
use crate::cli::error::CliError;
use crate::cli::fit::listed;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::ProbeDisplay;
use crate::cli::{exit, output};
use crate::corpus::{Case, Guess, SolverChoice};
use crate::solver::installed::Installed;
use std::ffi::OsString;
use std::time::Duration;

/// The CPU limit of each run, in seconds.
const SECONDS: f64 = 5.0;

/// The time for all runs together, without `--budget`.
const BUDGET: Duration = Duration::from_mins(2);

/// Larger files are not probed, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// A solver that cases may be assigned to.
pub(super) struct KnownSolver {
    pub(super) installed: Installed,
    /// The program, and the arguments that the configuration gives it.
    pub(super) command: Vec<OsString>,
}

/// A way to run a solver.
struct Way {
    solver: usize,
    arguments: Vec<String>,
}

/// Replaces guessed solvers by those on which the cases fail; only cases with a guess are tried. Returns the exit code
/// of a signal, or 0.
pub(super) fn probe(
    args: &InitArgs,
    cases: &[Case],
    solvers: &[KnownSolver],
    guesses: &[Option<Guess>],
    choices: &mut [Option<SolverChoice>],
) -> Result<u8, CliError> {
    let all = cases.iter().zip(guesses).enumerate();
    let (tried, too_large): (Vec<_>, Vec<_>) = all
        .filter_map(|(at, (case, guess))| Some((at, case, guess.as_ref()?)))
        .partition(|(_, case, _)| case.bytes <= MOST_BYTES);
    let ways: Vec<Vec<Way>> = tried
        .iter()
        .map(|(_, _, guess)| ways(guess, solvers))
        .collect();
    let cases: Vec<ProbedCase<'_>> = tried
        .iter()
        .zip(&ways)
        .map(|((_, case, _), ways)| ProbedCase {
            input: &case.file,
            commands: ways.iter().map(|way| command(way, solvers)).collect(),
        })
        .collect();
    output::say(&format!(
        "probing (cases: {}, solvers: {}) …",
        cases.len(),
        solvers.len()
    ));
    let budget = args.budget.unwrap_or(BUDGET);
    let interrupt = Interrupt::listen(Some(budget))?;
    let display = ProbeDisplay::new(cases.len(), budget);
    let probed = Probe {
        seconds: SECONDS,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        stop: &interrupt.stop,
        watch: &|tried, fail| display.tried(tried, fail),
    }
    .run(&cases);
    drop(display);
    for (((at, _, guess), ways), probed) in tried.iter().zip(ways).zip(&probed) {
        let Probed::Fails(way) = *probed else {
            continue;
        };
        let Some(way) = ways.into_iter().nth(way) else {
            continue;
        };
        let choice = &mut choices[*at];
        let is_guessed = choice
            .as_ref()
            .is_some_and(|choice| choice.solver == way.solver);
        *choice = Some(SolverChoice {
            solver: way.solver,
            arguments: way.arguments,
            token: guess.token.clone().filter(|_| is_guessed),
        });
    }
    let code = interrupt.code();
    let is_out_of_time = code == exit::DONE || code == exit::CUT;
    let why_untried = if is_out_of_time {
        "the time ran out"
    } else {
        "it was interrupted"
    };
    tell(too_large.len(), &probed, why_untried);
    let silent: Vec<&str> = tried
        .iter()
        .zip(&probed)
        .filter(|(_, probed)| **probed == Probed::Passes)
        .map(|((_, case, _), _)| &*case.id)
        .collect();
    if !silent.is_empty() {
        output::say(&format!(
            "note: no failure was seen on {}; name what they need, such as `arguments` or `differs-from`, in a `[[case]]`",
            listed(&silent)
        ));
    }
    Ok(code)
}

/// How a case is tried: first on every solver as it is, but with the arguments of its header where they are meant for
/// the solver; then on every one with the option to check its own models. Both are tried first on the solver for which the
/// case is meant, because it may fail on others for other reasons.
fn ways(guess: &Guess, solvers: &[KnownSolver]) -> Vec<Way> {
    let order = || guess.order.iter().copied();
    let family = |solver: usize| solvers[solver].installed.family;
    let headed = |solver| {
        let is_meant = family(solver).has_headers;
        guess
            .arguments
            .clone()
            .into_iter()
            .filter(move |_| is_meant)
    };
    let mut ways: Vec<Way> = order()
        .map(|solver| Way {
            solver,
            arguments: headed(solver).collect(),
        })
        .collect();
    for solver in order().filter(|solver| !family(*solver).checking.is_empty()) {
        let checking = family(solver).checking.iter().map(|&word| word.to_owned());
        ways.push(Way {
            solver,
            arguments: headed(solver).chain(checking).collect(),
        });
    }
    ways.sort_by_key(|way| guess.solver != Some(way.solver));
    ways
}

fn command(way: &Way, solvers: &[KnownSolver]) -> Vec<OsString> {
    let mut command = solvers[way.solver].command.clone();
    command.extend(way.arguments.iter().map(OsString::from));
    command
}

fn tell(too_large: usize, probed: &[Probed], why_untried: &str) {
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
            format!("make none fail ({SECONDS} s of CPU time a run)"),
        ),
        (
            untried,
            format!("were not tried on every solver, because {why_untried}"),
        ),
        (too_large, "are too large for probing".to_owned()),
    ] {
        if cases > 0 {
            parts.push(format!("{cases} {what}"));
        }
    }
    output::say(&parts.join("; "));
}
