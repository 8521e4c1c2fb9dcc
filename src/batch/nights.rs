//! The nights of an output: runs until all cases have had their turn. A night that was interrupted goes on in the next run.

use crate::event::{Event, PackedRow, RowKey, Status};
use std::collections::BTreeMap;

/// The rows of earlier nights.
#[derive(Debug, Default)]
pub(super) struct Nights {
    /// The rows of the nights that have ended.
    pub(super) earlier: BTreeMap<RowKey, PackedRow>,
    /// The rows of the night that has not ended.
    tonight: BTreeMap<RowKey, PackedRow>,
    planned: usize,
    /// How many cases of the last run have had their turn.
    done: usize,
}

impl Nights {
    /// Adds the next event.
    pub(super) fn see(&mut self, event: &Event) {
        match event {
            Event::Start { .. } => {
                if self.is_over() {
                    self.end();
                }
                (self.planned, self.done) = (usize::MAX, 0);
            }
            Event::Planned { cases, .. } => self.planned = *cases,
            Event::TakenUp { .. } => self.done += 1,
            Event::Finished { row: packed, .. } => {
                let row = packed.row();
                self.done += usize::from(row.status != Status::Stopped || row.is_bounded);
                self.tonight.insert(packed.key().clone(), packed.clone());
            }
            _ => {}
        }
    }
    /// Whether all cases of the last run have had their turn.
    pub(super) fn is_over(&self) -> bool {
        self.done >= self.planned
    }

    /// The rows of the last night are those of an earlier one now.
    pub(super) fn end(&mut self) {
        self.earlier.append(&mut self.tonight);
    }
}
