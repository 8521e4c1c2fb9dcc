//! What is needed to start another checker of the same case in slots of its own, for a thread that prefetches.

use super::{Checker, Solver, SolverClient};
use crate::language::Language;
use crate::observation::Limits;
use crate::oracle::{Answer, Oracle};
use crate::solver::{Slot, SlotError, Stop};
use std::sync::Arc;

/// The solvers, the oracle and the golden answers of a case.
#[derive(Clone)]
pub struct CheckerSpec {
    language: &'static dyn Language,
    solvers: Vec<(Solver, Limits)>,
    oracle: Arc<dyn Oracle>,
    golden: Arc<[Answer]>,
}

impl Checker {
    /// What another thread needs to start a checker for the same case.
    pub fn spec(&self) -> CheckerSpec {
        CheckerSpec::of(self.language, &self.clients, &self.oracle, &self.golden)
    }
}

impl CheckerSpec {
    /// That of a checker with such clients. Without golden answers, it makes golden runs.
    pub fn of(
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

    /// Starts a checker with a new slot for each solver; the slots end with `stop`.
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
        let (oracle, golden) = (Arc::clone(&self.oracle), Arc::clone(&self.golden));
        Ok(Checker::new(self.language, clients, oracle, golden))
    }
}
