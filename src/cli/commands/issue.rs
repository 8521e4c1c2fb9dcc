//! `smelt issue`: a report of a bug for the developers of a solver.

use super::delivered::{Delivered, DeliveredBy};
use crate::batch::draw_nonce;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::result_args::IssueArgs;
use crate::cli::{escape, exit, output};
use crate::event::{Event, Row, Status};
use crate::reduction::{
    self, Gauge, PrefetchPool, Progress, ReductionContext, Shown, Stopwatch, Task, after_colon,
};
use crate::report::{Clean, Issue, IssueSolver, Rows, issue, portable, typed};
use crate::solver::natural;
use crate::store::SingleFlight;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(args: &IssueArgs) -> Result<u8, CliError> {
    let by = DeliveredBy::of(&args.output, &args.case)?;
    let delivered = by.result()?;
    let shown = show(&delivered)?;
    let Delivered { result, path, text } = &delivered;
    let row = &result.row;
    let extension = extension(path);
    let input = format!("input.{extension}");
    let commands = std::iter::once(&result.settings.command).chain(&result.settings.others);
    let solvers: Vec<IssueSolver> = commands
        .zip(&shown)
        .map(|(command, shown)| IssueSolver {
            command: command_line(command, &input),
            version: shown.version.clone(),
            run: shown.run.clone(),
        })
        .collect();
    let failure = shown.first().and_then(|shown| shown.failure.as_deref());
    let builds = builds(&by.batch.journalled.events, row);
    let report = issue(
        &Issue {
            row,
            text,
            marker: &extension,
            solvers: &solvers,
            failure,
            platform: &platform(),
            builds: &builds,
        },
        &Clean::of(names()),
    );
    output::data(&report)?;
    let fails_otherwise = row.signature_after.as_deref() != failure && row.marks.says_failure();
    if fails_otherwise {
        output::say(
            "note: the solver does not fail now as it did in the batch; call the batch again before you report this",
        );
    }
    if builds.len() < 2 {
        output::say(&format!(
            "note: no good build is known; `smelt bisect {} --builds DIR` finds the last one",
            escape(&args.output.join(&row.case).to_string_lossy())
        ));
    }
    Ok(exit::DONE)
}

/// What the solvers of the case do on the minimized text.
fn show(delivered: &Delivered<'_>) -> Result<Vec<Shown>, CliError> {
    let Delivered { result, text, .. } = delivered;
    let interrupt = Interrupt::listen(None)?;
    let nonce = draw_nonce().map_err(|error| {
        let message = format!("cannot draw a random number: {error}");
        CliError::new(exit::INTERNAL, message, "")
    })?;
    let gauge = Gauge::default();
    let progress = Progress::new(&gauge, &|_| ());
    let case = &result.planned.case;
    let task = Task::unrecorded(&case.id, &case.file, result.settings, &progress);
    let context = ReductionContext {
        store: None,
        single_flight: &Arc::new(SingleFlight::new()),
        prefetch: &PrefetchPool::new(1),
        rerun: None,
        stop: &interrupt.stop,
        checkpoints: &Stopwatch::default(),
        nonce,
    };
    reduction::show(&task, &context, text).map_err(|why| {
        let message = format!(
            "cannot run the solver on the minimized file: {}",
            after_colon(&why.detail)
        );
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
    format!(
        "Linux {}{}",
        std::env::consts::ARCH,
        name.unwrap_or_default()
    )
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

/// The solvers on which the case was tried that are builds of the same one by their names, the oldest first, and whether
/// it fails there.
fn builds(events: &[Event], row: &Row) -> Vec<(String, bool)> {
    let family = |solver: &str| solver.split('-').next().map(str::to_owned);
    let mut builds: Vec<(String, bool)> = Rows::of(events)
        .all()
        .iter()
        .filter(|other| other.case == row.case && family(&other.solver) == family(&row.solver))
        .filter_map(|other| {
            let fails = match other.status {
                Status::Reduced
                | Status::AlreadyMinimal
                | Status::Stopped
                | Status::Changed
                | Status::Regressed => true,
                Status::NotReproduced | Status::Fixed => false,
                Status::Flaky | Status::Failed => return None,
            };
            Some((other.solver, fails))
        })
        .collect();
    builds.sort_by(|(one, _), (other, _)| natural(one, other));
    builds.dedup();
    builds
}
