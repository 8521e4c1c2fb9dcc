//! A second checker for the same case, in slots of its own: for another thread to run ahead in.

use super::{Asker, Checker, Solver};
use crate::observation::Limits;
use crate::oracle::{Answer, Oracle};
use crate::solver::{Slot, SlotError, Stop};
use std::sync::Arc;

/// What it takes to make one.
#[derive(Clone)]
pub struct Twin {
    solvers: Vec<(Solver, Limits)>,
    oracle: Arc<dyn Oracle>,
    golden: Arc<[Answer]>,
}

impl Twin {
    pub(super) fn of(askers: &[Asker], oracle: &Arc<dyn Oracle>, golden: &Arc<[Answer]>) -> Twin {
        let solvers = askers
            .iter()
            .map(|asker| (asker.solver().clone(), *asker.limits()));
        Twin {
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
        let mut askers = Vec::new();
        for (solver, limits) in &self.solvers {
            let slot = Slot::new()?;
            stop.watch(slot.interrupter());
            askers.push(Asker::new(slot, solver.clone(), *limits));
        }
        Ok(Checker::new(
            askers,
            Arc::clone(&self.oracle),
            Arc::clone(&self.golden),
        ))
    }
}
