//! An accepted step of a search: a row of a trace.

use super::ReportCell;

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
    /// The columns in order.
    pub(crate) const COLUMNS: [&str; 9] = [
        "step",
        "mutator",
        "bytes",
        "shortest_bytes",
        "tokens",
        "checks",
        "runs",
        "solver_seconds",
        "wall_seconds",
    ];

    /// The values of all columns.
    pub(crate) fn cells(&self) -> [ReportCell; TraceStep::COLUMNS.len()] {
        [
            ReportCell::Count(self.step),
            ReportCell::Text(self.mutator.to_owned()),
            ReportCell::Count(self.bytes),
            ReportCell::Count(self.shortest_bytes),
            ReportCell::Count(self.tokens),
            ReportCell::Count(self.checks),
            ReportCell::Count(self.runs),
            ReportCell::Number(self.solver_seconds),
            ReportCell::Number(self.wall_seconds),
        ]
    }
}
