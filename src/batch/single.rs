//! The file that `smelt reduce` keeps beside its output while it runs, so that it can continue after an interruption.

use super::costs::Costs;
use super::resume::make_last;
use super::{BatchError, nonce};
use crate::event::{Provenance, Row, Spent, microseconds};
use crate::input::InputFile;
use crate::reduction::{EarlierResult, Memory, beside_output};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// `OUTPUT.smelt-run`: the random number for opaque commands, the number of starts, and what is being reduced how.
/// Locked while in use, so that two runs do not write the same output.
#[derive(Debug)]
pub struct SingleRun {
    output: PathBuf,
    path: PathBuf,
    /// Locked until the reduction has ended.
    file: File,
    /// The random number for opaque commands.
    pub nonce: [u8; 32],
    costs: Costs,
    kept: Mutex<SavedState>,
}

/// The contents of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedState {
    #[serde(rename = "salt")] // its name in the file format
    nonce: String,
    starts: u64,
    reduction: String,
    golden: Option<GoldenCpu>,
    /// The authors of the file at the output since the last reduction that ended there, the latest last.
    #[serde(default)]
    authors: Vec<Provenance>,
    /// What has made way at the output since then, the latest last.
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
        let path = with_ending(output, ".smelt-run");
        let mut file = locked(output, &path)?;
        let wrong = || BatchError::open(&path);
        let mut text = String::new();
        // A file that is not text is not ours, and is overwritten.
        let left = file.read_to_string(&mut text).ok().and(parse(&text));
        let (nonce, left) = match left {
            Some((nonce, kept)) => (nonce, Some(kept)),
            None => (nonce::draw().map_err(wrong())?, None),
        };
        let authors = left.as_ref().map(|kept| kept.authors.clone());
        let set_aside = left.as_ref().map(|kept| kept.set_aside.clone());
        let same = left.filter(|kept| kept.reduction == reduction);
        let spent = same.as_ref().map(|kept| kept.spent);
        let kept = SavedState {
            nonce: nonce::to_text(nonce),
            starts: 1 + same.as_ref().map_or(0, |kept| kept.starts),
            reduction: reduction.to_owned(),
            spent: spent.unwrap_or_default(),
            golden: same.and_then(|kept| kept.golden),
            authors: authors.unwrap_or_default(),
            set_aside: set_aside.unwrap_or_default(),
        };
        write(&file, &kept).map_err(wrong())?;
        Ok(SingleRun {
            output: output.to_owned(),
            path,
            file,
            nonce,
            costs: Costs::begin(with_ending(output, ".smelt-launches"), spent),
            kept: Mutex::new(kept),
        })
    }

    /// How many times the reduction was started, including this time.
    pub fn starts(&self) -> u64 {
        self.kept().starts
    }

    /// Completes the row of the reduction with the starts before this one, and records what they have cost together.
    pub fn add_starts(&self, row: &mut Row) {
        row.starts = self.starts();
        self.costs.add_to(row);
        self.keep(|kept| kept.spent = Spent::of(row));
    }

    /// Whether the file at the output is the unfinished work of some reduction.
    pub fn has_searched(&self) -> bool {
        !self.kept().authors.is_empty()
    }

    /// Changes the contents and writes them. An error is ignored here: a disk that cannot take this line cannot take
    /// the result either, and that error is reported.
    fn keep(&self, change: impl FnOnce(&mut SavedState)) {
        let mut kept = self.kept();
        change(&mut kept);
        let _ = write(&self.file, &kept);
    }

    /// A poisoned lock is used all the same, because no panic can leave the contents half changed.
    fn kept(&self) -> MutexGuard<'_, SavedState> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The reduction has ended, so there is nothing to continue. A text that has made way and is at the output again is not
    /// kept twice.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn end(self) -> Result<(), BatchError> {
        self.costs.forget();
        let output = InputFile::own(&self.output).bytes().ok();
        for earlier in self.earlier() {
            if InputFile::own(&earlier.path).bytes().ok() == output {
                // A file that cannot be removed is only in the way.
                let _ = fs::remove_file(&earlier.path);
            }
        }
        match fs::remove_file(&self.path) {
            // Somebody else has removed it.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed.map_err(BatchError::write(&self.path)),
        }
    }
}

impl Memory for SingleRun {
    fn authors(&self) -> Vec<Provenance> {
        self.kept().authors.clone()
    }

    fn begin_search(&self, author: &Provenance) {
        self.keep(|kept| make_last(&mut kept.authors, author));
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
        let kept = self.kept();
        let earlier = kept.set_aside.iter().map(|earlier| {
            let name = earlier.file.file_name().unwrap_or_default();
            EarlierResult {
                path: earlier.file.clone(),
                name: name.to_string_lossy().into_owned(),
                bytes: earlier.bytes,
                provenance: earlier.provenance.clone(),
            }
        });
        earlier.collect()
    }

    fn golden_cpu(&self, fingerprint: &str) -> Option<Vec<Duration>> {
        let kept = self.kept();
        let golden = kept.golden.as_ref();
        let golden = golden.filter(|golden| golden.fingerprint == fingerprint)?;
        Some(golden.cpu.clone())
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

/// The path of a file beside the output.
fn with_ending(output: &Path, ending: &str) -> PathBuf {
    let mut path = output.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Writes one line in place; the lock is on the file itself, so it cannot be replaced. After a kill, the rest of a
/// longer old line may follow; it is not read.
fn write(mut file: &File, kept: &SavedState) -> io::Result<()> {
    let mut line = serde_json::to_vec(kept)?;
    line.push(b'\n');
    file.rewind()?;
    file.write_all(&line)?;
    file.set_len(line.len() as u64)
}

/// Opens and locks the file. If another run has removed the file in the meantime, the lock is worthless and a new file
/// is opened.
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

fn parse(text: &str) -> Option<([u8; 32], SavedState)> {
    let kept: SavedState = serde_json::from_str(text.lines().next()?).ok()?;
    Some((nonce::of_text(&kept.nonce)?, kept))
}
