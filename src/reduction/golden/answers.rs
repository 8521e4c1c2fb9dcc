//! Makes the runs that an oracle needs to know the behaviour to keep.

use crate::oracle::{Answer, Evidence};
use crate::reduction::Problem;
use crate::reduction::prepare::Prepared;

/// The answers to all that the oracle asks about the golden text.
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
