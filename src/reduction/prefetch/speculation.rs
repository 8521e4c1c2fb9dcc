//! What a search will ask next if all that it asks fails: a clone of it that is fed just that.

use crate::language::TestCase;
use crate::language::smtlib::Filter;
use crate::search::{Fed, Search};
use std::sync::Arc;

/// A search that goes ahead of the real one.
pub struct Speculation {
    search: Box<dyn Search>,
    current: TestCase,
    filter: Filter,
    /// What is assumed, or known, of the candidate that the search returned last.
    fed: Fed,
}

impl Speculation {
    /// Goes on from a search that waits for the outcome of a candidate.
    pub(in crate::reduction) fn of(
        search: &dyn Search,
        current: &TestCase,
        filter: &Filter,
    ) -> Speculation {
        Speculation {
            search: search.boxed(),
            current: current.clone(),
            filter: filter.clone(),
            fed: Fed::Uninteresting,
        }
    }

    /// The next text that will be asked. None at the search's end, and where `goes_on` no longer holds.
    pub(super) fn next(&mut self, goes_on: impl Fn() -> bool) -> Option<Arc<[u8]>> {
        while goes_on() {
            self.search.feed(&self.fed);
            let candidate = self.search.next(&self.current)?;
            if candidate.is_held(&self.filter) {
                self.fed = Fed::Held;
            } else {
                self.fed = Fed::Uninteresting;
                return Some(candidate.text);
            }
        }
        None
    }
}
