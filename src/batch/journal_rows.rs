//! The rows of a journal that is read event by event. Of many thousand cases, its events need more memory than all rows.

use super::BatchError;
use super::journal::{Journalled, each_event};
use crate::event::Event;
use crate::report::{ComparedTools, Rows};
use std::path::Path;

/// What a journal comes to.
pub(crate) struct JournalRows {
    /// The rows.
    pub rows: Rows,
    /// The rows before the last run began.
    pub before: Rows,
    /// The comparison of tools that the journal is of, if it is of one.
    pub compared: Option<ComparedTools>,
    /// The rest of the journal, without events.
    pub journal: Journalled,
}

impl JournalRows {
    /// The rows in the journal of an output, which is neither locked nor changed.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(crate) fn read(output: &Path) -> Result<JournalRows, BatchError> {
        JournalRows::read_with(output, &mut |_| ())
    }

    /// The same, but `see` is called with each event, too.
    pub(super) fn read_with(
        output: &Path,
        see: &mut dyn FnMut(&Event),
    ) -> Result<JournalRows, BatchError> {
        let (mut rows, mut before) = (Rows::default(), Rows::default());
        let mut calls = Vec::new();
        let journal = each_event(output, &mut |event| {
            if matches!(event, Event::Start { .. }) {
                before.clone_from(&rows);
            }
            rows.see(&event);
            see(&event);
            if event.is_of_comparison() {
                calls.push(event);
            }
        })?;
        Ok(JournalRows {
            rows,
            before,
            compared: ComparedTools::of(&calls),
            journal,
        })
    }
}
