//! What an open store, its sessions and its writer share.

use super::filter::{Filters, Waits};
use super::reader::Readers;
use super::recent::Recent;
use std::fs::File;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The parts of a store that outlive it for as long as one of its sessions does.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) readers: Readers,
    pub(super) recent: Recent,
    pub(super) filters: Filters,
    pub(super) waits: Waits,
    /// How many sessions there have been.
    pub(super) sessions: AtomicU64,
    /// Whether another process was ever found working on the same cases or writing: then filters are kept up to date.
    pub(super) others_are_here: AtomicBool,
    /// Why nothing is written any more: something has failed. It stays so, or a full disk would be tried for every row.
    pub(super) given_up: OnceLock<String>,
    /// Declared after the readers, so that it is released last.
    pub(super) _lock: Option<File>,
}

impl Shared {
    /// Records why nothing is written any more. Only the first reason counts: later ones are its consequences.
    pub(super) fn give_up(&self, reason: impl FnOnce() -> String) {
        self.given_up.get_or_init(reason);
    }
}
