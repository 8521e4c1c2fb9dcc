//! The definition of `smelt compare`.

use super::numbers;
use super::run_options::Common;
use clap::Args;
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

/// `smelt compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// Options of the cases and the run.
    #[command(flatten)]
    pub common: Common,
    /// A tool to compare: a name, or NAME=COMMAND (repeatable)
    ///
    /// The others are compared with the first. A name is that of `[tool.NAME]` in smelt.toml, of a strategy, or of a
    /// known tool: ddsmt, pydelta, cvise, shrinkray; `ddsmt:ddmin` has a strategy of ddSMT. A COMMAND is `smelt`
    /// and any options of `smelt reduce`, or a command with {input} and either {solver} or {script}, and perhaps {output}
    /// and {match}. Without this option, all `[tool.NAME]` are compared.
    #[arg(long = "tool", value_name = "TOOL", help_heading = "How to compare")]
    pub tools: Vec<String>,
    /// Call each tool N times on each case [default: 1]
    #[arg(long, value_name = "N", value_parser = repetitions, help_heading = "How to compare")]
    pub repetitions: Option<NonZeroU32>,
    /// End each call after this time [default: 15m]
    ///
    /// What the tool has found until then is judged. A tool has 10 s to write it.
    #[arg(long, value_name = "TIME", value_parser = numbers::time, help_heading = "How to compare")]
    pub tool_time: Option<Duration>,
    /// End each call after N runs of the solver
    #[arg(long, value_name = "N", value_parser = numbers::runs, help_heading = "How to compare")]
    pub tool_runs: Option<NonZeroU64>,
    /// Work on this case only, as a tool of the run that has started this one
    #[arg(long, hide = true, value_name = "CASE", requires = "place")]
    pub alone: Option<String>,
    /// Reduce it as this tool
    #[arg(long = "as", hide = true, value_name = "TOOL", requires = "alone")]
    pub as_tool: Option<String>,
    /// In this directory
    #[arg(long, hide = true, value_name = "DIR")]
    pub place: Option<PathBuf>,
    /// Judge a text by the golden runs in this directory
    #[arg(long, hide = true, value_name = "DIR", requires = "alone")]
    pub golden: Option<PathBuf>,
    /// The text to judge
    #[arg(long, hide = true, value_name = "FILE", requires = "golden")]
    pub judge: Option<PathBuf>,
    /// Directories with cases
    #[arg(required = true, value_name = "DIR")]
    pub directories: Vec<PathBuf>,
    /// Directory for results, reports and the journal
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub out: PathBuf,
    /// The solver of all cases for which no smelt.toml names a solver
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

fn repetitions(text: &str) -> Result<NonZeroU32, String> {
    text.parse()
        .map_err(|_| "expected a whole number of calls, at least 1".to_owned())
}
