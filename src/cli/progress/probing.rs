//! The progress of `smelt init --probe`: on a terminal one line that is rewritten; elsewhere, a line a minute.

use super::ticker::Ticker;
use super::words::clock;
use super::{HEARTBEAT, SPINNER, fit};
use crate::cli::output::{self, Screen, ScreenLine};
use crate::report::thousands;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Shows progress until it is dropped.
pub(crate) struct ProbeDisplay {
    shared: Arc<ProbeDisplayCore>,
    /// Rewrites the line. It ends before the line goes.
    ticker: Option<Ticker>,
}

struct ProbeDisplayCore {
    cases: usize,
    begun: Instant,
    budget: Duration,
    state: Mutex<ProbeDisplayState>,
    /// Declared after the state, because its line must be dropped before the screen.
    screen: Option<Screen>,
}

struct ProbeDisplayState {
    tried: usize,
    fail: usize,
    ticks: usize,
    heartbeat: Instant,
    line: Option<ScreenLine>,
}

impl ProbeDisplay {
    pub(crate) fn new(cases: usize, budget: Duration) -> ProbeDisplay {
        let screen = Screen::open();
        let state = ProbeDisplayState {
            tried: 0,
            fail: 0,
            ticks: 0,
            heartbeat: Instant::now(),
            line: screen.as_ref().map(Screen::line),
        };
        let shared = Arc::new(ProbeDisplayCore {
            cases,
            begun: Instant::now(),
            budget,
            state: Mutex::new(state),
            screen,
        });
        let ticking = Arc::clone(&shared);
        let ticker = Ticker::start(move || ticking.tick());
        ProbeDisplay {
            shared,
            ticker: Some(ticker),
        }
    }

    /// Takes down how many cases have been tried, and how many of them make a solver fail.
    pub(crate) fn tried(&self, tried: usize, fail: usize) {
        let mut state = self.shared.state();
        (state.tried, state.fail) = (tried, fail);
    }
}

impl Drop for ProbeDisplay {
    fn drop(&mut self) {
        drop(self.ticker.take());
        self.shared.state().line = None;
    }
}

impl ProbeDisplayCore {
    fn state(&self) -> MutexGuard<'_, ProbeDisplayState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tick(&self) {
        let mut state = self.state();
        state.ticks += 1;
        let elapsed = self.begun.elapsed();
        let number = |number: usize| thousands(number as u64);
        let text = format!(
            "{} of {} cases tried  {} make a solver fail  {}  {} left",
            number(state.tried),
            number(self.cases),
            number(state.fail),
            clock(elapsed),
            clock(self.budget.saturating_sub(elapsed)),
        );
        if let Some(line) = &state.line {
            let spinner = SPINNER[state.ticks % SPINNER.len()];
            line.rewrite(&fit::cut(&format!("{spinner} {text}"), Screen::width()));
        } else if self.screen.is_none() && state.heartbeat.elapsed() >= HEARTBEAT {
            state.heartbeat = Instant::now();
            output::say(&text);
        }
    }
}
