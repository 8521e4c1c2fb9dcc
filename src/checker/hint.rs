//! Hints: which parts of a text most likely do not matter, as a solver tells that refutes the text.
//!
//! The failure may be that of another solver: where one has to answer `unsat`, only what its refutation needs must stay,
//! and what makes the solver under test fail besides.

use super::{CheckError, Checker};
use crate::language::TestCase;
use crate::oracle::Ask;
use crate::tree::Node;

impl Checker {
    /// The nodes of a text that are most likely superfluous, with `is_inner` those inside top-level expressions, too. None
    /// if no solver can be asked; no nodes if it does not tell. If the solver cannot tell about those inside, because what it is asked makes it behave
    /// otherwise, only top-level expressions are asked about.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted. In a replay, the store lacks the answer.
    pub fn superfluous(
        &mut self,
        case: &TestCase,
        is_inner: bool,
    ) -> Result<Option<Vec<Node>>, CheckError> {
        let Some(solver) = self.refuting() else {
            return Ok(None);
        };
        let mut is_asked = false;
        let depths: &[bool] = if is_inner { &[true, false] } else { &[false] };
        for &is_inner in depths {
            let Some(hint) = self.language.hint(case, is_inner) else {
                continue;
            };
            is_asked = true;
            let purpose = self.purpose();
            let run = self.clients[solver].observe_in_turn(&hint.text, purpose)?;
            let output = run.as_ref().and_then(|(run, _)| run.out.whole());
            let nodes = output.and_then(|output| hint.superfluous(output));
            if let Some(nodes) = nodes.filter(|nodes| !nodes.is_empty()) {
                return Ok(Some(nodes));
            }
        }
        Ok(is_asked.then(Vec::new))
    }

    /// The number of the first solver that refuted the golden text, so that it must refute every candidate.
    pub fn refuting(&self) -> Option<usize> {
        let refutes = |solver: &usize| {
            let answer = self
                .golden
                .iter()
                .find(|answer| answer.ask == Ask::of(*solver));
            let evidence = answer.and_then(|answer| answer.evidence.as_ref());
            evidence.is_some_and(|run| self.language.refutes(&run.observation.out.head))
        };
        (0..self.clients.len()).find(refutes)
    }
}
