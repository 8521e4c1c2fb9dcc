//! Hints: which parts of a text most likely do not matter, as a solver tells that refutes the text.
//!
//! The failure may be that of another solver: where one has to answer `unsat`, only what its refutation needs must
//! stay, and what makes the solver under test fail besides.

use super::{CheckError, Checker};
use crate::language::{HintDepth, Superfluous, TestCase};
use crate::oracle::Ask;

impl Checker {
    /// What of a text is most likely superfluous. If the solver does not tell about this depth, because what it is
    /// asked makes it behave otherwise, it is asked about the next one. None if no solver can be asked.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted. In a replay, the store lacks the answer.
    pub fn superfluous(
        &mut self,
        case: &TestCase,
        depth: HintDepth,
    ) -> Result<Option<Superfluous>, CheckError> {
        let (Some(hints), Some(solver)) = (self.language.hints(), self.refuting()) else {
            return Ok(None);
        };
        let mut told = None;
        for &depth in depth.and_next() {
            let Some(hint) = hints.hint(case, depth) else {
                continue;
            };
            let purpose = self.purpose();
            let run = self.clients[solver].observe_other(&hint.text, purpose)?;
            let output = run.as_ref().and_then(|(run, _)| run.out.whole());
            let nodes = output.and_then(|output| hint.superfluous(output));
            let nodes = nodes.unwrap_or_default();
            let tells = !nodes.is_empty();
            told = Some(Superfluous { depth, nodes });
            if tells {
                break;
            }
        }
        Ok(told)
    }

    /// The number of the first solver that refuted the golden text, so that it must refute every candidate.
    pub fn refuting(&self) -> Option<usize> {
        let hints = self.language.hints()?;
        let refutes = |solver: &usize| {
            let answer = self
                .golden
                .iter()
                .find(|answer| answer.ask == Ask::of(*solver));
            let evidence = answer.and_then(|answer| answer.evidence.as_ref());
            evidence.is_some_and(|run| hints.refutes(&run.observation.out.head))
        };
        (0..self.clients.len()).find(refutes)
    }
}
