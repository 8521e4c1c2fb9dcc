//! `smelt fuzz asp` with solvers: tries them on programs and shows what was found.

use crate::cli::args::FuzzAspArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::FuzzDisplay;
use crate::cli::{exit, output};
use crate::corpus::CommandLine;
use crate::fuzz::Recipe;
use crate::fuzzing::{
    Category, FuzzError, Fuzzing, Judging, Panel, PanelError, Results, Solvers, tables,
};
use crate::report::tables::markdown;
use std::ffi::OsString;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// The limit of a run if none is given. Programs are small.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The longest limit, about 30 years: limits are multiples of it and must not overflow.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// How many failing programs of a solver and a category are written by default.
const KEEP: u64 = 100;

pub(super) fn run(args: &FuzzAspArgs, recipes: &[Recipe]) -> Result<u8, CliError> {
    let begun = Instant::now();
    let solvers = solvers(args)?;
    if solvers.trusted.is_empty() && solvers.subjects.len() < 2 && args.level() >= 0 {
        output::say(
            "note: without a trusted solver, only errors are found; name one with `--trusted CMD`",
        );
    }
    let panel = Panel::of(&solvers, args.dialect.extension())?;
    let interrupt = Interrupt::listen(args.time)?;
    let display = FuzzDisplay::new(args.level(), args.time);
    let fuzzing = Fuzzing {
        recipes,
        preset: args.preset,
        dialect: args.dialect,
        panel: &panel,
        judging: Judging {
            all_models: args.all_models,
            check_models: args.check_models.unwrap_or(100),
        },
        timeout: args.timeout.unwrap_or(TIMEOUT).min(LONGEST),
        memout: args.memout.map(NonZeroU64::get),
        numbers: numbers(args),
        out: args.out.as_deref(),
        keep: args.keep.unwrap_or(KEEP),
        jobs: args.jobs(),
        stop: &interrupt.stop,
        watch: &display,
    };
    let results = fuzzing.run();
    drop(display);
    let results = results?;
    output::data(&markdown(&tables(&results.tallies)))?;
    output::say(&last_line(&results, begun));
    Ok(interrupt.code())
}

/// The numbers of the programs. Without an end of their own, they go on until the run is stopped.
fn numbers(args: &FuzzAspArgs) -> std::ops::Range<u64> {
    let count = args.count.map_or(u64::MAX, NonZeroU64::get);
    args.first..args.first.saturating_add(count)
}

fn solvers(args: &FuzzAspArgs) -> Result<Solvers, CliError> {
    let wrong = |what: String| CliError::usage(what, "see `smelt fuzz asp --help`");
    let mut subjects = args.subject.clone();
    if !args.command.is_empty() {
        subjects.insert(0, CommandLine::of_words(&args.command).map_err(wrong)?);
    }
    if subjects.is_empty() {
        return Err(CliError::usage(
            "there is no solver to try",
            "put its command after `--`, or write programs with `--emit N --out DIR`",
        ));
    }
    let mut options = Vec::new();
    for text in &args.options {
        let words = shell_words::split(text)
            .map_err(|error| wrong(format!("cannot split `{text}`: {error}")))?;
        options.push(words.into_iter().map(OsString::from).collect());
    }
    Ok(Solvers {
        subjects,
        trusted: args.trusted.clone(),
        options,
        all_models: args.all_models,
    })
}

/// The result in one line, for scripts.
fn last_line(results: &Results, begun: Instant) -> String {
    let sum = &results.tallies.sum;
    let mut fields = vec![
        format!("programs={}", results.programs),
        format!("defects={}", sum.defects()),
    ];
    for category in Category::ALL {
        let count = sum.of(category);
        if count > 0 {
            fields.push(format!("{}={count}", category.name().replace('-', "_")));
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let rate = results.programs as f64 / seconds.max(0.001);
    fields.push(format!("wall_seconds={seconds:.1}"));
    fields.push(format!("programs_per_second={rate:.1}"));
    fields.join(" ")
}

impl From<PanelError> for CliError {
    fn from(error: PanelError) -> CliError {
        CliError::usage(error.to_string(), "check the path of the command")
    }
}

impl From<FuzzError> for CliError {
    fn from(error: FuzzError) -> CliError {
        let code = match error {
            FuzzError::Write { .. } | FuzzError::Slot(_) => exit::CASES,
            FuzzError::Used(_) | FuzzError::Rule(_) => exit::USAGE,
            FuzzError::Thread(_) => exit::INTERNAL,
        };
        CliError::new(code, error.to_string(), error.hint())
    }
}
