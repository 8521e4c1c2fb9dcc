//! Hints: which parts of a text most likely do not matter, according to a solver that refutes the text.
//!
//! The failure may be that of another solver. If one solver must answer `unsat`, the parts that its refutation needs
//! must stay, and so must those that make the solver under test fail; all others are most likely superfluous.

use super::{CheckError, Checker};
use crate::language::{HintDepth, Superfluous, TestCase};
use crate::oracle::Ask;

impl Checker {
    /// The parts of a text that are most likely superfluous. If the solver says nothing about this depth, because being
    /// asked makes it behave differently, it is asked about the next one. None if no solver can be asked.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted. In a replay, the store lacks the answer.
    pub fn superfluous(
        &mut self,
        case: &TestCase,
        depth: HintDepth,
    ) -> Result<Option<Superfluous>, CheckError> {
        let Some(solver) = self.refuting() else {
            return Ok(None);
        };
        let mut superfluous = None;
        for &depth in depth.and_next() {
            let Some(hint) = self.language.hint(case, depth) else {
                continue;
            };
            let purpose = self.purpose();
            let run = self.clients[solver].observe_other(&hint.text, purpose)?;
            let nodes = run
                .as_ref()
                .and_then(|run| run.out.whole())
                .and_then(|output| hint.superfluous(output))
                .unwrap_or_default();
            let is_empty = nodes.is_empty();
            superfluous = Some(Superfluous { depth, nodes });
            if !is_empty {
                break;
            }
        }
        Ok(superfluous)
    }

    /// The number of the first solver that refuted the golden text, so that it must refute every candidate.
    pub fn refuting(&self) -> Option<usize> {
        (0..self.clients.len()).find(|&solver| {
            self.golden
                .iter()
                .find(|answer| answer.ask == Ask::of(solver))
                .and_then(|answer| answer.evidence.as_ref())
                .is_some_and(|run| self.language.refutes(&run.observation.out.head))
        })
    }
}
