//! The file of a minimized text. It is written whole or not at all, and a shorter text of an interrupted run of the
//! same reduction is not replaced by a longer one.

use crate::event::Provenance;
use crate::input::InputFile;
use crate::reduction::fresh_file::{directory, fresh, remove};
use crate::reduction::memory::Memory;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// While a reduction runs, its file is synced to the disk at most this often.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The file of one minimized case.
pub(in crate::reduction) struct Delivery<'a> {
    output: InputFile,
    memory: &'a dyn Memory,
    /// The name is always the same, so that the next run removes what a killed run has left.
    temporary: PathBuf,
    synced: Instant,
    /// The text that an interrupted run has left, if it fails.
    left: Option<Vec<u8>>,
}

impl<'a> Delivery<'a> {
    /// Prepares the file's directory, so that an output that cannot be written is an error before the first run.
    ///
    /// # Errors
    /// The directory cannot be made, or the path is a directory.
    pub(in crate::reduction) fn to(
        output: InputFile,
        memory: &'a dyn Memory,
    ) -> io::Result<Delivery<'a>> {
        let path = output.path();
        fs::create_dir_all(directory(path))?;
        if path.is_dir() {
            return Err(io::Error::from(ErrorKind::IsADirectory));
        }
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".smelt-tmp");
        let delivery = Delivery {
            memory,
            temporary: temporary.into(),
            output,
            synced: Instant::now(),
            left: None,
        };
        fresh(&delivery.temporary)?;
        remove(&delivery.temporary)?;
        Ok(delivery)
    }

    /// The text that is there now; none if it cannot be read.
    pub(in crate::reduction) fn standing(&self) -> Option<Vec<u8>> {
        self.output.bytes().ok()
    }

    /// Moves the text that is there, if there is one, to where it is kept.
    ///
    /// # Errors
    /// The file cannot be read or renamed.
    pub(in crate::reduction) fn make_way(&mut self) -> io::Result<()> {
        self.left = None;
        let text = match self.output.bytes() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            read => read?,
        };
        let author = self.memory.authors().pop();
        let place = self
            .memory
            .set_aside(self.output.path(), &text, author.as_ref());
        fs::create_dir_all(directory(&place))?;
        fs::rename(self.output.path(), place)
    }

    /// Puts the smallest kept result of this provenance back; returns whether there is one. It stays where it is kept,
    /// too.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn take_back(&mut self, author: &Provenance) -> io::Result<bool> {
        let kept = self.memory.earlier().into_iter();
        let kept = kept.filter(|earlier| earlier.provenance.as_ref() == Some(author));
        let texts = kept.filter_map(|earlier| self.output.result(earlier.path).bytes().ok());
        let Some(smallest) = texts.min_by_key(Vec::len) else {
            return Ok(false);
        };
        self.finish(&smallest)?;
        Ok(true)
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

    /// Replaces the file for the last time, and syncs it and its directory. A shorter text that is there makes way.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::reduction) fn finish(&mut self, text: &[u8]) -> io::Result<()> {
        if self.shorter_than(text).is_some() {
            self.make_way()?;
        }
        self.write(text, true)?;
        File::open(directory(self.output.path()))?.sync_all()
    }

    /// Removes what this run has written, because it should not have been written.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub(in crate::reduction) fn withdraw(&mut self) -> io::Result<()> {
        if self.left.is_some() {
            return self.make_way();
        }
        remove(self.output.path())
    }

    fn write(&mut self, text: &[u8], sync: bool) -> io::Result<()> {
        let mut file = fresh(&self.temporary)?;
        let written = file.write_all(text).and_then(|()| {
            if sync {
                file.sync_all()?;
                self.synced = Instant::now();
            }
            fs::rename(&self.temporary, self.output.path())
        });
        if written.is_err() {
            // A full disk has no room for half a text either. The error itself is returned.
            let _ = remove(&self.temporary);
        }
        written
    }
}
