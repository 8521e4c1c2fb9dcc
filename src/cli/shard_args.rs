//! The options that say which part of its cases a batch works on.

use crate::corpus::{Shard, ShardMode};
use clap::Args;
use std::path::PathBuf;

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
