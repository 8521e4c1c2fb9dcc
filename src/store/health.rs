//! Whether the store is still being written, and if not, why.

use std::sync::OnceLock;

/// Healthy until something fails, and never again after that, so that a full disk is not tried for every row.
#[derive(Debug, Default)]
pub(super) struct Health(OnceLock<String>);

impl Health {
    /// Records why nothing is written any more. Only the first reason counts.
    pub(super) fn give_up(&self, reason: String) {
        // Later reasons are consequences of the first.
        let _ = self.0.set(reason);
    }

    /// Why nothing is written any more, if that is so.
    pub(super) fn reason(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}
