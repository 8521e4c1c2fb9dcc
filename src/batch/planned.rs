//! What a run is to do: how many cases, and which part of them if others do the rest.

use super::BatchError;
use crate::corpus::{Planned, several_builds};
use crate::event::{Event, Part};
use std::path::Path;

/// What is known when the cases are found.
pub(super) fn planned(planned: &[Planned], part: Option<&Part>) -> Event {
    Event::Planned {
        cases: planned.len(),
        on_builds: several_builds(planned).next().is_some(),
        part: part.cloned(),
    }
}

/// Refuses the output of another shard, or of one of another division of the cases: what it has of others would vanish from
/// its reports.
pub(super) fn check_shard(
    root: &Path,
    before: Option<&Part>,
    part: Option<&Part>,
) -> Result<(), BatchError> {
    match before.zip(part) {
        Some((before, now)) if (before.shard, before.of) != (now.shard, now.of) => {
            Err(BatchError::OfOtherShard {
                path: root.to_owned(),
                shard: before.shard,
                of: before.of,
            })
        }
        _ => Ok(()),
    }
}
