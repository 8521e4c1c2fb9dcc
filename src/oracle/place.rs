//! Compares where two runs crashed.

use super::Evidence;
use crate::outcome::Outcome;

/// How the sites of two crashes compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// They are the same.
    Agrees,
    /// They differ, or one of them is not known, with this outcome.
    Differs(Outcome),
    /// The golden run did not crash, or its stack says nothing.
    Unknown,
}

/// Compares where a candidate crashed with where the golden run did, by this many functions on their stacks.
pub(super) fn crash_sites(golden: &Evidence, candidate: &Evidence, depth: u32) -> Place {
    let Some(site) = golden.crash_site().filter(|_| depth > 0) else {
        return Place::Unknown;
    };
    let crash = candidate.failures.first();
    match crash.and_then(|crash| crash.site.as_ref()) {
        Some(other) if site.agrees(other, depth as usize) => Place::Agrees,
        None if candidate.observation.end.is_crash() => Place::Differs(Outcome::Unresolved),
        Some(_) | None => Place::Differs(Outcome::Uninteresting),
    }
}
