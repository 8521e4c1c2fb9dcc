//! Searches: which candidate next, given what was answered so far.
//!
//! A search is a value: a pure state machine that proposes candidates and is fed outcomes. It does not know that
//! solvers, files or stores exist; it has no clock and no randomness. So resuming is running again while the store
//! answers, tests need no solver, and a clone with assumed answers tells what will be asked next.

mod compose;
mod halving;
mod ill_formed;
mod rules;
mod stage;
mod strategy;
mod sweep;

pub use compose::{Repeat, Sequence, Staged, WhileLarge};
pub use halving::{Depth, Halving, Reach};
pub use ill_formed::WithoutIllFormed;
pub use rules::Rules;
pub use stage::Stage;
pub use strategy::{Plan, STRATEGIES, ends_with_full_sweep, strategy, unfiltered_sweep};
pub use sweep::Sweep;

use crate::language::TestCase;
use crate::language::smtlib::Filter;
use crate::tree::{Edit, Map};
use std::sync::Arc;

/// A proposed next text, self-contained.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What is edited.
    pub base: TestCase,
    /// The edit, joined of all its parts.
    pub edit: Arc<Edit>,
    /// The edited text.
    pub text: Arc<[u8]>,
    /// The mutator that proposed it.
    pub by: &'static str,
    /// Whether it is to be held if it is ill-formed.
    pub filtered: bool,
}

impl Candidate {
    /// Whether the filter keeps it back.
    pub fn is_held(&self, filter: &Filter) -> bool {
        self.filtered && filter.edited(&self.base, &self.edit).is_some()
    }
}

/// What became of the candidate returned last.
#[derive(Clone, Debug)]
pub enum Fed {
    /// It is interesting.
    Interesting {
        /// The candidate, made a test case.
        now: TestCase,
        /// Where the nodes of its base went.
        map: Arc<Map>,
        /// Whether it became the current test case, being smaller.
        adopted: bool,
    },
    /// It is not.
    Uninteresting,
    /// It cannot be told.
    Unresolved,
    /// It is ill-formed and was not asked.
    Held,
}

/// A search.
pub trait Search: Send {
    /// The next candidate; none at the fixpoint, and where [`Rules::over`] is set. The same answer until fed. A
    /// `current` that the search does not know restarts its level.
    fn next(&mut self, current: &TestCase) -> Option<Candidate>;
    /// Tells what became of the candidate returned last. The driver adopts it iff it is interesting and smaller
    /// than the current test case.
    fn feed(&mut self, fed: &Fed);
    /// Begins anew, but for remembering on which text it found nothing.
    fn restart(&mut self);
    /// Where the search is, for a progress display; none where it has no place to tell.
    fn stage(&self) -> Option<Stage> {
        None
    }
    /// A clone.
    fn boxed(&self) -> Box<dyn Search>;
}

impl Clone for Box<dyn Search> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
