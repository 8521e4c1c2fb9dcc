//! What a tool has printed last.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// How many bytes at the end are looked at.
const TAIL: u64 = 4096;

/// The longest line, in characters.
const LONGEST: usize = 200;

/// The last line of a file that is not blank; none if there is none.
pub(super) fn last_line(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))
        .ok()?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail).ok()?;
    let tail = String::from_utf8_lossy(&tail);
    let line = tail.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(line.chars().take(LONGEST).collect())
}
