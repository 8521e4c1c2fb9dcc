//! Makes the runs from which an oracle learns the behaviour to keep.

use crate::checker::{CheckError, SolverClient, what_to_read};
use crate::oracle::{About, Answer, Evidence};
use crate::reduction::NotReduced;
use crate::reduction::prepare::Prepared;

/// The answers to the questions of the oracle about a text, with each run in a slot.
pub(super) fn answers_in_slots(
    prepared: &mut Prepared<'_>,
    text: &[u8],
) -> Result<Vec<Answer>, NotReduced> {
    answers(prepared, text, |prepared, solver| {
        prepared.clients[solver].run(text)
    })
}

/// The answers to the questions of the oracle about a text. `run` runs the solver with a number on it; a text that is
/// derived from it for a question runs in a slot.
pub(super) fn answers<E: Into<NotReduced>>(
    prepared: &mut Prepared<'_>,
    text: &[u8],
    run: impl FnMut(&mut Prepared<'_>, usize) -> Result<Option<Evidence>, E>,
) -> Result<Vec<Answer>, NotReduced> {
    answers_by(prepared, text, run, SolverClient::run)
}

/// The same answers, with `run_derived` for the texts that are derived for a question.
pub(super) fn answers_by<E: Into<NotReduced>>(
    prepared: &mut Prepared<'_>,
    text: &[u8],
    mut run: impl FnMut(&mut Prepared<'_>, usize) -> Result<Option<Evidence>, E>,
    mut run_derived: impl FnMut(&mut SolverClient, &[u8]) -> Result<Option<Evidence>, CheckError>,
) -> Result<Vec<Answer>, NotReduced> {
    let mut answers = Vec::new();
    while let Some(ask) = prepared.oracle.golden_ask(&answers) {
        let evidence = if ask.about == About::Text {
            run(prepared, ask.solver).map_err(Into::into)?
        } else {
            match what_to_read(prepared.language, text, ask, &answers) {
                Some(derived) => run_derived(&mut prepared.clients[ask.solver], &derived)?,
                None => None,
            }
        };
        answers.push(Answer { ask, evidence });
    }
    Ok(answers)
}
