//! Interrupts a run from another thread.

use super::wire::INTERRUPT;
use crate::sync::Mutex;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

/// Interrupts the runs of one slot, from any thread. Clones belong to the same slot.
#[derive(Clone, Debug, Default)]
pub struct Interrupter(Arc<Mutex<Channel>>);

/// The purpose of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunPurpose {
    /// A run for a search. None begins once the search is ending.
    Search,
    /// A prefetched run. Like [`RunPurpose::Search`]; in addition, it does not begin if [`Interrupter::interrupt`] was
    /// called after [`Interrupter::arm`].
    Prefetch,
    /// A run before or after the search; among others, those that confirm the result.
    Proof,
}

/// The connection to the helper, and whether a run is in progress. Everything is sent to the helper under this lock, so
/// that an interrupt never reaches a later run than the one it was meant for.
#[derive(Debug, Default)]
struct Channel {
    control: Option<UnixStream>,
    running: bool,
    interrupted: bool,
    barred: BarredRuns,
}

/// The runs that may no longer begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum BarredRuns {
    #[default]
    Nothing,
    Searches,
    Everything,
}

impl Interrupter {
    /// Announces a prefetched run: an interrupt from here on is meant for it, even before it begins.
    pub fn arm(&self) {
        self.0.lock().interrupted = false;
    }

    /// Kills the run in progress, which ends as [`super::Unresolved::Interrupted`]. If there is none, an announced
    /// prefetched run will not begin.
    pub fn interrupt(&self) {
        let mut channel = self.0.lock();
        let is_first = !std::mem::replace(&mut channel.interrupted, true);
        if channel.running
            && is_first
            && let Some(control) = &mut channel.control
        {
            // If the helper is gone, the run has already ended.
            let _ = control.write_all(&[INTERRUPT]);
        }
    }

    /// Kills the run in progress; no later run of a search begins.
    pub fn wind_up(&self) {
        self.bar(BarredRuns::Searches);
        self.interrupt();
    }

    /// Kills the run in progress; no later run begins.
    pub fn stop(&self) {
        self.bar(BarredRuns::Everything);
        self.interrupt();
    }

    fn bar(&self, barred: BarredRuns) {
        let mut channel = self.0.lock();
        channel.barred = channel.barred.max(barred);
    }

    /// Whether its slot still exists.
    pub(super) fn is_in_use(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Whether the run in progress was interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.0.lock().interrupted
    }

    /// Connects to a new helper.
    pub(super) fn connect(&self, control: UnixStream) {
        self.0.lock().control = Some(control);
    }

    /// Sends the requests that begin a run. Returns false if such a run may no longer begin.
    pub(super) fn begin(&self, requests: &[u8], purpose: RunPurpose) -> io::Result<bool> {
        let mut channel = self.0.lock();
        match (channel.barred, purpose) {
            (BarredRuns::Everything, _)
            | (BarredRuns::Searches, RunPurpose::Search | RunPurpose::Prefetch) => {
                return Ok(false);
            }
            (BarredRuns::Nothing, RunPurpose::Prefetch) if channel.interrupted => return Ok(false),
            (BarredRuns::Nothing, _) | (BarredRuns::Searches, RunPurpose::Proof) => {}
        }
        channel.interrupted = false;
        if let Some(control) = &mut channel.control {
            control.write_all(requests)?;
        }
        channel.running = true;
        Ok(true)
    }

    /// Ends a run. Returns whether it was interrupted.
    pub(super) fn end(&self) -> bool {
        let mut channel = self.0.lock();
        channel.running = false;
        channel.interrupted
    }
}
