//! All that is configured for one case, from wherever it came.

use super::limits::{megabytes, repeats, seconds};
use super::source::Source;
use super::{
    CaseOptions, CommandLine, Config, CorpusError, HangLimit, IllFormedMode, PathMode, rule, script,
};
use crate::language::LANGUAGES;
use crate::mutator::{MUTATORS, Mutator};
use crate::oracle::{MatchRule, Rule, oracle};
use crate::search::STRATEGIES;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The configuration of one case.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name under which reports know the solver.
    pub solver: String,
    /// The solver and its arguments; `{}` is the candidate, appended where it is missing.
    pub command: Vec<OsString>,
    /// The cross-check or reference, where the rule needs one.
    pub second: Option<Vec<OsString>>,
    /// What makes a candidate interesting.
    pub rule: Rule,
    /// How many runs of a text must all be interesting.
    pub repeat: u32,
    /// CPU time for every run; none: 600 s for source and golden, 3 × rounded golden + 1 s for candidates. Where a
    /// second solver's time sets the limit of a rule about slowness, none too.
    pub timeout: Option<Duration>,
    /// The same for the second solver.
    pub second_timeout: Option<Duration>,
    /// How long the CPU clock of a run may stand still; none: 5 s.
    pub idle: Option<Duration>,
    /// Memory limit in MB; none: 4096.
    pub memory_mb: Option<u64>,
    /// The strategy's name.
    pub strategy: String,
    /// The language's name; none: by the file's extension.
    pub language: Option<String>,
    /// When ill-formed candidates are asked.
    pub ill_formed: IllFormedMode,
    /// Mutators switched on (`true`) or off, in order; the name `all` means every one.
    pub mutators: Vec<(String, bool)>,
    /// Files copied into the slot and hashed into the key.
    pub depends: Vec<PathBuf>,
    /// Names of environment variables handed on.
    pub env: Vec<OsString>,
    /// The directory that candidates run in; none: the slot.
    pub cwd: Option<PathBuf>,
    /// Whether the candidate's path is given absolute.
    pub absolute_path: bool,
    /// Whether a failure that a trivial text shows too is reduced all the same.
    pub allow_trivial: bool,
    /// Whether the delivered text is indented.
    pub pretty: bool,
}

impl Settings {
    /// The mutators that the switches leave on, in their order.
    pub fn enabled_mutators(&self) -> Vec<&'static dyn Mutator> {
        let on = |name: &str| {
            let says = |(switch, _): &&(String, bool)| switch == name || switch == "all";
            let last = self.mutators.iter().rev().find(says);
            last.is_none_or(|&(_, on)| on)
        };
        let mutators = MUTATORS.iter().copied();
        mutators.filter(|mutator| on(mutator.name())).collect()
    }

    /// The name under which a candidate of this case is run, where it matters: a script knows the user's file by name.
    pub fn candidate_name<'a>(&self, input: &'a Path) -> Option<&'a OsStr> {
        input.file_name().filter(|_| self.rule == Rule::Script)
    }

    /// The digest of everything that is configured, in hexadecimal. Rows of another digest are not taken up again.
    /// Made of the debug form, so that no field can be forgotten; a smelt that has more fields starts anew, and the
    /// store answers.
    pub fn digest(&self) -> String {
        blake3::hash(format!("{self:?}").as_bytes())
            .to_hex()
            .to_string()
    }
}

/// The settings of a case that a command line alone configures, beside the `[defaults]` of a configuration.
pub fn resolve(
    options: &CaseOptions,
    config: Option<&Config>,
    words: &[OsString],
) -> Result<Settings, CorpusError> {
    script::check_alone(options, !words.is_empty())?;
    let mut sources = vec![Source::command_line(options)];
    sources.extend(config.and_then(Config::defaults));
    if words.is_empty()
        && let Some((name, command)) = sources.iter().find_map(script::of)
    {
        return settings(&name, command, &sources, config);
    }
    sources.iter_mut().for_each(script::leave_out);
    let command = CommandLine::of_words(words).map_err(|what| {
        CorpusError::options(
            what,
            "put the solver and its arguments after the other arguments, or use `--script FILE`",
        )
    })?;
    settings(&command.base_name(), command.0, &sources, config)
}

/// The settings that these sources give, the nearest first.
pub(super) fn settings(
    name: &str,
    command: Vec<OsString>,
    sources: &[Source],
    config: Option<&Config>,
) -> Result<Settings, CorpusError> {
    let deciding = sources.iter().find(|source| source.options.says_rule());
    let (rule, second) = deciding
        .map_or(Ok((Rule::Same(MatchRule::default()), None)), |source| {
            rule::rule(&source.options)
        })?;
    // A pattern that cannot be used is reported before anything runs.
    oracle(&rule).map_err(|error| {
        CorpusError::options(
            error.to_string(),
            "`smelt reduce --help` explains each option",
        )
    })?;
    let names = sources.iter().flat_map(|source| &source.options.env);
    if let Some(name) = names
        .into_iter()
        .find(|name| name.is_empty() || name.contains('='))
    {
        return Err(CorpusError::options(
            format!("`{name}` is not the name of an environment variable"),
            "`env` takes only a name; the value comes from your environment",
        ));
    }
    let base = deciding.map_or(Path::new(""), |source| &source.base);
    let nearest = Nearest(sources);
    let hangs = deciding.and_then(|source| source.options.hangs);
    let (timeout, second_timeout) = timeouts(&nearest, &rule, hangs)?;
    Ok(Settings {
        solver: name.to_owned(),
        command,
        second: second.map(|second| named_or_below(&second, config, base)),
        repeat: repeats(nearest.get(|o| o.repeat))?.unwrap_or(default_repeat(&rule)),
        rule,
        timeout,
        second_timeout,
        idle: seconds("idle", nearest.get(|o| o.idle))?,
        memory_mb: megabytes(nearest.get(|o| o.memout))?,
        strategy: known_strategy(nearest.get(|o| o.strategy.clone()))?,
        language: known_language(nearest.get(|o| o.language.clone()))?,
        ill_formed: nearest.get(|o| o.ill_formed).unwrap_or_default(),
        mutators: mutators(sources)?,
        depends: nearest.all(|source| {
            source
                .options
                .depends
                .iter()
                .map(|file| source.base.join(file))
                .collect()
        }),
        env: nearest.all(|source| source.options.env.iter().map(OsString::from).collect()),
        cwd: sources
            .iter()
            .find_map(|source| source.options.cwd.as_ref().map(|dir| source.base.join(dir))),
        absolute_path: nearest.get(|o| o.path) == Some(PathMode::Absolute),
        allow_trivial: sources.iter().any(|source| source.options.allow_trivial),
        pretty: sources.iter().any(|source| source.options.pretty),
    })
}

/// CPU seconds of a run that hangs, where nothing else says how long that is.
const HANG: Duration = Duration::from_secs(10);

/// CPU time for the runs of the solver and of the second one, where it does not depend on a golden run. What a rule
/// about slowness compares with is also where its runs end.
fn timeouts(
    nearest: &Nearest<'_>,
    rule: &Rule,
    hangs: Option<HangLimit>,
) -> Result<(Option<Duration>, Option<Duration>), CorpusError> {
    let any = seconds("timeout", nearest.get(|o| o.timeout))?;
    let second = seconds("timeout-cc", nearest.get(|o| o.timeout_cc))?.or(any);
    let first = match (rule, hangs) {
        (Rule::Hangs(_), Some(HangLimit::Seconds(limit))) => seconds("hangs", Some(limit))?,
        (Rule::Hangs(None), _) => any.or(Some(HANG)),
        (Rule::SlowerThan(time, _), _) => Some(*time),
        (
            Rule::Hangs(Some(_))
            | Rule::SlowerThanFactor(_)
            | Rule::Same(_)
            | Rule::CrossCheck(..)
            | Rule::Differs
            | Rule::Script,
            _,
        ) => any,
    };
    Ok((first, second))
}

/// How often a text is run unless something says how often: times are noisy, so those that are compared are taken more
/// than once.
fn default_repeat(rule: &Rule) -> u32 {
    match rule {
        Rule::SlowerThan(..) | Rule::SlowerThanFactor(_) => 3,
        Rule::Same(_) | Rule::CrossCheck(..) | Rule::Differs | Rule::Hangs(_) | Rule::Script => 1,
    }
}

/// Sources of configuration, the nearest first.
struct Nearest<'a>(&'a [Source]);

impl Nearest<'_> {
    /// What the nearest source that says anything says.
    fn get<T>(&self, field: impl Fn(&CaseOptions) -> Option<T>) -> Option<T> {
        self.0.iter().find_map(|source| field(&source.options))
    }

    /// What all of them say together, the farthest first.
    fn all<T>(&self, field: impl Fn(&Source) -> Vec<T>) -> Vec<T> {
        self.0.iter().rev().flat_map(field).collect()
    }
}

/// A second command: a single word may be the name of a solver of the configuration.
fn named_or_below(command: &CommandLine, config: Option<&Config>, base: &Path) -> Vec<OsString> {
    let named = command
        .name()
        .zip(config)
        .and_then(|(name, config)| config.solver_command(name));
    named.unwrap_or_else(|| command.below(base))
}

fn known_strategy(name: Option<String>) -> Result<String, CorpusError> {
    let name = name.unwrap_or_else(|| STRATEGIES[0].0.to_owned());
    known(
        "strategy",
        &name,
        STRATEGIES.iter().map(|strategy| strategy.0),
    )?;
    Ok(name)
}

fn known_language(name: Option<String>) -> Result<Option<String>, CorpusError> {
    if let Some(name) = &name {
        known(
            "language",
            name,
            LANGUAGES.iter().map(|language| language.0),
        )?;
    }
    Ok(name)
}

/// The switches of all sources, the farthest first: `+name`, `name` or `-name`.
fn mutators(sources: &[Source]) -> Result<Vec<(String, bool)>, CorpusError> {
    let mut switches = Vec::new();
    for switch in sources
        .iter()
        .rev()
        .flat_map(|source| &source.options.mutators)
    {
        let (name, on) = match switch.strip_prefix('-') {
            Some(name) => (name, false),
            None => (switch.strip_prefix('+').unwrap_or(switch), true),
        };
        known(
            "mutator",
            name,
            MUTATORS.iter().map(|mutator| mutator.name()).chain(["all"]),
        )?;
        switches.push((name.to_owned(), on));
    }
    Ok(switches)
}

fn known<'a>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), CorpusError> {
    let names: Vec<&str> = names.collect();
    if names.contains(&name) {
        return Ok(());
    }
    Err(CorpusError::options(
        format!("unknown {what} `{name}`"),
        format!("choose one of: {}", names.join(", ")),
    ))
}
