//! Where a reduction of a batch writes.

use super::Output;
use crate::corpus::Settings;
use crate::event::Side;
use std::path::PathBuf;

/// The files of a reduction.
pub(super) struct TaskFiles {
    pub(super) minimized: PathBuf,
    pub(super) trace: PathBuf,
    pub(super) lifted: Option<PathBuf>,
}

impl TaskFiles {
    pub(super) fn of(output: &Output, place: &str, side: Side, settings: &Settings) -> TaskFiles {
        let lifted = settings.lift.as_ref();
        TaskFiles {
            minimized: output.minimized(place, side),
            trace: output.trace(place, side),
            lifted: lifted.map(|format| output.lifted(place, side, format)),
        }
    }
}
