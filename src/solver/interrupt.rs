//! Ends a run from another thread.

use super::wire::Request;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Ends the runs of one slot, from any thread. Clones are the same one.
#[derive(Clone, Debug, Default)]
pub struct Interrupter(Arc<Mutex<Channel>>);

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunOf {
    /// A search, which ends with the first step of a stop.
    Search,
    /// What a search will probably ask: like [`RunOf::Search`], and it does not begin once it was interrupted.
    Prefetch,
    /// What comes before and behind it: what was found is run once more.
    Proof,
}

/// The channel to the helper, and whether a run is on. All that is said to the helper is said under the lock, so
/// an interrupt never reaches a later run than the one it was for.
#[derive(Debug, Default)]
struct Channel {
    control: Option<UnixStream>,
    running: bool,
    interrupted: bool,
    refused: Refused,
}

/// What does not begin any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Refused {
    #[default]
    Nothing,
    Searches,
    Everything,
}

impl Interrupter {
    /// A run ahead is about to begin: an interrupt that comes before it does is for it.
    pub fn arm(&self) {
        self.channel().interrupted = false;
    }

    /// Kills the run in progress, which ends as `Unresolved(Interrupted)`. Without one, a run ahead for which this was
    /// armed does not begin.
    pub fn interrupt(&self) {
        let mut channel = self.channel();
        let is_first = !std::mem::replace(&mut channel.interrupted, true);
        if channel.running && is_first {
            let mut said = Vec::new();
            Request::Interrupt.write(&mut said);
            if let Some(control) = &mut channel.control {
                // A helper that is gone has ended the run already.
                let _ = control.write_all(&said);
            }
        }
    }

    /// Kills the run in progress, and lets no later one of a search begin.
    pub fn wind_up(&self) {
        self.refuse(Refused::Searches);
        self.interrupt();
    }

    /// Kills the run in progress, and lets no later one begin.
    pub fn stop(&self) {
        self.refuse(Refused::Everything);
        self.interrupt();
    }

    fn refuse(&self, refused: Refused) {
        let mut channel = self.channel();
        channel.refused = channel.refused.max(refused);
    }

    /// Whether its slot still exists.
    pub(super) fn is_in_use(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// There is a new helper.
    pub(super) fn connect(&self, control: UnixStream) {
        self.channel().control = Some(control);
    }

    /// Says what begins a run; false if no such run may begin any more.
    pub(super) fn begin(&self, requests: &[u8], of: RunOf) -> io::Result<bool> {
        let mut channel = self.channel();
        match (channel.refused, of) {
            (Refused::Everything, _) | (Refused::Searches, RunOf::Search | RunOf::Prefetch) => {
                return Ok(false);
            }
            (Refused::Nothing, RunOf::Prefetch) if channel.interrupted => return Ok(false),
            (Refused::Nothing, _) | (Refused::Searches, RunOf::Proof) => {}
        }
        channel.interrupted = false;
        if let Some(control) = &mut channel.control {
            control.write_all(requests)?;
        }
        channel.running = true;
        Ok(true)
    }

    /// The run has ended; whether it was interrupted.
    pub(super) fn end(&self) -> bool {
        let mut channel = self.channel();
        channel.running = false;
        channel.interrupted
    }

    fn channel(&self) -> MutexGuard<'_, Channel> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
