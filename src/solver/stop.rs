//! Ends the work of a process, in two steps: first no more is searched for, then nothing runs any more.

use super::Interrupter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Why work ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Somebody asked for it, as with Ctrl-C.
    Signal,
    /// The time that it was given is over.
    Budget,
    /// What it finds cannot be written any more.
    Output,
}

/// Whether anything more is to be asked, and how to end what is being asked.
#[derive(Debug, Default)]
pub struct Stop {
    is_winding_up: Arc<AtomicBool>,
    is_set: AtomicBool,
    cause: OnceLock<Cause>,
    slots: Mutex<Vec<Interrupter>>,
}

impl Stop {
    /// Whether no more is to be searched for. What was found may still be run once more.
    pub fn is_winding_up(&self) -> bool {
        self.is_winding_up.load(Ordering::Relaxed)
    }

    /// The same for who knows of no solvers: set once no more is to be searched for.
    pub fn over(&self) -> Arc<AtomicBool> {
        self.is_winding_up.clone()
    }

    /// Says why the work is about to be ended; of several causes the first counts.
    pub fn because(&self, cause: Cause) {
        self.cause.get_or_init(|| cause);
    }

    /// Why the work ends, where that was said.
    pub fn cause(&self) -> Option<Cause> {
        self.cause.get().copied()
    }

    /// Whether nothing is to run any more.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Ends the runs in progress, and with them every search; what was found can still be run.
    pub fn wind_up(&self) {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_winding_up.store(true, Ordering::Relaxed);
        slots.iter().for_each(Interrupter::wind_up);
    }

    /// Ends the runs in progress; no later one begins.
    pub fn set(&self) {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_winding_up.store(true, Ordering::Relaxed);
        self.is_set.store(true, Ordering::Relaxed);
        slots.iter().for_each(Interrupter::stop);
    }

    /// Has the runs of a slot ended, too.
    pub fn watch(&self, slot: Interrupter) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.retain(Interrupter::is_in_use);
        if self.is_set() {
            slot.stop();
        } else if self.is_winding_up() {
            slot.wind_up();
        }
        slots.push(slot);
    }
}
