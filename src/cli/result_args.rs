//! The command line of the subcommands that work with the results of a batch: `smelt groups`, `issue` and `bundle`.

use super::run_options::Common;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// `smelt groups`.
#[derive(Args, Debug)]
pub struct GroupsArgs {
    /// Output directory of `smelt batch`, finished or running
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// List the results of each group below it, the smallest first
    #[arg(long)]
    pub members: bool,
}

/// `smelt issue`.
#[derive(Args, Debug)]
pub struct IssueArgs {
    /// Options of the case, after an output of `smelt reduce`: those that it had.
    #[command(flatten)]
    pub common: Common,
    /// Output directory of `smelt batch`, or the output of `smelt reduce`
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The case or its minimized file; for a result of `smelt reduce`, its original
    #[arg(value_name = "CASE")]
    pub case: PathBuf,
    /// After an output of `smelt reduce`: the solver and its arguments
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    pub command: Vec<OsString>,
}

/// `smelt bundle`.
#[derive(Args, Debug)]
pub struct BundleArgs {
    /// Output directory of `smelt batch`
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The case as in results.csv, or its minimized file
    #[arg(value_name = "CASE")]
    pub case: PathBuf,
    /// Where to write the archive [default: NAME.tar.gz for the case DIR/NAME.EXT]
    #[arg(short, long, value_name = "FILE")]
    pub to: Option<PathBuf>,
}
