//! The options of a case: those of the command line and the keys of a table in `smelt.toml`. They are one list, so that
//! every option is a key with the same name and meaning.

use super::amounts;
use super::choices::{Effort, HintMode, IllFormedMode, KnownShapes, MatchMode, PathMode};
use super::expression::{self, Expression};
use super::number;
use super::slowness::{self, HangLimit};
use super::{CommandLine, factor, megabytes, percent, seconds, times};
use crate::oracle::{Given, ORACLES, says_rule};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::{Path, PathBuf};

// The headings of the options in help texts.
const RULE: &str = "What is interesting";
const RUN: &str = "How the solver is run";
const SECOND: &str = "A second solver";
const ANSWER_SETS: &str = "Wrong answers of answer-set solvers";
const LIMITS: &str = "Limits of a solver run";
const SEARCH: &str = "How to search";
const OUTPUT: &str = "Output";

/// The options of a case from one source. An option that is missing here is taken from the next source.
#[derive(Args, Clone, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of ddSMT's")]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CaseOptions {
    /// The solver's program and arguments. Only in `[solver.NAME]`.
    #[arg(skip)]
    pub command: Option<CommandLine>,
    /// Arguments added to the solver's own.
    #[arg(skip)]
    pub arguments: Vec<String>,
    /// Whether configuration nearer to a case may add arguments. Only in `[solver.NAME]`.
    #[arg(skip)]
    #[serde(rename = "case_arguments", alias = "case-arguments")]
    pub case_arguments: Option<bool>,
    /// Which cases a table is for. Only in `[[case]]`.
    #[arg(skip)]
    pub glob: Option<String>,
    /// The solver of those cases. Only in `[[case]]`.
    #[arg(skip)]
    pub solver: Option<String>,

    /// What must stay the same: the failure, or the whole output
    ///
    /// Without a `--match-*` or `--ignore-*` option, a candidate is interesting if the solver fails in the same way: it
    /// ends in the same way and reports the same most serious error message. `exact` is ddSMT's rule: the exit code and both
    /// output streams must be equal, byte for byte. A `--match-*` or `--ignore-*` option replaces the default rule by
    /// this one: the exit code must be equal, a matched stream must contain the text, an ignored stream is not
    /// compared, and any other stream must be as in the golden run, the first run on the reprinted input.
    #[arg(long = "match", value_name = "WHAT", help_heading = RULE)]
    #[serde(rename = "match")]
    pub match_mode: Option<MatchMode>,
    /// Text that standard output must contain
    #[arg(long, value_name = "TEXT", help_heading = RULE)]
    pub match_out: Option<String>,
    /// Text that standard error must contain
    #[arg(long, value_name = "TEXT", help_heading = RULE)]
    pub match_err: Option<String>,
    /// Regular expression that must match somewhere in standard output
    #[arg(long, value_name = "REGEX", help_heading = RULE)]
    pub match_out_regex: Option<String>,
    /// Regular expression that must match somewhere in standard error
    #[arg(long, value_name = "REGEX", help_heading = RULE)]
    pub match_err_regex: Option<String>,
    /// Compare exit codes only
    #[arg(long, help_heading = RULE)]
    pub ignore_output: bool,
    /// Do not compare standard output
    #[arg(long, help_heading = RULE)]
    pub ignore_out: bool,
    /// Do not compare standard error
    #[arg(long, help_heading = RULE)]
    pub ignore_err: bool,
    /// Do not compare the exit code
    #[arg(long, help_heading = RULE)]
    pub ignore_exit: bool,
    /// How many functions on the stack of a crash must stay the same [default: 1]
    ///
    /// A crash is told by the function in which it happened: the innermost one on the stack that is not part of the C
    /// library, the C++ runtime, an allocator or the code that reports failed assertions. A stack overflow is told by
    /// the functions of its recursion. 0 compares no function, and stacks are not read. With `--match-*` or
    /// `--ignore-*`, no function is compared unless this is given. Programs with a sanitizer report their own stacks.
    #[arg(long, value_name = "N", value_parser = times, help_heading = RULE)]
    pub same_stack: Option<u32>,
    /// The solver must hit the limit of S CPU seconds, or the idle limit [default: 10]
    ///
    /// Use this if the hang is the bug: a candidate is interesting if its run hits the same limit as the golden run.
    /// Without S, the limit is that of `--timeout` if it is given. With `--cross-check` or `--solved-by`, which name a
    /// trusted solver that terminates on the file, it is 10 × the time of that solver, rounded up as for `--timeout`.
    /// In this case a shorter limit steers the search, and the result is run again with the full limit.
    #[arg(
        long,
        value_name = "S",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        help_heading = RULE
    )]
    #[serde(deserialize_with = "slowness::hangs")]
    #[schemars(with = "Option<slowness::HangsKey>")]
    pub hangs: Option<HangLimit>,
    /// The solver must take more than S CPU seconds, in each of `--repeat` runs
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = RULE)]
    #[serde(deserialize_with = "number::time")]
    #[schemars(with = "Option<number::TimeKey>")]
    pub slower_than: Option<f64>,
    /// The solver must take N times the CPU time of CMD, in each of `--repeat` runs
    ///
    /// CMD must terminate on every candidate in the same way as on the original. A time of CMD below 0.05 s counts as
    /// 0.05 s. Unless `--timeout` is given, the limit of the solver is 2 × N × the time of CMD on the original, rounded
    /// up as for `--timeout`.
    #[arg(long, num_args = 2, action = clap::ArgAction::Set, value_names = ["N", "CMD"], help_heading = RULE)]
    #[serde(deserialize_with = "amounts::words")]
    #[schemars(with = "Option<(slowness::FactorKey, CommandLine)>")]
    pub slower_than_factor: Option<Vec<String>>,
    /// The solver must report more than N of a unit that it counts itself
    ///
    /// UNIT is the name of a statistic that the command prints, such as `rlimit-count` (`z3 -st`) or `conflicts` (`cvc5
    /// --stats`); or `/REGEX/` with one group, which is the number. The last match counts. N is a number, or a share of
    /// what the original takes, such as `50%`.
    #[arg(long, num_args = 2, action = clap::ArgAction::Set, value_names = ["UNIT", "N"], help_heading = RULE)]
    #[serde(deserialize_with = "amounts::words")]
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub more_than: Option<Vec<String>>,
    /// The solver must report N times what CMD reports of such a unit
    ///
    /// CMD must terminate on every candidate in the same way as on the original.
    #[arg(long, num_args = 3, action = clap::ArgAction::Set, value_names = ["UNIT", "N", "CMD"], help_heading = RULE)]
    #[serde(deserialize_with = "amounts::words")]
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub more_than_factor: Option<Vec<String>>,
    /// The solver must take more than MB of memory, in each of `--repeat` runs
    ///
    /// The memory is the largest resident set of one of its processes. `50%` is half of what the original takes.
    #[arg(long, value_name = "MB", help_heading = RULE)]
    #[serde(deserialize_with = "amounts::word")]
    pub more_memory_than: Option<String>,
    /// The solver must take N times the memory of CMD, in each of `--repeat` runs
    ///
    /// CMD must terminate on every candidate in the same way as on the original. Less than 16 MB counts as 16 MB.
    #[arg(long, num_args = 2, action = clap::ArgAction::Set, value_names = ["N", "CMD"], help_heading = RULE)]
    #[serde(deserialize_with = "amounts::words")]
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub more_memory_than_factor: Option<Vec<String>>,
    /// Rules combined by `all`, `any` and `not`. Only in tables.
    #[arg(skip)]
    #[serde(deserialize_with = "combined")]
    pub interesting: Option<Expression<CaseOptions>>,
    /// With `{seed}` in the command: try the seeds 1 to N
    ///
    /// Each seed is a run of its own, with its own entry in the store.
    #[arg(long, value_name = "N", value_parser = times, help_heading = RULE)]
    pub seeds: Option<u32>,
    /// With --seeds: with how many of them it must be interesting [default: 1]
    #[arg(long, value_name = "K", value_parser = times, help_heading = RULE)]
    pub at_least: Option<u32>,
    /// Runs per candidate; all must be interesting [default: 1; time, memory: 3]
    #[arg(long, value_name = "N", value_parser = times, help_heading = RULE)]
    pub repeat: Option<u32>,
    /// Runs that measure how often a flaky solver fails [default: 10]
    ///
    /// They are made once two runs of the original disagree. The failure that most of them show is preserved, and
    /// candidates get several runs. With 2, such a case is not reduced but reported as flaky.
    #[arg(long, value_name = "N", value_parser = times, help_heading = RULE)]
    pub flaky_runs: Option<u32>,
    /// How likely a flaky candidate may be missed, in percent [default: 1]
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = RULE)]
    pub flaky_error: Option<f64>,
    /// Use a script that exits with 0 on interesting candidates, instead of COMMAND
    ///
    /// The script runs in a fresh directory that contains only the candidate, under the file name of the original. This
    /// name is the script's only argument. Like a solver, the script gets PATH and little else of the environment; see
    /// `--env` and `--depends`.
    #[arg(long, value_name = "FILE", help_heading = RULE)]
    #[serde(serialize_with = "as_text")]
    pub script: Option<PathBuf>,
    /// Continue even if an empty or trivial file fails in the same way
    ///
    /// Such a failure does not depend on the input. Usually the command is wrong: for example, the solver does not know
    /// an option.
    #[arg(long, help_heading = RULE)]
    pub allow_trivial: bool,
    /// Run solvers on files with code that the solver would run, such as `#script`
    ///
    /// Give this only if you trust the files.
    #[arg(long, help_heading = RUN)]
    pub allow_code: bool,

    /// A second command that must keep behaving as on the original
    #[arg(short = 'c', long, value_name = "CMD", help_heading = SECOND)]
    pub cross_check: Option<CommandLine>,
    /// Text that the second command's standard output must contain
    #[arg(long, value_name = "TEXT", help_heading = SECOND)]
    pub match_out_cc: Option<String>,
    /// Text that the second command's standard error must contain
    #[arg(long, value_name = "TEXT", help_heading = SECOND)]
    pub match_err_cc: Option<String>,
    /// Compare only the exit code of the second command
    #[arg(long, help_heading = SECOND)]
    pub ignore_output_cc: bool,
    /// CPU time limit of each run of the second command, in seconds
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = SECOND)]
    #[serde(deserialize_with = "number::time")]
    #[schemars(with = "Option<number::TimeKey>")]
    pub timeout_cc: Option<f64>,
    /// A second solver: one must answer sat where the other answers unsat
    #[arg(long, value_name = "CMD", help_heading = SECOND)]
    pub differs_from: Option<CommandLine>,
    /// With --differs-from: it does not matter which of the two answers sat
    ///
    /// By default, a candidate must show the difference in the direction of the original: if the solver answers sat
    /// where the reference answers unsat, it must do so for some query of the candidate.
    #[arg(long, help_heading = SECOND)]
    pub either_direction: bool,
    /// With --differs-from: a solver that must not side with the first (repeatable)
    ///
    /// A query on which CMD answers as the solver does is no evidence, because it may be the reference that is wrong.
    /// If CMD has no answer, it rejects nothing, unless it has sided with the reference on the original.
    #[arg(long, value_name = "CMD", help_heading = SECOND)]
    pub reject: Vec<CommandLine>,

    /// A second solver that must pass, such as a good build
    ///
    /// It must end as on the original, show no failure and report no new error. What it answers does not matter.
    #[arg(long, value_name = "CMD", help_heading = SECOND)]
    pub passes_on: Option<CommandLine>,
    /// With --hangs or --slower-than: a trusted solver that must find an answer
    ///
    /// Any answer will do: satisfiable, unsatisfiable or an optimum. With `--hangs`, the time of CMD on the original
    /// sets the limits of the solver, as with `--cross-check`.
    #[arg(long, value_name = "CMD", help_heading = SECOND)]
    pub solved_by: Option<CommandLine>,

    /// Another solver or other options: answers, optima, models must differ
    ///
    /// A candidate must show the same kind of difference as the original: the most telling of an answer, an optimum, a
    /// missing model, an extra model, a repeated model, and another number of models. Commands that run clasp or clingo
    /// get `-n 0`, unless they say how many models to look for.
    #[arg(long, value_name = "CMD", help_heading = ANSWER_SETS)]
    pub models_differ_from: Option<CommandLine>,
    /// A trusted solver that must refute a model that the solver prints
    ///
    /// CMD reads the candidate with constraints that only this model satisfies, and must find no answer set. In SMT-LIB,
    /// the values of the model take the place of declarations, and CMD must answer unsat; if the candidate has no
    /// `(get-model)`, the solver is given one that has.
    #[arg(long, value_name = "CMD", help_heading = SECOND)]
    pub invalid_model: Option<CommandLine>,
    /// A trusted solver that must satisfy an unsat core that the solver prints
    ///
    /// The file has `(get-unsat-core)` and names assertions. CMD reads the candidate without the named assertions that are
    /// not in the core.
    #[arg(long, value_name = "CMD", help_heading = SECOND)]
    pub invalid_core: Option<CommandLine>,
    /// A checker that must reject the proof that the solver prints
    ///
    /// CMD is given the proof as `{}`. If it has `{proof}`, this is the proof and `{}` the candidate: `carcara check
    /// {proof} {}`. It rejects a proof by an exit code other than 0, the same as for the original.
    #[arg(long, value_name = "CMD", help_heading = SECOND)]
    pub proof_checker: Option<CommandLine>,
    /// With --proof-checker: text in its output by which it rejects a proof
    #[arg(long, value_name = "TEXT", help_heading = SECOND)]
    pub rejects_with: Option<String>,
    /// A trusted solver that must have an answer set where the solver finds none
    #[arg(long, value_name = "CMD", help_heading = ANSWER_SETS)]
    pub incorrect: Option<CommandLine>,
    /// With --incorrect: a second trusted solver that must accept that answer set
    #[arg(long, value_name = "CMD", help_heading = ANSWER_SETS)]
    pub verified_by: Option<CommandLine>,
    /// A voter; more than half of them must contradict the solver (repeatable)
    #[arg(long, value_name = "CMD", help_heading = ANSWER_SETS)]
    pub outvoted_by: Vec<CommandLine>,

    /// CPU time limit in seconds [default: 600]
    ///
    /// A time is a number of seconds such as `2.5`, or has units: `500ms`, `90s`, `10m`, `2h30m`.
    ///
    /// Candidates get 3 × the time of the golden run + 1 s, if that is less. The time of the golden run is rounded up
    /// to 0.25, 0.5, 1, 2, 4 … s, so that the limit does not vary from one invocation to the next.
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = LIMITS)]
    #[serde(deserialize_with = "number::time")]
    #[schemars(with = "Option<number::TimeKey>")]
    pub timeout: Option<f64>,
    /// Stop a run that uses no CPU time for this many seconds [default: 5]
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = LIMITS)]
    #[serde(deserialize_with = "number::time")]
    #[schemars(with = "Option<number::TimeKey>")]
    pub idle: Option<f64>,
    /// Memory limit of each run, in MB [default: 4096]
    #[arg(long, value_name = "MB", value_parser = megabytes, help_heading = LIMITS)]
    #[serde(skip_serializing)]
    pub memout: Option<u64>,

    /// The search strategy; see `smelt list strategies` [default: auto]
    #[arg(long, value_name = "NAME", help_heading = SEARCH)]
    pub strategy: Option<String>,
    /// How lists are thinned; see `smelt list minimisers`
    ///
    /// By default, `auto` chooses for each list, `deltaasp` uses `obo`, and the other strategies use `halving`.
    #[arg(long, value_name = "NAME", help_heading = SEARCH)]
    pub minimiser: Option<String>,
    /// With `--strategy deltaasp`: the phases to use, such as `1-3,6` [default: 1-7]
    #[arg(long, value_name = "LIST", help_heading = SEARCH)]
    pub phases: Option<String>,
    /// Only these stages, such as `commands,proof` [default: all]
    ///
    /// `smelt list stages` prints those of each strategy. They keep their order. The search that `--effort deep` adds
    /// has all its stages.
    #[arg(long, value_name = "LIST", help_heading = SEARCH)]
    pub stages: Option<String>,
    /// How much to do for a small result [default: normal]
    #[arg(long, value_name = "HOW", value_enum, help_heading = SEARCH)]
    pub effort: Option<Effort>,
    /// How long slow candidates may take, as a multiple [default: 1]
    ///
    /// Candidates that took too long for the search are checked once more, with the full limit, when it has ended. This
    /// may take FACTOR times as long as the search, and at least one full run. With 0, none is checked again; with inf,
    /// all are.
    #[arg(long, value_name = "FACTOR", value_parser = factor, help_heading = SEARCH)]
    pub patience: Option<f64>,
    /// When to run the solver on ill-formed candidates [default: dialects]
    #[arg(long, value_name = "WHEN", value_enum, help_heading = SEARCH)]
    pub ill_formed: Option<IllFormedMode>,
    /// When a solver that refutes the text is asked which parts matter [default: auto]
    #[arg(long, value_name = "WHEN", value_enum, help_heading = SEARCH)]
    pub hints: Option<HintMode>,
    /// When to try results of earlier nights with the same failure [default: auto]
    #[arg(long, value_name = "WHEN", value_enum, help_heading = SEARCH)]
    pub known_shapes: Option<KnownShapes>,
    /// End the search once the text has at most this share of the original's bytes
    ///
    /// The result is smaller and fails in the same way, but it is not known whether it is 1-minimal.
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = SEARCH)]
    pub stop_at: Option<f64>,
    /// Stop the search of each case after N checks, with exit code 5
    ///
    /// Unlike `--budget`, this gives the same result each time. Run the same command with a larger N to continue.
    #[arg(long, value_name = "N", value_parser = number::many, help_heading = SEARCH)]
    #[serde(skip_serializing)]
    pub max_checks: Option<u64>,
    /// Cut the search of a case after N runs of solvers, until the next run of smelt
    ///
    /// What the store answers is no run, so the next run of smelt continues. The status is `stopped`, the exit code 5.
    #[arg(long, value_name = "N", value_parser = number::many, help_heading = SEARCH)]
    #[serde(skip_serializing)]
    pub max_runs: Option<u64>,
    /// The same after this CPU time of its solvers
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = SEARCH)]
    #[serde(deserialize_with = "number::time")]
    #[schemars(with = "Option<number::TimeKey>")]
    pub max_cpu: Option<f64>,
    /// The same after this time of its search; the turns of other cases do not count
    #[arg(long, value_name = "TIME", value_parser = seconds, help_heading = SEARCH)]
    #[serde(deserialize_with = "number::time")]
    #[schemars(with = "Option<number::TimeKey>")]
    pub max_time: Option<f64>,
    /// The language of the input [default: from the file's extension]
    #[arg(long, value_name = "NAME", help_heading = SEARCH)]
    pub language: Option<String>,
    /// Mutators switched on (`+name`) or off (`-name`), in order; `all` is every one.
    #[arg(skip)]
    pub mutators: Vec<String>,

    /// Leave out arguments and `(set-option …)` that the failure does not need
    ///
    /// Before the search and once more on its result, each argument of the command is left out without which the failure
    /// stays the same. Candidates run with what is left, and the column `reduced_command` has it. A program, a file and
    /// `{}` always stay, and so does the command of an interpreter.
    #[arg(long, help_heading = RUN)]
    pub reduce_options: bool,
    /// With --reduce-options: an option that stays, with its value (repeatable)
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, help_heading = RUN)]
    pub keep_option: Vec<String>,
    /// Give the candidate to the solver as its standard input, not by its path
    ///
    /// The command then has no `{}`. For another command, such as that of `--cross-check`, `< {}` at its end does the
    /// same: `"z3 -in < {}"`.
    #[arg(long, help_heading = RUN)]
    pub stdin: bool,
    /// A file that the solver needs; it is copied next to all inputs (repeatable)
    #[arg(long, value_name = "FILE", help_heading = RUN)]
    #[serde(skip_serializing)]
    pub depends: Vec<PathBuf>,
    /// Pass this environment variable on to the solver (repeatable)
    #[arg(long, value_name = "NAME", help_heading = RUN)]
    pub env: Vec<String>,
    /// Run the solver in this directory
    #[arg(long, value_name = "DIR", help_heading = RUN)]
    #[serde(skip_serializing)]
    pub cwd: Option<PathBuf>,
    /// How the solver gets the candidate's path [default: relative]
    #[arg(long, value_name = "HOW", help_heading = RUN)]
    pub path: Option<PathMode>,

    /// Write the result in another format too, if it fails there (lp, aspif, smodels)
    ///
    /// `smelt reduce` writes `OUTPUT.FORMAT`, `smelt batch` writes `OUT/lifted/CASE.FORMAT`. The result itself keeps
    /// its format. The formats are those of `smelt convert`.
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT)]
    pub lift: Option<String>,
    /// With --lift: a program that reads FORMAT; the commands read what it prints
    ///
    /// For commands that do not read FORMAT themselves: with `gringo`, the text that was made of the result is grounded
    /// again for each of them.
    #[arg(long, value_name = "CMD", help_heading = OUTPUT)]
    pub lift_with: Option<CommandLine>,
    /// Indent the reduced file
    #[arg(long, help_heading = OUTPUT)]
    pub pretty: bool,
}

impl CaseOptions {
    /// What the options say about what is interesting, by their keys.
    pub(super) fn given(&self) -> Given {
        Given::of(self)
    }

    /// Whether an option says what is interesting. The most specific source with such an option decides alone.
    pub fn says_rule(&self) -> bool {
        says_rule(ORACLES, &self.given())
    }
}

/// The key `interesting`.
fn combined<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<Expression<CaseOptions>>, D::Error> {
    expression::expression(from)
}

/// A path as text. It may be approximate, because oracles only ask whether there is one.
#[expect(clippy::ref_option, reason = "serde gives a reference to the field")]
fn as_text<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    let text = path.as_deref().map(Path::to_string_lossy);
    text.serialize(serializer)
}
