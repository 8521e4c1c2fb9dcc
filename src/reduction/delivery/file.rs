//! The file of a minimized text. It is written whole or not at all, and a shorter text of an interrupted run of the
//! same reduction is not replaced by a longer one.

use crate::disk::{directory, make_directories, prepare, remove, rename, replace, sync_directory};
use crate::event::Provenance;
use crate::input::InputFile;
use crate::reduction::memory::Memory;
use std::io;
use std::time::{Duration, Instant};

/// The shortest time between two replacements of the file while a reduction runs, because each waits for the disk.
const PAUSE: Duration = Duration::from_secs(1);

/// The file of one minimized case.
pub(in crate::reduction) struct Delivery<'a> {
    output: InputFile,
    memory: &'a dyn Memory,
    /// When the file was last replaced.
    replaced: Option<Instant>,
    /// A text that waits because the file has been replaced only just before.
    pending: Option<Vec<u8>>,
    /// The text that an interrupted run has left in the file, unless it is known not to fail.
    left: Option<Vec<u8>>,
}

impl<'a> Delivery<'a> {
    /// Makes the file's directory, writes a trial file there, and reads the file if there is one: an output that cannot
    /// be written, or could not be kept if it had to make way, is an error before the first run.
    ///
    /// # Errors
    /// The directory or a file in it cannot be made, the path is a directory, or the file that is there cannot be read.
    pub(in crate::reduction) fn to(
        output: InputFile,
        memory: &'a dyn Memory,
    ) -> io::Result<Delivery<'a>> {
        prepare(output.path())?;
        let delivery = Delivery {
            output,
            memory,
            replaced: None,
            pending: None,
            left: None,
        };
        delivery.standing()?;
        Ok(delivery)
    }

    /// The text in the file; none if there is no file, or something in its place that holds no text, such as a link.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(in crate::reduction) fn standing(&self) -> io::Result<Option<Vec<u8>>> {
        let path = self.output.path();
        match self.output.bytes() {
            Err(error) if path.is_file() && !path.is_symlink() => Err(io::Error::other(format!(
                "the file that is there cannot be read, so it is not replaced: {error}"
            ))),
            read => Ok(read.ok()),
        }
    }

    /// Moves the file, if there is one, to where it is kept.
    ///
    /// # Errors
    /// The file cannot be read or renamed.
    pub(in crate::reduction) fn make_way(&mut self) -> io::Result<()> {
        self.left = None;
        let Some(text) = self.standing()? else {
            return Ok(());
        };
        let author = self.memory.author();
        let place = self
            .memory
            .set_aside(self.output.path(), &text, author.as_ref());
        make_directories(directory(&place))?;
        rename(self.output.path(), &place)?;
        // A power cut must not leave the text without any name.
        sync_directory(directory(&place))
    }

    /// Puts a copy of the smallest kept result of this provenance back into the file; returns whether there is one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn take_back(&mut self, author: &Provenance) -> io::Result<bool> {
        let smallest = self
            .memory
            .earlier()
            .into_iter()
            .filter(|earlier| earlier.provenance.as_ref() == Some(author))
            .filter_map(|earlier| self.output.result(earlier.path).bytes().ok())
            .min_by_key(Vec::len);
        let Some(smallest) = smallest else {
            return Ok(false);
        };
        self.finish(&smallest)?;
        Ok(true)
    }

    /// Keeps this text, which is in the file: no longer text may replace it.
    pub(in crate::reduction) fn keep(&mut self, left: Vec<u8>) {
        self.left = Some(left);
    }

    /// The text of the interrupted run, if it is shorter than this one.
    pub(in crate::reduction) fn shorter_than(&self, text: &[u8]) -> Option<&[u8]> {
        self.left.as_deref().filter(|left| left.len() < text.len())
    }

    /// Replaces the file by this text, unless an interrupted run has left a shorter one. If the file has been replaced
    /// only just before, the text waits for [`Delivery::catch_up`].
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::reduction) fn improve(&mut self, text: &[u8]) -> io::Result<()> {
        if self.shorter_than(text).is_some() {
            return self.catch_up();
        }
        if self.is_soon() {
            self.pending = Some(text.to_owned());
            return Ok(());
        }
        self.pending = None;
        self.write(text)
    }

    /// Replaces the file by the text that waits, if there is one and it has waited long enough.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::reduction) fn catch_up(&mut self) -> io::Result<()> {
        if !self.is_soon()
            && let Some(text) = self.pending.take()
        {
            return self.write(&text);
        }
        Ok(())
    }

    /// Whether the file was replaced only just before.
    fn is_soon(&self) -> bool {
        self.replaced
            .is_some_and(|replaced| replaced.elapsed() < PAUSE)
    }

    /// Replaces the file for the last time, and syncs its directory. A shorter text that an interrupted run has left
    /// makes way.
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

    /// Removes the file, because there should be no result. A text that an interrupted run has left makes way.
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

/// Writes the text that waits, so that nothing that a search has found is lost if it ends early, even by a panic.
impl Drop for Delivery<'_> {
    fn drop(&mut self) {
        if let Some(text) = self.pending.take() {
            // The error to report is the one that ended the search.
            let _ = self.write(&text);
        }
    }
}
