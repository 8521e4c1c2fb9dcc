//! Stops the work of a process in two steps: first the searches end, while their results may still be confirmed; then
//! no solver runs any more.

use super::Interrupter;
use crate::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Why work ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A signal such as that of Ctrl-C.
    Signal,
    /// The time budget is spent.
    Budget,
    /// Too little of the disk of the output is free.
    Room,
    /// The output can no longer be written.
    Output,
}

/// Whether work is to end, and how to interrupt the runs in progress.
#[derive(Debug, Default)]
pub struct Stop {
    is_winding_up: Arc<AtomicBool>,
    is_set: AtomicBool,
    cause: OnceLock<Cause>,
    slots: Mutex<Vec<Interrupter>>,
}

impl Stop {
    /// Whether searches are to end. Their results may still be confirmed by further runs.
    pub fn is_winding_up(&self) -> bool {
        self.is_winding_up.load(Ordering::Relaxed)
    }

    /// The same as a flag, for what outlives this value.
    pub fn cancelled(&self) -> Arc<AtomicBool> {
        self.is_winding_up.clone()
    }

    /// Records why the work is about to end; only the first cause counts.
    pub fn because(&self, cause: Cause) {
        self.cause.get_or_init(|| cause);
    }

    /// Why the work ends, if that is known.
    pub fn cause(&self) -> Option<Cause> {
        self.cause.get().copied()
    }

    /// Whether nothing may run any more.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Ends all searches and interrupts the runs in progress. Results can still be confirmed.
    pub fn wind_up(&self) {
        let slots = self.slots.lock();
        self.is_winding_up.store(true, Ordering::Relaxed);
        slots.iter().for_each(Interrupter::wind_up);
    }

    /// Interrupts the runs in progress; no later run begins.
    pub fn set(&self) {
        let slots = self.slots.lock();
        self.is_winding_up.store(true, Ordering::Relaxed);
        self.is_set.store(true, Ordering::Relaxed);
        slots.iter().for_each(Interrupter::stop);
    }

    /// Makes this apply to the runs of a slot.
    pub fn watch(&self, slot: Interrupter) {
        let mut slots = self.slots.lock();
        slots.retain(Interrupter::is_in_use);
        if self.is_set() {
            slot.stop();
        } else if self.is_winding_up() {
            slot.wind_up();
        }
        slots.push(slot);
    }
}
