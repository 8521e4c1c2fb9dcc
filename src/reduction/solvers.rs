//! The solvers of a case, and the runs that they make before its failure is known: from these, the oracle learns which
//! behaviour smaller texts must keep.

use super::NotReduced;
use crate::checker::{CheckError, Checker, SolverClient, what_to_read};
use crate::language::Language;
use crate::oracle::{About, Answer, Ask, Evidence, Oracle};
use std::sync::Arc;

/// The solvers of a case, and the oracle that asks them.
pub(super) struct Solvers {
    /// The language in which texts are read.
    pub(super) language: &'static dyn Language,
    pub(super) clients: Vec<SolverClient>,
    pub(super) oracle: Arc<dyn Oracle>,
}

impl Solvers {
    /// The answers to the questions of the oracle about a text. `run` gets the solver, the question, and what the solver is
    /// to read: the text, or what is derived from it for the question.
    pub(super) fn answers<E: From<CheckError>>(
        &mut self,
        text: &[u8],
        mut run: impl FnMut(&mut SolverClient, Ask, &[u8]) -> Result<Option<Evidence>, E>,
    ) -> Result<Vec<Answer>, E> {
        let mut answers = Vec::new();
        while let Some(ask) = self.oracle.golden_ask(&answers) {
            let client = self.clients.get_mut(ask.solver);
            let client = client.ok_or(CheckError::NoSuchSolver(ask.solver))?;
            let evidence = match what_to_read(self.language, text, ask, &answers) {
                Some(read) => run(client, ask, &read)?,
                None => None,
            };
            answers.push(Answer { ask, evidence });
        }
        Ok(answers)
    }

    /// The same, with each run in a slot.
    pub(super) fn answers_in_slots(&mut self, text: &[u8]) -> Result<Vec<Answer>, CheckError> {
        self.answers(text, |client, _, read| client.run(read))
    }

    /// The same, but `run` runs a solver on the text. What is derived from it runs in a slot.
    pub(super) fn answers_in_place(
        &mut self,
        text: &[u8],
        mut run: impl FnMut(&mut SolverClient, Ask) -> Result<Option<Evidence>, NotReduced>,
    ) -> Result<Vec<Answer>, NotReduced> {
        self.answers(text, |client, ask, read| {
            if ask.about == About::Text {
                run(client, ask)
            } else {
                Ok(client.run(read)?)
            }
        })
    }

    /// What compares texts with these golden answers.
    pub(super) fn checker(self, golden: Vec<Answer>) -> Checker {
        Checker::new(self.language, self.clients, self.oracle, golden)
    }

    /// The fingerprints of the commands, in hexadecimal.
    pub(super) fn fingerprint(&self) -> String {
        fingerprints(&self.clients)
    }
}

/// The fingerprints of the commands of these clients, in hexadecimal.
pub(super) fn fingerprints(clients: &[SolverClient]) -> String {
    clients
        .iter()
        .map(|client| {
            blake3::Hash::from_bytes(client.solver().fingerprint.0)
                .to_hex()
                .to_string()
        })
        .collect::<Vec<_>>()
        .join(" ")
}
