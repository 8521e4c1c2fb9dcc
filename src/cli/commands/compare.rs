//! `smelt compare`: measures strategies of smelt and other tools on the same cases.

use super::cases::{Cases, configs};
use super::compare_alone::{self, OwnProgram, options};
use super::journalled::this_call;
use super::preparation::size_pool;
use crate::batch::Output;
use crate::cli::args::CompareArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::CompareDisplay;
use crate::cli::{exit, output};
use crate::comparing::{Compare, Limits, Tool, ToolError, compare};
use crate::corpus::{Config, plan_under};
use crate::event::ResultKind;
use crate::report::ComparedTools;
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::Duration;

/// The time of a call, unless another one is given.
const TOOL_TIME: Duration = Duration::from_mins(15);

pub(super) fn run(args: &CompareArgs) -> Result<u8, CliError> {
    if args.common.run.cache.is_some() || args.common.run.cache_size.is_some() {
        return Err(CliError::usage(
            "`smelt compare` has no store",
            "each call has a new one of its own; to use none, compare `NAME=smelt --cache none`",
        ));
    }
    let tools = tools(args)?;
    if let Some(case) = &args.alone {
        return compare_alone::run(args, case, &tools);
    }
    for tool in &tools {
        check_options(args, tool)?;
    }
    let cases = Cases::of(&args.directories, &args.common, &args.command)?;
    cases.tell_unmatched_globs();
    let Cases {
        planned, unread, ..
    } = cases;
    size_pool(&args.common)?;
    let out = Output::open_to_compare(&args.out, this_call())?;
    if out.unreadable > 0 {
        output::say(&format!(
            "note: {} lines of the journal are unreadable; their calls are made again",
            out.unreadable
        ));
    }
    let interrupt = Interrupt::listen(None)?;
    let repetitions = args.repetitions.unwrap_or(NonZeroU32::MIN);
    let calls = planned.len() * tools.len() * repetitions.get() as usize;
    let display = CompareDisplay::new(calls, args.common.run.level());
    let compared = compare(
        &Compare {
            planned: &planned,
            tools: &tools,
            repetitions,
            limits: Limits {
                time: args.tool_time.unwrap_or(TOOL_TIME),
                runs: args.tool_runs.map(NonZeroU64::get),
            },
            // Calls at the same time disturb each other, so that is for the user to decide.
            jobs: args.common.run.jobs.unwrap_or(NonZeroUsize::MIN),
            stop: &interrupt.stop,
            own: &OwnProgram,
            watch: &display,
        },
        &out,
    );
    drop(display);
    let (compared, pending) = compared?;
    output::say(&last_line(&compared, pending, args));
    // A case that is not compared counts as one that failed.
    let is_left_out = unread || !compared.left_out.is_empty();
    Ok(exit::if_so(pending > 0, exit::CUT)
        .max(exit::if_so(is_left_out, exit::CASES))
        .max(interrupt.code()))
}

/// The tools: those that are named, or else all of the configuration.
fn tools(args: &CompareArgs) -> Result<Vec<Tool>, CliError> {
    let usage = |error: ToolError| CliError::usage(error.what, error.hint);
    let configs = configs(&args.directories, &args.common)?;
    let mut configured: Vec<(String, Vec<OsString>)> = Vec::new();
    for (name, words) in configs.iter().flatten().flat_map(Config::tools) {
        if configured.iter().all(|(other, _)| other != name) {
            configured.push((name.to_owned(), words));
        }
    }
    let tools: Result<Vec<Tool>, ToolError> = if args.tools.is_empty() {
        let tools = configured.into_iter();
        tools.map(|(name, words)| Tool::new(&name, words)).collect()
    } else {
        let tools = args.tools.iter();
        tools.map(|text| Tool::of(text, &configured)).collect()
    };
    let tools = tools.map_err(usage)?;
    let Some((last, before)) = tools.split_last() else {
        return Err(CliError::usage(
            "no tool is named",
            "give `--tool auto --tool hybrid`, for example, or write `[tool.NAME]` into smelt.toml",
        ));
    };
    let all = before.iter().chain([last]);
    for (nth, tool) in all.enumerate() {
        if before.iter().take(nth).any(|other| other.name == tool.name) {
            return Err(CliError::usage(
                format!("two tools have the name `{}`", tool.name),
                "give one of them another name: `--tool NAME=COMMAND`",
            ));
        }
    }
    Ok(tools)
}

/// Refuses wrong options of a search before anything runs.
fn check_options(args: &CompareArgs, tool: &Tool) -> Result<(), CliError> {
    let Some(given) = options(tool)? else {
        return Ok(());
    };
    let first = given.common.options();
    let checked = plan_under(&first, Vec::new(), &[], &args.common.options(), None);
    checked.map(drop).map_err(|error| {
        let message = format!("tool `{}`: {error}", tool.name);
        CliError::usage(message, error.hint())
    })
}

/// The result in one line, for scripts.
fn last_line(compared: &ComparedTools, pending: usize, args: &CompareArgs) -> String {
    let rows = &compared.measurements;
    let with = |kind| rows.iter().filter(|row| row.result == kind).count();
    format!(
        "calls={} pending={pending} left_out={} same={} other_failure={} no_failure={} missing={}; see {}",
        rows.len(),
        compared.left_out.len(),
        with(ResultKind::Same),
        with(ResultKind::OtherFailure),
        with(ResultKind::NoFailure),
        with(ResultKind::Missing),
        args.out.join("summary.md").display(),
    )
}
