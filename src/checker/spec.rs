//! What it takes to start another checker of the same case, in slots of its own: for a thread that prefetches.

use super::{Solver, SolverClient};
use crate::observation::Limits;
use crate::oracle::{Answer, Oracle};
use crate::solver::{Slot, SlotError, Stop};
use std::sync::Arc;

/// The solvers, the oracle and the golden answers of a case.
#[derive(Clone)]
pub struct CheckerSpec {
    solvers: Vec<(Solver, Limits)>,
    pub(super) oracle: Arc<dyn Oracle>,
    pub(super) golden: Arc<[Answer]>,
}

impl CheckerSpec {
    pub(super) fn of(
        clients: &[SolverClient],
        oracle: &Arc<dyn Oracle>,
        golden: &Arc<[Answer]>,
    ) -> CheckerSpec {
        let solvers = clients
            .iter()
            .map(|client| (client.solver().clone(), *client.limits()));
        CheckerSpec {
            solvers: solvers.collect(),
            oracle: Arc::clone(oracle),
            golden: Arc::clone(golden),
        }
    }

    /// Clients in new slots, which end with `stop`.
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
