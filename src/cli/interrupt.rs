//! What ends a run early: SIGINT and SIGTERM, of which the first asks for the best so far and the second ends the
//! program at once; and a budget that is spent.

use super::error::CliError;
use super::exit;
use crate::solver::Stop;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

/// How long what was found may still be run again after a signal, and after the budget.
const GRACE_AFTER_SIGNAL: Duration = Duration::from_millis(1500);
const GRACE_AFTER_BUDGET: Duration = Duration::from_secs(3);

/// What signals have said so far.
#[derive(Debug, Default)]
pub(super) struct Interrupt {
    /// Set when no more is to be asked: by a signal, or by who runs a batch.
    pub(super) stop: Arc<Stop>,
    signal: Arc<AtomicI32>,
}

impl Interrupt {
    /// Begins to listen; a budget begins to run.
    pub(super) fn listen(budget: Option<Duration>) -> Result<Interrupt, CliError> {
        let interrupt = Interrupt::default();
        let cannot = |error: io::Error| {
            CliError::new(
                exit::INTERNAL,
                format!("cannot listen for signals: {error}"),
                "",
            )
        };
        if let Some(budget) = budget {
            let stop = Arc::clone(&interrupt.stop);
            let clock = thread::Builder::new().name("budget".into());
            clock
                .spawn(move || {
                    thread::sleep(budget);
                    end(&stop, GRACE_AFTER_BUDGET);
                })
                .map_err(cannot)?;
        }
        let signals = Signals::new([SIGINT, SIGTERM]).map_err(cannot)?;
        let (stop, signal) = (Arc::clone(&interrupt.stop), Arc::clone(&interrupt.signal));
        let listener = thread::Builder::new().name("signals".into());
        listener
            .spawn(move || hear(signals, &stop, &signal))
            .map_err(cannot)?;
        Ok(interrupt)
    }

    /// The exit code of the signal that came; 0 if none did.
    pub(super) fn code(&self) -> u8 {
        match self.signal.load(Ordering::Relaxed) {
            0 => exit::DONE,
            signal => code(signal),
        }
    }
}

#[expect(
    clippy::exit,
    reason = "a second signal means: now, whatever is under way"
)]
fn hear(mut signals: Signals, stop: &Arc<Stop>, first: &AtomicI32) {
    for signal in signals.forever() {
        if first.swap(signal, Ordering::Relaxed) != 0 {
            // The helpers find their drivers gone, and kill what they run.
            std::process::exit(i32::from(code(signal)));
        }
        let ending = Arc::clone(stop);
        let ended = thread::Builder::new().spawn(move || end(&ending, GRACE_AFTER_SIGNAL));
        if ended.is_err() {
            stop.set();
        }
    }
}

/// No more is searched for from now on, and nothing is run any more once the grace is over.
fn end(stop: &Stop, grace: Duration) {
    stop.wind_up();
    thread::sleep(grace);
    stop.set();
}

fn code(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(exit::INTERNAL)
}
