//! Which stored observations a session has used: remembered in memory, written once at its end. A write for each
//! hit would cost more than the hit.

use std::mem;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::writer::Message;
use crate::key::{Fingerprint, Key};

/// The keys that the database has answered. Dropped with the last clone of its session, it tells the writer.
#[derive(Debug)]
pub(super) struct Used {
    fingerprint: Fingerprint,
    writer: Option<Sender<Message>>,
    keys: Mutex<FxHashSet<Key>>,
}

impl Used {
    /// Nothing has been used; without a writer nothing ever is.
    pub(super) fn new(fingerprint: Fingerprint, writer: Option<Sender<Message>>) -> Used {
        Used {
            fingerprint,
            writer,
            keys: Mutex::default(),
        }
    }

    /// The database has answered this key.
    pub(super) fn add(&self, key: &Key) {
        if self.writer.is_some() {
            let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
            keys.insert(*key);
        }
    }

    /// Tells the writer, and forgets.
    pub(super) fn tell(&self) {
        let Some(writer) = &self.writer else {
            return;
        };
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let mut keys: Vec<Key> = mem::take(&mut *keys).into_iter().collect();
        if keys.is_empty() {
            return;
        }
        // In the order of the table, so that neighbours are written together.
        keys.sort_unstable_by_key(|key| key.0);
        // Without a writer the rows only look older than they are.
        let _ = writer.send(Message::Used(self.fingerprint, keys));
    }
}

impl Drop for Used {
    fn drop(&mut self) {
        self.tell();
    }
}
