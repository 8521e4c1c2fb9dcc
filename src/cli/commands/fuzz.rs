//! `smelt fuzz`: random programs, written to files or tried on solvers.

use crate::cli::args::{FuzzAspArgs, FuzzLanguage};
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::FuzzDisplay;
use crate::cli::{exit, output};
use crate::corpus::CommandLine;
use crate::disk::{make_directories, replace};
use crate::fuzz::{Parameters, ProgramClass, Recipe};
use crate::fuzzing::{Category, FuzzError, Fuzzing, Judging, Panel, Results, Solvers, tables};
use crate::input::InputFile;
use crate::report::tables::markdown;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::num::NonZeroU64;
use std::path::Path;
use std::time::{Duration, Instant};

/// The limit of a run if none is given. Programs are small.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The longest limit, about 30 years: limits are multiples of it and must not overflow.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// How many failing programs of a solver and a category are written by default.
const KEEP: u64 = 100;

pub(super) fn run(language: &FuzzLanguage) -> Result<u8, CliError> {
    let FuzzLanguage::Asp(args) = language;
    let recipes = recipes(args);
    match args.emit {
        Some(count) => emit(args, &recipes, count.get()),
        None => solve(args, &recipes),
    }
}

/// A recipe for each class. Classes take turns: the class of a program follows from its number.
fn recipes(args: &FuzzAspArgs) -> Vec<Recipe> {
    let usual = [ProgramClass::Mixed];
    let classes = match &args.class[..] {
        [] => &usual,
        classes => classes,
    };
    let mut recipes = Vec::new();
    for &class in classes {
        let mut parameters = Parameters::of(args.preset, class);
        for &(parameter, interval) in &args.parameters.0 {
            parameters.set(parameter, interval);
        }
        recipes.push(Recipe {
            class,
            parameters,
            seed: args.seed,
        });
    }
    recipes
}

/// Writes `count` programs, each to a file of its own; a single one to standard output if there is no directory.
fn emit(args: &FuzzAspArgs, recipes: &[Recipe], count: u64) -> Result<u8, CliError> {
    let numbers = args.first..args.first.saturating_add(count);
    match &args.out {
        Some(out) => {
            make_directories(out).map_err(|error| CliError::unwritten(out, &error))?;
            for number in numbers {
                let recipe = Recipe::in_turn(recipes, number);
                let text = args.dialect.print(&recipe.program(number));
                let path = out.join(recipe.file_name(number, args.dialect));
                write_program(&path, text.as_bytes())?;
            }
        }
        None if count == 1 => {
            let recipe = Recipe::in_turn(recipes, args.first);
            output::bytes(args.dialect.print(&recipe.program(args.first)).as_bytes())?;
        }
        None => {
            return Err(CliError::usage(
                "several programs need a directory",
                "add `--out DIR`, or write one program with `--emit 1`",
            ));
        }
    }
    Ok(exit::DONE)
}

/// Writes a program to a file, unless it is there. A file that is another one is not replaced.
fn write_program(path: &Path, text: &[u8]) -> Result<(), CliError> {
    match InputFile::own(path).bytes() {
        Ok(before) if before == text => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Ok(_) | Err(_) => {
            return Err(CliError::usage(
                format!("`{}` is there and is no such program", path.display()),
                "choose another directory with `--out DIR`",
            ));
        }
    }
    replace(path, text).map_err(|error| CliError::unwritten(path, &error))
}

/// Tries solvers on programs, and shows what was found.
fn solve(args: &FuzzAspArgs, recipes: &[Recipe]) -> Result<u8, CliError> {
    let begun = Instant::now();
    let solvers = solvers(args)?;
    if solvers.trusted.is_empty() && solvers.subjects.len() < 2 && args.level() >= 0 {
        output::say(
            "note: without a trusted solver, only errors are found; name one with `--trusted CMD`",
        );
    }
    let panel = Panel::of(&solvers, args.dialect.extension())
        .map_err(|error| CliError::usage(error.to_string(), "check the path of the command"))?;
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
