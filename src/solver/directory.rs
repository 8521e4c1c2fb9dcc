//! A slot's directory. At the start of every run it contains the candidate, copies of the files it depends on, and
//! nothing else.
//!
//! Every candidate is a new file: if one is overwritten in place, ext4 flushes it when it is closed, which takes
//! milliseconds.

use super::SlotError;
use super::clear;
use super::digest::{Stamp, open_regular};
use super::scratch::Scratch;
use rustix::fs::{AtFlags, Mode, OFlags, openat, statat};
use std::ffi::{CStr, OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Replaces the path of a slot's directory in captured output and in keys.
pub const SLOT_PLACEHOLDER: &str = "/slot";

/// A slot's directory, which is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Directory {
    scratch: Scratch,
    /// Everything goes through this descriptor, because a solver may put a link in the directory's place.
    open: OwnedFd,
    copies: Vec<FileCopy>,
}

/// A copy of a file that the solver depends on, as it was made.
#[derive(Debug)]
struct FileCopy {
    of: PathBuf,
    name: OsString,
    stamp: Stamp,
}

impl Directory {
    pub(super) fn new() -> Result<Directory, SlotError> {
        let refused = |path: PathBuf| move |source| SlotError::Directory { path, source };
        let scratch = Scratch::new().map_err(refused(std::env::temp_dir()))?;
        Ok(Directory {
            open: clear::open_directory(scratch.path())
                .map_err(refused(scratch.path().to_owned()))?,
            scratch,
            copies: Vec::new(),
        })
    }

    /// The path without symbolic links, as a solver sees it if it asks the system.
    pub(super) fn path(&self) -> &Path {
        self.scratch.path()
    }

    /// Makes the directory contain exactly these files, by name, and copies of others.
    ///
    /// # Errors
    /// That is impossible, perhaps because a solver has removed or replaced the directory.
    pub(super) fn fill(
        &mut self,
        files: &[(&OsStr, &[u8])],
        depends: &[PathBuf],
    ) -> Result<(), SlotError> {
        if !self.copies.iter().map(|copy| &copy.of).eq(depends) {
            self.copies.clear();
        }
        self.tidy().map_err(|source| self.refused(source))?;
        for of in depends {
            self.copy(of)?;
        }
        for (name, text) in files {
            let written = self
                .create(name, Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH)
                .and_then(|mut file| file.write_all(text));
            written.map_err(|source| self.refused(source))?;
        }
        Ok(())
    }

    fn refused(&self, source: io::Error) -> SlotError {
        SlotError::Directory {
            path: self.path().to_owned(),
            source,
        }
    }

    /// Whether the directory that was made is still what is found at its path.
    ///
    /// # Errors
    /// Nothing is there, or it cannot be looked at.
    pub(super) fn is_in_place(&self) -> io::Result<bool> {
        clear::is_at(self.path(), self.open.as_fd())
    }

    /// Removes everything but unmodified copies.
    fn tidy(&mut self) -> io::Result<()> {
        if !self.is_in_place()? {
            return Err(io::Error::other(
                "a solver has put something else in its place",
            ));
        }
        let mut kept = Vec::new();
        clear::empty(self.open.as_fd(), |name| {
            let copy = self.copies.iter().find(|copy| is_named(copy, name));
            let is_kept = copy.is_some_and(|copy| self.stamp(name).ok() == Some(copy.stamp));
            if is_kept {
                kept.push(name.to_owned());
            }
            is_kept
        })?;
        self.copies
            .retain(|copy| kept.iter().any(|name| is_named(copy, name)));
        Ok(())
    }

    /// Creates a file with these rights.
    fn create(&self, name: &OsStr, mode: Mode) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        Ok(File::from(openat(&self.open, name, flags, mode)?))
    }

    /// Copies a file into the directory, unless its copy is there already.
    fn copy(&mut self, of: &Path) -> Result<(), SlotError> {
        if self.copies.iter().any(|copy| copy.of == of) {
            return Ok(());
        }
        let refused = |source| SlotError::Depends {
            path: of.to_owned(),
            source,
        };
        let name = of.file_name().unwrap_or_default();
        let stamp = self.write_copy(of, name).map_err(refused)?;
        self.copies.push(FileCopy {
            of: of.to_owned(),
            name: name.to_owned(),
            stamp,
        });
        Ok(())
    }

    fn write_copy(&self, of: &Path, name: &OsStr) -> io::Result<Stamp> {
        let mut from = open_regular(of)?;
        let mode = Mode::from_raw_mode(from.metadata()?.mode());
        let mut to = self.create(name, mode | Mode::WUSR)?;
        io::copy(&mut from, &mut to)?;
        // The file is created without the rights that the umask takes away.
        rustix::fs::fchmod(&to, mode)?;
        self.stamp(&clear::c_name(name)?)
    }

    fn stamp(&self, name: &CStr) -> io::Result<Stamp> {
        let found = statat(&self.open, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(Stamp::from(found))
    }
}

fn is_named(copy: &FileCopy, name: &CStr) -> bool {
    copy.name.as_bytes() == name.to_bytes()
}
