//! The output directory of a batch: locked, with its journal, its minimized files and its reports.

use super::{BatchError, Journal, lock, salt};
use crate::event::{Event, JOURNAL_VERSION, Row};
use crate::report;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// An output directory that is ours as long as this lives.
#[derive(Debug)]
pub struct Output {
    root: PathBuf,
    _lock: File,
    journal: Mutex<Journal>,
    /// What earlier runs journalled.
    pub(super) events: Vec<Event>,
    /// The number for opaque commands, drawn at the first start.
    pub salt: [u8; 32],
    /// How many lines of the journal were unreadable: what they told of is done again.
    pub unreadable: usize,
}

impl Output {
    /// Makes the directory where there is none, locks it, and notes the start of a run.
    pub fn open(root: &Path) -> Result<Output, BatchError> {
        if root.exists() && !root.is_dir() {
            return Err(BatchError::NotADirectory(root.to_owned()));
        }
        fs::create_dir_all(root).map_err(BatchError::open(root))?;
        let lock = lock::lock(root)?;
        let (mut journal, events, unreadable) = Journal::open(&root.join("journal.jsonl"))?;
        let salt = match events.iter().find_map(salt_of) {
            Some(salt) => salt,
            None => salt::draw().map_err(BatchError::open(root))?,
        };
        journal.append(&Event::Start {
            version: JOURNAL_VERSION,
            smelt: env!("CARGO_PKG_VERSION").to_owned(),
            salt: salt::to_text(salt),
        })?;
        Ok(Output {
            root: root.to_owned(),
            _lock: lock,
            journal: Mutex::new(journal),
            events,
            salt,
            unreadable,
        })
    }

    /// The directory.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Appends an event to the journal.
    pub(super) fn append(&self, event: &Event) -> Result<(), BatchError> {
        self.journal
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .append(event)
    }

    /// Where a case's minimized text goes. Ids do not lead out of the directory.
    pub fn minimized(&self, id: &str) -> PathBuf {
        self.root.join("minimized").join(id)
    }

    /// Writes `results.csv` and `summary.md`.
    pub fn write_reports(&self, rows: &[Row]) -> Result<(), BatchError> {
        let path = self.root.join("results.csv");
        let results = report::results_csv(rows).map_err(std::io::Error::other);
        let results = results.map_err(BatchError::write(&path))?;
        replace(&path, &results)?;
        replace(
            &self.root.join("summary.md"),
            report::summary(rows).as_bytes(),
        )
    }
}

fn salt_of(event: &Event) -> Option<[u8; 32]> {
    match event {
        Event::Start { salt, .. } => salt::of_text(salt),
        Event::TakenUp { .. } | Event::Begun { .. } | Event::Finished { .. } => None,
    }
}

/// Replaces a file by these bytes at once: who reads it sees the old or the new, never a part. The temporary name is
/// always the same, so a run that was killed leaves no litter behind.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), BatchError> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(BatchError::write(path))
}
