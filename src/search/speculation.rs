//! A search that goes ahead of the real one: a clone that is fed answers that are assumed or already known.

use super::{Candidate, Fed, Search};
use crate::language::TestCase;
use crate::outcome::{Outcome, Patience};

/// A clone of a search that waits for an answer.
#[derive(Clone)]
pub struct Speculation {
    search: Box<dyn Search>,
    current: TestCase,
    /// The candidate whose answer the search waits for.
    candidate: Candidate,
    /// The driver passes over candidates with at least this many bytes.
    bound: usize,
}

/// What a search does once it has its answer.
pub enum Ahead {
    /// It asks about a text, with this patience, and waits for the answer.
    Asks(Vec<u8>, Patience),
    /// It ends with this test case.
    Ends(TestCase),
    /// The speculation was broken off, because it is no longer wanted.
    Cut,
}

impl Speculation {
    /// Goes on from a search that waits for the answer about a candidate. Candidates with at least `bound` bytes are passed
    /// over.
    pub fn of(
        search: &dyn Search,
        current: &TestCase,
        candidate: &Candidate,
        bound: usize,
    ) -> Speculation {
        Speculation {
            search: search.boxed(),
            current: current.clone(),
            candidate: candidate.clone(),
            bound,
        }
    }

    /// The number of cells of the text from which the search goes on.
    pub fn cells(&self) -> usize {
        self.current.tree().cells().len()
    }

    /// The length of the text from which the search goes on.
    pub fn bytes(&self) -> usize {
        self.current.text().len()
    }

    /// The stage of the search that asks about the candidate.
    pub fn stage(&self) -> &'static str {
        self.search.position().map_or("", |position| position.stage)
    }

    /// What the search does after an answer with this outcome, as long as `is_wanted` holds.
    pub fn go_on(&mut self, outcome: Outcome, is_wanted: impl Fn() -> bool) -> Ahead {
        let mut fed = self.fed(outcome);
        while is_wanted() {
            self.search.feed(&fed);
            let Some(candidate) = self.search.next(&self.current) else {
                return Ahead::Ends(self.current.clone());
            };
            self.candidate = candidate;
            fed = match self.candidate.text() {
                Some(text) if text.len() < self.bound => {
                    return Ahead::Asks(text, self.candidate.patience());
                }
                Some(_) => Fed::Skipped,
                None => Fed::Held,
            };
        }
        Ahead::Cut
    }

    /// The answer as the driver would give it; the candidate becomes the current test case if the driver would adopt
    /// it.
    fn fed(&mut self, outcome: Outcome) -> Fed {
        let fed = self.candidate.answer(&self.current, outcome);
        if let Fed::Interesting { now, adopted: true } = &fed {
            self.current = now.clone();
        }
        fed
    }
}

/// A made-up search, for tests of the code that speculates.
#[cfg(test)]
pub(crate) mod made_up {
    use super::super::{Asking, Candidate, Fed, Search};
    use super::Speculation;
    use crate::language::{Lines, Syntax, TestCase};
    use crate::tree::{Edit, ROOT};
    use std::sync::Arc;

    /// Removes one line after another, and keeps those that are needed.
    #[derive(Clone)]
    struct LineByLine {
        kept: usize,
    }

    impl LineByLine {
        fn candidate(&self, current: &TestCase) -> Option<Candidate> {
            let line = current.tree().child(ROOT, self.kept)?;
            Some(Candidate {
                base: current.clone(),
                edit: Arc::new(Edit::delete(current.tree(), line)),
                is_held: false,
                by: "one-by-one",
                asking: Asking::First,
            })
        }
    }

    impl Search for LineByLine {
        fn next(&mut self, current: &TestCase) -> Option<Candidate> {
            self.candidate(current)
        }

        fn feed(&mut self, fed: &Fed) {
            self.kept += usize::from(!matches!(fed, Fed::Interesting { .. }));
        }

        fn restart(&mut self) {
            self.kept = 0;
        }
    }

    /// A search that has asked whether these lines but the first are interesting. A letter stands for a line.
    pub(crate) fn one_by_one(lines: &str) -> Speculation {
        let parsed = Lines.parse(&text(lines)).expect("a case");
        let case = TestCase::new(&Lines, parsed);
        let search = LineByLine { kept: 0 };
        let candidate = search.candidate(&case).expect("a line");
        Speculation::of(&search, &case, &candidate, usize::MAX)
    }

    /// These lines as a text.
    pub(crate) fn text(lines: &str) -> Vec<u8> {
        let text: String = lines.chars().flat_map(|line| [line, '\n']).collect();
        text.into_bytes()
    }

    /// The lines of a text, a letter each.
    pub(crate) fn letters(text: &[u8]) -> String {
        String::from_utf8_lossy(text).replace('\n', "")
    }
}
