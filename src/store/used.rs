//! The stored observations that a session has used. They are remembered in memory and written once at its end, because
//! a write for each hit would cost more than the hit saves.

use std::mem;
use std::sync::mpsc::Sender;

use rustc_hash::FxHashSet;

use super::writer::Message;
use crate::key::{Fingerprint, Key};
use crate::sync::Mutex;

/// The keys that were found in the database. When the last clone of its session is dropped, they are sent to the
/// writer.
#[derive(Debug)]
pub(super) struct Used {
    fingerprint: Fingerprint,
    writer: Option<Sender<Message>>,
    keys: Mutex<FxHashSet<Key>>,
}

impl Used {
    /// Nothing has been used yet. Without a writer, nothing is remembered.
    pub(super) fn new(fingerprint: Fingerprint, writer: Option<Sender<Message>>) -> Used {
        Used {
            fingerprint,
            writer,
            keys: Mutex::default(),
        }
    }

    /// Adds a key that was found in the database.
    pub(super) fn add(&self, key: &Key) {
        if self.writer.is_some() {
            self.keys.lock().insert(*key);
        }
    }

    /// Sends the keys to the writer, and forgets them.
    pub(super) fn tell(&self) {
        let Some(writer) = &self.writer else {
            return;
        };
        let used = mem::take(&mut *self.keys.lock());
        let mut keys: Vec<Key> = used.into_iter().collect();
        if keys.is_empty() {
            return;
        }
        // Sorted as the table is, so that adjacent rows are written together.
        keys.sort_unstable_by_key(|key| key.0);
        // If the writer is gone, the rows merely look older than they are.
        let _ = writer.send(Message::Used(self.fingerprint, keys));
    }
}

impl Drop for Used {
    fn drop(&mut self) {
        self.tell();
    }
}
