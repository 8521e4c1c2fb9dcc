//! What a journal comes to that is read event by event. Of many thousand cases, its events need more memory than all
//! rows.

use super::BatchError;
use super::journal::{Journalled, each_event};
use super::places::Places;
use super::result_places::ResultPlaces;
use super::shard_journals::each_event_of_shards;
use crate::event::{Call, Event};
use crate::report::{ComparedTools, History};
use jiff::Timestamp;
use std::path::Path;

/// What a journal comes to.
pub(crate) struct JournalRows {
    /// The rows, and what they were earlier.
    pub history: History,
    /// The comparison of tools that the journal is of, if it is of one.
    pub compared: Option<ComparedTools>,
    /// How the latest run was called, if that was recorded.
    pub call: Option<Call>,
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
        let mut reading = Reading::default();
        let journal = each_event(output, &mut |event, _| {
            see(&event);
            reading.see(event);
        })?;
        Ok(reading.end(journal))
    }

    /// The same with the rows at a time, if one is given, and where the minimized files are. If there is no journal,
    /// perhaps the shards of a batch are below the directory, finished or running: then they are read as one run.
    ///
    /// # Errors
    /// There is neither, or the journal cannot be read.
    pub(crate) fn read_at(
        output: &Path,
        time: Option<Timestamp>,
    ) -> Result<(JournalRows, ResultPlaces), BatchError> {
        let mut reading = Reading {
            history: History::with(time),
            ..Reading::default()
        };
        let mut places = Places::default();
        let read = each_event(output, &mut |event, _| {
            places.see(&event);
            reading.see(event);
        });
        let (journal, places) = match read {
            Err(error @ BatchError::NoOutput(_)) => {
                let shards = each_event_of_shards(output, &mut |event| reading.see(event))?;
                shards.ok_or(error)?
            }
            read => (read?, ResultPlaces::of_output(places)),
        };
        Ok((reading.end(journal), places))
    }
}

/// What the events so far come to.
#[derive(Default)]
struct Reading {
    history: History,
    calls: Vec<Event>,
    call: Option<Call>,
}

impl Reading {
    fn see(&mut self, event: Event) {
        self.history.see(&event);
        if event.is_of_comparison() {
            self.calls.push(event);
        } else if let Event::Start { call, .. } = event {
            self.call = call;
        }
    }

    fn end(self, journal: Journalled) -> JournalRows {
        JournalRows {
            history: self.history,
            compared: ComparedTools::of(&self.calls),
            call: self.call,
            journal,
        }
    }
}
