//! The command line of the subcommands that show results: `smelt report`, `status`, `groups`, `issue` and `bundle`.

use super::run_options::Common;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// `smelt report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Output directories of `smelt batch` or `smelt compare`, finished or running
    #[arg(required = true, value_name = "OUT")]
    pub outputs: Vec<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Markdown, value_name = "FORMAT")]
    pub format: ReportFormat,
    /// Leave out everything that depends on the machine: times, runs, memory
    #[arg(long)]
    pub stable: bool,
    /// Report what each mutator did in each case
    #[arg(long)]
    pub mutators: bool,
    /// Print tables as papers have them, separated by commas
    ///
    /// Each search of a batch is a tool. Cases that did not fail, or no longer do, are left out.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "TABLE", conflicts_with_all = ["stable", "mutators"])]
    pub tables: Vec<TableName>,
    /// Write plots into DIR, as SVG
    ///
    /// Sizes, runs and times of each tool against the first one, survival curves, the bytes that each mutator removed, and
    /// for each case with a trace how small it was after how many runs.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["stable", "mutators", "tables", "format"])]
    pub plots: Option<PathBuf>,
    /// In tables, plots and BenchExec's files: only these tools, in this order
    ///
    /// The others are compared with the first one.
    #[arg(long, value_delimiter = ',', value_name = "TOOL")]
    pub tools: Vec<String>,
    /// Print nothing, and write all reports into OUT again
    #[arg(long, conflicts_with_all = ["format", "stable", "mutators", "tables", "plots", "tools"])]
    pub write: bool,
}

/// The formats of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// A row for each case, as in results.csv
    Csv,
    /// The same as an array of objects, with numbers, true, false and null
    Json,
    /// A summary, as in summary.md
    Markdown,
    /// A page for a browser, as report.html
    Html,
    /// With --tables: for a paper, with the package booktabs
    Latex,
    /// For continuous integration: a case is a test that fails while its bug is open, or a tool's
    Junit,
    /// The result file of a tool or search for BenchExec's table-generator
    Benchexec,
}

/// The tables of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableName {
    /// All that the output has data for
    All,
    /// Geometric means against the first tool, wins and losses, Wilcoxon's test
    Overview,
    /// Average, least and most of reduction, time, runs, memory by test set
    Ddsmt2013,
    /// Errors, timeouts, smallest output, average reduction by tool
    Ddsmt2,
    /// Time, size, reduction by solver, a table for each test set
    Deltaasp,
    /// Of `smelt fuzz asp --out OUT`: errors, invalid models, incorrect answers by solver
    Fuzzasp,
}

/// `smelt status`.
#[derive(Args, Debug)]
pub struct StatusArgs {
    /// Output directory of `smelt batch`, finished or running
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Compare with this time, or with another output [default: the run before]
    ///
    /// A time is a day (`2026-11-25`, `yesterday`), a day and a time of day (`"2026-11-25 18:00"`), in the local zone
    /// unless it names another, or how long ago it is (`12h`, `3d`).
    #[arg(long, value_name = "TIME|OUT")]
    pub since: Option<OsString>,
    /// Format of the status
    #[arg(long, value_enum, default_value_t = StatusFormat::Text, value_name = "FORMAT")]
    pub format: StatusFormat,
    /// Leave out no line on a terminal
    #[arg(long)]
    pub all: bool,
    /// Exit with code 3 if something needs a look
    ///
    /// This is what is new, regressed or changed, what can no longer be reproduced, and what is flaky or failed and was
    /// not before.
    #[arg(long)]
    pub exit_code: bool,
}

/// The formats of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatusFormat {
    /// Lines for people
    Text,
    /// An object, with an array of all cases
    Json,
    /// Tables to paste
    Markdown,
    /// JUnit XML for continuous integration: a case fails while its bug is open
    Junit,
}

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
