//! Makes the runs that an oracle wants to know of a golden behaviour.

use crate::oracle::{Answer, Evidence};
use crate::reduction::Problem;
use crate::reduction::prepare::Prepared;

/// Answers to all that the oracle wants to know of a golden run.
pub(super) fn answers<E: Into<Problem>>(
    prepared: &mut Prepared,
    mut run: impl FnMut(&mut Prepared, usize) -> Result<Option<Evidence>, E>,
) -> Result<Vec<Answer>, Problem> {
    let mut answers = Vec::new();
    for ask in prepared.oracle.golden_asks() {
        let evidence = run(prepared, ask.solver).map_err(Into::into)?;
        answers.push(Answer { ask, evidence });
    }
    Ok(answers)
}
