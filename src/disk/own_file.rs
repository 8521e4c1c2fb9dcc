//! Files that smelt writes.

use super::directories::{beside, check_below, directory, make_directories};
use super::record::{Operation, record};
use rustix::fs::OFlags;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// A file that is open for writing at its end.
#[derive(Debug)]
pub(crate) struct OwnFile {
    path: PathBuf,
    file: File,
}

impl OwnFile {
    /// Creates a new file, with the rights that the umask leaves. An existing one is removed first, because it may be a
    /// link to somewhere else.
    ///
    /// # Errors
    /// The existing file cannot be removed, or no new one can be made.
    pub(crate) fn create(path: &Path) -> io::Result<OwnFile> {
        remove(path)?;
        let own = OwnFile::open_as(path, OpenOptions::new().create_new(true))?;
        record(|| Operation::Create(path.to_owned()));
        Ok(own)
    }

    /// Opens a file to read it and to append to it, or creates it. A link is not followed.
    ///
    /// # Errors
    /// It cannot be opened, or is not a regular file.
    pub(crate) fn open(path: &Path) -> io::Result<OwnFile> {
        match OwnFile::open_as(path, &mut OpenOptions::new()) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let own = OwnFile::open_as(path, OpenOptions::new().create(true))?;
                record(|| Operation::Create(path.to_owned()));
                super::sync_directory(directory(path))?;
                Ok(own)
            }
            opened => opened,
        }
    }

    fn open_as(path: &Path, options: &mut OpenOptions) -> io::Result<OwnFile> {
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        let options = options.read(true).append(true);
        let opened = options
            .custom_flags(flags.bits().cast_signed())
            .open(path)
            .map_err(refused)?;
        if !opened.metadata()?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        Ok(OwnFile {
            path: path.to_owned(),
            file: opened,
        })
    }

    /// The open file.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// Not all of them can be written; a part may have been.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        record(|| Operation::Append(self.path.clone(), bytes.to_owned()));
        Ok(())
    }

    /// Cuts the file to this length.
    ///
    /// # Errors
    /// The system refuses it.
    pub(crate) fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        record(|| Operation::Truncate(self.path.clone(), length));
        Ok(())
    }

    /// Syncs the file to the disk.
    ///
    /// # Errors
    /// The disk does not take it.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()?;
        record(|| Operation::Sync(self.path.clone()));
        Ok(())
    }

    /// Syncs the file to the disk, and then gives it another name; a file that has that name is replaced.
    ///
    /// # Errors
    /// The disk does not take it, or the system refuses the name.
    pub(crate) fn put_at(&mut self, path: &Path) -> io::Result<()> {
        self.sync()?;
        rename(&self.path, path)?;
        path.clone_into(&mut self.path);
        Ok(())
    }
}

fn refused(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(libc::ELOOP) => io::Error::other("it is a link, and links are not followed"),
        _ => error,
    }
}

/// Makes the directory of a file, and makes sure that the file can be written there. The file stays as it is.
///
/// # Errors
/// It cannot be written, or is a directory.
pub(crate) fn prepare(path: &Path) -> io::Result<()> {
    make_directories(directory(path))?;
    if path.is_dir() {
        return Err(io::Error::from(ErrorKind::IsADirectory));
    }
    let trial = temporary(path);
    OwnFile::create(&trial)?;
    remove(&trial)
}

/// The name under which the new bytes of a file are written. It is always the same, so that the next run removes a file
/// that a killed run has left.
pub fn temporary(path: &Path) -> PathBuf {
    beside(path, ".smelt-tmp")
}

/// So many bytes are written at once, at least.
const PORTION: usize = 1 << 18;

/// Appends to a file what is written.
struct Appending<'a>(&'a mut OwnFile);

impl Write for Appending<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.append(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Replaces a file: a reader sees the old bytes or the new ones, never a part, even after a power cut.
///
/// # Errors
/// The file cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// The same with bytes that are written one after the other, because all together may take much memory.
///
/// # Errors
/// The file cannot be written, or `write` fails.
pub(crate) fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let temporary = temporary(path);
    let mut file = OwnFile::create(&temporary)?;
    let mut buffered = BufWriter::with_capacity(PORTION, Appending(&mut file));
    let written = write(&mut buffered).and_then(|()| buffered.flush());
    // What is left in the buffer belongs to a file that is given up.
    drop(buffered.into_parts());
    let written = written.and_then(|()| file.put_at(path));
    if written.is_err() {
        // Half a file is useless, and the disk may be full. The first error is the one to return.
        let _ = remove(&temporary);
    }
    written
}

/// Replaces a file at this place below a directory; the directories on its way are made, and none may be a link.
///
/// # Errors
/// One of them is a link or cannot be made, or the file cannot be written.
pub(crate) fn replace_below(root: &Path, below: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = root.join(below);
    check_below(root, directory(below))?;
    make_directories(directory(&path))?;
    replace(&path, bytes)
}

/// Gives a file another name; a file that has that name is replaced.
///
/// # Errors
/// The system refuses it.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    record(|| Operation::Rename(from.to_owned(), to.to_owned()));
    Ok(())
}

/// Removes a file, if it is there.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => {
            removed?;
            record(|| Operation::Remove(path.to_owned()));
            Ok(())
        }
    }
}
