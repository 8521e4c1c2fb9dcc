//! Makes the runs that an oracle needs to know the behaviour to keep.

use crate::checker::{CheckError, SolverClient, what_to_read};
use crate::oracle::{About, Answer, Evidence};
use crate::reduction::NotReduced;
use crate::reduction::prepare::Prepared;

/// The answers to all that the oracle asks about the golden text. `run` runs a solver on that text; what is made of the
/// text for a question runs in a slot.
pub(super) fn answers<E: Into<NotReduced>>(
    prepared: &mut Prepared,
    text: &[u8],
    run: impl FnMut(&mut Prepared, usize) -> Result<Option<Evidence>, E>,
) -> Result<Vec<Answer>, NotReduced> {
    answers_by(prepared, text, run, SolverClient::run)
}

/// The same, with `run_made` for the texts that are made for a question.
pub(super) fn answers_by<E: Into<NotReduced>>(
    prepared: &mut Prepared,
    text: &[u8],
    mut run: impl FnMut(&mut Prepared, usize) -> Result<Option<Evidence>, E>,
    mut run_made: impl FnMut(&mut SolverClient, &[u8]) -> Result<Option<Evidence>, CheckError>,
) -> Result<Vec<Answer>, NotReduced> {
    let mut answers = Vec::new();
    while let Some(ask) = prepared.oracle.golden_ask(&answers) {
        let evidence = if ask.about == About::Text {
            run(prepared, ask.solver).map_err(Into::into)?
        } else {
            match what_to_read(prepared.language, text, ask, &answers) {
                Some(made) => run_made(&mut prepared.clients[ask.solver], &made)?,
                None => None,
            }
        };
        answers.push(Answer { ask, evidence });
    }
    Ok(answers)
}
