//! The file of a minimized text. It is written whole or not at all, and a shorter text of an interrupted run of the
//! same reduction is not replaced by a longer one.

use crate::disk::{
    OwnFile, directory, make_directories, remove, rename, replace, sync_directory, temporary,
};
use crate::event::Provenance;
use crate::input::InputFile;
use crate::reduction::memory::Memory;
use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

/// While a reduction runs, its file is replaced at most this often: before each time it waits for the disk.
const PAUSE: Duration = Duration::from_secs(1);

/// The file of one minimized case.
pub(in crate::reduction) struct Delivery<'a> {
    output: InputFile,
    memory: &'a dyn Memory,
    /// When the file was last replaced.
    replaced: Option<Instant>,
    /// A text that has come too soon after the one before it.
    pending: Option<Vec<u8>>,
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
        make_directories(directory(path))?;
        if path.is_dir() {
            return Err(io::Error::from(ErrorKind::IsADirectory));
        }
        let trial = temporary(path);
        OwnFile::create(&trial)?;
        remove(&trial)?;
        Ok(Delivery {
            output,
            memory,
            replaced: None,
            pending: None,
            left: None,
        })
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
        make_directories(directory(&place))?;
        rename(self.output.path(), &place)?;
        // Otherwise a power cut could take both names.
        sync_directory(directory(&place))
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

    /// Replaces the file by this text, unless a shorter text is there. Soon after the last time, the text only waits
    /// for [`Delivery::catch_up`].
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::reduction) fn improve(&mut self, text: &[u8]) -> io::Result<()> {
        if self.shorter_than(text).is_none() {
            self.pending = Some(text.to_owned());
        }
        self.catch_up()
    }

    /// Replaces the file by the text that waits, if there is one and it has waited long enough.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::reduction) fn catch_up(&mut self) -> io::Result<()> {
        let is_soon = |replaced: Instant| replaced.elapsed() < PAUSE;
        match self.pending.take() {
            Some(text) if !self.replaced.is_some_and(is_soon) => self.write(&text),
            waits => {
                self.pending = waits;
                Ok(())
            }
        }
    }

    /// Replaces the file for the last time, and syncs its directory. A shorter text that is there makes way.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::reduction) fn finish(&mut self, text: &[u8]) -> io::Result<()> {
        self.pending = None;
        if self.shorter_than(text).is_some() {
            self.make_way()?;
        }
        self.write(text)?;
        sync_directory(directory(self.output.path()))
    }

    /// Removes what this run has written, because it should not have been written.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub(in crate::reduction) fn withdraw(&mut self) -> io::Result<()> {
        self.pending = None;
        if self.left.is_some() {
            return self.make_way();
        }
        remove(self.output.path())
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        replace(self.output.path(), text)?;
        self.replaced = Some(Instant::now());
        Ok(())
    }
}

/// A search that fails, even by a panic, does not take along what it has found.
impl Drop for Delivery<'_> {
    fn drop(&mut self) {
        if let Some(text) = self.pending.take() {
            // What ended the search is the error to report.
            let _ = self.write(&text);
        }
    }
}
