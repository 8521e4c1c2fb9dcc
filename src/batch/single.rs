//! What `smelt reduce` keeps beside its output while it runs, so that it can go on after an interruption.

use super::{BatchError, salt};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// `OUTPUT.smelt-run`: the number for opaque commands, how often the reduction was begun, and what it reduces how.
/// Locked while it is in use, so that two runs do not write one output.
#[derive(Debug)]
pub struct SingleRun {
    path: PathBuf,
    /// Held until the reduction has ended.
    _lock: File,
    /// The number for opaque commands.
    pub salt: [u8; 32],
    /// How often the reduction was begun, this time included.
    pub starts: u64,
}

/// What an interrupted run left.
struct Left {
    salt: [u8; 32],
    starts: u64,
    reduction: String,
}

impl SingleRun {
    /// Reads what an interrupted run left, or begins anew. `reduction` tells one reduction from another: digests of
    /// its configuration and its source.
    ///
    /// # Errors
    /// Another run has the output, or nothing can be written beside it.
    pub fn begin(output: &Path, reduction: &str) -> Result<SingleRun, BatchError> {
        let mut path = output.as_os_str().to_owned();
        path.push(".smelt-run");
        let path = PathBuf::from(path);
        let mut file = locked(output, &path)?;
        let wrong = || BatchError::open(&path);
        let mut text = String::new();
        // What is no text is not ours either, and is begun anew.
        let left = file.read_to_string(&mut text).ok().and(parse(&text));
        let (salt, starts) = match left {
            Some(left) if left.reduction == reduction => (left.salt, left.starts),
            Some(left) => (left.salt, 0),
            None => (salt::draw().map_err(wrong())?, 0),
        };
        let text = format!("{}\n{}\n{reduction}\n", salt::to_text(salt), starts + 1);
        file.rewind()
            .and_then(|()| file.write_all(text.as_bytes()))
            .and_then(|()| file.set_len(text.len() as u64))
            .map_err(wrong())?;
        Ok(SingleRun {
            path,
            _lock: file,
            salt,
            starts: starts + 1,
        })
    }

    /// The reduction has ended: nothing is to be gone on with.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn end(self) -> Result<(), BatchError> {
        fs::remove_file(&self.path).map_err(BatchError::write(&self.path))
    }
}

/// The file, locked. One that whoever had it removed in the meantime is no longer anybody's.
fn locked(output: &Path, path: &Path) -> Result<File, BatchError> {
    loop {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(BatchError::open(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(BatchError::OutputInUse(output.to_owned()));
            }
            Err(TryLockError::Error(source)) => return Err(BatchError::open(path)(source)),
        }
        if file.metadata().map_err(BatchError::open(path))?.nlink() > 0 {
            return Ok(file);
        }
    }
}

fn parse(text: &str) -> Option<Left> {
    let mut lines = text.lines();
    Some(Left {
        salt: salt::of_text(lines.next()?)?,
        starts: lines.next()?.trim().parse().ok()?,
        reduction: lines.next()?.to_owned(),
    })
}
