//! The command line of `smelt slurm` and `smelt merge`.

use super::batch_args::BatchArgs;
use super::numbers;
use clap::Args;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

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
