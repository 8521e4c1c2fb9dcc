//! Opens files that others may have changed since they were found.
//!
//! Between the time that a file is found and the time that it is read, anything can take its place: a pipe without a
//! writer, a device without an end, a link to somewhere else. So every file is opened without waiting, is read only if
//! the open file is a regular one, and never beyond a limit, whatever its length was. A file that was found in a
//! directory is opened below the open directory and through no link.

use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat, openat2};
use rustix::io::Errno;
use std::fs::{File, FileType};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileTypeExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The size of the largest file that is read, in bytes, unless the user says otherwise.
pub(crate) const LARGEST_FILE: u64 = 1 << 30;

/// How every file is opened: no writer of a pipe is waited for, and no terminal takes control.
const FLAGS: OFlags = OFlags::RDONLY
    .union(OFlags::CLOEXEC)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY);

/// A file to read: where it is, and how it may be opened.
#[derive(Clone, Debug)]
pub struct InputFile {
    path: Arc<Path>,
    links: Links,
    most: u64,
}

/// The links through which a file may be opened.
#[derive(Clone, Debug)]
enum Links {
    /// Any links, because the user has named the file.
    All,
    /// Links to its directory, but none to the file itself, because that is smelt's own.
    NotLast,
    /// No links below this directory, where the file has this path.
    NoneBelow(Arc<Directory>, Arc<Path>),
}

impl InputFile {
    /// A file that the user has named. It may be a link.
    pub fn named(path: impl Into<PathBuf>) -> InputFile {
        InputFile::new(&path.into(), Links::All)
    }

    /// A file that smelt has written under this name. A link is not followed.
    pub fn own(path: impl Into<PathBuf>) -> InputFile {
        InputFile::new(&path.into(), Links::NotLast)
    }

    fn new(path: &Path, links: Links) -> InputFile {
        InputFile {
            path: path.into(),
            links,
            most: LARGEST_FILE,
        }
    }

    /// The same file, of which at most this many bytes are read. A larger one is refused.
    #[must_use]
    pub fn at_most(self, most: u64) -> InputFile {
        InputFile { most, ..self }
    }

    /// A file of smelt's own that was made from this one, with the same limit on its size.
    #[must_use]
    pub fn result(&self, path: impl Into<PathBuf>) -> InputFile {
        InputFile::own(path).at_most(self.most)
    }

    /// The path to show, and to give to solvers.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of the file, as they are.
    ///
    /// # Errors
    /// It cannot be opened, is not a regular file, or is larger than it may be.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let (file, length) = self.open()?;
        let mut bytes = Vec::new();
        // If there is not enough memory, that is an error of this file and not the end of the program.
        bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
        file.take(self.most.saturating_add(1))
            .read_to_end(&mut bytes)?;
        check_length(bytes.len() as u64, self.most)?;
        Ok(bytes)
    }

    /// The bytes of the file, read as they are needed.
    ///
    /// # Errors
    /// It cannot be opened, is not a regular file, or is larger than it may be.
    pub(crate) fn reader(&self) -> io::Result<impl BufRead + use<>> {
        let (file, _) = self.open()?;
        Ok(BufReader::new(file.take(self.most)))
    }

    /// The length of the file in bytes.
    ///
    /// # Errors
    /// It cannot be opened, is not a regular file, or is larger than it may be.
    pub fn length(&self) -> io::Result<u64> {
        self.open().map(|(_, length)| length)
    }

    /// The open file and its length in bytes.
    ///
    /// # Errors
    /// It cannot be opened, is not a regular file, or is larger than it may be.
    pub(crate) fn open(&self) -> io::Result<(File, u64)> {
        let opened = match &self.links {
            Links::All => openat(CWD, &*self.path, FLAGS, Mode::empty()),
            Links::NotLast => openat(CWD, &*self.path, FLAGS | OFlags::NOFOLLOW, Mode::empty()),
            Links::NoneBelow(directory, path) => beneath(directory.descriptor.as_fd(), path),
        };
        let file = File::from(opened.map_err(|error| self.refused(error))?);
        let found = file.metadata()?;
        if !found.is_file() {
            return Err(irregular(kind(found.file_type())));
        }
        check_length(found.len(), self.most)?;
        Ok((file, found.len()))
    }

    /// The error of the system in words that say what is in the file's place, if that is a link or cannot be opened
    /// without waiting.
    fn refused(&self, error: Errno) -> io::Error {
        match error {
            Errno::LOOP if !matches!(self.links, Links::All) => irregular("a link"),
            Errno::NXIO => irregular("a socket or a device"),
            error => error.into(),
        }
    }
}

/// Refuses a file that is longer than it may be.
///
/// # Errors
/// It has more than `most` bytes.
pub(crate) fn check_length(length: u64, most: u64) -> io::Result<()> {
    if length <= most {
        return Ok(());
    }
    let what = format!("it has more than {most} bytes, the most that is allowed");
    Err(io::Error::new(ErrorKind::FileTooLarge, what))
}

/// An open directory. Files below it are found even if its path has changed.
#[derive(Debug)]
pub(crate) struct Directory {
    descriptor: OwnedFd,
}

impl Directory {
    /// Opens a directory.
    ///
    /// # Errors
    /// It cannot be opened, or is no directory.
    pub(crate) fn open(path: &Path) -> io::Result<Arc<Directory>> {
        let descriptor = openat(CWD, path, FLAGS | OFlags::DIRECTORY, Mode::empty())?;
        Ok(Arc::new(Directory { descriptor }))
    }

    /// The file with the path `below` this directory, which is shown under another path.
    pub(crate) fn file(self: &Arc<Directory>, below: Arc<Path>, shown: &Path) -> InputFile {
        InputFile::new(shown, Links::NoneBelow(Arc::clone(self), below))
    }
}

/// Opens a file below a directory, through no link.
fn beneath(directory: BorrowedFd<'_>, path: &Path) -> Result<OwnedFd, Errno> {
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
    match openat2(directory, path, FLAGS, Mode::empty(), resolve) {
        // Old kernels do not have this call, and a sandbox may forbid it.
        Err(Errno::NOSYS | Errno::PERM) => step_by_step(directory, path),
        opened => opened,
    }
}

/// The same, one directory after the other.
fn step_by_step(directory: BorrowedFd<'_>, path: &Path) -> Result<OwnedFd, Errno> {
    let mut names = path.components().peekable();
    let mut below: Option<OwnedFd> = None;
    while let Some(Component::Normal(name)) = names.next() {
        let flags = if names.peek().is_some() {
            OFlags::PATH | OFlags::CLOEXEC | OFlags::DIRECTORY
        } else {
            FLAGS
        };
        let at = below.as_ref().map_or(directory, AsFd::as_fd);
        let opened = match openat(at, name, flags | OFlags::NOFOLLOW, Mode::empty()) {
            // This is what Linux says if there is a link where a directory should be.
            Err(Errno::NOTDIR) => return Err(Errno::LOOP),
            opened => opened?,
        };
        if names.peek().is_none() {
            return Ok(opened);
        }
        below = Some(opened);
    }
    // The path is empty, begins at the root or goes up.
    Err(Errno::XDEV)
}

/// What a file is that is not a regular one.
fn kind(found: FileType) -> &'static str {
    if found.is_dir() {
        "a directory"
    } else if found.is_fifo() {
        "a pipe"
    } else {
        "a device"
    }
}

fn irregular(what: &str) -> io::Error {
    io::Error::other(format!("it is {what}, not a regular file"))
}

#[cfg(test)]
mod tests {
    use super::{Directory, Errno, FLAGS, beneath, step_by_step};
    use rustix::fs::{CWD, Mode, OFlags, openat};
    use std::fs;
    use std::os::fd::AsFd;
    use std::os::unix::fs::symlink;
    use std::path::Path;

    #[test]
    fn without_openat2_the_same_files_are_found_and_the_same_refused() {
        let root = tempfile::tempdir().expect("a directory");
        let at = |name: &str| root.path().join(name);
        fs::create_dir_all(at("a/b")).expect("directories");
        fs::write(at("a/b/file"), "text").expect("a file");
        symlink("b", at("a/link")).expect("a link");
        symlink("file", at("a/b/link")).expect("a link");
        let directory = openat(CWD, root.path(), FLAGS | OFlags::DIRECTORY, Mode::empty());
        let directory = directory.expect("a directory");
        for path in ["a/b/file", "a/b"] {
            assert!(
                beneath(directory.as_fd(), Path::new(path)).is_ok(),
                "{path}"
            );
            assert!(
                step_by_step(directory.as_fd(), Path::new(path)).is_ok(),
                "{path}"
            );
        }
        for (path, error) in [
            ("a/b/link", Errno::LOOP),
            ("a/link/file", Errno::LOOP),
            ("a/b/gone", Errno::NOENT),
            ("../x", Errno::XDEV),
            ("/etc/passwd", Errno::XDEV),
        ] {
            let path = Path::new(path);
            assert_eq!(
                beneath(directory.as_fd(), path).err(),
                Some(error),
                "{path:?}"
            );
            assert_eq!(
                step_by_step(directory.as_fd(), path).err(),
                Some(error),
                "{path:?}"
            );
        }
        assert!(Directory::open(&at("a/b/file")).is_err());
    }
}
