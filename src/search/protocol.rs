//! What a search and its driver say to each other: candidates one way, verdicts the other.

use super::Position;
use crate::language::TestCase;
use crate::outcome::Reading;
use crate::tree::{Edit, Map};
use std::sync::Arc;

/// A proposed next text, self-contained.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What is edited.
    pub base: TestCase,
    /// The edit, joined of all its parts.
    pub edit: Arc<Edit>,
    /// The edited text; none where the filter holds the candidate, so that its text is not asked for.
    pub text: Option<Arc<[u8]>>,
    /// The mutator that proposed it.
    pub by: &'static str,
}

/// What a search asks.
#[derive(Clone, Debug)]
pub enum Question {
    /// Whether this candidate is interesting.
    One(Candidate),
}

impl Question {
    /// Its only candidate.
    pub fn candidate(self) -> Candidate {
        let Question::One(candidate) = self;
        candidate
    }
}

/// What became of the question asked last.
#[derive(Clone, Debug)]
pub enum Fed {
    /// The candidate is interesting.
    Interesting {
        /// The candidate, made a test case.
        now: TestCase,
        /// Where the nodes of its base went.
        map: Arc<Map>,
        /// Whether it became the current test case, being smaller.
        adopted: bool,
        /// What the run tells about the place where the solver stopped.
        reading: Reading,
    },
    /// It is not.
    Uninteresting(Reading),
    /// It cannot be told.
    Unresolved,
    /// It is ill-formed and was not asked.
    Held,
}

/// A search.
pub trait Search: Send {
    /// The next question; none at the fixpoint, and once [`super::Admission::cancelled`] is set. The same answer until
    /// fed. A search that does not know `current` begins its list or level anew.
    fn next(&mut self, current: &TestCase) -> Option<Question>;

    /// Tells what became of the question returned last. The driver adopts a candidate if and only if it is interesting
    /// and smaller than the current test case.
    fn feed(&mut self, fed: &Fed);

    /// Begins anew, but for remembering on which text it found nothing.
    fn restart(&mut self);

    /// Where the search is, for a progress display; none where it has no place to tell.
    fn position(&self) -> Option<Position> {
        None
    }

    /// A clone. Its lists are shared, so that it costs little.
    fn boxed(&self) -> Box<dyn Search>;
}

impl Clone for Box<dyn Search> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
