//! The command line of `smelt report`.

use clap::{Args, ValueEnum};
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
    /// In tables and plots, show only these tools or searches, in this order
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
