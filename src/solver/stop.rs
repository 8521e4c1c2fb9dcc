//! Stops all runs of a process.

use super::Interrupter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Whether anything more is to be asked, and how to end what is being asked.
#[derive(Debug, Default)]
pub struct Stop {
    is_set: AtomicBool,
    slots: Mutex<Vec<Interrupter>>,
}

impl Stop {
    /// Whether no more is to be asked.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// Ends the runs in progress; no later one begins.
    pub fn set(&self) {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_set.store(true, Ordering::Relaxed);
        slots.iter().for_each(Interrupter::stop);
    }

    /// Has the runs of a slot ended, too.
    pub fn watch(&self, slot: Interrupter) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.retain(Interrupter::is_in_use);
        if self.is_set() {
            slot.stop();
        }
        slots.push(slot);
    }
}
