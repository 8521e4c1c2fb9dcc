//! What the journal of an output says of earlier runs, for the next one. It is read event by event, because the events of
//! many thousand cases take more memory than what they come to.

use super::journal;
use super::nights::Nights;
use super::resume::Past;
use crate::event::{Event, Part};
use crate::report::History;

/// What earlier runs have left.
#[derive(Debug, Default)]
pub(super) struct EarlierRuns {
    /// The rows.
    pub(super) history: History,
    /// What a run that goes on must know.
    pub(super) past: Past,
    /// The rows whose texts may be known shapes.
    pub(super) nights: Nights,
    /// The events of a comparison of tools, if the journal is of one.
    pub(super) compared: Vec<Event>,
    /// Whether it is of a batch.
    pub(super) is_of_batch: bool,
    /// The part of all cases that the last run worked on, of those that worked on one.
    pub(super) part: Option<Part>,
    /// The random number for opaque commands.
    pub(super) nonce: Option<[u8; 32]>,
}

impl EarlierRuns {
    /// Adds the rows of the next event only, for reports.
    pub(super) fn see_rows(&mut self, event: &Event) {
        self.history.see(event);
        self.nonce = self.nonce.or_else(|| journal::nonce_in(event));
    }

    /// Adds the next event.
    pub(super) fn see(&mut self, event: &Event) {
        self.see_rows(event);
        self.past.see(event);
        self.nights.see(event);
        if let Event::Planned {
            part: part @ Some(_),
            ..
        } = event
        {
            self.part.clone_from(part);
        }
        self.is_of_batch |= matches!(event, Event::Begun { .. } | Event::Planned { .. });
        if event.is_of_comparison() {
            self.compared.push(event.clone());
        }
    }
}
