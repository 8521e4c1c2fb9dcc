//! What `smelt reduce` keeps beside its output while it runs, so that it can go on after an interruption.

use super::{BatchError, salt};
use std::fs;
use std::path::{Path, PathBuf};

/// `OUTPUT.smelt-run`: the number for opaque commands, and how often the reduction was begun.
#[derive(Debug)]
pub struct SingleRun {
    path: PathBuf,
    /// The number for opaque commands.
    pub salt: [u8; 32],
    /// How often the reduction was begun, this time included.
    pub starts: u64,
}

impl SingleRun {
    /// Reads what an interrupted run left, or begins anew.
    pub fn begin(output: &Path) -> Result<SingleRun, BatchError> {
        let mut path = output.as_os_str().to_owned();
        path.push(".smelt-run");
        let path = PathBuf::from(path);
        let left = fs::read_to_string(&path).ok().and_then(|text| parse(&text));
        let (salt, starts) = match left {
            Some(left) => left,
            None => (salt::draw().map_err(BatchError::open(&path))?, 0),
        };
        let run = SingleRun {
            path,
            salt,
            starts: starts + 1,
        };
        let text = format!("{}\n{}\n", salt::to_text(run.salt), run.starts);
        fs::write(&run.path, text).map_err(BatchError::open(&run.path))?;
        Ok(run)
    }

    /// The reduction has ended: nothing is to be gone on with.
    pub fn end(self) -> Result<(), BatchError> {
        fs::remove_file(&self.path).map_err(BatchError::write(&self.path))
    }
}

fn parse(text: &str) -> Option<([u8; 32], u64)> {
    let (salt, starts) = text.split_once('\n')?;
    Some((salt::of_text(salt)?, starts.trim().parse().ok()?))
}
