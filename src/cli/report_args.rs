//! The command line of `smelt report`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `smelt report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Output directories of `smelt batch`, finished or running
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
    /// Print nothing, and write all reports into OUT again
    #[arg(long, conflicts_with_all = ["format", "stable", "mutators"])]
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
}
