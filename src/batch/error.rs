//! Why a batch cannot begin or continue.

use crate::disk::lacks_room;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Why a batch cannot begin or continue.
#[derive(Debug)]
pub enum BatchError {
    /// Another run is using the output directory.
    Locked {
        /// The directory.
        path: PathBuf,
        /// The process that is using it, if that is known.
        pid: Option<u32>,
    },
    /// Another run is writing the output of this single case.
    OutputInUse(PathBuf),
    /// The output path exists and is not a directory.
    NotADirectory(PathBuf),
    /// There are files at the output, and nothing says that they are smelt's.
    NotOurs(PathBuf),
    /// The output is that of a batch, and not of a comparison.
    OfBatch(PathBuf),
    /// The output is that of a comparison, and not of a batch.
    OfComparison(PathBuf),
    /// The output is that of another shard of as many.
    OfOtherShard {
        /// The directory.
        path: PathBuf,
        /// The shard whose results it has, from 1.
        shard: u32,
        /// The number of shards.
        of: u32,
    },
    /// The directory to report on is not the output of a batch.
    NoOutput(PathBuf),
    /// A file to report on cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A newer smelt wrote the journal.
    Newer(PathBuf),
    /// The output cannot be opened; nothing has begun.
    Open {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The output cannot be written, or not any more.
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

impl BatchError {
    /// An output cannot be opened. That is the user's choice, unless there is no room.
    pub(super) fn open(path: &Path) -> impl Fn(std::io::Error) -> BatchError + '_ {
        |source| {
            let path = path.to_owned();
            if lacks_room(&source) {
                BatchError::Write { path, source }
            } else {
                BatchError::Open { path, source }
            }
        }
    }

    pub(crate) fn write(path: &Path) -> impl FnOnce(std::io::Error) -> BatchError + '_ {
        |source| BatchError::Write {
            path: path.to_owned(),
            source,
        }
    }

    /// The file or directory that it is about.
    fn path(&self) -> &Path {
        match self {
            BatchError::Locked { path, .. }
            | BatchError::OutputInUse(path)
            | BatchError::NotADirectory(path)
            | BatchError::NotOurs(path)
            | BatchError::OfBatch(path)
            | BatchError::OfComparison(path)
            | BatchError::OfOtherShard { path, .. }
            | BatchError::NoOutput(path)
            | BatchError::Read { path, .. }
            | BatchError::Newer(path)
            | BatchError::Open { path, .. }
            | BatchError::Write { path, .. } => path,
        }
    }

    /// What the user can try.
    pub fn hint(&self) -> &'static str {
        match self {
            BatchError::Locked { .. } => {
                "wait for it to end, or choose another directory with `--out`"
            }
            BatchError::OutputInUse(_) => "wait for it to end, or name another output",
            BatchError::NotADirectory(_) => {
                "choose a directory with `--out`; it is created if it does not exist"
            }
            BatchError::NotOurs(_) => {
                "choose an output that does not exist or is empty, or move that away; nothing was written"
            }
            BatchError::OfBatch(_) | BatchError::OfComparison(_) => {
                "choose another directory with `--out`"
            }
            BatchError::OfOtherShard { .. } => {
                "give each shard a directory of its own with `--out`, and always the same one"
            }
            BatchError::NoOutput(_) => "name a directory that `smelt batch --out` wrote",
            BatchError::Read { .. } => "check the permissions",
            BatchError::Newer(_) => "use the newer smelt, or choose another directory with `--out`",
            BatchError::Open { .. } => {
                "check the permissions, or choose another place for the output"
            }
            BatchError::Write { source, .. } if source.kind() == ErrorKind::FileTooLarge => {
                "raise the limit on the size of files (`ulimit -f`), then run the same command again to continue"
            }
            BatchError::Write { .. } => {
                "free some space or repair the disk, then run the same command again to continue"
            }
        }
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path().display();
        match self {
            BatchError::Locked { pid: Some(pid), .. } => {
                write!(f, "output directory `{path}` is in use by process {pid}")
            }
            BatchError::Locked { pid: None, .. } => {
                write!(f, "output directory `{path}` is in use by another run")
            }
            BatchError::OutputInUse(_) => write!(f, "output `{path}` is in use by another run"),
            BatchError::NotADirectory(_) => {
                write!(f, "cannot write into `{path}`: it is not a directory")
            }
            BatchError::OfOtherShard { shard, of, .. } => {
                write!(f, "`{path}` has the results of shard {shard} of {of}")
            }
            BatchError::OfBatch(_) => {
                write!(
                    f,
                    "`{path}` has the results of a batch, not of a comparison"
                )
            }
            BatchError::OfComparison(_) => {
                write!(
                    f,
                    "`{path}` has a comparison of tools, not the results of a batch"
                )
            }
            BatchError::NotOurs(_) => {
                write!(f, "`{path}` is not empty, and it was not written by smelt")
            }
            BatchError::NoOutput(_) => {
                write!(
                    f,
                    "`{path}` is not the output of a batch: it has no `journal.jsonl`"
                )
            }
            BatchError::Read { source, .. } => write!(f, "cannot read `{path}`: {source}"),
            BatchError::Newer(_) => write!(f, "`{path}` was written by a newer smelt"),
            BatchError::Open { source, .. } => write!(f, "cannot open output `{path}`: {source}"),
            BatchError::Write { source, .. } => write!(f, "cannot write `{path}`: {source}"),
        }
    }
}

impl std::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let (BatchError::Read { source, .. }
        | BatchError::Open { source, .. }
        | BatchError::Write { source, .. }) = self
        else {
            return None;
        };
        Some(source)
    }
}

#[cfg(test)]
mod tests {
    use super::BatchError;
    use std::io::ErrorKind;
    use std::path::Path;

    #[test]
    fn an_output_for_which_there_is_no_room_is_one_that_cannot_be_written() {
        for (kind, is_unwritable) in [
            (ErrorKind::StorageFull, true),
            (ErrorKind::QuotaExceeded, true),
            (ErrorKind::FileTooLarge, true),
            (ErrorKind::PermissionDenied, false),
            (ErrorKind::NotFound, false),
        ] {
            let error = BatchError::open(Path::new("out"))(kind.into());
            let is_write = matches!(error, BatchError::Write { .. });
            assert_eq!(is_write, is_unwritable, "{error}");
        }
    }
}
