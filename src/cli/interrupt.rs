//! Ends a run early: after the first SIGHUP, SIGINT or SIGTERM, the best result so far is written; a second signal ends
//! the program at once. A spent budget has the effect of a first signal.
//!
//! The end takes no longer than promised, whatever is under way: after the time for it ([`Grace`]), the process exits,
//! even in the middle of a step of the search, which takes seconds on a text of 100 MB. The texts accepted until then
//! are in the output, and the observations in the store.

use super::error::CliError;
use super::{exit, output};
use crate::disk::free_bytes;
use crate::solver::{Cause, Stop, instead_of_abort};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

/// How long it may take to end.
#[derive(Clone, Copy, Debug)]
struct Grace {
    /// How long further runs may confirm the result.
    runs: Duration,
    /// How long everything else may take after that. The system needs half a second more to reclaim gigabytes of
    /// memory.
    rest: Duration,
}

impl Grace {
    const AFTER_SIGNAL: Grace = Grace {
        runs: Duration::from_secs(1),
        rest: Duration::from_millis(500),
    };

    /// After the end of a budget: less than a tenth of it, but at least a second and at most two minutes.
    fn after(budget: Duration) -> Grace {
        let all = (budget / 12).clamp(Duration::from_secs(1), Duration::from_mins(2));
        let runs = (all / 2).min(Duration::from_secs(3));
        let rest = all.saturating_sub(runs);
        Grace { runs, rest }
    }
}

/// Makes a write that exceeds the limit on the size of files fail with an error, instead of ending the program by
/// SIGXFSZ. A handler that does nothing is enough, and solvers do not inherit it.
pub(super) fn survive_full_files() {
    // If that fails, the signal itself says why the program has ended.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

/// Has the program say what it lacks and how to go on, if the system has no memory for it.
pub(super) fn explain_lack_of_memory() {
    instead_of_abort(
        "error: the system has no memory left for smelt; what was found so far is in the output\n\n\
         hint: raise `ulimit -v`, or use fewer jobs (`-j 1`), and run the same command to continue\n",
        exit::INTERNAL,
    );
}

/// Receives signals.
#[derive(Debug, Default)]
pub(super) struct Interrupt {
    /// Set when work is to end: by a signal, the budget, or the batch.
    pub(super) stop: Arc<Stop>,
    signal: Arc<AtomicI32>,
}

impl Interrupt {
    /// Begins to listen to signals, and starts the clock of the budget.
    pub(super) fn listen(budget: Option<Duration>) -> Result<Interrupt, CliError> {
        let interrupt = Interrupt::default();
        let cannot =
            |error: io::Error| CliError::internal(format!("cannot listen for signals: {error}"));
        if let Some(budget) = budget {
            let stop = Arc::clone(&interrupt.stop);
            thread::Builder::new()
                .name("budget".into())
                .spawn(move || {
                    thread::sleep(budget);
                    end(&stop, Cause::Budget, Grace::after(budget), exit::CUT);
                })
                .map_err(cannot)?;
        }
        let mut heard = vec![SIGINT, SIGTERM];
        // Under `nohup`, the run continues when its terminal is gone.
        if !ignores(SIGHUP) {
            heard.push(SIGHUP);
        }
        let signals = Signals::new(heard).map_err(cannot)?;
        let (stop, signal) = (Arc::clone(&interrupt.stop), Arc::clone(&interrupt.signal));
        thread::Builder::new()
            .name("signals".into())
            .spawn(move || hear(signals, &stop, &signal))
            .map_err(cannot)?;
        Ok(interrupt)
    }

    /// Ends the run when the disk of a directory has less than `least` bytes free. It is looked at every second; never, if
    /// that is none.
    pub(super) fn at_full_disk(&self, directory: &Path, least: u64) {
        if least == 0 {
            return;
        }
        let (stop, directory) = (Arc::clone(&self.stop), directory.to_owned());
        let watch = move || {
            // What cannot be looked at fails where it is written, with a better reason.
            while let Ok(free) = free_bytes(&directory) {
                if free < least {
                    tell_full_disk(&directory, least);
                    return end(&stop, Cause::Room, Grace::AFTER_SIGNAL, exit::CUT);
                }
                thread::sleep(Duration::from_secs(1));
            }
        };
        // Without a thread that looks, a full disk is told where it is written.
        let _ = thread::Builder::new().name("disk".into()).spawn(watch);
    }

    /// The exit code for the signal that was received; 0 if there was none.
    pub(super) fn code(&self) -> u8 {
        match self.signal.load(Ordering::Relaxed) {
            0 => exit::DONE,
            signal => code(signal),
        }
    }
}

/// Receives signals for as long as the program runs. `first` keeps the number of the latest.
#[expect(
    clippy::exit,
    reason = "a second signal means: now, whatever is under way"
)]
fn hear(mut signals: Signals, stop: &Arc<Stop>, first: &AtomicI32) {
    for signal in signals.forever() {
        if first.swap(signal, Ordering::Relaxed) != 0 {
            // The helpers notice that the driver is gone, and kill what they run.
            std::process::exit(i32::from(code(signal)));
        }
        let ending = Arc::clone(stop);
        let spawned = thread::Builder::new()
            .spawn(move || end(&ending, Cause::Signal, Grace::AFTER_SIGNAL, code(signal)));
        // Without a thread that waits, everything stops at once.
        if spawned.is_err() {
            stop.because(Cause::Signal);
            stop.set();
        }
    }
}

/// Ends all searches now, all runs after their time of grace, and the program after the rest of it.
#[expect(clippy::exit, reason = "the time is over")]
fn end(stop: &Stop, cause: Cause, grace: Grace, code: u8) {
    stop.because(cause);
    stop.wind_up();
    thread::sleep(grace.runs);
    stop.set();
    thread::sleep(grace.rest);
    output::say(
        "note: stopped in the middle of a long step; what was found before is in the output, if anything was. Run the \
         same command to continue.",
    );
    std::process::exit(i32::from(code));
}

fn tell_full_disk(directory: &Path, least: u64) {
    output::say(&format!(
        "note: less than {} MB of the disk of `{}` are free (`--min-free`), so no more is done; make room and run the \
         same command to continue",
        least >> 20,
        directory.display()
    ));
}

/// Whether the caller ignores this signal; false if that is unknown.
fn ignores(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored(&status).is_some_and(|ignored| ignored >> (signal - 1) & 1 == 1)
}

/// The set of ignored signals in `/proc/PID/status`: signal 1 is the lowest bit.
fn ignored(status: &str) -> Option<u64> {
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

fn code(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(exit::INTERNAL)
}

#[cfg(test)]
mod tests {
    use super::ignored;

    #[test]
    fn the_ignored_signals_stand_in_the_status_of_a_process() {
        let status = "SigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\nSigCgt:\tff\n";
        assert_eq!(ignored(status), Some(0x1001));
        assert_eq!(ignored("Name:\tx\n"), None);
    }
}
