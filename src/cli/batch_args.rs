//! The command line of `smelt batch`.

use super::numbers;
use super::run_options::Common;
use super::shard_args::ShardArgs;
use clap::Args;
use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

/// `smelt batch`.
#[derive(Args, Debug)]
pub struct BatchArgs {
    /// Options of the cases and the run.
    #[command(flatten)]
    pub common: Common,
    /// Stop after this time, write the best result so far, exit with code 5
    ///
    /// A time is `60s`, `10m`, `2h30m`, or a number of seconds. Run the same command again to continue.
    #[arg(long, value_name = "TIME", value_parser = numbers::time, help_heading = "How to search")]
    pub budget: Option<Duration>,
    /// Run each case on each of these builds: a directory, or names with commas
    ///
    /// A name is one of `[build]` or `[solver.NAME]` in smelt.toml, or a program. A build replaces the program of the
    /// case's command, or the word {build} in it, if it belongs to the same family of solvers. Without this option,
    /// `[build]` in smelt.toml names the builds, if it is there.
    #[arg(long, value_name = "DIR|LIST", help_heading = "How the solver is run")]
    pub builds: Option<OsString>,
    /// Stop after this many runs of solvers, as after `--budget`
    #[arg(long, value_name = "N", value_parser = numbers::runs, help_heading = "How to search")]
    pub budget_runs: Option<NonZeroU64>,
    /// Stop after this CPU time of all solvers, as after `--budget`
    #[arg(long, value_name = "TIME", value_parser = numbers::time, help_heading = "How to search")]
    pub budget_cpu: Option<Duration>,
    /// Stop as after `--budget` when less than this of the disk of OUT is free
    ///
    /// A size is a number of bytes, with K, M, G or T for larger units. Zero means never.
    #[arg(long, value_name = "SIZE", value_parser = numbers::size, default_value = "100M")]
    #[arg(help_heading = "Output")]
    pub min_free: u64,
    /// Write the size after each accepted step to OUT/trace/CASE.csv
    ///
    /// It has the checks, the runs and the time so far. A case that continues an earlier run writes it from its
    /// beginning; a finished case is not reduced again and gets none.
    #[arg(long, help_heading = "Output")]
    pub trace: bool,
    /// Which cases it works on.
    #[command(flatten)]
    pub shards: ShardArgs,
    /// Work on this case only, for a run that has started this one for it
    #[arg(long, hide = true, value_name = "CASE")]
    pub alone: Option<String>,
    /// Directories with cases
    #[arg(required = true, value_name = "DIR")]
    pub directories: Vec<PathBuf>,
    /// Directory for minimized files, reports and the journal
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub out: PathBuf,
    /// The solver of all cases for which no smelt.toml names a solver
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}
