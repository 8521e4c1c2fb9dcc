//! The settings of a case, from all sources of configuration.

use super::budget::CaseBudget;
use super::limits::{factor, megabytes, percentage, runs, seconds};
use super::names::{known, unknown};
use super::seeds::{seeded, with_seed};
use super::source::Source;
use super::stages::{known_phases, known_stages};
use super::{
    CaseOptions, CommandLine, Config, CorpusError, Effort, HintMode, IllFormedMode, KnownShapes,
    PathMode, script,
};
use crate::event::{FailureRate, Threshold};
use crate::language::{LANGUAGES, Language};
use crate::mutator::{ByDefault, MUTATORS, Mutator};
use crate::oracle::{Configured, ORACLES, Rule, configured};
use crate::search::{MINIMISERS, MinimiserEntry, STRATEGIES, Strategy};
use crate::solver::{for_all_models, reading_stdin};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name that switches all mutators on or off.
const ALL: &str = "all";

/// The settings of one case.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct Settings {
    /// The solver's name in reports.
    pub solver: String,
    /// The solver and its arguments. `{}` stands for the candidate, which is appended if there is none.
    pub command: Vec<OsString>,
    /// Whether arguments of the command that the failure does not need are left out.
    pub reduce_options: bool,
    /// Options that are not left out.
    pub keep_options: Vec<String>,
    /// The other solvers that the rule needs, such as a cross-check, a reference or voters. The first has the number 1.
    pub others: Vec<Vec<OsString>>,
    /// What makes a candidate interesting.
    pub rule: Rule,
    /// How many seeds the solver is run with, if the command has a place for one.
    pub seeds: Option<u32>,
    /// How many runs of a text must all be interesting.
    pub repeat: u32,
    /// How many runs measure how often a flaky solver fails.
    pub flaky_runs: u32,
    /// How likely a candidate that fails as often as the original may be missed, in percent.
    pub flaky_error: f64,
    /// How long slow candidates may take, as a multiple of the time of the search before them.
    pub patience: f64,
    /// The CPU limit of the source and golden runs, and an upper bound on that of candidates, which is 3 × the rounded
    /// golden time + 1 s. If none, 600 s. For rules about slowness, it is the CPU limit of every run; if none, it
    /// follows from the second solver's time.
    pub timeout: Option<Duration>,
    /// The corresponding CPU limit of the other solvers.
    pub second_timeout: Option<Duration>,
    /// How long the CPU clock of a run may stand still; if none, 5 s.
    pub idle: Option<Duration>,
    /// The memory limit in MB; if none, 4096.
    pub memory_mb: Option<u64>,
    /// The search.
    pub strategy: &'static Strategy,
    /// How the search reduces lists. None if the strategy chooses for each list.
    pub minimiser: Option<&'static MinimiserEntry>,
    /// The phases of the strategy `deltaasp` that are used, by their numbers.
    pub phases: Vec<u8>,
    /// The stages of the strategy that are used, by name; if none, all.
    pub stages: Option<Vec<String>>,
    /// How much the search does.
    pub effort: Effort,
    /// When a solver that refutes the text is asked which parts matter.
    pub hints: HintMode,
    /// Whether the small texts of other cases with the same failure are tried first.
    pub known_shapes: KnownShapes,
    /// The share of the original's bytes, in percent, at which the search ends.
    pub stop_at: Option<f64>,
    /// What the search may cost in one run of smelt.
    pub budget: CaseBudget,
    /// The language; if none, the file's extension decides.
    pub language: Option<&'static dyn Language>,
    /// When the solver runs on ill-formed candidates.
    pub ill_formed: IllFormedMode,
    /// The mutators that are switched on (`true`) or off, in order; the name `all` stands for all of them.
    pub mutators: Vec<(String, bool)>,
    /// Files that are copied into the slot and are part of the key.
    pub depends: Vec<PathBuf>,
    /// Names of environment variables that are passed on.
    pub env: Vec<OsString>,
    /// The directory in which candidates run; if none, the slot.
    pub cwd: Option<PathBuf>,
    /// Whether the candidate's path is absolute.
    pub absolute_path: bool,
    /// Whether to continue if a trivial text fails in the same way.
    pub allow_trivial: bool,
    /// Whether files may contain code that the solver runs.
    pub allow_code: bool,
    /// Whether the stacks of crashes are read.
    pub is_traced: bool,
    /// Another format in which the result is delivered too, if it fails there.
    pub lift: Option<String>,
    /// A program that reads a text in that format; the commands read its output instead of the text.
    pub lift_with: Option<Vec<OsString>>,
    /// Whether the delivered text is indented.
    pub pretty: bool,
}

impl Settings {
    /// The mutators that are enabled, in the order of all mutators.
    pub fn enabled_mutators(&self) -> Vec<&'static Mutator> {
        let is_deep = self.effort == Effort::Deep;
        let is_enabled = |mutator: &&Mutator| match self.switch(mutator) {
            Some((_, on)) => *on,
            None => self.strategy.uses(mutator, is_deep),
        };
        MUTATORS.iter().copied().filter(is_enabled).collect()
    }

    /// The mutators of the last round that are not switched off, in the order of all mutators.
    pub fn last_round(&self) -> Vec<&'static Mutator> {
        let is_wanted = |mutator: &&Mutator| {
            self.ill_formed != IllFormedMode::Never
                && mutator.profile().by_default == ByDefault::InLastRound
                && self.switch(mutator).is_none_or(|(_, on)| *on)
        };
        MUTATORS.iter().copied().filter(is_wanted).collect()
    }

    /// The enabled mutators that are switched on by their own names.
    pub fn named_mutators(&self) -> Vec<&'static Mutator> {
        let is_named = |mutator: &&Mutator| {
            self.switch(mutator)
                .is_some_and(|(switch, on)| *on && switch != ALL)
        };
        MUTATORS.iter().copied().filter(is_named).collect()
    }

    /// The last switch that is about a mutator.
    fn switch(&self, mutator: &Mutator) -> Option<&(String, bool)> {
        self.mutators
            .iter()
            .rfind(|(switch, _)| switch == mutator.name() || switch == ALL)
    }

    /// The commands of all solvers by their numbers: the solver under test, the others, and the solver under test with
    /// its second and later seeds.
    pub fn commands(&self) -> Vec<Vec<OsString>> {
        let first = match self.seeds {
            None => self.command.clone(),
            Some(_) => with_seed(&self.command, 1),
        };
        let others = self.others.iter().cloned();
        let later = 2..=self.seeds.unwrap_or(1);
        let later = later.map(|seed| with_seed(&self.command, seed));
        std::iter::once(first).chain(others).chain(later).collect()
    }

    /// The settings with one seed only in the place of all, for each of them; these settings if there is no place for
    /// one.
    pub fn of_each_seed(&self) -> Vec<Settings> {
        let of_seed = |seed| Settings {
            command: with_seed(&self.command, seed),
            seeds: None,
            ..self.clone()
        };
        match self.seeds {
            None => vec![self.clone()],
            Some(seeds) => (1..=seeds).map(of_seed).collect(),
        }
    }

    /// Whether the solver with this number is the one under test.
    pub fn is_under_test(&self, solver: usize) -> bool {
        solver == 0 || solver > self.others.len()
    }

    /// How often a candidate runs, and how many of these runs must fail, if the original fails at this rate.
    pub fn threshold(&self, rate: FailureRate) -> Threshold {
        rate.threshold(self.flaky_error / 100.0)
    }

    /// The name of the minimiser, if it is another one than the strategy's own.
    pub fn other_minimiser(&self) -> Option<String> {
        let name = self.minimiser?.name;
        (self.strategy.minimiser != Some(name)).then(|| name.to_owned())
    }

    /// The name under which candidates run, if it matters: a script knows the user's file by its name.
    pub fn candidate_name<'a>(&self, input: &'a Path) -> Option<&'a OsStr> {
        input.file_name().filter(|_| self.rule.is_script())
    }

    /// A digest of all settings, in hexadecimal. A row with another digest is not taken up. The digest is made from the
    /// debug output, so that no field can be forgotten; `tests/library/corpus/digests.rs` notices if it changes. After
    /// an upgrade that adds a field, cases are therefore reduced again, with answers from the store.
    pub fn digest(&self) -> String {
        blake3::hash(format!("{self:?}").as_bytes())
            .to_hex()
            .to_string()
    }
}

/// The settings of a case that is configured by the command line and the `[defaults]` of a configuration only.
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

/// The settings according to these sources, the most specific first.
pub(super) fn settings(
    name: &str,
    command: Vec<OsString>,
    sources: &[Source],
    config: Option<&Config>,
) -> Result<Settings, CorpusError> {
    // The most specific source that says what is interesting decides that alone.
    let deciding = sources.iter().find(|source| source.options.says_rule());
    let given = deciding.map(|source| source.options.given());
    let (Configured { rule, limit }, others) = configured(ORACLES, &given.unwrap_or_default())?;
    // A pattern that cannot be used is reported before anything runs.
    rule.oracle()?;
    check_env(sources)?;
    let base = deciding.map_or(Path::new(""), |source| &source.base);
    let nearest = Nearest(sources);
    let same_stack = nearest.get(|o| o.same_stack);
    let rule = rule.with_same_stack(same_stack);
    let any = seconds("timeout", nearest.get(|o| o.timeout))?;
    let second_timeout = seconds("timeout-cc", nearest.get(|o| o.timeout_cc))?.or(any);
    // Without a command, one source of several is looked at: others may say the rest.
    let is_part = command.is_empty();
    let strategy = nearest.get(|o| o.strategy.clone());
    let is_any_strategy = is_part && strategy.is_none();
    let strategy = known("strategy", strategy, STRATEGIES.iter(), |it| it.name)?;
    let strategy = strategy.unwrap_or(&STRATEGIES[0]);
    let minimiser = nearest.get(|o| o.minimiser.clone());
    let minimiser = minimiser.or(strategy.minimiser.map(str::to_owned));
    let language = nearest.get(|o| o.language.clone());
    let languages = LANGUAGES.iter().copied();
    let formats = LANGUAGES.iter().flat_map(|language| language.formats());
    let lift = nearest.get(|o| o.lift.clone());
    let lift = known("format", lift, formats.copied(), |it| *it)?.map(str::to_owned);
    let lift_with = sources.iter().find_map(|source| {
        let through = source.options.lift_with.as_ref()?;
        Some(named_or_below(through, config, &source.base))
    });
    let reads_stdin = sources.iter().any(|source| source.options.stdin);
    let command = with_arguments(&rule, command);
    let seeds = runs("seeds", nearest.get(|o| o.seeds), 1)?;
    let at_least = runs("at-least", nearest.get(|o| o.at_least), 1)?;
    let rule = seeded(rule, others.len(), (seeds, at_least), &command)?;
    let reduce_options = sources.iter().any(|source| source.options.reduce_options);
    let keep_options = nearest.all(|source| source.options.keep_option.clone());
    if !is_part {
        check_options(&rule, reduce_options, &keep_options)?;
        check_lift(lift.as_ref(), lift_with.as_ref())?;
    }
    Ok(Settings {
        reduce_options,
        keep_options,
        seeds,
        is_traced: same_stack != Some(0) && !rule.is_script(),
        solver: name.to_owned(),
        command: if reads_stdin {
            on_stdin(&rule, command)?
        } else {
            command
        },
        others: others
            .iter()
            .map(|other| with_arguments(&rule, named_or_below(other, config, base)))
            .collect(),
        repeat: runs("repeat", nearest.get(|o| o.repeat), 1)?.unwrap_or(rule.repeat()),
        flaky_runs: runs("flaky-runs", nearest.get(|o| o.flaky_runs), 2)?.unwrap_or(FLAKY_RUNS),
        flaky_error: percentage("flaky-error", nearest.get(|o| o.flaky_error))?
            .unwrap_or(FLAKY_ERROR),
        timeout: rule.limit(limit.or(any)),
        rule,
        patience: factor("patience", nearest.get(|o| o.patience))?.unwrap_or(PATIENCE),
        second_timeout,
        idle: seconds("idle", nearest.get(|o| o.idle))?,
        memory_mb: megabytes(nearest.get(|o| o.memout))?,
        strategy,
        minimiser: known("minimiser", minimiser, MINIMISERS.iter(), |it| it.name)?,
        phases: known_phases(nearest.get(|o| o.phases.clone()))?,
        stages: known_stages(nearest.get(|o| o.stages.clone()), strategy, is_any_strategy)?,
        effort: nearest.get(|o| o.effort).unwrap_or_default(),
        stop_at: percentage("stop-at", nearest.get(|o| o.stop_at))?,
        budget: CaseBudget::of(sources)?,
        language: known("language", language, languages, |it| it.name())?,
        hints: nearest.get(|o| o.hints).unwrap_or_default(),
        known_shapes: nearest.get(|o| o.known_shapes).unwrap_or_default(),
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
        allow_code: sources.iter().any(|source| source.options.allow_code),
        lift,
        lift_with,
        pretty: sources.iter().any(|source| source.options.pretty),
    })
}

/// The default of `--flaky-runs`.
const FLAKY_RUNS: u32 = 10;

/// The default of `--flaky-error`.
const FLAKY_ERROR: f64 = 1.0;

/// The default of `--patience`: slow candidates may take as long as the search before them.
const PATIENCE: f64 = 1.0;

/// A command with the arguments that its output needs under this rule.
fn with_arguments(rule: &Rule, command: Vec<OsString>) -> Vec<OsString> {
    if rule.needs_all_models() {
        for_all_models(command)
    } else {
        command
    }
}

/// Checks that options to keep, and a command with options, are given where options are left out.
fn check_options(rule: &Rule, reduces: bool, kept: &[String]) -> Result<(), CorpusError> {
    if reduces && rule.is_script() {
        return Err(CorpusError::options(
            "`reduce-options` is of no use with `script`, whose only argument is the file",
            "give the command of the solver itself",
        ));
    }
    if !reduces && !kept.is_empty() {
        return Err(CorpusError::options(
            "`keep-option` is given without `reduce-options`",
            "without it, all options stay",
        ));
    }
    Ok(())
}

/// Checks that what is passed on are names.
fn check_env(sources: &[Source]) -> Result<(), CorpusError> {
    let mut names = sources.iter().flat_map(|source| &source.options.env);
    match names.find(|name| name.is_empty() || name.contains('=')) {
        None => Ok(()),
        Some(name) => Err(CorpusError::options(
            format!("`{name}` is not the name of an environment variable"),
            "`env` takes only a name; the value comes from your environment",
        )),
    }
}

/// Checks that a program for another format is given with that.
fn check_lift(format: Option<&String>, program: Option<&Vec<OsString>>) -> Result<(), CorpusError> {
    match (format, program) {
        (None, Some(_)) => Err(CorpusError::options(
            "`lift-with` is of no use without `lift`",
            "say with `lift` which format the program reads",
        )),
        _ => Ok(()),
    }
}

/// A command that reads the candidate as its standard input.
fn on_stdin(rule: &Rule, command: Vec<OsString>) -> Result<Vec<OsString>, CorpusError> {
    let has = |part: &str| {
        command
            .iter()
            .any(|word| word.to_string_lossy().contains(part))
    };
    if rule.is_script() || has("{}") || command.iter().any(|word| word == "|") {
        return Err(CorpusError::options(
            "`stdin` is only for a single program that is not given the path of the candidate",
            "leave it out, or take `{}` out of the command; a pipeline begins with `cat {} |`, and a script reads the \
             file that its argument names",
        ));
    }
    Ok(reading_stdin(command))
}

/// Sources of configuration, the most specific first.
struct Nearest<'a>(&'a [Source]);

impl Nearest<'_> {
    /// The value of the most specific source that has one.
    fn get<T>(&self, field: impl Fn(&CaseOptions) -> Option<T>) -> Option<T> {
        self.0.iter().find_map(|source| field(&source.options))
    }

    /// The values of all sources together, each once, those of the least specific first.
    fn all<T: PartialEq>(&self, field: impl Fn(&Source) -> Vec<T>) -> Vec<T> {
        let mut all = Vec::new();
        for value in self.0.iter().rev().flat_map(field) {
            if !all.contains(&value) {
                all.push(value);
            }
        }
        all
    }
}

/// The command of another solver. A single word may be the name of a solver in the configuration.
fn named_or_below(command: &CommandLine, config: Option<&Config>, base: &Path) -> Vec<OsString> {
    if let (Some(name), Some(config)) = (command.name(), config)
        && let Some(words) = config.solver_command(name)
    {
        return if config.reads_stdin(name) {
            reading_stdin(words)
        } else {
            words
        };
    }
    command.below(base)
}

/// The switches of all sources, those of the least specific first: `+name`, `name` or `-name`.
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
        let mut names = MUTATORS.iter().map(|mutator| mutator.name()).chain([ALL]);
        if !names.clone().any(|known| known == name) {
            return Err(unknown("mutator", name, &mut names));
        }
        switches.push((name.to_owned(), on));
    }
    Ok(switches)
}
