//! The messages between a search and its driver: candidates in one direction, answers in the other.

use crate::language::{HintDepth, Superfluous, TestCase};
use crate::outcome::{Outcome, Patience};
use crate::tree::Edit;
use std::sync::Arc;

/// A proposed next text, with everything that is needed to check it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The test case that is edited.
    pub base: TestCase,
    /// The edit, which joins all its parts.
    pub edit: Arc<Edit>,
    /// Whether the filter holds the candidate back.
    pub is_held: bool,
    /// The name of the mutator that proposed the candidate.
    pub by: &'static str,
    /// What happens if it takes long to find out whether the candidate is interesting.
    pub asking: Asking,
}

/// What happens if it takes long to find out whether a candidate is interesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// The answer is "unresolved", and the candidate may be asked about again.
    First,
    /// The candidate is dropped and not asked about again.
    Passing,
    /// The answer may take up to the full limits.
    Final,
}

impl Candidate {
    /// The same candidate, asked about in this way.
    pub(super) fn asked(self, asking: Asking) -> Candidate {
        Candidate { asking, ..self }
    }

    /// How long the answer may take.
    pub fn patience(&self) -> Patience {
        match self.asking {
            Asking::First | Asking::Passing => Patience::Short,
            Asking::Final => Patience::Full,
        }
    }

    /// The edited text. None if the candidate is held back. This takes time linear in the text, so it is called only
    /// once the text is certainly needed.
    pub fn text(&self) -> Option<Vec<u8>> {
        (!self.is_held).then(|| self.base.edited_text(&self.edit))
    }

    /// The answer with this outcome, when `current` is the current test case.
    pub fn answer(&self, current: &TestCase, outcome: Outcome) -> Fed {
        match outcome {
            Outcome::Interesting => {
                let now = self.base.apply(&self.edit);
                let adopted = now.is_smaller(current);
                Fed::Interesting { now, adopted }
            }
            Outcome::Uninteresting => Fed::Uninteresting,
            Outcome::Unresolved => Fed::Unresolved,
            Outcome::Held => Fed::Held,
        }
    }
}

/// The answer about the candidate that was proposed last.
#[derive(Clone, Debug)]
pub enum Fed {
    /// The candidate is interesting.
    Interesting {
        /// The candidate as a test case.
        now: TestCase,
        /// Whether the candidate is smaller than the current test case and has replaced it.
        adopted: bool,
    },
    /// The candidate is not interesting.
    Uninteresting,
    /// It is unknown whether the candidate is interesting; [`Asking::Final`] may find out.
    Unresolved,
    /// The filter considers the candidate ill-formed, so it was not checked.
    Held,
    /// The candidate is presumed not to be interesting, so it was not checked.
    Skipped,
}

impl Fed {
    /// The same answer for a search on the way to another text, where each interesting candidate replaces the one
    /// before it, whatever the driver does.
    pub(super) fn on_the_way(&self) -> Fed {
        let mut fed = self.clone();
        if let Fed::Interesting { adopted, .. } = &mut fed {
            *adopted = true;
        }
        fed
    }
}

/// What a search is trying, for progress displays. Nothing depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The stage of the strategy, such as `ddmin terms`. Empty if the search has only one stage.
    pub stage: &'static str,
    /// The mutator that made the last candidate.
    pub mutator: &'static str,
    /// How many nodes are changed at once.
    pub granularity: usize,
    /// How many nodes were visited before the last candidate.
    pub visited: usize,
    /// How many nodes there are to visit.
    pub nodes: usize,
}

/// A search.
pub trait Search: BoxedSearch + Send {
    /// The next candidate. None at the fixpoint, and once [`super::Admission::cancelled`] is due. Further calls return
    /// the same candidate until [`Search::feed`] is called. If `current` is not the text that the search was at, the
    /// search starts its list or level again.
    fn next(&mut self, current: &TestCase) -> Option<Candidate>;

    /// Takes the answer about the candidate returned last. The driver adopts a candidate if and only if the candidate is
    /// interesting and smaller than the current test case.
    fn feed(&mut self, fed: &Fed);

    /// The depth of the hint that the search wants about this text. None if it wants no hint.
    fn wants_hint(&self, _current: &TestCase) -> Option<HintDepth> {
        None
    }

    /// Takes the hint that it wanted.
    fn take_hint(&mut self, _current: &TestCase, _superfluous: &Superfluous) {}

    /// Starts again, but still remembers the text in which it found nothing.
    fn restart(&mut self);

    /// The current position, for a progress display. None if the search has no position.
    fn position(&self) -> Option<Position> {
        None
    }
}

/// What any search that can be cloned has.
pub trait BoxedSearch {
    /// A clone. It shares its lists with this search, so it is cheap.
    fn boxed(&self) -> Box<dyn Search>;
}

impl<T: Search + Clone + 'static> BoxedSearch for T {
    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Search> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}
