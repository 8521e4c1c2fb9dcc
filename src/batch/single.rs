//! What `smelt reduce` keeps beside its output while it runs, so that it can go on after an interruption.

use super::{BatchError, salt};
use crate::event::microseconds;
use crate::reduction::Memory;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `OUTPUT.smelt-run`: the number for opaque commands, how often the reduction was begun, and what it reduces how.
/// Locked while it is in use, so that two runs do not write one output.
#[derive(Debug)]
pub struct SingleRun {
    path: PathBuf,
    /// Locked until the reduction has ended.
    file: File,
    /// The number for opaque commands.
    pub salt: [u8; 32],
    kept: Kept,
}

/// What stands in the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    salt: String,
    starts: u64,
    reduction: String,
    golden: Option<Golden>,
}

/// The golden CPU times, and whose.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Golden {
    fingerprint: String,
    #[serde(rename = "cpu_microseconds", with = "microseconds")]
    cpu: Vec<Duration>,
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
        let (salt, kept) = match left {
            Some((salt, kept)) if kept.reduction == reduction => (salt, Some(kept)),
            Some((salt, _)) => (salt, None),
            None => (salt::draw().map_err(wrong())?, None),
        };
        let kept = Kept {
            salt: salt::to_text(salt),
            starts: 1 + kept.as_ref().map_or(0, |kept| kept.starts),
            reduction: reduction.to_owned(),
            golden: kept.and_then(|kept| kept.golden),
        };
        write(&file, &kept).map_err(wrong())?;
        Ok(SingleRun {
            path,
            file,
            salt,
            kept,
        })
    }

    /// How often the reduction was begun, this time included.
    pub fn starts(&self) -> u64 {
        self.kept.starts
    }

    /// Whether an earlier start has come as far as the search.
    pub fn searched(&self) -> bool {
        self.starts() > 1 && self.kept.golden.is_some()
    }

    /// The reduction has ended: nothing is to be gone on with.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn end(self) -> Result<(), BatchError> {
        match fs::remove_file(&self.path) {
            // Somebody has tidied up.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed.map_err(BatchError::write(&self.path)),
        }
    }
}

impl Memory for SingleRun {
    fn goes_on(&self) -> bool {
        self.starts() > 1
    }

    fn golden_cpu(&self, fingerprint: &str) -> Option<Vec<Duration>> {
        let golden = self.kept.golden.as_ref();
        let golden = golden.filter(|golden| golden.fingerprint == fingerprint)?;
        Some(golden.cpu.clone())
    }

    fn keep_golden_cpu(&self, fingerprint: &str, cpu: &[Duration]) {
        let kept = Kept {
            golden: Some(Golden {
                fingerprint: fingerprint.to_owned(),
                cpu: cpu.to_vec(),
            }),
            ..self.kept.clone()
        };
        // A disk that cannot take it will not take the result either, and that is told then.
        let _ = write(&self.file, &kept);
    }
}

/// Writes one line, in place: the file is locked under its name. A longer line that stood there is left behind it
/// where a kill comes in between, and not read.
fn write(mut file: &File, kept: &Kept) -> io::Result<()> {
    let mut line = serde_json::to_vec(kept)?;
    line.push(b'\n');
    file.rewind()?;
    file.write_all(&line)?;
    file.set_len(line.len() as u64)
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

fn parse(text: &str) -> Option<([u8; 32], Kept)> {
    let kept: Kept = serde_json::from_str(text.lines().next()?).ok()?;
    Some((salt::of_text(&kept.salt)?, kept))
}
