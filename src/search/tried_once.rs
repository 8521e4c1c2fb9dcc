//! Passes over proposals that have failed at the same place before, whatever terms they keep there.
//!
//! Whether a solver takes a command that the standard does not have hardly depends on the terms in it. So such a proposal
//! is not made again each time that a term has changed.

use super::{Candidate, Fed, Position, Search};
use crate::language::TestCase;
use crate::tree::Piece;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A search whose proposals are made once at each place.
#[derive(Clone)]
pub struct TriedOnce {
    part: Box<dyn Search>,
    /// The forms of the candidates that failed.
    failed: Arc<FxHashSet<u64>>,
    /// The form of the candidate that was returned last.
    asked: Option<u64>,
}

impl TriedOnce {
    /// This search, but without what has failed before at the same place.
    pub fn new(part: Box<dyn Search>) -> TriedOnce {
        TriedOnce {
            part,
            failed: Arc::default(),
            asked: None,
        }
    }
}

/// The places that a candidate changes, and the new tokens there.
fn form(candidate: &Candidate) -> u64 {
    let base = &candidate.base;
    let mut hasher = FxHasher::default();
    candidate.by.hash(&mut hasher);
    for splice in candidate.edit.splices(base.tree()) {
        let place = (splice.at < base.tree().end()).then(|| base.id(splice.at));
        place.hash(&mut hasher);
        for piece in &*splice.with {
            if let Piece::Leaf(token) = piece {
                token.bytes().hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

impl Search for TriedOnce {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        loop {
            let candidate = self.part.next(current)?;
            let form = form(&candidate);
            if !self.failed.contains(&form) {
                self.asked = Some(form);
                return Some(candidate);
            }
            self.part.feed(&Fed::Skipped);
        }
    }

    fn feed(&mut self, fed: &Fed) {
        if let (Some(form), Fed::Uninteresting) = (self.asked.take(), fed) {
            Arc::make_mut(&mut self.failed).insert(form);
        }
        self.part.feed(fed);
    }

    fn restart(&mut self) {
        self.part.restart();
    }

    fn position(&self) -> Option<Position> {
        self.part.position()
    }
}
