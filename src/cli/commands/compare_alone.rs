//! This program as a part of a comparison that another process of it makes: a search that is a tool, or the script that
//! judges a text. It is called with the arguments of the comparison, so that the case has the same settings.

use super::cases::Cases;
use super::preparation::{nonce, size_pool};
use super::reduce::reduce;
use crate::cli::args::{Command, CompareArgs, ReduceArgs};
use crate::cli::definition::parse;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Display;
use crate::cli::{exit, output};
use crate::comparing::{JUDGED, OwnCalls, Place, Tool, golden_runs};
use crate::corpus::{CaseOptions, Planned, Settings};
use crate::event::Row;
use crate::input::InputFile;
use crate::reduction::{Judge, Progress, ReductionContext, Task};
use crate::solver::{Stop, end_with_parent, use_stand_in};
use crate::store::Store;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::Path;

/// The value of `--cache` that means none.
const NO_STORE: &str = "none";

/// The exit code of a script for a text that does not fail.
const NOT_INTERESTING: u8 = 1;

/// Calls this program again with the arguments of this call.
pub(super) struct OwnProgram;

impl OwnCalls for OwnProgram {
    fn reduce(&self, case: &str, tool: &str, place: &Place) -> Vec<OsString> {
        words(vec![
            format!("--alone={case}").into(),
            format!("--as={tool}").into(),
            "--place".into(),
            place.path().into(),
        ])
    }

    fn judge(&self, case: &str, golden: &Path, place: &Place) -> Vec<OsString> {
        words(vec![
            format!("--alone={case}").into(),
            "--place".into(),
            place.path().into(),
            "--golden".into(),
            golden.into(),
            format!("--judge={JUDGED}").into(),
        ])
    }
}

/// The arguments of this call, with these after the subcommand.
fn words(added: Vec<OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let verb = words.iter().position(|word| word == "compare");
    let at = verb.map_or(0, |verb| verb + 1);
    words.splice(at..at, added);
    words
}

/// The options of a tool that is a search of smelt; none for another tool.
pub(super) fn options(tool: &Tool) -> Result<Option<ReduceArgs>, CliError> {
    let Some(given) = tool.options() else {
        return Ok(None);
    };
    let places = ["INPUT", "OUTPUT", "SOLVER"];
    let mut words: Vec<OsString> = ["smelt", "reduce"].map(OsString::from).to_vec();
    words.extend(given.iter().cloned());
    words.extend(places.map(OsString::from));
    let wrong =
        |what: &str, hint: &str| CliError::usage(format!("tool `{}`: {what}", tool.name), hint);
    let args = match parse(&words) {
        Ok(cli) => match cli.command {
            Command::Reduce(args) => args,
            _ => return Err(wrong("its words are not options of `smelt reduce`", "")),
        },
        Err(error) => {
            let said = error.render().to_string();
            let said = said.trim_start_matches("error: ").lines().next();
            return Err(wrong(
                said.unwrap_or_default(),
                "the options are those of `smelt reduce`",
            ));
        }
    };
    let cache = args.common.run.cache.as_deref();
    let what = if args.input != Path::new(places[0]) || args.command != places[2..] {
        Some("it has words besides options; input, output and solver are those of each case")
    } else if cache.is_some_and(|cache| cache != Path::new(NO_STORE)) {
        Some("its store would know the answers of other calls; only `--cache none` is possible")
    } else if args.common.run.config.is_some() || args.trace {
        Some("`--config` and `--trace` are not options of a tool")
    } else {
        None
    };
    match what {
        Some(what) => Err(wrong(what, "give `NAME=smelt` and options of the search")),
        None => Ok(Some(args)),
    }
}

/// Works on one case for the comparison that has started this process.
pub(super) fn run(args: &CompareArgs, case: &str, tools: &[Tool]) -> Result<u8, CliError> {
    let place = args.place.as_deref().map(Place::at);
    let place = place.ok_or_else(|| CliError::internal("`--alone` needs `--place`"))?;
    end_with_parent();
    use_stand_in(&place.stand_in());
    if let (Some(golden), Some(text)) = (&args.golden, &args.judge) {
        return judge(args, case, (golden, text));
    }
    let name = args.as_tool.as_deref().unwrap_or_default();
    let tool = tools.iter().find(|tool| tool.name == name);
    let tool = tool.ok_or_else(|| CliError::internal("`--as` names no tool"))?;
    let mut options =
        options(tool)?.ok_or_else(|| CliError::internal("`--as` names another program"))?;
    options.common.run.jobs.get_or_insert(NonZeroUsize::MIN);
    size_pool(&options.common)?;
    let planned = planned(args, case, &options.common.options())?;
    // All tools get the whole command, and their results are judged with it.
    let settings = Settings {
        reduce_options: false,
        ..settings(&planned)?.clone()
    };
    search(&options, (&planned, &settings), &place)
}

/// The case with its settings; the options of the tool come before all others.
fn planned(args: &CompareArgs, case: &str, first: &CaseOptions) -> Result<Planned, CliError> {
    let cases = Cases::under(
        first,
        Some(case),
        &args.directories,
        &args.common,
        &args.command,
    )?;
    let planned = cases.planned.into_iter().next();
    planned.ok_or_else(|| CliError::new(exit::NONE, "the case is gone", ""))
}

fn settings(planned: &Planned) -> Result<&Settings, CliError> {
    match &planned.settings {
        Ok(settings) => Ok(settings),
        Err(why) => Err(CliError::new(exit::CASES, why.clone(), "")),
    }
}

/// Reduces the case.
fn search(
    options: &ReduceArgs,
    (planned, settings): (&Planned, &Settings),
    place: &Place,
) -> Result<u8, CliError> {
    let store = match &options.common.run.cache {
        Some(_) => None,
        None => Some(Store::open(&place.store())?),
    };
    let interrupt = Interrupt::listen(options.budget)?;
    let case = &planned.case;
    let display = Display::of_one(options.common.run.level(), options.budget);
    let progress = Progress::unseen();
    let task = Task {
        output: &place.result(),
        ..Task::unrecorded(&case.id, &case.file, settings, &progress)
    };
    let watched = (&interrupt, &display);
    let row = reduce(options, &task, store.as_ref(), watched, nonce()?);
    drop(display);
    let checks = row.checks.to_string();
    std::fs::write(place.checks(), checks).map_err(|error| {
        CliError::new(exit::CASES, format!("cannot write the result: {error}"), "")
    })?;
    Ok(tell(&row))
}

/// Says why there is no result. A search that a limit of its case has ended is none that failed.
fn tell(row: &Row) -> u8 {
    let code = exit::of_row(row);
    if code == exit::CASES {
        output::say(&format!("{}: {}", row.status.name(), row.detail));
        return code;
    }
    exit::DONE
}

/// Judges a text of the case by its stored golden runs.
fn judge(args: &CompareArgs, case: &str, (golden, text): (&Path, &Path)) -> Result<u8, CliError> {
    let failed = |what: String| CliError::new(exit::CASES, what, "");
    let text = InputFile::named(text).bytes();
    let text = text.map_err(|error| failed(format!("cannot read the text: {error}")))?;
    let planned = planned(args, case, &CaseOptions::default())?;
    let settings = settings(&planned)?;
    let (store, nonce) = golden_runs(golden).map_err(failed)?;
    let progress = Progress::unseen();
    let task = Task::unrecorded(&planned.case.id, &planned.case.file, settings, &progress);
    let stop = Stop::default();
    let context = ReductionContext::new(Some(&store), &stop, nonce);
    let mut judge = Judge::of_stored(&task, &context).map_err(|why| failed(why.detail))?;
    let is_interesting = judge
        .is_interesting(&text)
        .map_err(|why| failed(why.detail))?;
    Ok(if is_interesting {
        exit::DONE
    } else {
        NOT_INTERESTING
    })
}
