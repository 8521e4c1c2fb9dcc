//! The file of a minimized text. It is written whole or not at all, and a shorter text of an interrupted run of the
//! same reduction is not replaced by a longer one.

use crate::event::Provenance;
use crate::reduction::fresh_file::{directory, fresh, remove};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// While a reduction runs, its file is synced to the disk at most this often.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The file of one minimized case.
#[derive(Debug)]
pub(in crate::reduction) struct Delivery {
    path: PathBuf,
    /// The name is always the same, so that the next run removes what a killed run has left.
    temporary: PathBuf,
    synced: Instant,
    /// The text that an interrupted run has left, if it fails.
    left: Option<Vec<u8>>,
}

impl Delivery {
    /// Prepares the file's directory, so that an output that cannot be written is an error before the first run.
    ///
    /// # Errors
    /// The directory cannot be made, or the path is a directory.
    pub(in crate::reduction) fn to(path: &Path) -> io::Result<Delivery> {
        fs::create_dir_all(directory(path))?;
        if path.is_dir() {
            return Err(io::Error::from(ErrorKind::IsADirectory));
        }
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".smelt-tmp");
        let delivery = Delivery {
            path: path.to_owned(),
            temporary: temporary.into(),
            synced: Instant::now(),
            left: None,
        };
        fresh(&delivery.temporary)?;
        remove(&delivery.temporary)?;
        Ok(delivery)
    }

    /// The text that is there now; none if it cannot be read.
    pub(in crate::reduction) fn standing(&self) -> Option<Vec<u8>> {
        fs::read(&self.path).ok()
    }

    /// Moves a result of this provenance back that was set aside; returns whether there was one.
    ///
    /// # Errors
    /// The file cannot be renamed.
    pub(super) fn take_back(&self, author: &Provenance) -> io::Result<bool> {
        match fs::rename(aside(&self.path, Some(author)), &self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            renamed => renamed.map(|()| true),
        }
    }

    /// The text that is there fails: no longer text may replace it.
    pub(in crate::reduction) fn keep(&mut self, left: Vec<u8>) {
        self.left = Some(left);
    }

    /// The text of the interrupted run, if it is shorter than this one.
    pub(in crate::reduction) fn shorter_than(&self, text: &[u8]) -> Option<&[u8]> {
        self.left.as_deref().filter(|left| left.len() < text.len())
    }

    /// Replaces the file by this text, atomically, unless a shorter text is there. The file is synced if the last time
    /// was long enough ago.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::reduction) fn improve(&mut self, text: &[u8]) -> io::Result<()> {
        if self.shorter_than(text).is_some() {
            return Ok(());
        }
        let sync = self.synced.elapsed() >= SYNC_EVERY;
        self.write(text, sync)
    }

    /// Replaces the file for the last time, and syncs it and its directory.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::reduction) fn finish(&mut self, text: &[u8]) -> io::Result<()> {
        self.write(text, true)?;
        File::open(directory(&self.path))?.sync_all()
    }

    /// Removes the file, because it should not have been written.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub(in crate::reduction) fn withdraw(&mut self) -> io::Result<()> {
        self.left = None;
        remove(&self.path)
    }

    fn write(&mut self, text: &[u8], sync: bool) -> io::Result<()> {
        let mut file = fresh(&self.temporary)?;
        let written = file.write_all(text).and_then(|()| {
            if sync {
                file.sync_all()?;
                self.synced = Instant::now();
            }
            fs::rename(&self.temporary, &self.path)
        });
        if written.is_err() {
            // A full disk has no room for half a text either. The error itself is returned.
            let _ = remove(&self.temporary);
        }
        written
    }
}

/// Renames a minimized file to the name for results of this provenance that are set aside. Returns that name, if there
/// was a file.
///
/// # Errors
/// The file cannot be renamed.
pub fn set_aside(path: &Path, author: Option<&Provenance>) -> io::Result<Option<String>> {
    let aside = aside(path, author);
    match fs::rename(path, &aside) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        renamed => renamed.map(|()| {
            let name = aside.file_name().unwrap_or_default();
            Some(name.to_string_lossy().into_owned())
        }),
    }
}

/// The name for a result at `path` of this provenance while it is set aside.
pub(super) fn aside(path: &Path, author: Option<&Provenance>) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".smelt-earlier");
    if let Some(author) = author {
        name.push("-");
        name.push(author.tag());
    }
    name.into()
}
