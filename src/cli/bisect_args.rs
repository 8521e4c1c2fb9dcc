//! The definition of `smelt bisect`.

use super::run_options::Common;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

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
