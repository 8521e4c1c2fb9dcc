//! What a reduction may want to know about a text.

use crate::outcome::{Outcome, Patience};
use rustc_hash::FxHashMap;

/// Something that a reduction may want to know about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::reduction) struct Wanted {
    /// The digest of the text.
    text: [u8; 32],
    pub(super) kind: WantedKind,
}

/// The kinds of what a reduction may want to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum WantedKind {
    /// The outcome of a check.
    Check(Patience),
    /// A new run, past the store; of several, the one with this number, from 0.
    Again(u32),
}

/// The outcomes that are known.
pub(super) type KnownOutcomes = FxHashMap<Wanted, Outcome>;

impl Wanted {
    /// The outcome of a check.
    pub(in crate::reduction) fn check(text: &[u8], patience: Patience) -> Wanted {
        Wanted::of(text, WantedKind::Check(patience))
    }

    /// A new run, past the store; of several, the one with this number, from 0.
    pub(in crate::reduction) fn again(text: &[u8], nth: u32) -> Wanted {
        Wanted::of(text, WantedKind::Again(nth))
    }

    fn of(text: &[u8], kind: WantedKind) -> Wanted {
        Wanted {
            text: *blake3::hash(text).as_bytes(),
            kind,
        }
    }
}

/// Whether these lines are interesting, in the tests of what goes ahead of a search. A letter stands for a line.
#[cfg(test)]
pub(super) fn asked(lines: &str) -> Wanted {
    Wanted::check(&crate::search::made_up::text(lines), Patience::Short)
}
