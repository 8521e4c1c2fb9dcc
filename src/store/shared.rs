//! What an open store and its sessions share.

use super::filter::Filters;
use super::health::Health;
use super::reader::Readers;
use super::recent::Recent;
use super::waits::Waits;
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The parts of a store that outlive it for as long as one of its sessions does.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) readers: Readers,
    pub(super) recent: Arc<Recent>,
    pub(super) health: Arc<Health>,
    pub(super) filters: Filters,
    pub(super) waits: Waits,
    /// How many sessions there have been.
    pub(super) sessions: AtomicU64,
    /// Whether another process was ever found working on the same cases or writing: then filters are kept up to date.
    pub(super) others_are_here: Arc<AtomicBool>,
    /// Declared after the readers, so that it is released last.
    pub(super) _lock: Option<File>,
}
