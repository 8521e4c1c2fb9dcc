//! Records the operations on files, for tests that replay a part of them.

use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

/// An operation that has succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A directory was made.
    MakeDirectory(PathBuf),
    /// A new, empty file was made.
    Create(PathBuf),
    /// Bytes were appended to a file.
    Append(PathBuf, Vec<u8>),
    /// A file was cut to this length.
    Truncate(PathBuf, u64),
    /// The bytes of a file were synced to the disk.
    Sync(PathBuf),
    /// The names in a directory were synced to the disk.
    SyncDirectory(PathBuf),
    /// A file got another name.
    Rename(PathBuf, PathBuf),
    /// A file was removed.
    Remove(PathBuf),
}

type Recorder = Box<dyn Fn(Operation) + Send + Sync>;

static RECORDER: RwLock<Option<Recorder>> = RwLock::new(None);

/// From now on, this recorder gets the operations of all threads; none ends the recording.
pub fn record_to(recorder: Option<Recorder>) {
    *RECORDER.write().unwrap_or_else(PoisonError::into_inner) = recorder;
}

/// Passes an operation to the recorder, if there is one.
pub(super) fn record(operation: impl FnOnce() -> Operation) {
    let recorder = RECORDER.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(recorder) = &*recorder {
        recorder(operation());
    }
}
