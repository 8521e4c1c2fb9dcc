//! `journal.jsonl`: one event per line, only ever appended to.
//!
//! A run that was killed may leave half a line at the end. Whoever continues the run cuts it off; whoever only reads
//! the journal ignores it. Any other line that cannot be read is ignored and counted, and the work that it recorded is
//! done again.

use super::{BatchError, nonce};
use crate::disk::OwnFile;
use crate::event::{Call, Event, JOURNAL_VERSION};
use crate::input::InputFile;
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The longest first line of a journal, in bytes. It contains how smelt was called.
const LONGEST_START: usize = 8 << 20;

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: OwnFile,
}

impl Journal {
    /// Opens a journal, or creates it. Its events so far are seen one after the other. Returns the number of unreadable
    /// lines, too.
    ///
    /// # Errors
    /// It cannot be read and written, or a newer smelt has written it.
    pub fn open(path: &Path, see: &mut dyn FnMut(Event)) -> Result<(Journal, usize), BatchError> {
        let mut journal = Journal {
            path: path.to_owned(),
            file: OwnFile::open(path).map_err(BatchError::open(path))?,
        };
        let unreadable = journal.read_on(see)?;
        Ok((journal, unreadable))
    }

    /// Reads what another process has appended since this one last read or wrote.
    pub fn catch_up(&mut self) -> Result<Vec<Event>, BatchError> {
        let mut events = Vec::new();
        self.read_on(&mut |event| events.push(event))?;
        Ok(events)
    }

    /// Sees the events from here to the end, where half a line is cut off. Returns the number of unreadable lines.
    fn read_on(&mut self, see: &mut dyn FnMut(Event)) -> Result<usize, BatchError> {
        let failed = BatchError::open(&self.path);
        let begin = self.file.file().stream_position().map_err(&failed)?;
        let lines = BufReader::new(self.file.file());
        let (read, length) = read(&self.path, lines, &failed, &mut |event, _| see(event))?;
        let end = begin + length;
        if read.torn {
            self.file.truncate(end).map_err(&failed)?;
        }
        self.file
            .file()
            .seek(SeekFrom::Start(end))
            .map_err(&failed)?;
        Ok(read.unreadable)
    }

    /// Appends an event. Once this returns, the event survives a kill of the process; [`Event::Finished`] and
    /// [`Event::Measured`] also survive a power cut.
    pub fn append(&mut self, event: &Event) -> Result<(), BatchError> {
        self.write(event).map_err(BatchError::write(&self.path))
    }

    fn write(&mut self, event: &Event) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        let whole = self.file.file().metadata()?.len();
        if let Err(error) = self.file.append(&line) {
            // A later event may be smaller and fit: it must not be glued to half a line.
            self.file.truncate(whole)?;
            return Err(error);
        }
        if matches!(event, Event::Finished { .. } | Event::Measured { .. }) {
            self.file.sync()?;
        }
        Ok(())
    }
}

/// What the journal of an output contains.
#[derive(Debug, Default)]
pub struct Journalled {
    /// Its events, in order.
    pub events: Vec<Event>,
    /// The number of unreadable lines.
    pub unreadable: usize,
    /// Whether the last line is incomplete: a run was killed while writing it, or is writing it now.
    pub torn: bool,
}

impl Journalled {
    /// How the latest run was called, if that was recorded.
    pub fn call(&self) -> Option<&Call> {
        self.events
            .iter()
            .rev()
            .find_map(|event| match event {
                Event::Start { call, .. } => Some(call.as_ref()),
                _ => None,
            })
            .flatten()
    }

    /// The random number in the fingerprints of opaque commands.
    pub fn nonce(&self) -> Option<[u8; 32]> {
        self.events.iter().find_map(nonce_in)
    }
}

/// The random number for the fingerprints of opaque commands, which the first run draws, if this is a start.
pub(super) fn nonce_in(event: &Event) -> Option<[u8; 32]> {
    match event {
        Event::Start { nonce, .. } => nonce::of_text(nonce),
        _ => None,
    }
}

/// Where a line of a journal is, without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Its first byte.
    pub(super) begin: u64,
    /// Its length in bytes.
    pub(super) length: usize,
}

/// Reads the journal of an output without locking or changing anything.
pub fn read_journal(output: &Path) -> Result<Journalled, BatchError> {
    let mut events = Vec::new();
    let read = each_event(output, &mut |event, _| events.push(event))?;
    Ok(Journalled { events, ..read })
}

/// The same, but the events, and where in the journal they are, are only seen one after the other: of many thousand cases,
/// they need as much memory as all else.
pub(super) fn each_event(
    output: &Path,
    see: &mut dyn FnMut(Event, Line),
) -> Result<Journalled, BatchError> {
    let path = output.join("journal.jsonl");
    let failed = |source: io::Error| match source.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => BatchError::NoOutput(output.to_owned()),
        _ => BatchError::Read {
            path: path.clone(),
            source,
        },
    };
    let file = InputFile::own(&path).at_most(u64::MAX);
    let lines = file.reader().map_err(failed)?;
    Ok(read(&path, lines, &failed, see)?.0)
}

/// Whether a directory has a journal that a run has begun.
pub(super) fn is_begun(output: &Path) -> bool {
    let journal = InputFile::own(output.join("journal.jsonl")).at_most(u64::MAX);
    let head = crate::input::head(&journal, LONGEST_START).unwrap_or_default();
    let first_line = head.split(|byte| *byte == b'\n').next();
    first_line.and_then(version).is_some()
}

/// Reads the complete lines, one at a time because a row takes much more memory as text. Returns what there is besides
/// events, and the length of the lines.
fn read(
    path: &Path,
    mut from: impl BufRead,
    failed: &dyn Fn(io::Error) -> BatchError,
    see: &mut dyn FnMut(Event, Line),
) -> Result<(Journalled, u64), BatchError> {
    let (mut read, mut length) = (Journalled::default(), 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        from.read_until(b'\n', &mut line).map_err(failed)?;
        let Some((b'\n', event)) = line.split_last() else {
            read.torn = !line.is_empty();
            return Ok((read, length));
        };
        let place = Line {
            begin: length,
            length: event.len(),
        };
        length += line.len() as u64;
        if event.is_empty() {
            continue;
        }
        let newer = || Err(BatchError::Newer(path.to_owned()));
        match serde_json::from_slice(event) {
            Ok(Event::Start { version, .. }) if version > JOURNAL_VERSION => return newer(),
            Ok(event) => see(event, place),
            Err(_) if version(event) > Some(JOURNAL_VERSION.into()) => return newer(),
            Err(_) => read.unreadable += 1,
        }
    }
}

/// The version in a line, whatever else a newer smelt may have written there.
fn version(line: &[u8]) -> Option<u64> {
    let value: serde_json::Value = serde_json::from_slice(line).ok()?;
    value.get("version")?.as_u64()
}
