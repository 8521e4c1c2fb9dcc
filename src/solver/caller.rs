//! The process that calls a solver: its directory and its environment.

use rustix::fs::{Access, access};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The context of a command: what relative paths, PATH and environment variables refer to. It cannot be printed,
/// because variables may hold secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct Caller {
    /// The current directory, as an absolute path.
    pub dir: PathBuf,
    /// The environment.
    pub env: Vec<(OsString, OsString)>,
}

impl Caller {
    /// The context of this process.
    ///
    /// # Errors
    /// The current directory is gone.
    pub fn here() -> io::Result<Caller> {
        Ok(Caller {
            dir: std::env::current_dir()?,
            env: std::env::vars_os().collect(),
        })
    }

    /// The value of an environment variable.
    pub fn variable(&self, name: &str) -> Option<&OsStr> {
        self.env
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_os_str())
    }

    /// The program that PATH gives for a word without `/`.
    pub(super) fn find(&self, word: &OsStr) -> Option<PathBuf> {
        if word.is_empty() || word.as_bytes().contains(&b'/') {
            return None;
        }
        std::env::split_paths(self.variable("PATH")?)
            .map(|dir| self.dir.join(dir).join(word))
            .find(|path| is_program(path))
    }
}

/// Whether a path is that of a file that may be executed.
pub(super) fn is_program(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}
