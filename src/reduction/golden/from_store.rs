//! The golden runs from the store alone, for a proof, which runs no solver.

use super::flaky;
use super::runs::{set_candidate_limits, stored_cpu};
use super::second_time::{kept_second, limit_first};
use crate::checker::{CheckError, Purpose, SolverClient};
use crate::oracle::{Answer, Evidence};
use crate::outcome::Patience;
use crate::reduction::NotReduced;
use crate::reduction::limits::second_sets_limit;
use crate::reduction::prepare::Prepared;
use std::cell::Cell;

/// The golden answers in the store; none if it lacks one. The limits of candidates are set as far as the golden times
/// are known.
///
/// # Errors
/// The stored runs do not show the failure.
pub(in crate::reduction) fn golden_from_store(
    prepared: &mut Prepared<'_>,
) -> Result<Option<Vec<Answer>>, NotReduced> {
    // The limits of the golden runs come first, because stored runs are looked up under limits.
    let stored = stored_cpu(prepared);
    if second_sets_limit(prepared.task.settings) {
        prepared.second_cpu = stored
            .get(1)
            .copied()
            .flatten()
            .or_else(|| kept_second(prepared));
        if let Some(second) = prepared.second_cpu {
            limit_first(prepared, second);
        }
    }
    // An answer that the store lacks is none, and is noted. The oracle asks on, so that the times of the others are
    // known.
    let lacks = Cell::new(false);
    let stored_run =
        |client: &mut SolverClient, text: &[u8], nth| -> Result<Option<Evidence>, CheckError> {
            match client.ask(text, nth, Patience::Full, Purpose::Replay) {
                Err(CheckError::NotStored) => {
                    lacks.set(true);
                    Ok(None)
                }
                known => known,
            }
        };
    // If the solver is known to be flaky, the numbered runs count; otherwise there is a single golden run to compare
    // with.
    let commonest = if flaky::is_known(prepared) {
        flaky::commonest_failure(prepared, stored_run)?
    } else {
        None
    };
    let rate = commonest.as_ref().and_then(|failure| failure.rate);
    let golden = match commonest {
        Some(failure) => failure.answers,
        None => prepared
            .solvers
            .answers(prepared.case.text(), |client, _, read| {
                stored_run(client, read, 0)
            })?,
    };
    set_candidate_limits(prepared, &stored, &golden);
    if lacks.get() {
        return Ok(None);
    }
    prepared
        .solvers
        .oracle
        .accept_golden(&golden)
        .map_err(|why| NotReduced::not_reproduced(why.to_string()))?;
    if let Some(rate) = rate {
        flaky::repeat(prepared, rate);
    }
    Ok(Some(golden))
}
