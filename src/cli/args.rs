//! The definition of the command line.

pub(super) use super::batch_args::{BatchArgs, MergeArgs, SlurmArgs};
pub(super) use super::cache_args::{CacheCommand, VerifyArgs};
pub(super) use super::compare_args::CompareArgs;
use super::examples::{
    BATCH_EXAMPLES, BISECT_EXAMPLES, BUNDLE_EXAMPLES, CHECK_EXAMPLES, COMPARE_EXAMPLES,
    COMPLETIONS_EXAMPLES, GROUPS_EXAMPLES, IMPORT_EXAMPLES, INIT_EXAMPLES, ISSUE_EXAMPLES,
    MAN_EXAMPLES, MUTATIONS_EXAMPLES, REDUCE_EXAMPLES, REPORT_EXAMPLES, SHARD_MERGE_EXAMPLES,
    SLURM_EXAMPLES, STATUS_EXAMPLES,
};
pub(super) use super::fuzz_args::{FuzzAspArgs, FuzzLanguage};
use super::numbers;
pub(super) use super::report_args::{
    BundleArgs, GroupsArgs, IssueArgs, ReportArgs, StatusArgs, StatusFormat,
};
pub(super) use super::run_options::{Common, RunOptions};
use crate::corpus::ImportKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Shrink inputs that make a solver fail
#[derive(Parser, Debug)]
#[command(
    name = "smelt",
    version,
    about = "Shrinks inputs that make a solver fail, without repeating a solver run",
    disable_help_subcommand = true
)]
pub struct Cli {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Reduce one file
    #[command(after_help = REDUCE_EXAMPLES)]
    Reduce(ReduceArgs),
    /// Reduce all cases of some directories, with a report
    #[command(after_help = BATCH_EXAMPLES)]
    Batch(BatchArgs),
    /// Compare strategies and tools on the same cases, measured from outside
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(Box<CompareArgs>),
    /// Show how a solver fails on one file, what must stay the same, and the limits
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Find the builds of a solver between which a failure began, or was fixed
    #[command(after_help = BISECT_EXAMPLES)]
    Bisect(BisectArgs),
    /// Write a first smelt.toml for a directory of cases
    #[command(after_help = INIT_EXAMPLES)]
    Init(InitArgs),
    /// Add the cases of another tool's convention to a smelt.toml
    #[command(after_help = IMPORT_EXAMPLES)]
    Import(ImportArgs),
    /// Print the JSON schema of smelt.toml, for editors
    Config {
        /// The subcommand of `smelt config`.
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Write scripts with which Slurm runs a batch in shards, and perhaps submit them
    #[command(after_help = SLURM_EXAMPLES)]
    Slurm(Box<SlurmArgs>),
    /// Join the outputs of all shards of a batch into one
    #[command(after_help = SHARD_MERGE_EXAMPLES)]
    Merge(MergeArgs),
    /// Show the results of batches, finished or running
    #[command(after_help = REPORT_EXAMPLES)]
    Report(ReportArgs),
    /// Show what became of the cases of a batch: new, fixed, changed, smaller
    #[command(after_help = STATUS_EXAMPLES)]
    Status(StatusArgs),
    /// Show which results of a batch probably show the same bug
    #[command(after_help = GROUPS_EXAMPLES)]
    Groups(GroupsArgs),
    /// Print a report of a bug to paste into the issue tracker of the solver, as Markdown
    #[command(after_help = ISSUE_EXAMPLES)]
    Issue(IssueArgs),
    /// Write an archive with which anybody can see a bug without smelt
    #[command(after_help = BUNDLE_EXAMPLES)]
    Bundle(BundleArgs),
    /// Try solvers on random programs, or only write such programs
    Fuzz {
        /// The language of the programs.
        #[command(subcommand)]
        language: FuzzLanguage,
    },
    /// Inspect, verify, shrink, merge or export the verdict store
    Cache {
        /// The subcommand of `smelt cache`.
        #[command(subcommand)]
        command: CacheCommand,
    },
    /// List strategies, minimisers, mutators, theories, oracles, languages or columns of reports
    List {
        /// What to list
        what: ListWhat,
    },
    /// Print the candidates that mutators propose for a file, one a line
    #[command(after_help = MUTATIONS_EXAMPLES)]
    Mutations(MutationsArgs),
    /// Print a file in another format of its language, such as aspif as text
    Convert(ConvertArgs),
    /// Print all answer sets of a small ground program, found by trying all sets of atoms
    AnswerSets {
        /// A ground program, as text or in numbers; `-` for standard input
        input: PathBuf,
    },
    /// Print shell completions
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page, or write a page for each subcommand and each topic to a directory
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// Directory that gets man1, man5 and man7; without it, smelt(1) is printed
        #[arg(value_name = "DIR")]
        directory: Option<PathBuf>,
    },
    /// Print a topic of the guide, or the help of a subcommand
    Help {
        /// A topic, or a subcommand
        #[arg(value_name = "TOPIC")]
        words: Vec<String>,
    },
}

/// `smelt reduce`.
#[derive(Args, Debug)]
pub struct ReduceArgs {
    /// Options of the case and the run.
    #[command(flatten)]
    pub common: Common,
    /// Stop after this time, write the best result so far, exit with code 5
    ///
    /// A time is `60s`, `10m`, `2h30m`, or a number of seconds. Run the same command again to continue.
    #[arg(long, value_name = "TIME", value_parser = numbers::time, help_heading = "How to search")]
    pub budget: Option<Duration>,
    /// Write the size after each accepted step to OUTPUT.smelt-trace.csv
    ///
    /// It has the checks, the runs and the time so far. A run that continues an earlier one writes it from its
    /// beginning.
    #[arg(long, help_heading = "Output")]
    pub trace: bool,
    /// The file that makes the solver fail, or `-` for standard input
    pub input: PathBuf,
    /// Where to write the reduced file, or `-` for standard output
    pub output: PathBuf,
    /// The solver and its arguments; not needed with `--script`
    #[arg(
        required_unless_present_any = ["script", "config"],
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    pub command: Vec<OsString>,
}

/// `smelt check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Options of the case and the run.
    #[command(flatten)]
    pub common: Common,
    /// Show each setting of a batch and where it comes from, without running anything
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
    /// Prove from the store that a batch's results are 1-minimal; run nothing
    ///
    /// Each result is proved if it fails and none of its single simplifications does; refused if it does not fail, if
    /// one of them fails, or if it is not the delivered file; otherwise not proved, with the number of texts that would
    /// have to be run. Exit code 0 means that every result is proved. The cases, options and store are those of the
    /// latest run.
    #[arg(long, value_name = "OUT", help_heading = "Output")]
    pub minimal: Option<PathBuf>,
    /// The file that makes the solver fail, or `-` for standard input
    #[arg(required_unless_present = "minimal")]
    pub input: Option<PathBuf>,
    /// The solver and its arguments; not needed with `--script`
    #[arg(
        required_unless_present_any = ["minimal", "explain", "script", "config"],
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    pub command: Vec<OsString>,
}

/// `smelt bisect`.
#[derive(Args, Debug)]
pub struct BisectArgs {
    /// Options of the case and the run.
    #[command(flatten)]
    pub common: Common,
    /// The builds: a directory of programs, or programs separated by commas
    ///
    /// An entry of the directory is a program, or a directory that has the program in it or in its `bin`. The builds are
    /// ordered by the versions that they print for `--version`; if one prints none, all are ordered by their names.
    #[arg(long, value_name = "DIR|LIST", help_heading = "Output")]
    pub builds: OsString,
    /// Look for the build in which the failure was fixed, not where it began
    #[arg(long, help_heading = "Output")]
    pub fixed: bool,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t = BisectFormat::Text, value_name = "FORMAT", help_heading = "Output")]
    pub format: BisectFormat,
    /// The file that makes a build fail, or a case of an output directory: OUT/CASE
    #[arg(value_name = "CASE")]
    pub case: PathBuf,
    /// The solver and its arguments; a build replaces the first word, or {build}
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// The formats of what `smelt bisect` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BisectFormat {
    /// A line for each build, and the two at the change
    Text,
    /// One JSON object
    Json,
}

/// `smelt init`.
#[derive(Args, Debug)]
pub struct InitArgs {
    /// Directory with cases; what its smelt.toml says is never overwritten
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Add the cases that have no solver yet to the smelt.toml of DIR
    ///
    /// What the file says stays as it is. Solvers that it defines are tried first.
    #[arg(long)]
    pub update: bool,
    /// Look for solvers in this directory instead of PATH (repeatable)
    #[arg(long, value_name = "DIR")]
    pub solvers: Vec<PathBuf>,
    /// Run each case on the solvers found, and choose one that fails
    ///
    /// Each run may take 5 CPU seconds. The solver that the case's name or header mentions is tried first; cvc5 and cvc4
    /// get the options in the header. Then each solver is tried again with the option that makes it check its own models.
    #[arg(long)]
    pub probe: bool,
    /// End probing after this time [default: 2m]
    ///
    /// The remaining cases get the solver that their names or headers mention, if any.
    #[arg(long, value_name = "TIME", value_parser = numbers::time, requires = "probe")]
    pub budget: Option<Duration>,
}

/// `smelt import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// The convention
    #[arg(value_enum, value_name = "KIND")]
    pub format: ImportKind,
    /// A directory with cases, or the database.json of `ddsmt`
    pub path: PathBuf,
    /// The directory whose smelt.toml gets the cases [default: PATH]
    ///
    /// If PATH is a file, the default is its directory.
    #[arg(long, value_name = "DIR")]
    pub into: Option<PathBuf>,
    /// The solver of all cases, by its name in the smelt.toml
    #[arg(long, value_name = "NAME")]
    pub solver: Option<String>,
    /// The trusted solver for wrong answers, by its name in the smelt.toml
    #[arg(long, value_name = "NAME")]
    pub reference: Option<String>,
    /// Preserve the output that a test expects, to make tests smaller that pass
    #[arg(long)]
    pub match_expected: bool,
}

/// The subcommands of `smelt config`.
#[derive(Subcommand, Debug)]
pub enum ConfigCommand {
    /// Print the JSON schema of smelt.toml (draft 7)
    #[command(
        after_help = "Example:\n  smelt config schema >~/.config/smelt.schema.json\n\nWith `#:schema PATH` in its first line, editors such as those with taplo check a\nsmelt.toml."
    )]
    Schema,
}

/// The lists that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListWhat {
    /// Complete search procedures
    Strategies,
    /// What each strategy does, in which order
    Stages,
    /// Ways to thin a list
    Minimisers,
    /// Rules that propose simplifications
    Mutators,
    /// Groups of mutators that can be switched on and off together
    Theories,
    /// Rules that decide which candidates are interesting
    Oracles,
    /// Input languages
    Languages,
    /// Columns of results.csv: what they mean, their values and units
    Columns,
}

/// `smelt mutations`.
#[derive(Args, Debug)]
pub struct MutationsArgs {
    /// The file whose candidates are printed, or `-` for standard input
    pub input: PathBuf,
    /// Only the candidates of this mutator; see `smelt list mutators`
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// The language of the file [default: from its extension]
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
    /// Only the candidates that a reduction holds back as ill-formed
    #[arg(long)]
    pub held: bool,
    /// Begin each line with the mutator and with why the candidate is held
    #[arg(long, requires = "held")]
    pub why: bool,
}

/// `smelt convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// The file to convert, or `-` for standard input
    pub input: PathBuf,
    /// The format: for answer-set programs lp, aspif or smodels
    #[arg(long, value_name = "FORMAT")]
    pub to: String,
    /// The language of the file [default: from its extension]
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
}
