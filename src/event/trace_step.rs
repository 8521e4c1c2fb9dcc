//! An accepted step of a search: a row of a trace.

use super::ReportCell::{self, Count, Number, Text};

/// How small the text is after a step, and what that has cost since the reduction began.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TraceStep {
    /// The number of texts that were accepted so far; the golden text is number 0.
    pub step: u64,
    /// The mutator that proposed the text; empty for the golden text.
    pub mutator: &'static str,
    /// Bytes of the text.
    pub bytes: u64,
    /// Bytes of the shortest text so far, which an interrupted search delivers.
    pub shortest_bytes: u64,
    /// Tokens of the text.
    pub tokens: u64,
    /// Checks so far.
    pub checks: u64,
    /// Solver runs so far, without those that were prefetched and not asked for.
    pub runs: u64,
    /// Wall time of the runs that answered checks, in seconds.
    pub solver_seconds: f64,
    /// Wall time since the reduction began, in seconds.
    pub wall_seconds: f64,
}

impl TraceStep {
    /// The columns in order, each with its name.
    pub(crate) fn cells(&self) -> [(&'static str, ReportCell); 9] {
        [
            ("step", Count(self.step)),
            ("mutator", Text(self.mutator.to_owned())),
            ("bytes", Count(self.bytes)),
            ("shortest_bytes", Count(self.shortest_bytes)),
            ("tokens", Count(self.tokens)),
            ("checks", Count(self.checks)),
            ("runs", Count(self.runs)),
            ("solver_seconds", Number(self.solver_seconds)),
            ("wall_seconds", Number(self.wall_seconds)),
        ]
    }
}
