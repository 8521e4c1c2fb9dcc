//! What the command line looks like.

use super::ddsmt::Ddsmt;
use super::numbers;
use super::switches::Switches;
use crate::corpus::CaseOptions;
use crate::solver::most_jobs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Make inputs on which a solver fails as small as they can be
#[derive(Parser, Debug)]
#[command(
    name = "smelt",
    version,
    about = "Makes inputs on which a solver fails as small as they can be, and never asks the solver twice",
    after_help = EXIT_CODES
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes (of several the highest):
    0  all reduced or already minimal
    2  usage, configuration, output directory in use
    3  some case failed, was flaky or did not reproduce; the output cannot be written any
       more, as on a full disk; the verdict store is damaged
    4  no cases found
    5  cut short, best so far written
   70  internal error
  129  stopped by SIGHUP, 130 by SIGINT, 143 by SIGTERM: best so far written";

const REDUCE_EXAMPLES: &str = "\
Examples:
  smelt reduce bug.smt2 small.smt2 z3 model_validate=true
  smelt reduce --match-err 'Fatal failure' --ignore-out bug.smt2 small.smt2 cvc4 -i
  smelt reduce -c 'cvc5 --quiet' bug.smt2 small.smt2 ./my-solver
  smelt reduce --differs-from z3 bug.smt2 small.smt2 ./my-solver
  smelt reduce --hangs=5 bug.smt2 small.smt2 ./my-solver
  smelt reduce --slower-than-factor 10 z3 bug.smt2 small.smt2 ./my-solver
  smelt reduce --script ./test.sh bug.smt2 small.smt2

Options stand before INPUT; everything from COMMAND on belongs to the solver.
`{}` in it is the candidate's path, which is appended where it is missing.
A COMMAND given as one string is split as a shell splits words; no shell runs it.";

const BATCH_EXAMPLES: &str = "\
Examples:
  smelt batch bugs --out minimized
  smelt batch bugs --out minimized -- z3 model_validate=true
  smelt batch bugs more-bugs --out minimized --config night.toml -j 8

Running the same command again takes up the finished cases and goes on with the rest.

`smelt.toml` at the root of a DIR says which solver is whose; `--config FILE` takes
its place; `smelt init DIR` writes a first one. Nearer to a case more can be said: in
`smelt.toml` of directories below, in the case's comments `; smelt: key = value`, and
in NAME.smelt.toml beside it; `smelt check --explain FILE` tells what counts. Its keys are the long names of the options. The first [[case]] whose glob
matches decides; a glob without `/` is compared with the file's name. What is relative
starts at the file's directory.

  [defaults]
  timeout = 10

  [solver.z3]
  command = [\"../bin/z3-4.8.7\", \"model_validate=true\"]

  [[case]]
  glob = \"strings-*.smt2\"
  solver = \"z3\"
  arguments = [\"smt.string_solver=z3str3\"]
  match-out = \"an invalid model was generated\"";

const VERIFY_EXAMPLES: &str = "\
Examples:
  smelt cache verify
  smelt cache verify --rerun 5% bugs
  smelt cache verify --rerun 100% bugs -- z3 model_validate=true

With --rerun, DIRs, configuration and options are those of the batch whose answers are
to be looked at: all options of a case and of a search are understood that
`smelt batch --help` shows. What a solver answered that is a script serves its own output only, and
cannot be looked at.";

const CHECK_EXAMPLES: &str = "\
Examples:
  smelt check bug.smt2 z3 model_validate=true
  smelt check --explain bugs/strings/bug.smt2

`--explain` runs nothing. It reads what `smelt batch DIR` reads, where DIR is the
topmost directory above the file that has a smelt.toml, or else the file's own.
COMMAND is then for a case for which no smelt.toml names a solver.";

const INIT_EXAMPLES: &str = "\
Examples:
  smelt init bugs
  smelt init --solvers ~/solvers --probe bugs && smelt batch bugs --out out

Solvers are programs whose names begin with that of a known one, as z3 or z3-4.13.0. Which
of them a case is for is guessed from names (bugs/z3-4.13/x.smt2, x-cvc5-1.0.3.smt2), from
`; COMMAND-LINE:` headers, and from comments and set-info commands at its beginning.";

const REPORT_EXAMPLES: &str = "\
Examples:
  smelt report minimized
  smelt report minimized --format csv --stable >expected.csv
  smelt report minimized --format csv --mutators
  smelt report monday tuesday

Only the journals are read: nothing is locked, written or run. Shown are the cases that
were taken up or finished since the last start. With several OUTs their names
stand before the cases.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  smelt completions bash >~/.local/share/bash-completion/completions/smelt
  smelt completions zsh >~/.zfunc/_smelt
  smelt completions fish >~/.config/fish/completions/smelt.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  smelt man | man -l -
  smelt man ~/.local/share/man/man1";

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Reduce one file
    #[command(after_help = REDUCE_EXAMPLES, args_override_self = true)]
    Reduce(ReduceArgs),
    /// Reduce all cases of some directories, with a report
    #[command(after_help = BATCH_EXAMPLES, args_override_self = true)]
    Batch(BatchArgs),
    /// Show what is wrong with one file: what would be compared, and the limits
    #[command(
        after_help = CHECK_EXAMPLES,
        args_override_self = true
    )]
    Check(CheckArgs),
    /// Write a first smelt.toml for a directory of cases
    #[command(after_help = INIT_EXAMPLES, args_override_self = true)]
    Init(InitArgs),
    /// Tell what batches have come to, finished or running
    #[command(after_help = REPORT_EXAMPLES, args_override_self = true)]
    Report(ReportArgs),
    /// Look at the verdict store, check it, make it smaller
    Cache(CacheArgs),
    /// List what there is to choose from
    List(ListArgs),
    /// Print completions of the command line for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Print the man page, or write those of all subcommands into a directory
    #[command(after_help = MAN_EXAMPLES)]
    Man(ManArgs),
}

/// `smelt reduce`.
#[derive(Args, Debug)]
pub struct ReduceArgs {
    /// All that may be said of the case and the run.
    #[command(flatten)]
    pub common: Common,
    /// End after this time with the best so far and exit code 5
    ///
    /// A time is `60s`, `10m`, `2h30m`, or a number of seconds. The same command goes on from there.
    #[arg(long, value_name = "TIME", value_parser = numbers::time, help_heading = "How to search")]
    pub budget: Option<Duration>,
    /// The file on which the solver fails, or `-` for standard input
    pub input: PathBuf,
    /// Where the reduced file goes, or `-` for standard output
    pub output: PathBuf,
    /// The solver and its arguments; left out with `--script`
    #[arg(
        required_unless_present_any = ["script", "config"],
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    pub command: Vec<OsString>,
}

/// `smelt batch`.
#[derive(Args, Debug)]
pub struct BatchArgs {
    /// All that may be said of the cases and the run.
    #[command(flatten)]
    pub common: Common,
    /// End after this time with the best so far and exit code 5
    ///
    /// A time is `60s`, `10m`, `2h30m`, or a number of seconds. The same command goes on from there.
    #[arg(long, value_name = "TIME", value_parser = numbers::time, help_heading = "How to search")]
    pub budget: Option<Duration>,
    /// Directories with cases
    #[arg(required = true, value_name = "DIR")]
    pub directories: Vec<PathBuf>,
    /// Directory for minimized files, reports and the journal
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub out: PathBuf,
    /// The solver of all cases for which no smelt.toml names one
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// `smelt check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// All that may be said of the case and the run.
    #[command(flatten)]
    pub common: Common,
    /// Tell where each setting comes from that a batch would use, and run nothing
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
    /// The file on which the solver fails, or `-` for standard input
    pub input: PathBuf,
    /// The solver and its arguments; left out with `--script`
    #[arg(
        required_unless_present_any = ["explain", "script", "config"],
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    pub command: Vec<OsString>,
}

/// `smelt init`.
#[derive(Args, Debug)]
pub struct InitArgs {
    /// Directory with cases; a smelt.toml that is there is left alone
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Look for solvers in this directory instead of on PATH; may be repeated
    #[arg(long, value_name = "DIR")]
    pub solvers: Vec<PathBuf>,
    /// Run each case on the solvers found, and choose one that it fails on
    ///
    /// Each run may take 5 CPU seconds. A case is tried first on the solver that its name or header speaks of, and on
    /// each solver a second time with the option by which it checks its own models.
    #[arg(long)]
    pub probe: bool,
    /// End probing after this time [default: 2m]
    ///
    /// Cases that are left get the solver that names and headers speak of, where there is one.
    #[arg(long, value_name = "TIME", value_parser = numbers::time, requires = "probe")]
    pub budget: Option<Duration>,
}

/// `smelt report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Directories that `smelt batch --out` wrote or is writing
    #[arg(required = true, value_name = "OUT")]
    pub outputs: Vec<PathBuf>,
    /// What the report is written as
    #[arg(long, value_enum, default_value_t = ReportFormat::Markdown, value_name = "FORMAT")]
    pub format: ReportFormat,
    /// Leave out what depends on the machine: times, runs, memory
    #[arg(long)]
    pub stable: bool,
    /// Report what each mutator did in each case
    #[arg(long)]
    pub mutators: bool,
}

/// What a report can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// A row for each case, as in results.csv
    Csv,
    /// A summary, as in summary.md
    Markdown,
}

/// `smelt cache`.
#[derive(Args, Debug)]
pub struct CacheArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub command: CacheCommand,
}

/// What to do with the store.
#[derive(Subcommand, Debug)]
pub enum CacheCommand {
    /// Tell what it holds
    Stats {
        /// The store [default: in the user's cache directory]
        #[arg(long, value_name = "PATH")]
        cache: Option<PathBuf>,
    },
    /// Make it smaller: what was used least recently goes first
    #[command(after_help = "Example:\n  smelt cache gc --max-size 2G")]
    Gc {
        /// Bytes it may have; K, M, G, T count 1024, its square and so on
        #[arg(long, value_name = "SIZE", value_parser = numbers::size)]
        max_size: u64,
        /// The store [default: in the user's cache directory]
        #[arg(long, value_name = "PATH")]
        cache: Option<PathBuf>,
    },
    /// Check all of it; exit code 3 if something is damaged or no longer true
    #[command(after_help = VERIFY_EXAMPLES, args_override_self = true)]
    Verify(Box<VerifyArgs>),
}

/// `smelt cache verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// All that may be said of the cases and the run.
    #[command(flatten)]
    pub common: Common,
    /// Ask the solver again for a sample of what the store answers, and report differences
    ///
    /// A store has no texts: the reductions of the DIRs are replayed from it, as far as it knows them.
    #[arg(long, value_name = "P%", value_parser = numbers::share, requires = "directories", help_heading = "Output")]
    pub rerun: Option<f64>,
    /// Directories with cases whose reductions the store has answered
    #[arg(value_name = "DIR", requires = "rerun")]
    pub directories: Vec<PathBuf>,
    /// The solver of all cases for which no smelt.toml names one
    #[arg(last = true, value_name = "COMMAND", requires = "rerun")]
    pub command: Vec<OsString>,
}

/// `smelt list`.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// What to list
    pub what: ListWhat,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListWhat {
    /// Whole searches
    Strategies,
    /// What proposes simplifications
    Mutators,
    /// Groups of mutators that are switched together
    Theories,
    /// Rules that decide what is interesting
    Oracles,
    /// What inputs are read as
    Languages,
}

/// `smelt completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell that is to complete
    pub shell: Shell,
}

/// `smelt man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Directory for a page of each subcommand; without it, smelt(1) is printed
    #[arg(value_name = "DIR")]
    pub directory: Option<PathBuf>,
}

/// What several subcommands take.
#[derive(Args, Debug)]
pub struct Common {
    /// What may be said of a case.
    #[command(flatten)]
    pub case: CaseOptions,
    /// Switches of mutators.
    #[command(flatten)]
    pub switches: Switches,
    /// What may be said of a run.
    #[command(flatten)]
    pub run: RunOptions,
    /// What is said in ddSMT's words. Comes last: it gives second names to options above.
    #[command(flatten)]
    pub ddsmt: Ddsmt,
}

impl Common {
    /// What is to be said of the options before anything is done, a line each.
    pub fn notes(&self) -> Vec<String> {
        let bounded = self.run.jobs.filter(|jobs| *jobs > self.run.jobs());
        let bounded = bounded.map(|jobs| {
            format!(
                "{jobs} jobs are more than this machine can run well; going on with {}",
                self.run.jobs()
            )
        });
        self.ddsmt.notes.iter().cloned().chain(bounded).collect()
    }

    /// What is said of cases, the switches of mutators among it.
    pub fn options(&self) -> CaseOptions {
        CaseOptions {
            mutators: self.switches.0.clone(),
            ..self.case.clone()
        }
    }
}

/// What may be said of a run.
#[derive(Args, Debug)]
pub struct RunOptions {
    /// Solver runs at once [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = numbers::jobs)]
    pub jobs: Option<NonZeroUsize>,
    /// Where observations are kept, or `none` [default: in the user's cache directory]
    #[arg(long, value_name = "PATH")]
    pub cache: Option<PathBuf>,
    /// Configuration, in place of the smelt.toml of each DIR
    ///
    /// For a single file only its `[defaults]` count: solver and arguments are on the command line.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Show no progress and say nothing of what went well
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub quiet: u8,
    /// Say what is kept, the limits and each stage; -vv: each accepted text too
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

impl RunOptions {
    /// How much is said: 0 is the usual.
    pub fn level(&self) -> i16 {
        i16::from(self.verbose) - i16::from(self.quiet)
    }

    /// How many solver runs there are side by side: never more than the machine can run.
    pub fn jobs(&self) -> NonZeroUsize {
        self.jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZeroUsize::MIN)
            .min(most_jobs())
    }
}
