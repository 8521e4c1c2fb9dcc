//! The file that `smelt reduce` keeps beside its output while it runs, so that it can continue after an interruption.

use super::costs::{Costs, forget_launches};
use super::{BatchError, nonce};
use crate::disk::{OwnFile, beside, directory, remove, temporary};
use crate::event::{Provenance, Row, Spent, microseconds};
use crate::input::InputFile;
use crate::reduction::{EarlierResult, Memory, beside_output};
use crate::sync::Mutex;
use serde::{Deserialize, Serialize};
use std::fs::TryLockError;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `OUTPUT.smelt-run`: the random number for opaque commands, the number of starts, and what identifies the reduction.
/// The file is locked while in use, so that two runs do not write the same output.
#[derive(Debug)]
pub struct SingleRun {
    output: PathBuf,
    path: PathBuf,
    /// The random number for opaque commands.
    pub nonce: [u8; 32],
    costs: Costs,
    kept: Mutex<Kept>,
}

/// The contents of the file, and the file itself, which is locked until the reduction has ended.
#[derive(Debug)]
struct Kept {
    state: SavedState,
    file: OwnFile,
}

/// The contents of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedState {
    /// The file format has an older name for it.
    #[serde(rename = "salt")]
    nonce: String,
    starts: u64,
    reduction: String,
    golden: Option<GoldenCpu>,
    /// The author of the file at the output, if no reduction has ended there since. An older smelt kept those before it,
    /// too; the author is the last one.
    #[serde(default)]
    authors: Vec<Provenance>,
    /// The texts that have made way at the output since then, the latest last.
    #[serde(default)]
    set_aside: Vec<SetAside>,
    /// What all starts have cost, as far as it was recorded.
    #[serde(default)]
    spent: Spent,
}

/// A text that has made way for another one.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SetAside {
    file: PathBuf,
    bytes: u64,
    provenance: Option<Provenance>,
}

/// The golden CPU times, and the commands that they were measured with.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct GoldenCpu {
    fingerprint: String,
    #[serde(rename = "cpu_microseconds", with = "microseconds")]
    cpu: Vec<Duration>,
}

impl SingleRun {
    /// Reads what an interrupted run has left, or begins anew. `reduction` identifies the reduction: digests of its
    /// configuration and its source.
    ///
    /// # Errors
    /// Another run is using the output, or nothing can be written beside it.
    pub fn begin(output: &Path, reduction: &str) -> Result<SingleRun, BatchError> {
        let path = beside(output, ".smelt-run");
        // Locked until the file that replaces it is locked.
        let old_file = locked(output, &path)?;
        let (nonce, left) = match left(&old_file, &path)? {
            Some((nonce, kept)) => (nonce, Some(kept)),
            None => (nonce::draw().map_err(BatchError::open(&path))?, None),
        };
        // Whatever reduction was interrupted, its texts are still there; its costs belong to itself only.
        let (authors, set_aside) = left
            .as_ref()
            .map(|kept| (kept.authors.clone(), kept.set_aside.clone()))
            .unwrap_or_default();
        let same = left.filter(|kept| kept.reduction == reduction);
        let spent = same.as_ref().map(|kept| kept.spent);
        let state = SavedState {
            nonce: nonce::to_text(nonce),
            starts: 1 + same.as_ref().map_or(0, |kept| kept.starts),
            reduction: reduction.to_owned(),
            spent: spent.unwrap_or_default(),
            golden: same.and_then(|kept| kept.golden),
            authors,
            set_aside,
        };
        // A kill between the two lines must not leave this reduction the starts of another one.
        let costs = Costs::begin(beside(output, ".smelt-launches"), spent);
        let file = replaced(&path, &state).map_err(BatchError::open(&path))?;
        drop(old_file);
        Ok(SingleRun {
            output: output.to_owned(),
            path,
            nonce,
            costs,
            kept: Mutex::new(Kept { state, file }),
        })
    }

    /// How many times the reduction was started, including this time.
    pub fn starts(&self) -> u64 {
        self.kept.lock().state.starts
    }

    /// Completes the row of the reduction with the starts before this one, and records what they have cost together.
    pub fn add_starts(&self, row: &mut Row) {
        row.starts = self.starts();
        self.costs.add_to(row);
        self.keep(|kept| kept.spent = Spent::of(row));
    }

    /// Whether the file at the output is the unfinished work of some reduction.
    pub fn has_searched(&self) -> bool {
        !self.kept.lock().state.authors.is_empty()
    }

    /// Changes the contents and writes them. An error is ignored here: a disk that cannot take this line cannot take
    /// the result either, and that error is reported.
    fn keep(&self, change: impl FnOnce(&mut SavedState)) {
        let mut kept = self.kept.lock();
        change(&mut kept.state);
        if let Ok(file) = replaced(&self.path, &kept.state) {
            kept.file = file;
        }
    }

    /// Removes the file, because the reduction has ended and there is nothing to continue, and every text that has made
    /// way and is at the output again.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn end(self) -> Result<(), BatchError> {
        forget_launches(self.costs.launches());
        let output = InputFile::own(&self.output).bytes().ok();
        for earlier in self.earlier() {
            if InputFile::own(&earlier.path).bytes().ok() == output {
                // A copy that cannot be removed does no harm.
                let _ = remove(&earlier.path);
            }
        }
        remove(&self.path).map_err(BatchError::write(&self.path))
    }
}

impl Memory for SingleRun {
    fn author(&self) -> Option<Provenance> {
        self.kept.lock().state.authors.last().cloned()
    }

    fn begin_search(&self, author: &Provenance) {
        self.keep(|kept| kept.authors = vec![author.clone()]);
    }

    fn set_aside(&self, output: &Path, text: &[u8], author: Option<&Provenance>) -> PathBuf {
        let earlier = SetAside {
            file: beside_output(output, text),
            bytes: text.len() as u64,
            provenance: author.cloned(),
        };
        let path = earlier.file.clone();
        self.keep(|kept| {
            kept.set_aside.retain(|other| other.file != earlier.file);
            kept.set_aside.push(earlier);
        });
        path
    }

    fn earlier(&self) -> Vec<EarlierResult> {
        let kept = self.kept.lock();
        let mut results = Vec::new();
        for earlier in &kept.state.set_aside {
            let name = earlier.file.file_name().unwrap_or_default();
            results.push(EarlierResult {
                // The state may come from a stranger: what it names is looked for beside the output only.
                path: directory(&self.output).join(name),
                name: name.to_string_lossy().into_owned(),
                bytes: earlier.bytes,
                provenance: earlier.provenance.clone(),
            });
        }
        results
    }

    fn golden_cpu(&self, fingerprint: &str) -> Option<Vec<Duration>> {
        let kept = self.kept.lock();
        let golden = kept.state.golden.as_ref()?;
        (golden.fingerprint == fingerprint).then(|| golden.cpu.clone())
    }

    fn keep_golden_cpu(&self, fingerprint: &str, cpu: &[Duration]) {
        let golden = GoldenCpu {
            fingerprint: fingerprint.to_owned(),
            cpu: cpu.to_vec(),
        };
        self.keep(|kept| kept.golden = Some(golden));
    }

    fn launches(&self) -> Option<PathBuf> {
        Some(self.costs.launches().to_owned())
    }

    fn keep_spent(&self, spent: Spent) {
        self.keep(|kept| kept.spent = self.costs.with(spent));
    }
}

/// Writes the contents to a new file that replaces the old one. The new file is locked before that, so that no other
/// run can lock it first.
fn replaced(path: &Path, state: &SavedState) -> io::Result<OwnFile> {
    let mut line = serde_json::to_vec(state)?;
    line.push(b'\n');
    let temporary = temporary(path);
    let mut file = OwnFile::create(&temporary)?;
    let written = file
        .file()
        .try_lock()
        .map_err(io::Error::from)
        .and_then(|()| file.append(&line))
        .and_then(|()| file.put_at(path));
    if written.is_err() {
        // The error itself is returned.
        let _ = remove(&temporary);
    }
    written.map(|()| file)
}

/// What an interrupted run has left in a file, with its random number; none if the file is new.
///
/// # Errors
/// The file cannot be read, or smelt did not write it.
fn left(file: &OwnFile, path: &Path) -> Result<Option<([u8; 32], SavedState)>, BatchError> {
    let mut bytes = Vec::new();
    file.file()
        .read_to_end(&mut bytes)
        .map_err(BatchError::open(path))?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let left = std::str::from_utf8(&bytes).ok().and_then(parse);
    left.map(Some)
        .ok_or_else(|| BatchError::NotOurs(path.to_owned()))
}

/// Opens and locks the file. If another run has removed or replaced it between the two, the lock protects nothing, so
/// the file is opened again.
fn locked(output: &Path, path: &Path) -> Result<OwnFile, BatchError> {
    loop {
        let own = OwnFile::open(path).map_err(BatchError::open(path))?;
        let file = own.file();
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(BatchError::OutputInUse(output.to_owned()));
            }
            Err(TryLockError::Error(source)) => return Err(BatchError::open(path)(source)),
        }
        if file.metadata().map_err(BatchError::open(path))?.nlink() > 0 {
            return Ok(own);
        }
    }
}

fn parse(text: &str) -> Option<([u8; 32], SavedState)> {
    let kept: SavedState = serde_json::from_str(text.lines().next()?).ok()?;
    Some((nonce::of_text(&kept.nonce)?, kept))
}
