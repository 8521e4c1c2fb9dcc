//! The progress of `smelt compare`: a line for each call that has ended; on a terminal, also a line that is rewritten with
//! the calls in progress, elsewhere a line a minute.

use super::ticker::Ticker;
use super::words::clock;
use super::{HEARTBEAT, SPINNER, fit};
use crate::cli::output::{self, Screen, ScreenLine};
use crate::comparing::CompareWatch;
use crate::event::{Measurement, ResultKind, ToolEnd};
use crate::report::thousands;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Shows progress until it is dropped.
pub(crate) struct CompareDisplay {
    shared: Arc<CompareDisplayCore>,
    /// Rewrites the line. It ends before the line goes.
    ticker: Option<Ticker>,
}

struct CompareDisplayCore {
    calls: usize,
    level: i16,
    begun: Instant,
    state: Mutex<CompareDisplayState>,
    /// Declared after the state, because its line must be dropped before the screen.
    screen: Option<Screen>,
}

struct CompareDisplayState {
    done: usize,
    /// The calls in progress, each with its begin.
    running: Vec<(String, Instant)>,
    ticks: usize,
    heartbeat: Instant,
    line: Option<ScreenLine>,
}

impl CompareDisplay {
    pub(crate) fn new(calls: usize, level: i16) -> CompareDisplay {
        let screen = if level < 0 { None } else { Screen::open() };
        let now = Instant::now();
        let state = CompareDisplayState {
            done: 0,
            running: Vec::new(),
            ticks: 0,
            heartbeat: now,
            line: screen.as_ref().map(Screen::line),
        };
        let shared = Arc::new(CompareDisplayCore {
            calls,
            level,
            begun: now,
            state: Mutex::new(state),
            screen,
        });
        let ticking = Arc::clone(&shared);
        let ticker = Ticker::start(move || ticking.tick());
        CompareDisplay {
            shared,
            ticker: Some(ticker),
        }
    }
}

impl Drop for CompareDisplay {
    fn drop(&mut self) {
        drop(self.ticker.take());
        self.shared.state().line = None;
    }
}

impl CompareDisplayCore {
    fn state(&self) -> MutexGuard<'_, CompareDisplayState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tick(&self) {
        let mut state = self.state();
        state.ticks += 1;
        let mut text = format!(
            "{} of {} calls done  {}",
            thousands(state.done as u64),
            thousands(self.calls as u64),
            clock(self.begun.elapsed()),
        );
        for (name, begun) in &state.running {
            let _ = write!(text, "  {name} {}", clock(begun.elapsed()));
        }
        if let Some(line) = &state.line {
            let spinner = SPINNER[state.ticks % SPINNER.len()];
            line.rewrite(&fit::cut(&format!("{spinner} {text}"), Screen::width()));
        } else if self.screen.is_none() && self.level >= 0 && state.heartbeat.elapsed() >= HEARTBEAT
        {
            state.heartbeat = Instant::now();
            output::say(&text);
        }
    }
}

/// A call in a line.
fn name(case: &str, tool: &str) -> String {
    format!("{} {tool}", case.replace('\n', " "))
}

impl CompareWatch for CompareDisplay {
    fn takes_up(&self, calls: usize) {
        self.shared.state().done += calls;
    }

    fn begins(&self, case: &str, tool: &str) {
        let mut state = self.shared.state();
        state.running.push((name(case, tool), Instant::now()));
    }

    fn ends(&self, case: &str, tool: &str) {
        let name = name(case, tool);
        let mut state = self.shared.state();
        if let Some(at) = state.running.iter().position(|(other, _)| *other == name) {
            state.running.remove(at);
        }
    }

    fn measured(&self, measurement: &Measurement) {
        let done = {
            let mut state = self.shared.state();
            state.done += 1;
            state.done
        };
        if self.shared.level >= 0 {
            let calls = self.shared.calls;
            output::say(&format!("[{done}/{calls}] {}", line(measurement)));
        }
    }

    fn left_out(&self, case: &str, why: &str) {
        let case = case.replace('\n', " ");
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
