//! What a reduction is given: its case, and what it shares with other reductions.

use super::memory::Memory;
use super::prefetch::PrefetchPool;
use super::progress::Progress;
use super::stopwatch::Stopwatch;
use crate::checker::Rerun;
use crate::corpus::Settings;
use crate::solver::Stop;
use crate::store::{SingleFlight, Store};
use std::path::Path;
use std::sync::Arc;

/// A case to reduce.
pub struct Task<'a> {
    /// The id under which reports know the case.
    pub id: &'a str,
    /// The file.
    pub input: &'a Path,
    /// Where the minimized text goes.
    pub output: &'a Path,
    /// How it is configured.
    pub settings: &'a Settings,
    /// What earlier runs of this very reduction have left.
    pub memory: &'a dyn Memory,
    /// Where the reduction tells how far it is.
    pub progress: &'a Progress<'a>,
}

/// What reductions of one run share.
pub struct Shared<'a> {
    /// The verdict store, if there is one.
    pub store: Option<&'a Store>,
    /// The questions in single_flight.
    pub single_flight: &'a Arc<SingleFlight>,
    /// What idle threads work ahead of.
    pub prefetch: &'a PrefetchPool,
    /// Where reductions are only replayed from the store: the sample that is asked again.
    pub rerun: Option<&'a Arc<Rerun>>,
    /// Set when no more is to be asked.
    pub stop: &'a Stop,
    /// Sums up what writing minimized files takes.
    pub checkpoints: &'a Stopwatch,
    /// A number drawn once for this output, which stands in the fingerprint of opaque commands.
    pub nonce: [u8; 32],
}
