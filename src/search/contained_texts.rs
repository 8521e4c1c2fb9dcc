//! Tries small texts that are known to fail in the same way, because the text that is reduced contains them.
//!
//! Such a text is a candidate like any other: it must be smaller, and it is run. The first one that is interesting
//! replaces the text; the search goes on from it.

use super::{Asking, Candidate, Fed, Search};
use crate::language::TestCase;
use crate::tree::Edit;
use std::sync::Arc;

/// What the candidates are proposed by.
const BY: &str = "known-shape";

/// Tries each of some texts once.
#[derive(Clone)]
pub struct ContainedTexts {
    cases: Arc<[TestCase]>,
    /// The next one.
    at: usize,
}

impl ContainedTexts {
    /// Tries these texts in this order.
    pub fn new(cases: &Arc<[TestCase]>) -> ContainedTexts {
        ContainedTexts {
            cases: Arc::clone(cases),
            at: 0,
        }
    }
}

impl Search for ContainedTexts {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        let left = self.cases.get(self.at..).unwrap_or_default();
        let skipped = left.iter().position(|case| case.is_smaller(current))?;
        self.at += skipped;
        Some(Candidate {
            base: self.cases[self.at].clone(),
            edit: Arc::new(Edit::new(Vec::new())),
            is_held: false,
            by: BY,
            asking: Asking::First,
        })
    }

    fn feed(&mut self, fed: &Fed) {
        self.at = match fed {
            Fed::Interesting { adopted: true, .. } => self.cases.len(),
            _ => self.at + 1,
        };
    }

    fn restart(&mut self) {
        self.at = 0;
    }
}
