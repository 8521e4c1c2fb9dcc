//! What is needed to start another checker of the same case in slots of its own, for a thread that prefetches.

use super::{Solver, SolverClient};
use crate::language::Language;
use crate::observation::Limits;
use crate::oracle::{Answer, Oracle};
use crate::solver::{Slot, SlotError, Stop};
use std::sync::Arc;

/// The solvers, the oracle and the golden answers of a case.
#[derive(Clone)]
pub struct CheckerSpec {
    pub(super) language: &'static dyn Language,
    solvers: Vec<(Solver, Limits)>,
    pub(super) oracle: Arc<dyn Oracle>,
    pub(super) golden: Arc<[Answer]>,
}

impl CheckerSpec {
    pub(super) fn of(
        language: &'static dyn Language,
        clients: &[SolverClient],
        oracle: &Arc<dyn Oracle>,
        golden: &Arc<[Answer]>,
    ) -> CheckerSpec {
        CheckerSpec {
            language,
            solvers: clients
                .iter()
                .map(|client| (client.solver().clone(), *client.limits()))
                .collect(),
            oracle: Arc::clone(oracle),
            golden: Arc::clone(golden),
        }
    }

    /// What is needed to start a checker that makes golden runs, because there are no golden answers yet.
    pub fn before_golden(
        language: &'static dyn Language,
        clients: &[SolverClient],
        oracle: &Arc<dyn Oracle>,
    ) -> CheckerSpec {
        CheckerSpec::of(language, clients, oracle, &Arc::from([]))
    }

    /// Starts a client for each solver in a new slot; the slots end with `stop`.
    pub(super) fn start_clients(&self, stop: &Stop) -> Result<Vec<SolverClient>, SlotError> {
        let mut clients = Vec::new();
        for (solver, limits) in &self.solvers {
            let slot = Slot::new()?;
            stop.watch(slot.interrupter());
            clients.push(SolverClient::new(slot, solver.clone(), *limits));
        }
        Ok(clients)
    }
}
