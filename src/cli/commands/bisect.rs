//! `smelt bisect`: finds the builds of a solver between which a failure began or was fixed.

use super::builds::{ListedBuilds, build};
use super::journalled::JournalledBatch;
use super::preparation::{
    absolute, check_commands, check_input, command, nonce, unchecked_settings,
};
use crate::batch::{CaseResult, case_result};
use crate::cli::args::BisectArgs;
use crate::cli::bisect_view::{NamedBuild, View};
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::{exit, output, store};
use crate::command::quoted;
use crate::corpus::{BUILD, CaseOptions, CommandLine, Settings, build_position};
use crate::disk::directory;
use crate::event::Status;
use crate::input::InputFile;
use crate::reduction::{self, BisectedCase, Kind, NotReduced, ReductionContext, after_colon};
use crate::solver::installed::natural;
use crate::solver::{
    Build, CommandSpec, Invocation, Slot, asked_version, find_program, program_name, version_words,
};
use std::cmp::Ordering;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) fn run(args: &BisectArgs) -> Result<u8, CliError> {
    let builds = ListedBuilds::of(&args.builds, &|_| None)?;
    let cache = store::absolute_cache(&args.common.run)?;
    let mut wanted = match output_of(&args.case) {
        Some((root, name)) => of_output(args, &absolute(&root)?, &name)?,
        None => of_file(args)?,
    };
    let cache = cache.or(wanted.cache.take());
    if wanted.settings.rule.is_script() {
        return Err(wanted.refuse_script());
    }
    let builds = listed(&builds, &wanted)?;
    let sorted = Sorted::of(builds, &wanted)?;
    for note in &sorted.notes {
        output::say(&format!("note: {note}"));
    }
    let store = store::open_at(&args.common.run, cache.as_deref(), wanted.root.as_deref())?;
    let interrupt = Interrupt::listen(None)?;
    let context = ReductionContext::new(store.as_ref(), &interrupt.stop, wanted.nonce);
    let builds = wanted.builds(&wanted.settings.command, &sorted.builds);
    let on_minimized = wanted.builds(&wanted.needed, &sorted.builds);
    if let Some(settings) = builds.first() {
        check_commands(wanted.input.path(), settings)?;
    }
    let case = BisectedCase {
        id: &wanted.id,
        input: &wanted.input,
        minimized: wanted.minimized.clone(),
        original_cpu: wanted.original_cpu,
        tries: wanted.tries,
        signature: wanted.signature.clone(),
        first: wanted.own_build(&sorted.builds),
        is_author: wanted.is_author(&context),
    };
    let kind = if args.fixed { Kind::Fixed } else { Kind::Began };
    let found = reduction::bisect(&case, [&builds, &on_minimized], kind, &context);
    store::say_if_degraded(store.as_ref());
    match found {
        Ok(found) => {
            let view = View {
                case: &wanted.id,
                builds: &sorted.builds,
                by_version: sorted.by_version,
                has_minimized: case.minimized.is_some(),
                kind,
                found: &found,
            };
            output::data(&view.shown(args.format))?;
            Ok(exit::if_so(!view.is_confirmed(), exit::CASES).max(interrupt.code()))
        }
        Err(NotReduced { status, detail, .. }) => {
            output::say(&format!("error: {}", after_colon(&detail)));
            let code = if status == Status::Stopped {
                exit::CUT
            } else {
                exit::CASES
            };
            Ok(code.max(interrupt.code()))
        }
    }
}

/// The case, and what is known of its failure.
struct Wanted {
    id: String,
    input: InputFile,
    minimized: Option<Vec<u8>>,
    /// The CPU time of the failing run on the original.
    original_cpu: Option<Duration>,
    /// The settings, with the command of the case.
    settings: Settings,
    /// The words of this command that the failure needs on the minimized file.
    needed: Vec<OsString>,
    /// Where the command is from.
    command_from: CommandFrom,
    /// The failure of the result.
    signature: Option<String>,
    /// The fingerprint of the commands that made the result.
    fingerprint: Option<String>,
    /// The program that the command begins with, if it can be run and is no place for builds.
    program: Option<PathBuf>,
    tries: u32,
    nonce: [u8; 32],
    /// The output directory.
    root: Option<PathBuf>,
    /// The store of the batch.
    cache: Option<PathBuf>,
}

/// Where the command of a case is from.
#[derive(PartialEq, Eq)]
enum CommandFrom {
    /// The command line of this call.
    CommandLine,
    /// The batch that has the case, or its configuration.
    Batch,
}

/// The output directory in which a path is that of a case, and the name of the case there: a path below its `minimized`,
/// or its id below the directory itself.
fn output_of(case: &Path) -> Option<(PathBuf, PathBuf)> {
    let mut ancestors = case.ancestors().take_while(|path| path.parent().is_some());
    let below = ancestors.find(|below| directory(below).join("journal.jsonl").is_file())?;
    let name = case.strip_prefix(below.parent()?).ok()?;
    let name = name.strip_prefix("minimized").unwrap_or(name);
    Some((directory(below).to_owned(), name.to_owned()))
}

/// A case of an output directory, with its settings and its result.
fn of_output(args: &BisectArgs, root: &Path, name: &Path) -> Result<Wanted, CliError> {
    if args.common.options() != CaseOptions::default() {
        return Err(CliError::usage(
            "the options of a case of an output directory are those of its batch",
            "leave out the other options, or name the file of the case itself",
        ));
    }
    let JournalledBatch {
        journalled,
        batch,
        planned,
    } = JournalledBatch::of(root)?;
    let result = case_result(&journalled, &planned, root, name).map_err(|why| {
        CliError::usage(
            format!(
                "`{}` has no usable result for `{}`: {}",
                root.display(),
                name.display(),
                after_colon(&why)
            ),
            "name a case as `smelt report` shows it, below the output directory: `OUT/CASE`",
        )
    })?;
    let needed = result.settings_of_result().command;
    let CaseResult {
        planned,
        settings,
        row,
        minimized,
    } = result;
    let minimized = match &minimized {
        None => None,
        Some(path) => Some(planned.case.file.result(path).bytes().map_err(|error| {
            let path = path.display();
            let message = format!("cannot read the minimized file `{path}`: {error}");
            CliError::usage(message, "run the batch again: it makes the file anew")
        })?),
    };
    let mut settings = settings.clone();
    let own = command(&args.command, "put the solver and its arguments after `--`")?;
    let (needed, command_from) = match own {
        Some(CommandLine(words)) => {
            settings.command.clone_from(&words);
            (words, CommandFrom::CommandLine)
        }
        None => (needed, CommandFrom::Batch),
    };
    let is_shown = row.status.is_measured() || row.status == Status::Stopped;
    Ok(Wanted {
        id: row.case.clone(),
        input: planned.case.file.clone(),
        tries: row
            .failure_rate
            .map_or(settings.repeat, |rate| settings.threshold(rate).runs),
        signature: row.signature.filter(|_| is_shown),
        fingerprint: row
            .fingerprint
            .filter(|_| is_shown && command_from == CommandFrom::Batch),
        program: program(&settings),
        settings,
        needed,
        command_from,
        minimized,
        original_cpu: row
            .golden_cpu_seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        nonce: journalled.nonce().unwrap_or_default(),
        root: Some(root.to_owned()),
        cache: batch.common.run.cache,
    })
}

/// A file, with the settings of the command line.
fn of_file(args: &BisectArgs) -> Result<Wanted, CliError> {
    let input = InputFile::named(&args.case).at_most(args.common.run.max_input());
    check_input(&input)?;
    let only_builds = [BUILD.into()];
    let words = match &args.command[..] {
        [] => &only_builds,
        words => words,
    };
    let settings = unchecked_settings(&args.common, words)?;
    Ok(Wanted {
        id: args.case.to_string_lossy().into_owned(),
        input,
        minimized: None,
        original_cpu: None,
        signature: None,
        fingerprint: None,
        program: program(&settings),
        tries: settings.repeat,
        needed: settings.command.clone(),
        settings,
        command_from: CommandFrom::CommandLine,
        nonce: nonce()?,
        root: None,
        cache: None,
    })
}

/// The program that the command begins with, if builds take its place and it can be run.
fn program(settings: &Settings) -> Option<PathBuf> {
    build_position(&settings.command).filter(|at| *at == 0)?;
    let word = settings.command.first().filter(|word| *word != BUILD)?;
    find_program(word).ok()
}

/// The builds that are named, and that of the case; each program once.
fn listed(named: &ListedBuilds, wanted: &Wanted) -> Result<Vec<Build>, CliError> {
    let at = build_position(&wanted.settings.command).ok_or_else(|| wanted.refuse_pipeline())?;
    let solver = wanted.settings.command.get(at);
    let solver = solver.filter(|word| *word != BUILD);
    let mut builds = named.builds(&solver.map_or(String::new(), |word| program_name(word)))?;
    if let Some(program) = &wanted.program {
        builds.push(build(program)?);
    }
    // Of several names of a program, the first is kept; that of the case comes last.
    let mut seen = std::collections::HashSet::new();
    builds.retain(|build| {
        let real = build.program.canonicalize();
        seen.insert(real.unwrap_or_else(|_| build.program.clone()))
    });
    if builds.len() < 2 {
        return Err(CliError::usage(
            format!("there are too few builds to compare: {}", builds.len()),
            "name a directory with several builds, or several programs separated by commas",
        ));
    }
    Ok(builds)
}

/// The builds in their order, the oldest first.
struct Sorted {
    builds: Vec<NamedBuild>,
    /// Whether all builds say their versions.
    by_version: bool,
    notes: Vec<String>,
}

impl Sorted {
    /// Asks each build for its version. If one has none, the names decide about the order.
    fn of(builds: Vec<Build>, wanted: &Wanted) -> Result<Sorted, CliError> {
        let mut slot = Slot::new().map_err(|error| CliError::internal(error.to_string()))?;
        let memory = Some(wanted.settings.memory_mb.unwrap_or(4096) << 20);
        let mut named: Vec<NamedBuild> = builds
            .into_iter()
            .map(|build| {
                let spec = CommandSpec {
                    argv: vec![build.program.clone().into()],
                    ..CommandSpec::default()
                };
                let invocation = Invocation::resolve(&spec).ok();
                let version =
                    invocation.and_then(|program| asked_version(&program, memory, &mut slot));
                NamedBuild { build, version }
            })
            .collect();
        let unknown: Vec<&str> = named
            .iter()
            .filter(|build| build.version.is_none())
            .map(|build| &*build.build.name)
            .collect();
        let by_version = unknown.is_empty();
        let mut notes = Vec::new();
        if !by_version {
            notes.push(format!(
                "the builds are in the order of their names, because {} no version for `--version`",
                match &unknown[..] {
                    [one] => format!("`{one}` prints"),
                    several => format!("{} of them print", several.len()),
                }
            ));
        }
        let by_name =
            |one: &NamedBuild, other: &NamedBuild| natural(&one.build.name, &other.build.name);
        let of_version = |build: &NamedBuild| {
            let words = build.version.as_deref().and_then(version_words);
            words.unwrap_or_default().to_owned()
        };
        named.sort_by(|one, other| {
            let versions = if by_version {
                natural(&of_version(one), &of_version(other))
            } else {
                Ordering::Equal
            };
            versions.then_with(|| by_name(one, other))
        });
        if by_version
            && let Some(twice) = named
                .windows(2)
                .find(|pair| of_version(&pair[0]) == of_version(&pair[1]))
        {
            notes.push(format!(
                "`{}` and `{}` print the same version, so their names decide which is older",
                twice[0].build.name, twice[1].build.name
            ));
        }
        Ok(Sorted {
            builds: named,
            by_version,
            notes,
        })
    }
}

impl Wanted {
    /// Refuses a script, which runs what it likes.
    fn refuse_script(&self) -> CliError {
        let script = quoted(&self.settings.command);
        match self.command_from {
            CommandFrom::CommandLine => CliError::usage(
                format!("the script `{script}` decides alone, so it cannot be given builds"),
                "name the solver after `--`, and what must stay the same with the other options",
            ),
            CommandFrom::Batch => CliError::usage(
                format!(
                    "the script `{script}`, which the batch has for `{}`, decides alone, so it cannot be given builds",
                    self.id
                ),
                "name the file of the case itself, its solver after `--`, and what must stay the same with the other options",
            ),
        }
    }

    /// Refuses a pipeline without a place for builds.
    fn refuse_pipeline(&self) -> CliError {
        let command = quoted(&self.settings.command);
        let why = "in a pipeline, smelt cannot tell which program is to be replaced by the builds";
        match self.command_from {
            CommandFrom::CommandLine => CliError::usage(
                format!("{why}: `{command}`"),
                format!("write `{BUILD}` for it in the command after `--`"),
            ),
            CommandFrom::Batch => CliError::usage(
                format!(
                    "{why}: the batch has the command `{command}` for `{}`",
                    self.id
                ),
                format!("give the command here, after `--`, with `{BUILD}` for that program"),
            ),
        }
    }

    /// The settings of each build, which takes the place of the program in this command.
    fn builds(&self, command: &[OsString], builds: &[NamedBuild]) -> Vec<Settings> {
        let at = build_position(command).unwrap_or_default();
        let of_build = |NamedBuild { build, .. }: &NamedBuild| {
            let mut command = command.to_vec();
            if let Some(word) = command.get_mut(at) {
                *word = build.program.clone().into();
            }
            Settings {
                command,
                ..self.settings.clone()
            }
        };
        builds.iter().map(of_build).collect()
    }

    /// The number of the build that the command of the case names, if it is one of these.
    fn own_build(&self, builds: &[NamedBuild]) -> Option<usize> {
        let own = self.program.as_ref()?.canonicalize().ok()?;
        builds
            .iter()
            .position(|build| build.build.program.canonicalize().ok().as_ref() == Some(&own))
    }

    /// Whether the result was made with the program of the command, as it is now.
    fn is_author(&self, context: &ReductionContext<'_>) -> bool {
        let then = self.fingerprint.as_ref();
        then.is_some_and(|then| {
            let now = reduction::fingerprint(&self.settings, self.input.path(), context);
            now.as_ref() == Some(then)
        })
    }
}
