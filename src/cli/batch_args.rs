//! The command line of `smelt batch`, and of `smelt slurm` and `smelt merge`, which share its cases out and join the parts.

use super::numbers;
use super::run_options::Common;
use crate::corpus::{Shard, ShardMode};
use clap::Args;
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroU64};
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

/// The part of its cases that a batch works on.
#[derive(Args, Debug)]
pub struct ShardArgs {
    /// Work on the cases of one of N shards, the Ith; `smelt merge` joins them
    ///
    /// I is from 1 to N. Each shard has an OUT of its own. New results of solvers go to OUT/store.db; the store that would
    /// be used otherwise is only read.
    #[arg(long, value_name = "I/N", help_heading = "Shards")]
    pub shard: Option<Shard>,
    /// How cases are shared out
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "MODE",
        requires = "shard",
        help_heading = "Shards"
    )]
    pub shard_mode: ShardMode,
    /// With `--shard-mode lpt`: an output that knows what cases cost [default: sizes]
    ///
    /// Cases that it does not know are taken to cost as much as known ones of their size.
    #[arg(long, value_name = "OUT", requires = "shard", help_heading = "Shards")]
    pub costs: Option<PathBuf>,
    /// Where the shard keeps new results of solvers [default: OUT/store.db]
    #[arg(long, value_name = "PATH", requires = "shard", help_heading = "Shards")]
    pub shard_store: Option<PathBuf>,
}

/// `smelt slurm`.
#[derive(Args, Debug)]
pub struct SlurmArgs {
    /// The number of shards, each a task of the array
    #[arg(long, value_name = "N", value_parser = numbers::tasks, help_heading = "Slurm")]
    pub array: NonZeroU32,
    /// Time limit of each task [default: that of the partition]
    ///
    /// Some time before, smelt ends cleanly and the task is queued again, so that it goes on.
    #[arg(long, value_name = "TIME", value_parser = numbers::time, help_heading = "Slurm")]
    pub time: Option<Duration>,
    /// How often a task is queued again at most
    #[arg(long, value_name = "N", value_parser = numbers::whole, default_value_t = 20, help_heading = "Slurm")]
    pub restarts: u64,
    /// A directory on the disk of each node [default: TMPDIR or /tmp there]
    #[arg(long, value_name = "DIR", help_heading = "Slurm")]
    pub scratch: Option<PathBuf>,
    /// A further option of sbatch, such as `--partition=long` (repeatable)
    #[arg(
        long,
        value_name = "OPTION",
        allow_hyphen_values = true,
        help_heading = "Slurm"
    )]
    pub sbatch: Vec<String>,
    /// Submit the array, and a job that merges when it has ended
    #[arg(long, help_heading = "Slurm")]
    pub submit: bool,
    /// Options of the batch.
    #[command(flatten)]
    pub batch: BatchArgs,
}

/// `smelt merge`.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The output directories of all shards, in any order
    #[arg(required = true, value_name = "OUT")]
    pub shards: Vec<PathBuf>,
    /// Directory for what they have together
    #[arg(short, long, value_name = "DIR")]
    pub out: PathBuf,
}
