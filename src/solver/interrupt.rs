//! Ends a run from another thread.

use super::wire::Request;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Ends the runs of one slot, from any thread. Clones are the same one.
#[derive(Clone, Debug, Default)]
pub struct Interrupter(Arc<Mutex<Line>>);

/// The line to the helper, and whether a run is on. All that is said to the helper is said under the lock, so
/// an interrupt never reaches a later run than the one it was for.
#[derive(Debug, Default)]
struct Line {
    control: Option<UnixStream>,
    running: bool,
    interrupted: bool,
    stopped: bool,
}

impl Interrupter {
    /// Kills the run in progress, which ends as `Unresolved(Interrupted)`. Without one, nothing happens.
    pub fn interrupt(&self) {
        let mut line = self.line();
        if line.running && !line.interrupted {
            line.interrupted = true;
            let mut said = Vec::new();
            Request::Interrupt.write(&mut said);
            if let Some(control) = &mut line.control {
                // A helper that is gone has ended the run already.
                let _ = control.write_all(&said);
            }
        }
    }

    /// Kills the run in progress, and lets no later one begin.
    pub fn stop(&self) {
        self.line().stopped = true;
        self.interrupt();
    }

    /// Whether its slot still exists.
    pub(super) fn is_in_use(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// There is a new helper.
    pub(super) fn connect(&self, control: UnixStream) {
        self.line().control = Some(control);
    }

    /// Says what begins a run; false if no run may begin any more.
    pub(super) fn begin(&self, requests: &[u8]) -> io::Result<bool> {
        let mut line = self.line();
        if line.stopped {
            return Ok(false);
        }
        line.interrupted = false;
        if let Some(control) = &mut line.control {
            control.write_all(requests)?;
        }
        line.running = true;
        Ok(true)
    }

    /// The run has ended; whether it was interrupted.
    pub(super) fn end(&self) -> bool {
        let mut line = self.line();
        line.running = false;
        line.interrupted
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
