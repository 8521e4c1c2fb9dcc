//! Where every setting of a case comes from.

use super::case_sources::CaseSourceReader;
use super::plan::check_command_line;
use super::precedence::{OrderedSources, order};
use super::source::Source;
use super::{Case, CaseOptions, CommandLine, Config, CorpusError, PathMode, Settings, quoted};
use crate::language::Language;
use clap::ValueEnum;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::path::Path;
use std::time::Duration;

/// The origin of what no source says.
const DEFAULT: &str = "default";

/// A setting, its value and its origin.
type ExplainedSetting = (&'static str, String, String);

/// The settings of a case with their origins; displayed as a table.
#[derive(Clone, Debug)]
pub struct Explained {
    lines: Vec<ExplainedSetting>,
    notes: Vec<String>,
}

/// Explains the settings that [`plan`](super::plan()) gives to a case, or why there are none.
pub fn explain(
    case: &Case,
    config: Option<&Config>,
    options: &CaseOptions,
    command: Option<&CommandLine>,
) -> Result<Result<Explained, String>, CorpusError> {
    check_command_line(options, command)?;
    let found = CaseSourceReader::new(case.root(), config, options).of(case);
    let explained = found
        .and_then(|found| {
            order(
                case,
                config,
                found,
                [&CaseOptions::default(), options],
                command,
            )
        })
        .and_then(|ordered| {
            let settings = ordered
                .settings(config)
                .map_err(|error| error.to_string())?;
            Ok(Explained {
                lines: lines(settings, &ordered),
                notes: ordered.notes,
            })
        });
    Ok(explained)
}

/// One line per setting. The settings are destructured, so that the compiler asks for the line of a new one.
fn lines(settings: Settings, ordered: &OrderedSources) -> Vec<ExplainedSetting> {
    let Settings {
        solver,
        command,
        others,
        reduce_options,
        keep_options,
        rule,
        seeds,
        repeat,
        flaky_runs,
        flaky_error,
        patience,
        timeout,
        second_timeout,
        idle,
        memory_mb,
        strategy,
        minimiser,
        phases,
        stages,
        effort,
        hints,
        known_shapes,
        stop_at,
        budget,
        language,
        ill_formed,
        mutators,
        depends,
        env,
        cwd,
        absolute_path,
        allow_trivial,
        is_traced,
        allow_code,
        lift,
        lift_with,
        pretty,
    } = settings;
    // Some rules say how long runs may take, or that it follows from another solver.
    let by_second = timeout.is_none() && rule.limit_from_second(Duration::ZERO).is_some();
    let is_limit_of_rule = by_second || rule.sets_limit();
    let first = if by_second {
        "from the time of the second command".to_owned()
    } else {
        limit(timeout)
    };
    let minimiser = minimiser.map(|minimiser| minimiser.name);
    let cwd = cwd.as_deref().map(Path::display);
    let phases: Vec<String> = phases.iter().map(u8::to_string).collect();
    let [max_checks, max_runs, max_cpu, max_time] = budget.shown();
    let lines = [
        ("solver", solver),
        ("command", quoted(&command)),
        ("rule", rule.shown()),
        ("other solvers", commands(&others)),
        ("read stacks", is_traced.to_string()),
        ("repeat", repeat.to_string()),
        ("flaky-runs", flaky_runs.to_string()),
        ("flaky-error", flaky_error.to_string()),
        ("timeout", first),
        ("timeout-cc", limit(second_timeout)),
        ("patience", patience.to_string()),
        ("idle", idle.map_or("5 s".to_owned(), seconds)),
        ("memout", format!("{} MB", memory_mb.unwrap_or(4096))),
        ("strategy", strategy.name.to_owned()),
        ("minimiser", or(minimiser, "chosen for each list")),
        ("phases", phases.join(",")),
        ("stages", or(stages.map(|stages| stages.join(",")), "all")),
        ("effort", value_name(&effort)),
        ("hints", value_name(&hints)),
        ("known-shapes", value_name(&known_shapes)),
        ("stop-at", or(stop_at.map(|it| format!("{it} %")), "never")),
        (
            "language",
            or(language.map(Language::name), "from the extension"),
        ),
        ("ill-formed", value_name(&ill_formed)),
        ("mutators", switches(&mutators)),
        ("depends", listed(&depends)),
        ("env", listed(&env)),
        ("cwd", or(cwd, "a fresh directory")),
        ("path", path_mode(absolute_path)),
        ("allow-trivial", allow_trivial.to_string()),
        ("allow-code", allow_code.to_string()),
        ("lift", or(lift, "no")),
        ("lift-with", commands(lift_with.as_slice())),
        ("pretty", pretty.to_string()),
        ("seeds", or(seeds, "none")),
        ("reduce-options", reduce_options.to_string()),
        ("keep-option", listed(&keep_options)),
        ("max-checks", max_checks),
        ("max-runs", max_runs),
        ("max-cpu", max_cpu),
        ("max-time", max_time),
    ];
    let line = |(name, value)| (name, value, origin(name, is_limit_of_rule, ordered));
    lines.into_iter().map(line).collect()
}

/// A value, or what stands for one that is not given.
fn or(value: Option<impl Display>, default: &str) -> String {
    value.map_or_else(|| default.to_owned(), |value| value.to_string())
}

/// What was listed, or what stands for nothing.
fn unless_empty(list: String, nothing: &str) -> String {
    or(Some(list).filter(|list| !list.is_empty()), nothing)
}

/// Where a setting comes from. Most have the name of the option that says them.
fn origin(setting: &str, is_limit_of_rule: bool, ordered: &OrderedSources) -> String {
    let decides = || nearest(&ordered.sources, CaseOptions::says_rule);
    let near = |key| nearest(&ordered.sources, |options| says(options, key));
    match setting {
        "solver" => ordered.solver_from.clone(),
        "command" => ordered.command_from.join(" + "),
        "rule" | "other solvers" => decides(),
        "timeout" if is_limit_of_rule => decides(),
        "timeout-cc" if near(setting) == DEFAULT => near("timeout"),
        "read stacks" => near("same-stack"),
        "mutators" | "depends" | "env" | "keep-option" => every(&ordered.sources, setting),
        key => near(key),
    }
}

/// Whether options have this key.
fn says(options: &CaseOptions, key: &str) -> bool {
    match key {
        // No rule is given these.
        "memout" => options.memout.is_some(),
        "max-checks" => options.max_checks.is_some(),
        "max-runs" => options.max_runs.is_some(),
        "depends" => !options.depends.is_empty(),
        "cwd" => options.cwd.is_some(),
        key => options.given().has(key),
    }
}

/// How the solver gets a candidate's path.
fn path_mode(is_absolute: bool) -> String {
    let mode = if is_absolute {
        PathMode::Absolute
    } else {
        PathMode::Relative
    };
    value_name(&mode)
}

/// Commands, quoted as for a shell.
fn commands(commands: &[Vec<OsString>]) -> String {
    let shown: Vec<String> = commands.iter().map(|words| quoted(words)).collect();
    unless_empty(shown.join("; "), "none")
}

/// The most specific source with such an option, or [`DEFAULT`].
fn nearest(sources: &[Source], says: impl Fn(&CaseOptions) -> bool) -> String {
    sources
        .iter()
        .find(|source| says(&source.options))
        .map_or(DEFAULT.to_owned(), |source| source.from.clone())
}

/// All sources with this key, in the order in which their values are put together.
fn every(sources: &[Source], key: &str) -> String {
    let found: Vec<&str> = sources
        .iter()
        .rev()
        .filter(|source| says(&source.options, key))
        .map(|source| &*source.from)
        .collect();
    unless_empty(found.join(" + "), DEFAULT)
}

/// How a value is written on the command line.
fn value_name(value: &impl ValueEnum) -> String {
    value
        .to_possible_value()
        .map_or(String::new(), |value| value.get_name().to_owned())
}

fn listed(words: &[impl AsRef<OsStr>]) -> String {
    unless_empty(quoted(words), "none")
}

fn switches(mutators: &[(String, bool)]) -> String {
    let switches: Vec<String> = mutators
        .iter()
        .map(|(name, on)| format!("{}{name}", if *on { '+' } else { '-' }))
        .collect();
    unless_empty(switches.join(" "), "all")
}

fn limit(time: Option<Duration>) -> String {
    time.map_or(
        "600 s at first, then 3 × the original's time (rounded up to 0.25, 0.5, 1, 2, 4 … s) + 1 s"
            .to_owned(),
        seconds,
    )
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head: ExplainedSetting = ("setting", "value".to_owned(), "from".to_owned());
        let lines = || std::iter::once(&head).chain(&self.lines);
        let width = |cell: fn(&ExplainedSetting) -> &str| {
            let widths = lines().map(|line| cell(line).chars().count());
            widths.max().unwrap_or(0)
        };
        let (first, second) = (width(|line| line.0), width(|line| &line.1));
        for (setting, value, from) in lines() {
            // A line break in a name from the corpus must not break the table.
            let (value, from) = (value.replace('\n', "\\n"), from.replace('\n', "\\n"));
            writeln!(f, "{setting:first$}  {value:second$}  {from}")?;
        }
        if !self.notes.is_empty() {
            writeln!(f, "\nnot used:")?;
        }
        for note in &self.notes {
            writeln!(f, "  {}", note.replace('\n', "\\n"))?;
        }
        Ok(())
    }
}
