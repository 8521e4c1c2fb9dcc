//! Good build, bad build: another solver must pass where the solver under test fails.
//!
//! A solver passes if it ends by itself as on the golden text, shows no failure and reports no error that it did not
//! report there. What it answers does not matter.

use super::Evidence;
use super::complaint::refusal;
use super::disagreement::new_error;
use super::entry::OracleEntry;
use super::reproduced::{NotReproduced, Reproduced};
use super::single::Compare;
use super::stream::{all, of};
use super::which::Which;
use crate::outcome::Outcome;

/// The option that names the solver that must pass.
pub(super) const OPTION: &str = "passes-on";

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: OPTION,
    about: "The solver fails in the same way, and another one passes",
    options: &[OPTION],
    choice: None,
};

/// The rule.
pub(super) struct Passes;

impl Compare for Passes {
    fn accept(&self, golden: &Evidence, which: Which) -> Result<Reproduced, NotReproduced> {
        if let Some(failure) = golden.failures.first() {
            return Err(NotReproduced::FailsToo(which, failure.signature.clone()));
        }
        if let Some(said) = refusal(&golden.observation) {
            return Err(NotReproduced::FailsToo(which, said));
        }
        let demand = "it passes: it ends as on the original, without a failure or a new error";
        Ok(Reproduced::without_failure(
            demand.to_owned(),
            demand.to_owned(),
        ))
    }

    fn outcome(&self, golden: &Evidence, candidate: &Evidence) -> Outcome {
        let (first, now) = (&golden.observation, &candidate.observation);
        all([
            of(first.end == now.end),
            of(candidate.failures.is_empty()),
            of(!new_error(first, now)),
        ])
    }
}
