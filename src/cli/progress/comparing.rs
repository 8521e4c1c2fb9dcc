//! The progress of `smelt compare`: a line for each call that has ended; on a terminal, also a line that is rewritten with
//! the calls in progress, elsewhere a line a minute.

use super::one_line::{InOneLine, OneLine};
use super::words::clock;
use crate::cli::escape::on_a_line;
use crate::cli::output;
use crate::comparing::CompareWatch;
use crate::event::{Measurement, ResultKind, ToolEnd};
use crate::report::thousands;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Shows progress until it is dropped.
pub(crate) struct CompareDisplay {
    level: i16,
    line: OneLine<ComparedSoFar>,
}

struct ComparedSoFar {
    calls: usize,
    done: usize,
    /// The calls in progress, each with its begin.
    running: Vec<(String, Instant)>,
}

impl CompareDisplay {
    pub(crate) fn new(calls: usize, level: i16) -> CompareDisplay {
        let so_far = ComparedSoFar {
            calls,
            done: 0,
            running: Vec::new(),
        };
        CompareDisplay {
            level,
            line: OneLine::begin(so_far, level < 0),
        }
    }
}

impl InOneLine for ComparedSoFar {
    fn text(&self, elapsed: Duration) -> String {
        let mut text = format!(
            "{} of {} calls done  {}",
            thousands(self.done as u64),
            thousands(self.calls as u64),
            clock(elapsed),
        );
        for (name, begun) in &self.running {
            let _ = write!(text, "  {name} {}", clock(begun.elapsed()));
        }
        text
    }
}

/// A call in a line.
fn name(case: &str, tool: &str) -> String {
    format!("{} {tool}", on_a_line(case))
}

impl CompareWatch for CompareDisplay {
    fn takes_up(&self, calls: usize) {
        self.line.shown().done += calls;
    }

    fn begins(&self, case: &str, tool: &str) {
        let mut so_far = self.line.shown();
        so_far.running.push((name(case, tool), Instant::now()));
    }

    fn ends(&self, case: &str, tool: &str) {
        let name = name(case, tool);
        let mut so_far = self.line.shown();
        if let Some(at) = so_far.running.iter().position(|(other, _)| *other == name) {
            so_far.running.remove(at);
        }
    }

    fn measured(&self, measurement: &Measurement) {
        let (done, calls) = {
            let mut so_far = self.line.shown();
            so_far.done += 1;
            (so_far.done, so_far.calls)
        };
        if self.level >= 0 {
            output::say(&format!("[{done}/{calls}] {}", line(measurement)));
        }
    }

    fn left_out(&self, case: &str, why: &str) {
        let case = on_a_line(case);
        output::say(&format!("error: `{case}` is not compared: {why}"));
    }
}

/// What a call came to, in a line.
fn line(row: &Measurement) -> String {
    let before = thousands(row.bytes_before);
    let sizes = match row.bytes_after {
        Some(after) => format!("{before} → {} bytes", thousands(after)),
        None => format!("{before} bytes, no result"),
    };
    let end = match row.end {
        ToolEnd::Finished | ToolEnd::Error => "",
        ToolEnd::TimeLimit => ", ended at the time limit",
        ToolEnd::RunLimit => ", ended at the limit of runs",
    };
    let result = match row.result {
        ResultKind::Same | ResultKind::Missing => "",
        ResultKind::OtherFailure => ", FAILS DIFFERENTLY",
        ResultKind::NoFailure => ", DOES NOT FAIL",
    };
    let detail = if row.detail.is_empty() {
        String::new()
    } else {
        format!(" ({})", row.detail)
    };
    format!(
        "{}: {sizes}, {} runs, {:.1} s{end}{result}{detail}",
        name(&row.case, &row.tool),
        thousands(row.runs),
        row.wall_seconds,
    )
}
