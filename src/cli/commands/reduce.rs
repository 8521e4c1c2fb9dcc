//! `smelt reduce`: reduces one case.

use super::preparation::{check_input, settings, size_pool};
use crate::batch::{SingleRun, Watch};
use crate::cli::args::ReduceArgs;
use crate::cli::dash::FileOrStream;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::{Display, line, warns};
use crate::cli::{definition, exit, guess, output, store};
use crate::corpus::Settings;
use crate::disk::{beside, directory};
use crate::event::{Row, Status};
use crate::input::{self, InputFile, ending};
use crate::reduction::{
    self, NoTurn, Notice, OnDrop, PrefetchPool, Progress, ReductionContext, Task, after_colon,
};
use crate::report::thousands;
use crate::store::Store;
use std::path::{Path, PathBuf};

pub(super) fn run(args: &ReduceArgs) -> Result<u8, CliError> {
    let input = FileOrStream::input(&args.input, args.common.run.max_input())?;
    let file = InputFile::named(input.path()).at_most(args.common.run.max_input());
    check_input(&file)?;
    let settings = settings(&args.common, input.path(), &args.command)?;
    let mut output = FileOrStream::output(&args.output)?;
    check_output(input.path(), output.path())?;
    tell_plain(args);
    let trace = trace(args, &output)?;
    let lifted = lifted(&settings, input.path(), &output)?;
    size_pool(&args.common)?;
    let store = store::open(&args.common.run, None)?;
    let interrupt = Interrupt::listen(args.budget)?;
    let single = SingleRun::begin(output.path(), &reduction(&settings, &file))?;
    if single.starts() > 1 && args.common.run.level() >= 0 {
        output::say(&resumes(args, &file, &single));
    }
    let id = args.input.to_string_lossy();
    let display = Display::of_one(args.common.run.level(), args.budget);
    let gauge = display.begun(&id, file.length().unwrap_or(0));
    let notice = |notice: &Notice<'_>| display.notice(&id, notice);
    let task = Task {
        id: &id,
        input: &file,
        output: output.path(),
        trace: trace.as_deref(),
        lifted: lifted.as_deref(),
        turn: &NoTurn,
        settings: &settings,
        memory: &single,
        beside: None,
        progress: &Progress::new(gauge, &notice),
    };
    let mut row = reduce(
        args,
        &task,
        store.as_ref(),
        (&interrupt, &display),
        single.nonce,
    );
    single.add_starts(&mut row);
    store::say_if_degraded(store.as_ref());
    tell(&row, args);
    output.send()?;
    if !goes_on(&row, &single, &args.output) {
        single.end()?;
    }
    Ok(exit::of_row(&row).max(interrupt.code()))
}

/// Reduces the case; the threads that the search does not use prefetch for it.
pub(super) fn reduce(
    args: &ReduceArgs,
    task: &Task<'_>,
    store: Option<&Store>,
    (interrupt, display): (&Interrupt, &Display),
    nonce: [u8; 32],
) -> Row {
    let context = ReductionContext {
        prefetch: PrefetchPool::new(args.common.run.jobs().get()),
        ..ReductionContext::new(store, &interrupt.stop, nonce)
    };
    reduction::beside(
        args.common.run.jobs().get() - 1,
        || context.prefetch.assist(context.stop),
        |short| display.short_of_threads(short),
        || {
            let _close = OnDrop(|| context.prefetch.close());
            reduction::reduce(task, &context)
        },
    )
}

/// Says that the result is plain text, if the name of the output is that of a compressed file.
fn tell_plain(args: &ReduceArgs) {
    if let Some(ending) = ending(&args.output)
        && args.common.run.level() >= 0
    {
        let name = args.output.display();
        output::say(&format!(
            "note: the result is plain text, although `{name}` ends in `.{ending}`"
        ));
    }
}

/// Describes what an interrupted run of this reduction has left.
fn resumes(args: &ReduceArgs, input: &InputFile, single: &SingleRun) -> String {
    let output = args.output.display();
    let left = args.output.metadata().map_or(0, |left| left.len());
    let before = input::length(input).unwrap_or(0);
    let earlier = match single.starts() - 1 {
        1 => "started once before".to_owned(),
        times => format!("started {} times before", thousands(times)),
    };
    if single.has_searched() && left > 0 && left < before {
        let (left, before) = (thousands(left), thousands(before));
        format!("resuming {output}: {earlier}, {left} of {before} bytes kept")
    } else {
        format!("resuming {output}: {earlier}, nothing smaller found yet")
    }
}

/// Whether the next run is to continue this reduction: it was interrupted, or failed and left a result of its search.
fn goes_on(row: &Row, single: &SingleRun, output: &Path) -> bool {
    row.status == Status::Stopped
        || row.status == Status::Failed && single.has_searched() && output.exists()
}

/// A text that identifies this reduction among those that write to the same output.
fn reduction(settings: &Settings, file: &InputFile) -> String {
    // If the input cannot be read, the row will say so.
    let source = input::digest(file).map_or(String::new(), |digest| digest.to_hex().to_string());
    format!("{} {source}", settings.digest())
}

/// The file of the trace, beside the output; none if it is not wanted.
fn trace(args: &ReduceArgs, output: &FileOrStream) -> Result<Option<PathBuf>, CliError> {
    if args.trace && output.is_stream() {
        return Err(CliError::usage(
            "`--trace` needs an output file to put the trace beside",
            "give the name of a file instead of `-`",
        ));
    }
    Ok(args
        .trace
        .then(|| beside(output.path(), ".smelt-trace.csv")))
}

/// The file of the result in another format, beside the output; none if it is not wanted.
fn lifted(
    settings: &Settings,
    input: &Path,
    output: &FileOrStream,
) -> Result<Option<PathBuf>, CliError> {
    let Some(format) = &settings.lift else {
        return Ok(None);
    };
    if output.is_stream() {
        return Err(CliError::usage(
            "`--lift` needs an output file to put the other text beside",
            "give the name of a file instead of `-`",
        ));
    }
    let path = beside(output.path(), &format!(".{format}"));
    check_output(input, &path)?;
    Ok(Some(path))
}

/// Refuses an output that is the input, is not a file, or is in a directory that does not exist.
fn check_output(input: &Path, output: &Path) -> Result<(), CliError> {
    let name = output.display();
    let refused = |why: &str, hint: &str| {
        let message = format!("cannot write `{name}`: {why}");
        Err(CliError::usage(message, hint))
    };
    if output.is_symlink() {
        return refused(
            "it is a symbolic link, and would be replaced by a file",
            "give the file that the link points to",
        );
    }
    if output.is_dir() {
        return refused("it is a directory", "give the name of a file");
    }
    if output.exists() && !output.is_file() {
        return refused(
            "it is a pipe or a device, and would be replaced by a file",
            "give the name of a regular file, or `-` for standard output",
        );
    }
    if output
        .canonicalize()
        .is_ok_and(|output| input.canonicalize().is_ok_and(|input| input == output))
    {
        return Err(CliError::usage(
            format!("`{name}` is both the input and the output"),
            "choose another output file, because the input is needed until the end",
        ));
    }
    let parent = directory(output);
    if !parent.is_dir() {
        let why = format!("there is no directory `{}`", parent.display());
        return refused(&why, "create the directory first");
    }
    Ok(())
}

/// Reports the result for the case.
fn tell(row: &Row, args: &ReduceArgs) {
    if exit::of_row(row) == exit::CASES {
        let reason = if row.detail.is_empty() {
            row.status.name()
        } else {
            &row.detail
        };
        let why = after_colon(reason);
        output::say(&format!("error: cannot reduce `{}`: {why}", row.case));
        // The reason for this status already says what to try.
        if row.status != Status::Failed {
            output::say(
                "\nhint: run `smelt check` with the same options to see what the solver does on this file; \
                 `smelt help faq` has the usual reasons",
            );
        }
        output::hint(guess::option_behind_command(&definition(), &args.command));
    } else if args.common.run.level() >= 0 || warns(row) {
        output::say(&line(row, false));
    }
}
