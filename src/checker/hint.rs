//! Hints: which parts of a text most likely do not matter, as a solver tells that refutes the text.
//!
//! The failure may be that of another solver: where one has to answer `unsat`, only what its refutation needs must stay,
//! and what makes the solver under test fail besides.

use super::{CheckError, Checker};
use crate::language::TestCase;
use crate::oracle::Ask;
use crate::tree::Node;

impl Checker {
    /// The nodes of a text that are most likely superfluous; none if no solver can tell.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted. In a replay, the store lacks the answer.
    pub fn superfluous(&mut self, case: &TestCase) -> Result<Vec<Node>, CheckError> {
        let purpose = self.purpose();
        let Some(solver) = self.refuting() else {
            return Ok(Vec::new());
        };
        let Some(client) = self.clients.get_mut(solver) else {
            return Ok(Vec::new());
        };
        // Small marks change what a solver does least, so whole top-level expressions come second.
        for is_inner in [true, false] {
            let Some(hint) = self.language.hint(case, is_inner) else {
                continue;
            };
            let Some((run, _)) = client.observe_in_turn(&hint.text, purpose)? else {
                continue;
            };
            let nodes = run.out.whole().and_then(|output| hint.superfluous(output));
            if let Some(nodes) = nodes {
                return Ok(nodes);
            }
        }
        Ok(Vec::new())
    }

    /// The first solver that refuted the golden text.
    fn refuting(&self) -> Option<usize> {
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
