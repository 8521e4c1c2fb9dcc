//! `smelt issue`: a report of a bug for the developers of a solver.

use super::delivered::{Delivered, DeliveredBy};
use super::preparation::{check_input, nonce, settings};
use crate::cli::args::IssueArgs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::{escape, exit, output};
use crate::command::quoted;
use crate::corpus::{CaseOptions, Settings};
use crate::event::{Event, Row, Status, without_version};
use crate::input::{self, Input, InputFile};
use crate::oracle::ORACLES;
use crate::reduction::{
    self, CheckedFailure, NotReduced, Progress, ReductionContext, Shown, Task, after_colon,
};
use crate::report::{Clean, Issue, IssueSolver, Rows, issue, portable, typed};
use crate::solver::installed::natural;
use std::ffi::OsString;
use std::path::Path;

/// What to do where files do not fit together.
const FILES_OF_REDUCE: &str =
    "name the minimized file and its original, with the options and the command of `smelt reduce`";

pub(super) fn run(args: &IssueArgs) -> Result<u8, CliError> {
    if args.output.is_file() {
        return of_single(args);
    }
    if let Some(word) = args.command.first() {
        return Err(CliError::usage(
            format!(
                "`{}` is one word too many: the command of a case is that of its batch",
                word.to_string_lossy()
            ),
            "name the output directory and a case; a command follows the output of `smelt reduce` and its original",
        ));
    }
    if args.common.options() != CaseOptions::default() {
        return Err(CliError::usage(
            "the options of a case are those of its batch",
            "leave them out; options follow the output of `smelt reduce` and its original only",
        ));
    }
    let by = DeliveredBy::of(&args.output, &args.case)?;
    let Delivered { result, path, text } = by.result()?;
    let (case, row) = (&result.planned.case, &result.row);
    let interrupt = Interrupt::listen(None)?;
    let seeds = result.settings_of_result().of_each_seed();
    let (settings, shown) = show_failing((&case.id, &case.file), (&seeds, row), &interrupt, &text)?;
    let failure = failure(&shown, row);
    if compares_failure(row) && failure.is_none() {
        return Err(does_not_fail(
            &path,
            "call the batch again: it says what has become of the case",
        ));
    }
    let builds = builds(&by.batch.journalled.events, row);
    print(row, (&path, &text), settings, &shown, &builds)?;
    if row.signature_after.as_deref() != failure && row.marks.says_failure() {
        output::say(
            "note: the solver does not fail now as it did in the batch; call the batch again before you report this",
        );
    }
    if builds.len() < 2 {
        output::say(&format!(
            "note: no good build is known; `smelt bisect {} --builds DIR` finds the last one",
            escape(&quoted(&[args.output.join(&row.case)]))
        ));
    }
    Ok(exit::DONE)
}

/// The report of a result of `smelt reduce`, which leaves nothing but the file. So both files are checked under the
/// rule of the reduction.
fn of_single(args: &IssueArgs) -> Result<u8, CliError> {
    let most = args.common.run.max_input();
    let [small, original] =
        [&args.output, &args.case].map(|path| InputFile::named(path).at_most(most));
    check_input(&small)?;
    check_input(&original)?;
    let settings = settings(&args.common, small.path(), &args.command)?;
    if settings.reduce_options {
        return Err(CliError::usage(
            "with `reduce-options`, `smelt reduce` has printed the command with which its result fails",
            "give that command, and leave out `--reduce-options` and the `--config` that asks for it",
        ));
    }
    let interrupt = Interrupt::listen(None)?;
    let (text, now) = checked(&small, &settings, &interrupt)?;
    let (before, then) = checked(&original, &settings, &interrupt)?;
    let (Some(now), Some(then)) = (&now, &then) else {
        let silent = if now.is_none() { &small } else { &original };
        return Err(does_not_fail(silent.path(), FILES_OF_REDUCE));
    };
    if now.signature != then.signature {
        return Err(CliError::usage(
            format!(
                "the two files do not fail in the same way: `{}` shows {}, and the original {}",
                small.path().display(),
                now.signature,
                then.signature
            ),
            FILES_OF_REDUCE,
        ));
    }
    let id = args.case.to_string_lossy();
    let row = Row {
        oracle: now.oracle.clone(),
        bytes_before: before.text.len() as u64,
        source_blake3: before.digest.to_hex().to_string(),
        signature_after: Some(now.signature.clone()),
        marks: now.marks.clone(),
        ..Row::default()
    };
    let seeds = settings.of_each_seed();
    let (settings, shown) = show_failing((&id, &original), (&seeds, &row), &interrupt, &text.text)?;
    print(&row, (&args.output, &text.text), settings, &shown, &[])?;
    Ok(exit::DONE)
}

/// A file, and how it fails under these settings; none if it does not.
fn checked(
    file: &InputFile,
    settings: &Settings,
    interrupt: &Interrupt,
) -> Result<(Input, Option<CheckedFailure>), CliError> {
    let name = file.path().display();
    let read = input::read(file, true).map_err(|error| {
        CliError::usage(
            format!("cannot read `{name}`: {error}"),
            "check the permissions",
        )
    })?;
    let id = file.path().to_string_lossy();
    let checked = with_task((&id, file, settings), interrupt, reduction::check)?;
    Ok((read, checked.failure))
}

/// The failure of the solver under test in its run, in one line. An exit code alone, which may mean anything, is a
/// failure if the row has the same.
fn failure<'a>(shown: &'a [Shown], row: &Row) -> Option<&'a str> {
    let shown = shown.first()?;
    let signature = shown.signature.as_deref()?;
    (shown.fails || row.signature_after.as_deref() == Some(signature)).then_some(signature)
}

/// Whether the rule of a case is that the solver fails as on the original, and its results fail by themselves.
fn compares_failure(row: &Row) -> bool {
    let same = ORACLES.first().map(|oracle| oracle.name);
    same == Some(&*row.oracle) && row.signature_after.is_some()
}

/// There is nothing to report: no failure is seen in a run on this file.
fn does_not_fail(path: &Path, hint: &str) -> CliError {
    let message = format!("the solver shows no failure on `{}` now", path.display());
    CliError::new(exit::CASES, message, hint)
}

/// Prints the report of a result, which is this text at this path.
fn print(
    row: &Row,
    (path, text): (&Path, &[u8]),
    settings: &Settings,
    shown: &[Shown],
    builds: &[(String, bool)],
) -> Result<(), CliError> {
    let extension = extension(path);
    let input = format!("input.{extension}");
    let commands = std::iter::once(&settings.command).chain(&settings.others);
    let solvers: Vec<IssueSolver> = commands
        .zip(shown)
        .map(|(command, shown)| IssueSolver {
            command: command_line(command, &input),
            version: shown.version.clone(),
            run: shown.run.clone(),
        })
        .collect();
    let report = issue(
        &Issue {
            row,
            text,
            marker: &extension,
            solvers: &solvers,
            failure: failure(shown, row),
            platform: &platform(),
            builds,
        },
        &Clean::of(names()),
    );
    output::bytes(report.as_bytes())
}

/// A case: its name, its file and its settings.
type Case<'a> = (&'a str, &'a InputFile, &'a Settings);

/// What the solvers of a case do on a text.
fn show(case: Case<'_>, interrupt: &Interrupt, text: &[u8]) -> Result<Vec<Shown>, CliError> {
    with_task(case, interrupt, |task, context| {
        reduction::show(task, context, text)
    })
}

/// Runs the solvers with one seed after the other, until the solver fails as the row says; all of that again if the
/// failure is flaky and nothing was seen. Returns the run that shows it, or else one that shows another failure, with
/// the settings of its seed.
fn show_failing<'s>(
    (id, file): (&str, &InputFile),
    (seeds, row): (&'s [Settings], &Row),
    interrupt: &Interrupt,
    text: &[u8],
) -> Result<(&'s Settings, Vec<Shown>), CliError> {
    // Whether other rules hold is not seen in one run: then the first one is shown.
    let can_be_seen = compares_failure(row) || row.marks.says_failure();
    let often = |settings: &Settings| row.failure_rate.map(|rate| settings.threshold(rate).runs);
    let rounds = seeds.first().and_then(often).unwrap_or(1);
    let has_failed = |(_, shown): &(&Settings, Vec<Shown>)| failure(shown, row).is_some();
    let mut best: Option<(&Settings, Vec<Shown>)> = None;
    for _ in 0..rounds {
        for settings in seeds {
            let shown = show((id, file, settings), interrupt, text)?;
            let now = failure(&shown, row);
            let (is_it, fails) = (now == row.signature_after.as_deref(), now.is_some());
            if is_it || best.as_ref().is_none_or(|best| fails && !has_failed(best)) {
                best = Some((settings, shown));
            }
            if is_it || !can_be_seen {
                break;
            }
        }
        if !can_be_seen || best.as_ref().is_some_and(has_failed) {
            break;
        }
    }
    best.ok_or_else(|| CliError::internal("a case has no seed"))
}

/// Does something with a case, of which nothing is recorded.
fn with_task<T>(
    (id, file, settings): Case<'_>,
    interrupt: &Interrupt,
    run: impl FnOnce(&Task<'_>, &ReductionContext<'_>) -> Result<T, NotReduced>,
) -> Result<T, CliError> {
    let nonce = nonce()?;
    let progress = Progress::unseen();
    let task = Task::unrecorded(id, file, settings, &progress);
    let context = ReductionContext::new(None, &interrupt.stop, nonce);
    run(&task, &context).map_err(|why| {
        let message = format!("cannot run the solver: {}", after_colon(&why.detail));
        CliError::new(exit::CASES, message, "check its command with `smelt check`")
    })
}

fn command_line(command: &[OsString], input: &str) -> String {
    typed(&portable(command), input)
}

/// The extension of a file, if it is an ordinary one.
pub(super) fn extension(path: &Path) -> String {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_plain = |extension: &&str| {
        extension.len() <= 16 && extension.chars().all(|c| c.is_ascii_alphanumeric())
    };
    extension.filter(is_plain).unwrap_or("txt").to_owned()
}

/// The operating system and the architecture.
fn platform() -> String {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="))
        .map(|name| format!(" ({})", name.trim_matches(['"', '\''])));
    let (architecture, name) = (std::env::consts::ARCH, name.unwrap_or_default());
    format!("Linux {architecture}{name}")
}

/// The names of the user and the host, which no report must have.
fn names() -> Vec<String> {
    let variables = ["USER", "LOGNAME"].map(|name| std::env::var(name).ok());
    let home = std::env::var_os("HOME");
    let home = home.as_deref().map(Path::new).and_then(Path::file_name);
    let home = home.map(|name| name.to_string_lossy().into_owned());
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.map(|name| name.trim().to_owned());
    variables
        .into_iter()
        .flatten()
        .chain(home)
        .chain(host)
        .collect()
}

/// The solvers on which the case was tried that are builds of the same one by their names, the oldest first, and
/// whether it fails there.
fn builds(events: &[Event], row: &Row) -> Vec<(String, bool)> {
    let is_build = |other: &Row| without_version(&other.solver) == without_version(&row.solver);
    let mut builds: Vec<(String, bool)> = Rows::of(events)
        .all()
        .iter()
        .filter(|other| other.case == row.case && is_build(other))
        .filter_map(|other| {
            let fails = match other.status {
                Status::Reduced
                | Status::AlreadyMinimal
                | Status::Stopped
                | Status::Changed
                | Status::Regressed => true,
                Status::Fixed => false,
                Status::NotReproduced if other.passes => false,
                // A build that refuses the file or reaches a limit may have the bug, too.
                Status::NotReproduced | Status::Flaky | Status::Failed => return None,
            };
            Some((other.solver, fails))
        })
        .collect();
    builds.sort_by(|(one, _), (other, _)| natural(one, other));
    builds.dedup();
    builds
}
