//! What is said while cases are reduced: a line that rewrites itself on a terminal, a line a case elsewhere.

use super::output;
use crate::batch::Watch;
use crate::event::Row;
use crate::reduction::{Progress, Short};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the line is rewritten at most.
const PAUSE: Duration = Duration::from_millis(200);

/// Says how far a run is.
pub(super) struct Display {
    /// How many cases there are.
    cases: usize,
    /// How much is said: below 0 nothing.
    level: i16,
    is_terminal: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    done: usize,
    running: BTreeMap<String, Progress>,
    written: Option<Instant>,
}

impl Display {
    pub(super) fn new(cases: usize, level: i16) -> Display {
        Display {
            cases,
            level,
            is_terminal: stderr().is_terminal(),
            state: Mutex::default(),
        }
    }

    /// Leaves the line free for what is said next.
    pub(super) fn clear(&self) {
        if self.is_terminal && self.level >= 0 {
            output::rewrite("");
        }
    }

    /// A running case got this far.
    pub(super) fn of(&self, id: &str, progress: Progress) {
        self.with(|state| {
            state.running.insert(id.to_owned(), progress);
        });
    }

    fn with(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        let is_due = state
            .written
            .is_none_or(|written| written.elapsed() >= PAUSE);
        if self.is_terminal && self.level >= 0 && is_due {
            state.written = Some(Instant::now());
            output::rewrite(&truncated(&status(self.cases, &state), width()));
        }
    }
}

impl Watch for Display {
    fn begun(&self, id: &str) {
        self.of(id, Progress::default());
    }

    fn progress(&self, id: &str, progress: Progress) {
        self.of(id, progress);
    }

    fn waits(&self, cases: usize) {
        self.with(|state| {
            if self.level >= 0 {
                self.clear();
                output::say(&format!(
                    "waiting for {cases} {} on which another run on this store works",
                    if cases == 1 { "case" } else { "cases" }
                ));
                state.written = None;
            }
        });
    }

    fn short_of_threads(&self, short: &Short) {
        output::say(&format!(
            "note: the system gave only {} threads ({}); going on with these",
            short.threads, short.why
        ));
    }

    fn row(&self, row: &Row, taken_up: bool) {
        self.with(|state| {
            state.done += 1;
            state.running.remove(&row.case);
            if self.level > 0 || (self.level == 0 && !taken_up) {
                self.clear();
                output::say(&format!(
                    "[{}/{}] {}",
                    state.done,
                    self.cases,
                    line(row, taken_up)
                ));
                state.written = None;
            }
        });
    }
}

/// A row in one line.
pub(super) fn line(row: &Row, taken_up: bool) -> String {
    let mut line = format!("{}: {}", row.case, row.status);
    if let Some(after) = row.bytes_after {
        let _ = write!(line, ", {} → {after} bytes", row.bytes_before);
        if let Some(percent) = row.reduction_percent {
            let _ = write!(line, " ({percent:.1} % less)");
        }
    }
    if row.checks > 0 {
        let _ = write!(
            line,
            ", {} checks, {} runs, {:.1} s",
            row.checks, row.runs, row.wall_seconds
        );
    }
    for words in [&row.detail, &row.notes] {
        if !words.is_empty() {
            let _ = write!(line, "; {words}");
        }
    }
    if taken_up {
        line.push_str(" (taken up)");
    }
    line.replace('\n', " ")
}

fn status(cases: usize, state: &State) -> String {
    let checks: u64 = state.running.values().map(|progress| progress.checks).sum();
    let runs: u64 = state.running.values().map(|progress| progress.runs).sum();
    let mut text = format!(
        "{}/{cases} cases done, {checks} checks, {runs} runs",
        state.done
    );
    for (id, progress) in &state.running {
        let _ = write!(text, " | {id} {} bytes", progress.bytes);
    }
    text
}

/// At most so many letters: a longer line would wrap, and could not be rewritten.
fn truncated(text: &str, width: usize) -> String {
    let room = width.saturating_sub(1);
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(room.saturating_sub(1)).collect();
    short.push('…');
    short
}

fn width() -> usize {
    rustix::termios::tcgetwinsize(stderr())
        .map_or(80, |size| usize::from(size.ws_col))
        .max(20)
}

#[cfg(test)]
mod tests {
    use super::truncated;

    #[test]
    fn a_progress_line_never_fills_the_terminals_width() {
        assert_eq!(truncated("abcdef", 10), "abcdef");
        assert_eq!(truncated("abcdefghij", 10), "abcdefgh…");
        assert_eq!(truncated("äöüäöüäöüä", 5), "äöü…");
    }
}
