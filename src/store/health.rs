//! Whether the store is still written, and the first reason why not.

use std::sync::OnceLock;

/// Healthy until told otherwise, and then for good: a full disk is not tried again for every row.
#[derive(Debug, Default)]
pub(super) struct Health(OnceLock<String>);

impl Health {
    /// Writing has ended for this reason; the first one counts.
    pub(super) fn give_up(&self, reason: String) {
        // A later reason follows from the first.
        let _ = self.0.set(reason);
    }

    /// Why the store is no longer written.
    pub(super) fn reason(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}
