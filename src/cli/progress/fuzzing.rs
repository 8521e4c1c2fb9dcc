//! The progress of `smelt fuzz`: programs, programs per second, and defects by category. On a terminal it is one line
//! that is rewritten; elsewhere, a line a minute.

use super::ticker::Ticker;
use super::words::{clock, count, rate};
use super::{HEARTBEAT, SPINNER};
use crate::cli::fit;
use crate::cli::output::{self, Screen, ScreenLine};
use crate::fuzzing::{Category, FoundDefect, FuzzWatch, Tally};
use crate::report::thousands;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Shows progress until it is dropped.
pub(crate) struct FuzzDisplay {
    shared: Arc<FuzzDisplayCore>,
    /// Rewrites the line. It ends before the line goes.
    ticker: Option<Ticker>,
}

struct FuzzDisplayCore {
    /// How much is printed; no progress if it is negative.
    level: i16,
    begun: Instant,
    budget: Option<Duration>,
    state: Mutex<FuzzDisplayState>,
    /// Declared after the state, because its line must be dropped before the screen.
    screen: Option<Screen>,
}

struct FuzzDisplayState {
    programs: u64,
    total: Tally,
    ticks: usize,
    heartbeat: Instant,
    line: Option<ScreenLine>,
}

impl FuzzDisplay {
    pub(crate) fn new(level: i16, budget: Option<Duration>) -> FuzzDisplay {
        let screen = if level >= 0 { Screen::open() } else { None };
        let state = FuzzDisplayState {
            programs: 0,
            total: Tally::default(),
            ticks: 0,
            heartbeat: Instant::now(),
            line: screen.as_ref().map(Screen::line),
        };
        let shared = Arc::new(FuzzDisplayCore {
            level,
            begun: Instant::now(),
            budget,
            state: Mutex::new(state),
            screen,
        });
        let ticking = Arc::clone(&shared);
        let ticker = Ticker::start(move || ticking.tick());
        FuzzDisplay {
            shared,
            ticker: Some(ticker),
        }
    }
}

impl Drop for FuzzDisplay {
    fn drop(&mut self) {
        drop(self.ticker.take());
        self.shared.state().line = None;
    }
}

impl FuzzDisplayCore {
    fn state(&self) -> MutexGuard<'_, FuzzDisplayState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tick(&self) {
        let mut state = self.state();
        state.ticks += 1;
        let text = text(&state, self.begun.elapsed(), self.budget);
        if let Some(line) = &state.line {
            let spinner = SPINNER[state.ticks % SPINNER.len()];
            line.rewrite(&fit::cut(&format!("{spinner} {text}"), Screen::width()));
        } else if self.level >= 0 && self.screen.is_none() && state.heartbeat.elapsed() >= HEARTBEAT
        {
            state.heartbeat = Instant::now();
            output::say(&text);
        }
    }
}

/// Everything in one line.
fn text(state: &FuzzDisplayState, elapsed: Duration, budget: Option<Duration>) -> String {
    let per_second = state.programs as f64 / elapsed.as_secs_f64().max(0.001);
    let left = budget.map_or_else(String::new, |budget| {
        format!("  {} left", clock(budget.saturating_sub(elapsed)))
    });
    format!(
        "{}  {} a second  {}  {}{left}",
        count(state.programs, "program"),
        rate(per_second),
        defects(&state.total),
        clock(elapsed),
    )
}

/// The number of defects, and of those of each category that has any.
fn defects(total: &Tally) -> String {
    let mut each = Vec::new();
    for category in Category::ALL {
        let number = total.of(category);
        if number > 0 {
            each.push(format!("{} {}", thousands(number), category.name()));
        }
    }
    if each.is_empty() {
        return "no defects".to_owned();
    }
    format!("{} ({})", count(total.defects(), "defect"), each.join(", "))
}

impl FuzzWatch for FuzzDisplay {
    fn tried(&self, programs: u64, total: &Tally) {
        let mut state = self.shared.state();
        state.programs = programs;
        state.total.clone_from(total);
    }

    fn found(&self, found: &FoundDefect<'_>) {
        if self.shared.level > 0 {
            let FoundDefect {
                program,
                solver,
                category,
                signature,
            } = found;
            output::say(&format!(
                "{program}: {solver}: {}: {signature}",
                category.name()
            ));
        }
    }

    fn refuses(&self, solver: &str, message: &str) {
        output::say(&format!(
            "note: {solver} refuses a program: {message}; see `--dialect` and `--options`"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::{FuzzDisplayState, text};
    use crate::fuzzing::Tally;
    use std::time::{Duration, Instant};

    #[test]
    fn the_line_has_the_rate_and_what_was_found() {
        let state = FuzzDisplayState {
            programs: 1200,
            total: Tally::default(),
            ticks: 0,
            heartbeat: Instant::now(),
            line: None,
        };
        let seconds = Duration::from_secs;
        assert_eq!(
            text(&state, seconds(10), Some(seconds(180))),
            "1,200 programs  120 a second  no defects  0:10  2:50 left"
        );
    }
}
