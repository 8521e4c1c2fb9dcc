//! The input of a reduction: its case, and what it shares with other reductions.

use super::memory::{Memory, NoMemory};
use super::prefetch::PrefetchPool;
use super::progress::Progress;
use super::stopwatch::Stopwatch;
use crate::checker::{Counts, Rerun};
use crate::corpus::Settings;
use crate::input::InputFile;
use crate::solver::Stop;
use crate::store::{SingleFlight, Store};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Lets a reduction take turns with others.
pub trait Turn: Sync {
    /// Called between two checks with what the reduction has cost since it was started. It may wait until the reduction
    /// goes on; then it calls `waits` first, and returns how long it has waited.
    fn between_checks(&self, _counts: &dyn Fn() -> Counts, _waits: &dyn Fn()) -> Duration {
        Duration::ZERO
    }
}

/// No turns: there are no others.
#[derive(Clone, Copy, Debug)]
pub struct NoTurn;

impl Turn for NoTurn {}

/// A case to reduce.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The case's id in reports.
    pub id: &'a str,
    /// The original file.
    pub input: &'a InputFile,
    /// Where the minimized text is written.
    pub output: &'a Path,
    /// Where the trace of the search is written, if it is wanted.
    pub trace: Option<&'a Path>,
    /// Where the result in another format is written, if it is wanted and fails there too.
    pub lifted: Option<&'a Path>,
    /// Its turns with other reductions.
    pub turn: &'a dyn Turn,
    /// The configuration of the case.
    pub settings: &'a Settings,
    /// What earlier runs of the same reduction have recorded.
    pub memory: &'a dyn Memory,
    /// The same case with other places and another memory, where a failure is reduced that is another one than that of
    /// the result at the output. None: such a case is only reported.
    pub beside: Option<&'a Task<'a>>,
    /// Where the reduction reports its progress.
    pub progress: &'a Progress<'a>,
}

impl<'a> Task<'a> {
    /// The minimized text as a file to read.
    pub(super) fn result(&self) -> InputFile {
        self.input.result(self.output)
    }

    /// A task that writes nothing and remembers nothing.
    pub fn unrecorded(
        id: &'a str,
        input: &'a InputFile,
        settings: &'a Settings,
        progress: &'a Progress<'a>,
    ) -> Task<'a> {
        Task {
            id,
            input,
            output: Path::new(""),
            trace: None,
            lifted: None,
            turn: &NoTurn,
            settings,
            memory: &NoMemory,
            beside: None,
            progress,
        }
    }
}

/// What the reductions of one run share.
pub struct ReductionContext<'a> {
    /// The verdict store, if there is one.
    pub store: Option<&'a Store>,
    /// The questions that threads of this process are running.
    pub single_flight: Arc<SingleFlight>,
    /// What idle threads prefetch for.
    pub prefetch: PrefetchPool,
    /// For a replay: the sample of stored answers that is run again.
    pub rerun: Option<Arc<Rerun>>,
    /// Set when the run is to stop.
    pub stop: &'a Stop,
    /// The total time spent on writing minimized files.
    pub checkpoints: Stopwatch,
    /// A random number drawn once for this output; it is part of the fingerprint of opaque commands.
    pub nonce: [u8; 32],
}

impl<'a> ReductionContext<'a> {
    /// That of a run that works on one case at a time and prefetches nothing.
    pub fn new(store: Option<&'a Store>, stop: &'a Stop, nonce: [u8; 32]) -> ReductionContext<'a> {
        ReductionContext {
            store,
            single_flight: Arc::default(),
            prefetch: PrefetchPool::default(),
            rerun: None,
            stop,
            checkpoints: Stopwatch::default(),
            nonce,
        }
    }
}
