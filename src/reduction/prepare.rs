//! Prepares what the runs of a task need: the text, the solvers, the oracle.

use super::language_tools::language_of;
use super::limits::{GOLDEN_CPU, fixed_cpu, limits};
use super::solvers::{Solvers, fingerprints};
use super::{NotReduced, Progress, ReductionContext, Task};
use crate::checker::{CheckError, Counts, Prefetched, Solver, SolverClient};
use crate::corpus::Settings;
use crate::input::{self, Form, Input, InputFile, plain_name};
use crate::language::{
    LANGUAGES, Language, ParseError, TestCase, has_code, may_gain_code, parse_or_lines,
};
use crate::oracle::repeated;
use crate::solver::{
    Caller, CommandSpec, Dependencies, Invocation, ResolveError, Slot, Tracing, check_script,
};
use std::ffi::{OsStr, OsString};
use std::ops::Add;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A case ready for its first run.
pub(super) struct Prepared<'a> {
    pub(super) task: &'a Task<'a>,
    /// The text of the file.
    pub(super) original: Vec<u8>,
    /// How the bytes of the file differ from its text.
    pub(super) form: Form,
    pub(super) case: TestCase,
    /// If the text is read as lines because it cannot be read in its own language: that language, and why not.
    pub(super) unparsable: Option<(&'static dyn Language, ParseError)>,
    pub(super) solvers: Solvers,
    /// The version that the solver under test says it has, if it is kept.
    pub(super) version: Option<String>,
    /// The CPU time of the second solver on the golden text, if it determines the limit of the first.
    pub(super) second_cpu: Option<Duration>,
    /// The CPU limit of the first solver in the source run, if it is lower than in other runs.
    pub(super) source_cpu: Option<Duration>,
}

/// Reads the file of a task.
pub(super) fn read(task: &Task<'_>) -> Result<Input, NotReduced> {
    let chosen = task.settings.language;
    let any_bytes = chosen.is_some_and(Language::takes_any_bytes);
    input::read(task.input, any_bytes).map_err(|error| NotReduced::failed(error.to_string()))
}

/// Why a file with code is not run.
const HAS_CODE: &str = "The file contains code that the solver would run, such as `#script`, or has the solver read or \
                        write files. If you trust the file, use `--allow-code`.";

/// Parses the text, makes the oracle, and starts a slot for each solver. Nothing is run on the text.
pub(super) fn prepare<'a>(
    task: &'a Task<'a>,
    context: &ReductionContext<'_>,
    input: Input,
) -> Result<Prepared<'a>, NotReduced> {
    let (original, form) = (input.text, input.form);
    if original.is_empty() {
        return Err(NotReduced::failed("The file is empty."));
    }
    let settings = task.settings;
    let own = language_of(settings, task.input.path());
    if !settings.allow_code && has_code(&original) {
        return Err(NotReduced::failed(HAS_CODE.to_owned()));
    }
    let (language, parsed, error) =
        parse_or_lines(own, &original).map_err(|error| NotReduced::failed(error.to_string()))?;
    let single = settings
        .rule
        .oracle()
        .map_err(|error| NotReduced::failed(error.to_string()))?;
    let oracle = repeated(single.into(), settings.repeat, settings.repeat);
    let mut clients = Vec::new();
    for (number, command) in settings.commands().iter().enumerate() {
        clients.push(client(task, context, command, fixed_cpu(settings, number))?);
    }
    let version = match clients.first_mut() {
        Some(solver) if task.memory.keeps_version() && !settings.rule.is_script() => {
            solver.version()
        }
        _ => None,
    };
    // The original has no code, but its candidates might.
    if !settings.allow_code && may_gain_code(&original) {
        clients.iter_mut().for_each(SolverClient::guard);
    }
    Ok(Prepared {
        task,
        original,
        form,
        case: TestCase::new(language, parsed),
        unparsable: error.map(|error| (own, error)),
        solvers: Solvers {
            language,
            clients,
            oracle,
        },
        version,
        second_cpu: None,
        source_cpu: None,
    })
}

/// A client for a command, with a slot of its own. Its CPU limit is `timeout`, or that of golden runs.
///
/// # Errors
/// The command cannot be found, the slot cannot be started, or what a replay needs was not kept.
pub(super) fn client(
    task: &Task<'_>,
    context: &ReductionContext<'_>,
    command: &[OsString],
    timeout: Option<Duration>,
) -> Result<SolverClient, NotReduced> {
    let settings = task.settings;
    let spec = command_spec(task.input.path(), settings, command);
    let failed = |error: &dyn std::fmt::Display| NotReduced::failed(error.to_string());
    let invocation = Invocation::resolve(&spec).map_err(|error| failed(&error))?;
    let mut slot = Slot::new().map_err(|error| failed(&error))?;
    context.stop.watch(slot.interrupter());
    // The fingerprint, by which stored answers are found, follows from the files that the command depends on.
    let dependencies = Dependencies::of(&invocation, &mut slot).map_err(CheckError::from)?;
    if let (Some(why), Some(_)) = (dependencies.opaque(), &context.rerun) {
        return Err(NotReduced::failed(format!(
            "its results were kept for one output only and cannot be replayed: {why}"
        )));
    }
    let fingerprint = dependencies.fingerprint(Some(&context.nonce));
    let session = context.store.map(|store| match &context.rerun {
        None => store.session(&fingerprint),
        Some(_) => store.session_to_read(&fingerprint),
    });
    let mut limits = limits(settings, timeout.unwrap_or(GOLDEN_CPU));
    if dependencies.sanitized() {
        // A sanitizer reserves terabytes of address space.
        limits.memory = None;
    }
    let tracing = Tracing::default();
    let is_traced = settings.is_traced && tracing.permits(&dependencies);
    let solver = Solver {
        invocation: if is_traced {
            invocation.traced()
        } else {
            invocation
        },
        dependencies,
        fingerprint,
        session,
        single_flight: Arc::clone(&context.single_flight),
        prefetched: Arc::new(Prefetched::default()),
        ladder: Arc::default(),
        tracing: Arc::new(tracing),
        is_guarded: false,
        launches: task.memory.launches(),
    };
    Ok(SolverClient::new(slot, solver, limits))
}

impl Prepared<'_> {
    /// Sentences on how the case is read, if that is not the usual way.
    pub(super) fn how_read(&self) -> impl Iterator<Item = String> {
        let encoding = self
            .form
            .is_utf16
            .then(|| "The file is in UTF-16 and is read as UTF-8.".to_owned());
        let lines = self.unparsable.as_ref().map(|(language, error)| {
            format!("Not readable as {language} ({error}), so it is reduced as plain lines.")
        });
        encoding.into_iter().chain(lines)
    }

    /// The counts of the runs of all clients so far.
    pub(super) fn counts(&self) -> Counts {
        self.solvers
            .clients
            .iter()
            .map(SolverClient::counts)
            .fold(Counts::default(), Counts::add)
    }
}

/// The fingerprints of a case's commands in hexadecimal; none if they cannot be determined. Of the input, they depend
/// on the extension only, or for a script on the name.
pub fn fingerprint(
    settings: &Settings,
    input: &Path,
    context: &ReductionContext<'_>,
) -> Option<String> {
    let progress = Progress::unseen();
    let input = InputFile::named(input);
    let task = Task::unrecorded("", &input, settings, &progress);
    let mut clients = Vec::new();
    for command in &settings.commands() {
        clients.push(client(&task, context, command, None).ok()?);
    }
    Some(fingerprints(&clients))
}

/// All that [`fingerprint`] depends on, but for the programs themselves: cases that have it in common have the same one.
pub(crate) fn fingerprint_parts(settings: &Settings, input: &Path) -> String {
    let Settings {
        depends,
        env,
        cwd,
        absolute_path,
        ..
    } = settings;
    let name = plain_name(input);
    let name = settings.candidate_name(name).or(name.extension());
    let commands = settings.commands();
    format!("{commands:?} {depends:?} {env:?} {cwd:?} {absolute_path:?} {name:?}")
}

/// Checks whether the commands of a case could be run, without running anything.
///
/// # Errors
/// A command could not be run.
pub(crate) fn resolve_commands(input: &Path, settings: &Settings) -> Result<(), ResolveError> {
    for command in &settings.commands() {
        let spec = command_spec(input, settings, command);
        if settings.rule.is_script() {
            let caller = Caller::here().map_err(ResolveError::NoDirectory)?;
            check_script(command.first(), &caller.dir).map_err(ResolveError::Script)?;
        }
        Invocation::resolve(&spec)?;
    }
    if let Some(through) = &settings.lift_with {
        Invocation::resolve(&command_spec(input, settings, through))?;
    }
    Ok(())
}

/// The command of a case.
///
/// # Errors
/// It could not be run.
pub(crate) fn invocation(input: &Path, settings: &Settings) -> Result<Invocation, ResolveError> {
    let commands = settings.commands();
    let command = commands.first().ok_or(ResolveError::Empty)?;
    Invocation::resolve(&command_spec(input, settings, command))
}

fn command_spec(input: &Path, settings: &Settings, command: &[OsString]) -> CommandSpec {
    let input = plain_name(input);
    CommandSpec {
        argv: command.to_vec(),
        depends: settings.depends.clone(),
        env: settings.env.clone(),
        cwd: settings.cwd.clone(),
        absolute_path: settings.absolute_path,
        extension: extension(input),
        name: settings.candidate_name(input).map(OsStr::to_owned),
    }
}

/// The extension of candidates: that of the input, or else the first one of the first language.
pub(super) fn extension(input: &Path) -> OsString {
    match input.extension() {
        Some(extension) => extension.to_owned(),
        None => LANGUAGES[0]
            .extensions()
            .first()
            .copied()
            .unwrap_or_default()
            .into(),
    }
}
