//! What one call of a tool on one case came to, seen from outside: the row of a comparison of tools.
//!
//! All tools are measured with the same yardsticks, smelt's own strategies too: runs are counted by the stand-in for the
//! solver, sizes are those of one neutral printing, and the result is run again and judged.

use serde::{Deserialize, Serialize};

/// One call of one tool on one case. The fields are the columns of `comparison.csv`, in this order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Measurement {
    /// The test set: the folder of the case below the directory that was given, or the name of that directory.
    pub set: String,
    /// The case, as in `results.csv`.
    pub case: String,
    /// The name of the solver in the configuration.
    pub solver: String,
    /// The name of the case's language.
    #[serde(default)]
    pub language: String,
    /// The failure of the case.
    #[serde(default)]
    pub signature: Option<String>,
    /// The name of the group of cases with the same failure, as in `results.csv`; none if nothing tells it from others.
    #[serde(default)]
    pub group: Option<String>,
    /// The tool: its name in the comparison.
    pub tool: String,
    /// Which of the repetitions this is; from 1.
    pub repetition: u32,
    /// How the tool ended.
    pub end: ToolEnd,
    /// What its result does when it is run again.
    pub result: ResultKind,
    /// The size of the original in neutral printing (without comments and extra white space), in bytes.
    pub bytes_before: u64,
    /// The size of the result in the same printing, in bytes; none if there is no result.
    pub bytes_after: Option<u64>,
    /// How many times the solver was started, counted from outside.
    pub runs: u64,
    /// How many candidates were checked, if the tool says so.
    pub checks: Option<u64>,
    /// Wall time of the call, in seconds.
    pub wall_seconds: f64,
    /// CPU time of the tool and all that it started, in seconds.
    pub cpu_seconds: f64,
    /// The largest resident set of the tool itself, in MB (1,000,000 bytes), if known.
    pub memory_mb: Option<f64>,
    /// What was wrong with the call or its result, in words; empty if nothing was.
    pub detail: String,
}

/// How the call of a tool ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToolEnd {
    /// By itself, with an exit code of success.
    #[default]
    Finished,
    /// At the time limit.
    TimeLimit,
    /// At the limit of solver runs.
    RunLimit,
    /// With an error, or without being started.
    Error,
}

/// What the result of a tool does when the solver gets it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResultKind {
    /// It fails in the same way, by the identity of failures that `smelt check` uses.
    Same,
    /// It fails, but in another way: by the rule of the case it shows another bug, or it shows another failure.
    OtherFailure,
    /// It no longer fails: an incorrect result.
    NoFailure,
    /// There is none.
    #[default]
    Missing,
}
