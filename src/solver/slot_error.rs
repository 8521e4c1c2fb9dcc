//! Why a solver could not be run.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why no run was possible.
#[derive(Debug)]
pub enum SlotError {
    /// The slot's directory cannot be made, emptied or written.
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file that the solver depends on cannot be copied into the slot.
    Depends {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The helper cannot be started.
    Helper {
        /// What the system says.
        source: io::Error,
    },
    /// The program cannot be started.
    Start {
        /// The program.
        program: PathBuf,
        /// Where it was to run.
        cwd: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl SlotError {
    /// The file that is no program of this machine or lacks its interpreter, if that is why.
    pub(crate) fn no_program(&self) -> Option<&Path> {
        let SlotError::Start {
            program,
            cwd,
            source,
        } = self
        else {
            return None;
        };
        let is_lasting = matches!(
            source.raw_os_error(),
            Some(libc::ENOENT | libc::ENOEXEC | libc::EACCES)
        );
        (is_lasting && cwd.is_dir()).then_some(program)
    }
}

impl fmt::Display for SlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SlotError::Directory { path, source } => {
                write!(
                    f,
                    "cannot prepare the directory of solver runs `{}`: {source}",
                    path.display()
                )
            }
            SlotError::Depends { path, source } => {
                write!(
                    f,
                    "cannot copy `{}`, which the solver depends on: {source}",
                    path.display()
                )
            }
            SlotError::Helper { source } => {
                write!(f, "cannot start the helper that runs solvers: {source}")
            }
            SlotError::Start {
                program,
                cwd,
                source,
            } if !cwd.is_dir() => write!(
                f,
                "cannot run solver `{}` in `{}`, which is not a directory: {source}",
                program.display(),
                cwd.display()
            ),
            SlotError::Start {
                program, source, ..
            } => match source.raw_os_error() {
                Some(libc::ENOENT) if program.exists() => write!(
                    f,
                    "cannot run solver `{}`: its interpreter (`#!` line or loader) does not exist",
                    program.display()
                ),
                Some(libc::ENOEXEC) => write!(
                    f,
                    "cannot run solver `{}`: it is neither a program nor a script with a `#!` line",
                    program.display()
                ),
                _ => write!(f, "cannot run solver `{}`: {source}", program.display()),
            },
        }
    }
}

impl std::error::Error for SlotError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SlotError::Directory { source, .. }
            | SlotError::Depends { source, .. }
            | SlotError::Helper { source }
            | SlotError::Start { source, .. } => Some(source),
        }
    }
}
