//! From a task to everything that its runs need: the text, the solvers, the oracle.

use super::{Gauge, NoMemory, Problem, Progress, Shared, Task};
use crate::checker::{Ahead, Asker, CheckError, Counts, Solver};
use crate::corpus::Settings;
use crate::language::Parsed;
use crate::language::smtlib::parse;
use crate::observation::Limits;
use crate::oracle::{Oracle, oracle};
use crate::solver::{Closure, CommandSpec, Invocation, ResolveError, Slot};
use std::ffi::OsString;
use std::fs;
use std::ops::Add;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// CPU time of source and golden runs, unless `--timeout` says otherwise.
const GOLDEN_CPU: Duration = Duration::from_mins(10);

/// A case ready for its first run.
pub(super) struct Prepared {
    pub(super) original: Vec<u8>,
    pub(super) parsed: Parsed,
    pub(super) askers: Vec<Asker>,
    pub(super) oracle: Box<dyn Oracle>,
}

/// Reads the case.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Problem> {
    fs::read(path).map_err(|error| Problem::failed(format!("cannot read the file: {error}")))
}

/// Parses it and starts a slot for each solver.
pub(super) fn prepare(
    task: &Task<'_>,
    shared: &Shared<'_>,
    original: Vec<u8>,
) -> Result<Prepared, Problem> {
    if original.is_empty() {
        return Err(Problem::failed("the file is empty"));
    }
    let parsed = parse(&original).map_err(|error| Problem::failed(error.to_string()))?;
    let settings = task.settings;
    let oracle = oracle(&settings.rule).map_err(|error| Problem::failed(error.to_string()))?;
    let mut askers = vec![asker(task, shared, &settings.command, settings.timeout)?];
    if let Some(second) = &settings.second {
        askers.push(asker(
            task,
            shared,
            second,
            settings.second_timeout.or(settings.timeout),
        )?);
    }
    Ok(Prepared {
        original,
        parsed,
        askers,
        oracle,
    })
}

fn asker(
    task: &Task<'_>,
    shared: &Shared<'_>,
    command: &[OsString],
    timeout: Option<Duration>,
) -> Result<Asker, Problem> {
    let settings = task.settings;
    let spec = command_spec(task.input, settings, command);
    let failed = |error: &dyn std::fmt::Display| Problem::failed(error.to_string());
    let invocation = Invocation::resolve(&spec).map_err(|error| failed(&error))?;
    let mut slot = Slot::new().map_err(|error| failed(&error))?;
    shared.stop.watch(slot.interrupter());
    let closure = Closure::of(&invocation, &mut slot).map_err(CheckError::from)?;
    if let (Some(why), Some(_)) = (closure.opaque(), shared.rerun) {
        return Err(Problem::failed(format!(
            "its answers served one output only and cannot be asked again: {why}"
        )));
    }
    let fingerprint = closure.fingerprint(Some(&shared.salt));
    let session = shared.store.map(|store| match shared.rerun {
        None => store.session(&fingerprint),
        Some(_) => store.session_to_read(&fingerprint),
    });
    let mut limits = limits(settings, timeout.unwrap_or(GOLDEN_CPU));
    if closure.sanitized() {
        limits.memory = None;
    }
    let solver = Solver {
        invocation,
        closure,
        fingerprint,
        session,
        flight: Arc::clone(shared.flight),
        ahead: Arc::new(Ahead::default()),
    };
    Ok(Asker::new(slot, solver, limits))
}

impl Prepared {
    /// What its runs have cost so far.
    pub(super) fn counts(&self) -> Counts {
        let counts = self.askers.iter().map(Asker::counts);
        counts.fold(Counts::default(), Counts::add)
    }

    /// What identifies the commands, in hexadecimal.
    pub(super) fn fingerprint(&self) -> String {
        fingerprints(&self.askers)
    }
}

fn fingerprints(askers: &[Asker]) -> String {
    let all = askers.iter().map(|asker| {
        blake3::Hash::from_bytes(asker.solver().fingerprint.0)
            .to_hex()
            .to_string()
    });
    all.collect::<Vec<_>>().join(" ")
}

/// The fingerprint of a case's commands in hexadecimal; none where it cannot be told. Of the input only the extension
/// counts.
pub fn fingerprint(settings: &Settings, input: &Path, shared: &Shared<'_>) -> Option<String> {
    let nowhere = Path::new("");
    let gauge = Gauge::default();
    let task = Task {
        id: "",
        input,
        output: nowhere,
        settings,
        memory: &NoMemory,
        progress: &Progress::new(&gauge, &|_| ()),
    };
    let mut askers = vec![asker(&task, shared, &settings.command, None).ok()?];
    if let Some(second) = &settings.second {
        askers.push(asker(&task, shared, second, None).ok()?);
    }
    Some(fingerprints(&askers))
}

/// The limits that go with this CPU time under the settings.
pub(super) fn limits(settings: &Settings, cpu: Duration) -> Limits {
    let memory = settings
        .memory_mb
        .map_or(4 << 30, |megabytes| megabytes << 20);
    Limits {
        memory: Some(memory),
        ..Limits::of_cpu(cpu)
    }
}

/// The candidates' CPU time: 3 × golden's, rounded up to the next of 0.25, 0.5, 1, 2, 4 … s, + 1 s. Unrounded it would
/// differ from run to run, and every limit with it.
pub(super) fn candidate_cpu(golden: Duration) -> Duration {
    let mut rounded = Duration::from_millis(250);
    while rounded < golden {
        rounded *= 2;
    }
    rounded * 3 + Duration::from_secs(1)
}

/// Looks whether the commands of a case could be run, without running anything.
///
/// # Errors
/// Why one could not.
pub fn resolve_commands(input: &Path, settings: &Settings) -> Result<(), ResolveError> {
    for command in std::iter::once(&settings.command).chain(&settings.second) {
        Invocation::resolve(&command_spec(input, settings, command))?;
    }
    Ok(())
}

fn command_spec(input: &Path, settings: &Settings, command: &[OsString]) -> CommandSpec {
    CommandSpec {
        argv: command.to_vec(),
        depends: settings.depends.clone(),
        env: settings.env.clone(),
        cwd: settings.cwd.clone(),
        absolute_path: settings.absolute_path,
        extension: extension(input),
    }
}

fn extension(path: &Path) -> OsString {
    path.extension()
        .map_or_else(|| "smt2".into(), ToOwned::to_owned)
}
