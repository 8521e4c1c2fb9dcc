//! The verdict store: observations in SQLite under the content hash of the question.
//!
//! Invariants: only this module says SQL. A look-up gives what was inserted or nothing: damage is a miss. Neither
//! look-ups nor insertions wait for the disk's writes, and no failure of the store is a failure of a reduction.
//! Candidate texts and values of the environment are never stored.

mod claim;
mod error;
mod filter;
mod gc;
mod health;
mod location;
mod opening;
mod reader;
mod recent;
mod row;
mod schema;
mod session;
mod shared;
mod single_flight;
mod stats;
mod used;
mod verify;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

pub use claim::{Claim, Claimed};
pub use error::StoreError;
pub use gc::Collected;
pub use location::{DefaultLocation, default_location};
pub use session::Session;
pub use single_flight::{SingleFlight, Ticket, Turn};
pub use stats::Stats;
pub use verify::Verified;

use crate::key::Fingerprint;
use filter::Filters;
use health::Health;
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
}

impl Store {
    /// Opens the store at this path; creates it, and its directories, where there is none. A damaged one is set
    /// aside and a new one begun; one that cannot be written is only read. [`Store::notes`] says so.
    ///
    /// # Errors
    /// The file is another program's, or a newer smelt's, or on a network file system, or held by others while it
    /// must be set up; or the system refuses.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let path = location::prepare(path)?;
        location::refuse_network(&path)?;
        if !location::is_writable(&path) {
            return Store::open_immutable(path);
        }
        let opened = opening::open(&path)?;
        Store::begin(path, opened)
    }

    /// Opens the store at this path for reading alone; nobody else may be writing to it.
    ///
    /// # Errors
    /// As [`Store::open`]; also where there is no store, or it is damaged.
    pub fn open_read_only(path: &Path) -> Result<Store, StoreError> {
        Store::open_immutable(path.to_owned())
    }

    fn open_immutable(path: PathBuf) -> Result<Store, StoreError> {
        let opened = opening::open_immutable(&path)?;
        Store::begin(path, opened)
    }

    fn begin(path: PathBuf, opened: Opened) -> Result<Store, StoreError> {
        let recent = Arc::new(Recent::default());
        let health = Arc::new(Health::default());
        let others_are_here = Arc::new(AtomicBool::default());
        let writer = match opened.writer {
            None => None,
            Some(connection) => {
                let writer = Writer {
                    connection,
                    path: path.clone(),
                    recent: Arc::clone(&recent),
                    health: Arc::clone(&health),
                    others_are_here: Arc::clone(&others_are_here),
                };
                let (sender, receiver) = mpsc::channel();
                let thread = thread::Builder::new()
                    .name("store-writer".to_owned())
                    .spawn(move || writer.run(&receiver))
                    .map_err(|error| StoreError::Io("start the writer of", path.clone(), error))?;
                Some((sender, thread))
            }
        };
        let shared = Arc::new(Shared {
            readers: Readers::new(&path, writer.is_none()),
            recent,
            health,
            filters: Filters::default(),
            others_are_here,
            _lock: opened.lock,
        });
        Ok(Store {
            path,
            shared,
            notes: opened.notes,
            writer,
        })
    }

    /// The store's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the user should know about the opening; sentences without a period.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// A view of the observations under one fingerprint. The first one of a fingerprint reads a filter of its keys
    /// (some 0.2 s for a million); it is read again only where others work on the same cases ([`Store::try_claim`]) and
    /// something has been committed since.
    pub fn session(&self, fingerprint: &Fingerprint) -> Session {
        let writer = self.writer.as_ref().map(|(sender, _)| sender.clone());
        self.session_with(fingerprint, writer)
    }

    /// The same to look up only: nothing is inserted, and no use is marked.
    pub fn session_to_read(&self, fingerprint: &Fingerprint) -> Session {
        self.session_with(fingerprint, None)
    }

    fn session_with(&self, fingerprint: &Fingerprint, writer: Option<Sender<Message>>) -> Session {
        let readers = &self.shared.readers;
        let renew = self.shared.others_are_here.load(Ordering::Relaxed);
        Session {
            shared: Arc::clone(&self.shared),
            fingerprint: *fingerprint,
            filter: self.shared.filters.get(readers, fingerprint, renew),
            used: Arc::new(Used::new(*fingerprint, writer.clone())),
            writer,
        }
    }

    /// Waits until everything inserted so far is committed, or given up.
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
            self.shared.health.give_up(format!(
                "the thread that writes the verdict store `{}` has ended, so new results are not stored",
                self.path.display()
            ));
        }
    }

    /// Why new observations are no longer stored; none while they are, or where the store may only be read.
    pub fn degraded(&self) -> Option<String> {
        self.shared.health.reason().map(str::to_owned)
    }

    /// What the store holds, after a [`Store::flush`].
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        self.flush();
        let readers = &self.shared.readers;
        readers.with(|connection| Stats::read(connection, self.path.clone()))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.writer.take() {
            // A writer that has panicked is gone already; its rows cost runs only.
            let _ = sender.send(Message::Stop);
            let _ = thread.join();
        }
    }
}
