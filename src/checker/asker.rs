//! One solver of a case: asked through the store, run in its slot.

use super::{CheckError, Counts};
use crate::key::{self, Fingerprint, Key};
use crate::observation::{End, Limit, Limits, Observation};
use crate::oracle::Evidence;
use crate::solver::{Closure, Invocation, Ran, Slot, Unresolved, dialect};
use crate::store::{Flight, Session, Turn};
use std::path::Path;
use std::sync::Arc;

/// Asks one solver.
pub struct Asker<'a> {
    slot: Slot,
    invocation: Invocation,
    closure: Closure,
    fingerprint: Fingerprint,
    session: Option<Session>,
    flight: &'a Flight,
    limits: Limits,
    counts: Counts,
}

impl<'a> Asker<'a> {
    /// An asker that begins with these limits.
    pub fn new(
        slot: Slot,
        invocation: Invocation,
        closure: Closure,
        fingerprint: Fingerprint,
        session: Option<Session>,
        flight: &'a Flight,
        limits: Limits,
    ) -> Self {
        Asker {
            slot,
            invocation,
            closure,
            fingerprint,
            session,
            flight,
            limits,
            counts: Counts::default(),
        }
    }

    /// What was counted.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The limits in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Changes the limits of what is asked from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// What the store says of a text, at the limits in force.
    pub fn stored(&self, text: &[u8], nth: u32) -> Option<Observation> {
        let key = key::question(&self.fingerprint, self.limits.memory, text);
        self.lookup(&key, nth)
    }

    fn lookup(&self, key: &Key, nth: u32) -> Option<Observation> {
        self.session.as_ref()?.lookup(key, nth, &self.limits)
    }

    /// What a run of the text did: from the store, from another thread that is running it, or by a run of its own.
    /// None where it cannot be told.
    ///
    /// # Errors
    /// Where the solver cannot be run, or the run was interrupted.
    pub fn ask(&mut self, text: &[u8], nth: u32) -> Result<Option<Evidence>, CheckError> {
        let key = key::question(&self.fingerprint, self.limits.memory, text);
        if let Some(known) = self.lookup(&key, nth) {
            return Ok(Some(self.evidence(Arc::new(known))));
        }
        let flight = self.flight;
        match flight.enter(&key, nth, &self.limits) {
            Turn::Answered(known) => Ok(Some(self.evidence(known))),
            Turn::Run(ticket) => {
                // Whoever ran it since the look above has stored it before giving the ticket back.
                if let Some(known) = self.lookup(&key, nth) {
                    return Ok(Some(self.evidence(Arc::new(known))));
                }
                let Some(observation) = self.observe(text)? else {
                    return Ok(None);
                };
                if let Some(session) = &self.session {
                    session.insert(&key, nth, observation.clone());
                }
                ticket.answer(observation.clone());
                Ok(Some(self.evidence(observation)))
            }
        }
    }

    /// What a run of the text does, past the store; it is stored all the same if the store does not know the text.
    ///
    /// # Errors
    /// Where the solver cannot be run, or the run was interrupted.
    pub fn run(&mut self, text: &[u8]) -> Result<Option<Evidence>, CheckError> {
        let Some(observation) = self.observe(text)? else {
            return Ok(None);
        };
        let key = key::question(&self.fingerprint, self.limits.memory, text);
        if let Some(session) = &self.session
            && session.lookup(&key, 0, &self.limits).is_none()
        {
            session.insert(&key, 0, observation.clone());
        }
        Ok(Some(self.evidence(observation)))
    }

    /// What a run on a file does where it lies, in the caller's directory and environment.
    ///
    /// # Errors
    /// Where the solver cannot be run, or the run was interrupted.
    pub fn run_in_place(&mut self, file: &Path) -> Result<Option<Evidence>, CheckError> {
        let ran = self
            .slot
            .run_in_place(&self.invocation, file, &self.limits)?;
        let observation = self.observed(ran)?;
        Ok(observation.map(|observation| self.evidence(observation)))
    }

    /// Why what is observed serves one output only, if so.
    pub fn opaque(&self) -> Option<&str> {
        self.closure.opaque()
    }

    /// What identifies the command.
    pub fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    fn observe(&mut self, text: &[u8]) -> Result<Option<Arc<Observation>>, CheckError> {
        let ran = self.slot.run(&self.invocation, text, &self.limits)?;
        self.observed(ran)
    }

    fn observed(&mut self, ran: Ran) -> Result<Option<Arc<Observation>>, CheckError> {
        let (observation, decides) = match ran {
            Ran::Observed(observation) => (Some(observation), true),
            Ran::Unresolved(Unresolved::Interrupted) => return Err(CheckError::Interrupted),
            Ran::Unresolved(Unresolved::Wall(observation) | Unresolved::Killed(observation)) => {
                (Some(observation), false)
            }
            Ran::Unresolved(Unresolved::HelperDied) => (None, false),
        };
        self.counts.runs += 1;
        if let Some(observation) = &observation {
            self.count(observation);
        }
        self.closure.unchanged()?;
        Ok(observation.filter(|_| decides).map(Arc::new))
    }

    fn count(&mut self, run: &Observation) {
        self.counts.limit_hits += u64::from(matches!(run.end, End::LimitHit(_)));
        self.counts.wall_kills += u64::from(run.end == End::LimitHit(Limit::Wall));
        self.counts.solver_time += run.wall;
        self.counts.max_rss_kib = self.counts.max_rss_kib.max(run.rss_kib);
    }

    fn evidence(&mut self, observation: Arc<Observation>) -> Evidence {
        let near = observation.cpu * 2 > self.limits.cpu && observation.cpu < self.limits.cpu * 2;
        self.counts.near_limit += u64::from(near);
        Evidence {
            failures: dialect::failures(&observation).into(),
            observation,
        }
    }
}
