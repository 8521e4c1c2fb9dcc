//! Where every setting of a case comes from.

use super::case_sources::CaseSourceReader;
use super::plan::check_command_line;
use super::precedence::{OrderedSources, order};
use super::source::Source;
use super::{
    Case, CaseBudget, CaseOptions, CommandLine, Config, CorpusError, KnownShapes, PathMode,
    Settings, quoted,
};
use crate::oracle::Rule;
use clap::ValueEnum;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::time::Duration;

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

/// The limit of a run's CPU time, and where it comes from.
fn timeout_line(
    rule: &Rule,
    timeout: Option<Duration>,
    ordered: &OrderedSources,
) -> (String, String) {
    let near = |says: fn(&CaseOptions) -> bool| nearest(&ordered.sources, says);
    if timeout.is_none() && rule.limit_from_second(Duration::ZERO).is_some() {
        let from = "from the time of the second command".to_owned();
        return (from, near(CaseOptions::says_rule));
    }
    let from = if rule.sets_limit() {
        near(CaseOptions::says_rule)
    } else {
        near(|o| o.timeout.is_some())
    };
    (limit(timeout), from)
}

fn known_shapes_line(when: KnownShapes, from: String) -> ExplainedSetting {
    ("known-shapes", value_name(&when), from)
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
    let near = |says: fn(&CaseOptions) -> bool| nearest(&ordered.sources, says);
    let all = |says: fn(&CaseOptions) -> bool| every(&ordered.sources, says);
    let flag = |name, is_set: bool, says| (name, is_set.to_string(), near(says));
    let said = |name, value: &dyn Display, says| (name, value.to_string(), near(says));
    let decides = near(CaseOptions::says_rule);
    let (first, first_from) = timeout_line(&rule, timeout, ordered);
    let idle = idle.map_or("5 s".to_owned(), |idle| format!("{} s", idle.as_secs_f64()));
    let (others, lift_with) = (commands(&others), commands(lift_with.as_slice()));
    let memory = memory_mb.map_or("4096 MB".to_owned(), |mb| format!("{mb} MB"));
    let stop_at = stop_at.map_or("never".to_owned(), |percent| format!("{percent} %"));
    let language = language.map_or("from the extension", |language| language.name());
    let minimiser = minimiser.map_or("chosen for each list", |minimiser| minimiser.name);
    let [ill_formed, effort] = [value_name(&ill_formed), value_name(&effort)];
    let phases: Vec<String> = phases.iter().map(u8::to_string).collect();
    let stages = stages.map_or("all".to_owned(), |stages| stages.join(","));
    let cwd = cwd.unwrap_or_else(|| "a fresh directory".into());
    let flaky_error = flaky_error.to_string();
    let from = ordered.command_from.join(" + ");
    let (mutators, second) = (switches(&mutators), limit(second_timeout));
    let lift = lift.unwrap_or_else(|| "no".to_owned());
    let second_from = near(|o| o.timeout_cc.or(o.timeout).is_some());
    let mut lines = vec![
        ("solver", solver, ordered.solver_from.clone()),
        ("command", quoted(&command), from),
        ("rule", rule.shown(), decides.clone()),
        ("other solvers", others, decides.clone()),
        said("read stacks", &is_traced, |o| o.same_stack.is_some()),
        said("repeat", &repeat, |o| o.repeat.is_some()),
        said("flaky-runs", &flaky_runs, |o| o.flaky_runs.is_some()),
        said("flaky-error", &flaky_error, |o| o.flaky_error.is_some()),
        ("timeout", first, first_from),
        ("timeout-cc", second, second_from),
        said("patience", &patience, |o| o.patience.is_some()),
        ("idle", idle, near(|o| o.idle.is_some())),
        ("memout", memory, near(|o| o.memout.is_some())),
        said("strategy", &strategy.name, |o| o.strategy.is_some()),
        said("minimiser", &minimiser, |o| o.minimiser.is_some()),
        ("phases", phases.join(","), near(|o| o.phases.is_some())),
        ("stages", stages, near(|o| o.stages.is_some())),
        ("effort", effort, near(|o| o.effort.is_some())),
        ("hints", value_name(&hints), near(|o| o.hints.is_some())),
        known_shapes_line(known_shapes, near(|o| o.known_shapes.is_some())),
        ("stop-at", stop_at, near(|o| o.stop_at.is_some())),
        said("language", &language, |o| o.language.is_some()),
        ("ill-formed", ill_formed, near(|o| o.ill_formed.is_some())),
        ("mutators", mutators, all(|o| !o.mutators.is_empty())),
        ("depends", listed(&depends), all(|o| !o.depends.is_empty())),
        ("env", listed(&env), all(|o| !o.env.is_empty())),
        said("cwd", &cwd.display(), |o| o.cwd.is_some()),
        ("path", path_mode(absolute_path), near(|o| o.path.is_some())),
        flag("allow-trivial", allow_trivial, |o| o.allow_trivial),
        ("allow-code", allow_code.to_string(), near(|o| o.allow_code)),
        ("lift", lift, near(|o| o.lift.is_some())),
        ("lift-with", lift_with, near(|o| o.lift_with.is_some())),
        flag("pretty", pretty, |o| o.pretty),
    ];
    let arguments = (seeds, reduce_options, &keep_options[..]);
    lines.extend(argument_lines(arguments, ordered));
    lines.extend(bounds(budget, ordered));
    lines
}

/// The lines about the arguments of the command.
fn argument_lines(
    (seeds, reduce, kept): (Option<u32>, bool, &[String]),
    ordered: &OrderedSources,
) -> [ExplainedSetting; 3] {
    let sources = &ordered.sources;
    let seeds = seeds.map_or("none".to_owned(), |seeds| seeds.to_string());
    [
        ("seeds", seeds, nearest(sources, |o| o.seeds.is_some())),
        (
            "reduce-options",
            reduce.to_string(),
            nearest(sources, |o| o.reduce_options),
        ),
        (
            "keep-option",
            listed(kept),
            every(sources, |o| !o.keep_option.is_empty()),
        ),
    ]
}

/// The lines of the bounds on the search.
fn bounds(budget: CaseBudget, ordered: &OrderedSources) -> [ExplainedSetting; 4] {
    let near = |says: fn(&CaseOptions) -> bool| nearest(&ordered.sources, says);
    let [max_checks, max_runs, max_cpu, max_time] = budget.shown();
    [
        ("max-checks", max_checks, near(|o| o.max_checks.is_some())),
        ("max-runs", max_runs, near(|o| o.max_runs.is_some())),
        ("max-cpu", max_cpu, near(|o| o.max_cpu.is_some())),
        ("max-time", max_time, near(|o| o.max_time.is_some())),
    ]
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
    if shown.is_empty() {
        "none".to_owned()
    } else {
        shown.join("; ")
    }
}

/// The most specific source with such an option; `default` if there is none.
fn nearest(sources: &[Source], says: fn(&CaseOptions) -> bool) -> String {
    sources
        .iter()
        .find(|source| says(&source.options))
        .map_or("default".to_owned(), |source| source.from.clone())
}

/// All sources with such an option, in the order in which their values are put together.
fn every(sources: &[Source], says: fn(&CaseOptions) -> bool) -> String {
    let found: Vec<&str> = sources
        .iter()
        .rev()
        .filter(|source| says(&source.options))
        .map(|source| &*source.from)
        .collect();
    if found.is_empty() {
        "default".to_owned()
    } else {
        found.join(" + ")
    }
}

/// How a value is written on the command line.
fn value_name(value: &impl ValueEnum) -> String {
    value
        .to_possible_value()
        .map_or(String::new(), |value| value.get_name().to_owned())
}

fn listed(words: &[impl AsRef<OsStr>]) -> String {
    if words.is_empty() {
        "none".to_owned()
    } else {
        quoted(words)
    }
}

fn switches(mutators: &[(String, bool)]) -> String {
    let switches: Vec<String> = mutators
        .iter()
        .map(|(name, on)| format!("{}{name}", if *on { '+' } else { '-' }))
        .collect();
    if switches.is_empty() {
        "all".to_owned()
    } else {
        switches.join(" ")
    }
}

fn limit(time: Option<Duration>) -> String {
    time.map_or(
        "600 s at first, then 3 × the original's time (rounded up to 0.25, 0.5, 1, 2, 4 … s) + 1 s"
            .to_owned(),
        |time| format!("{} s", time.as_secs_f64()),
    )
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
