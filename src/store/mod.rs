//! The verdict store: observations in an SQLite database, under the content hash of the question.
//!
//! Invariants: only this module contains SQL. A look-up returns what was inserted or nothing; damaged rows count as
//! missing. Neither look-ups nor insertions wait for the disk to be written, and an error of the store never makes a
//! reduction fail. Texts of candidates and values of the environment are never stored.

mod claim;
mod error;
mod export;
mod filter;
mod gc;
mod location;
mod merge;
mod opening;
mod other;
mod reader;
mod recent;
mod row;
mod schema;
mod session;
mod shared;
mod single_flight;
mod stats;
mod text;
mod text_writer;
mod used;
mod verify;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

pub use claim::Claim;
pub(crate) use claim::Claimed;
pub use error::StoreError;
pub(crate) use gc::DEFAULT_MAX_BYTES;
pub use gc::{Collected, Keep};
pub(crate) use location::{Place, absolute_name, place, place_of};
pub use merge::Merged;
pub use other::OtherStore;
pub use session::Session;
pub use single_flight::{SingleFlight, Ticket, Turn};
pub use stats::{Held, Stats};
pub use verify::Verified;

use crate::key::Fingerprint;
use filter::{Filters, Waits};
use opening::Opened;
use reader::Readers;
use recent::Recent;
use shared::Shared;
use used::Used;
use writer::{Message, Writer};

/// An open store, shared by all reductions of a process. Dropping it commits what was inserted.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    shared: Arc<Shared>,
    notes: Vec<String>,
    writer: Option<(Sender<Message>, JoinHandle<()>)>,
    /// Another store that answers what this one does not know. Nothing is written there.
    base: Option<Box<Store>>,
}

impl Store {
    /// Opens the store at this path, and creates it and its directories if they do not exist. A damaged store is set
    /// aside and a new one is created; a store that cannot be written is only read. [`Store::notes`] says so.
    ///
    /// # Errors
    /// The file belongs to another program or a newer smelt, is on a network file system, or is in use by others while
    /// it must be set up; or the system reports an error.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let path = location::prepare(path)?;
        location::refuse_network(&path)?;
        if !location::is_writable(&path) {
            let mut store = Store::open_read_only(&path)?;
            store.notes.push(format!(
                "the verdict store `{}` is read-only, so new results are not stored",
                path.display()
            ));
            return Ok(store);
        }
        let opened = opening::open(&path)?;
        Store::begin(path, opened)
    }

    /// Opens the store at this path for reading only. No file is created, changed or removed, and other processes may
    /// write to the store meanwhile. What they add later may not be found.
    ///
    /// # Errors
    /// As for [`Store::open`]; also if there is no store, or it is damaged.
    pub fn open_read_only(path: &Path) -> Result<Store, StoreError> {
        // Without links, because the log is beside the file itself.
        let path =
            std::fs::canonicalize(path).map_err(|error| location::missing_or(path, error))?;
        let opened = opening::open_to_read(&path)?;
        Store::begin(path, opened)
    }

    fn begin(path: PathBuf, opened: Opened) -> Result<Store, StoreError> {
        let shared = Arc::new(Shared {
            readers: Readers::new(&path, opened.writer.is_none()),
            recent: Recent::default(),
            filters: Filters::default(),
            waits: Waits::default(),
            sessions: AtomicU64::default(),
            others_are_here: AtomicBool::default(),
            given_up: OnceLock::default(),
            _lock: opened.lock,
        });
        let writer = match opened.writer {
            None => None,
            Some(connection) => {
                let writer = Writer {
                    connection,
                    path: path.clone(),
                    shared: Arc::clone(&shared),
                };
                let (sender, receiver) = mpsc::channel();
                let thread = thread::Builder::new()
                    .name("store-writer".to_owned())
                    .spawn(move || writer.run(&receiver))
                    .map_err(StoreError::io("start the writer of", &path))?;
                Some((sender, thread))
            }
        };
        Ok(Store {
            path,
            shared,
            notes: opened.notes,
            writer,
            base: None,
        })
    }

    /// This store, with another one to ask where it has no answer.
    #[must_use]
    pub fn above(mut self, base: Store) -> Store {
        self.base = Some(Box::new(base));
        self
    }

    /// The store's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the user should know about the opening, in sentences without a period.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The observations under one fingerprint. The first session of a fingerprint reads a filter of its keys (some 0.2
    /// s for a million). The filter is read again only if other processes write too and something has been committed since:
    /// now and then, and at once after this process has got a claim that was busy ([`Store::try_claim`]).
    pub fn session(&self, fingerprint: &Fingerprint) -> Session {
        let writer = self.writer.as_ref().map(|(sender, _)| sender.clone());
        self.session_with(fingerprint, writer)
    }

    /// The same for look-ups only: nothing is inserted, and no observation is marked as used.
    pub fn session_to_read(&self, fingerprint: &Fingerprint) -> Session {
        self.session_with(fingerprint, None)
    }

    fn session_with(&self, fingerprint: &Fingerprint, writer: Option<Sender<Message>>) -> Session {
        let readers = &self.shared.readers;
        let others_are_here = self.shared.others_are_here.load(Ordering::Relaxed);
        let waits = others_are_here.then_some(&self.shared.waits);
        Session {
            shared: Arc::clone(&self.shared),
            fingerprint: *fingerprint,
            number: self.shared.sessions.fetch_add(1, Ordering::Relaxed),
            filter: self.shared.filters.get(readers, fingerprint, waits),
            used: Arc::new(Used::new(*fingerprint, writer.clone())),
            writer,
            base: self
                .base
                .as_ref()
                .map(|base| Arc::new(base.session_to_read(fingerprint))),
        }
    }

    /// Waits until everything that was inserted is committed or has failed.
    pub fn flush(&self) {
        let Some((sender, _)) = &self.writer else {
            return;
        };
        let (done, committed) = mpsc::channel();
        let answer = sender
            .send(Message::Flush(done))
            .map_err(|_| mpsc::RecvError)
            .and_then(|()| committed.recv());
        if answer.is_err() {
            self.shared.give_up(|| {
                format!(
                    "the thread that writes the verdict store `{}` has ended, so new results are not stored",
                    self.path.display()
                )
            });
        }
    }

    /// Why new observations are no longer stored, if that is so. None if the store may only be read anyway.
    pub fn degraded(&self) -> Option<String> {
        self.shared.given_up.get().cloned()
    }

    /// Statistics on the store, after a [`Store::flush`].
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        self.flush();
        let readers = &self.shared.readers;
        readers.with(|reader| Stats::read(&reader.connection, self.path.clone()))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.writer.take() {
            // If the writer has panicked, its rows are lost, and their runs merely have to be made again.
            let _ = sender.send(Message::Stop);
            let _ = thread.join();
        }
    }
}
