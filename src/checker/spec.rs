//! A second checker for the same case, in slots of its own: for another thread to run ahead in.

use super::{Checker, Solver, SolverClient};
use crate::observation::Limits;
use crate::oracle::{Answer, Oracle};
use crate::solver::{Slot, SlotError, Stop};
use std::sync::Arc;

/// What it takes to make one.
#[derive(Clone)]
pub struct CheckerSpec {
    solvers: Vec<(Solver, Limits)>,
    oracle: Arc<dyn Oracle>,
    golden: Arc<[Answer]>,
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

    /// Starts its slots, which end with `stop`.
    ///
    /// # Errors
    /// A slot cannot be started.
    pub fn start(&self, stop: &Stop) -> Result<Checker, SlotError> {
        let mut clients = Vec::new();
        for (solver, limits) in &self.solvers {
            let slot = Slot::new()?;
            stop.watch(slot.interrupter());
            clients.push(SolverClient::new(slot, solver.clone(), *limits));
        }
        Ok(Checker::new(
            clients,
            Arc::clone(&self.oracle),
            Arc::clone(&self.golden),
        ))
    }
}
