//! Checks: the oracle's questions, answered from memory, from the store or by a run.
//!
//! Invariants: every question goes through the store, if there is one; what could not be run, and what only the
//! machine's load explains, is never stored; a text is decided once.

mod asker;
mod counts;
mod error;

pub use asker::Asker;
pub use counts::Counts;
pub use error::CheckError;

use crate::oracle::{Answer, Ask, Evidence, Next, Oracle};
use crate::outcome::Outcome;
use rustc_hash::FxHashMap;

/// Decides texts of one case.
pub struct Checker<'a> {
    /// The solvers that the oracle may ask, by number.
    askers: Vec<Asker<'a>>,
    oracle: Box<dyn Oracle>,
    /// What the golden run answered.
    golden: Vec<Answer>,
    /// The outcomes of the texts decided so far.
    decided: FxHashMap<[u8; 32], Outcome>,
    counts: Counts,
}

impl<'a> Checker<'a> {
    /// A checker that compares with these golden answers.
    pub fn new(askers: Vec<Asker<'a>>, oracle: Box<dyn Oracle>, golden: Vec<Answer>) -> Self {
        Checker {
            askers,
            oracle,
            golden,
            decided: FxHashMap::default(),
            counts: Counts::default(),
        }
    }

    /// What was counted, by all its solvers.
    pub fn counts(&self) -> Counts {
        self.askers
            .iter()
            .fold(self.counts, |sum, asker| sum + asker.counts())
    }

    /// The outcome of a text.
    ///
    /// # Errors
    /// Where a solver cannot be run, or the run was interrupted.
    pub fn check(&mut self, text: &[u8]) -> Result<Outcome, CheckError> {
        let hash = *blake3::hash(text).as_bytes();
        if let Some(&outcome) = self.decided.get(&hash) {
            self.counts.hits += 1;
            return Ok(outcome);
        }
        let runs_before = self.counts().runs;
        let (outcome, _) = self.decide(text, |asker, ask, text| asker.ask(text, ask.nth))?;
        if self.counts().runs == runs_before {
            self.counts.hits += 1;
        }
        self.decided.insert(hash, outcome);
        Ok(outcome)
    }

    /// The outcome of a text by runs past memory and store, and what they answered.
    ///
    /// # Errors
    /// Where a solver cannot be run, or the run was interrupted.
    pub fn check_afresh(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        self.decide(text, |asker, _, text| asker.run(text))
    }

    /// The failure of answers that are interesting, in one line.
    pub fn signature(&self, answers: &[Answer]) -> Option<String> {
        self.oracle
            .accept_golden(answers)
            .ok()
            .map(|reproduced| reproduced.signature)
    }

    fn decide(
        &mut self,
        text: &[u8],
        mut answer: impl FnMut(&mut Asker<'a>, Ask, &[u8]) -> Result<Option<Evidence>, CheckError>,
    ) -> Result<(Outcome, Vec<Answer>), CheckError> {
        let mut seen = Vec::new();
        loop {
            match self.oracle.next(&self.golden, &seen) {
                Next::Outcome(outcome) => return Ok((outcome, seen)),
                Next::Ask(ask) => {
                    let asker = self
                        .askers
                        .get_mut(ask.solver)
                        .ok_or(CheckError::NoSuchSolver(ask.solver))?;
                    let evidence = answer(asker, ask, text)?;
                    seen.push(Answer { ask, evidence });
                }
            }
        }
    }
}
