//! Decides texts: asks what the oracle wants to know of each, and remembers its outcome.

use super::{CheckError, CheckerSpec, Counts, Purpose, Rerun, SolverClient};
use crate::oracle::{Answer, Ask, Evidence, Next, Oracle};
use crate::outcome::Outcome;
use crate::solver::{Interrupter, Slot, SlotError, Stop};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Decides texts of one case.
pub struct Checker {
    /// The solvers that the oracle may ask, by number.
    clients: Vec<SolverClient>,
    oracle: Arc<dyn Oracle>,
    /// What the golden run answered.
    golden: Arc<[Answer]>,
    /// The outcomes of the texts decided so far.
    decided: FxHashMap<[u8; 32], Outcome>,
    counts: Counts,
    /// Where a reduction is only replayed: the sample that is asked again, and the case's id.
    replay: Option<(Arc<Rerun>, String)>,
}

impl Checker {
    /// A checker that compares with these golden answers.
    pub fn new(
        clients: Vec<SolverClient>,
        oracle: impl Into<Arc<dyn Oracle>>,
        golden: impl Into<Arc<[Answer]>>,
    ) -> Self {
        Checker {
            clients,
            oracle: oracle.into(),
            golden: golden.into(),
            decided: FxHashMap::default(),
            counts: Counts::default(),
            replay: None,
        }
    }

    /// From now on only the store answers checks, and for a sample the solver is asked again.
    pub fn replay(&mut self, rerun: Arc<Rerun>, case: &str) {
        self.replay = Some((rerun, case.to_owned()));
    }

    /// What was counted, by all its solvers.
    pub fn counts(&self) -> Counts {
        self.clients
            .iter()
            .fold(self.counts, |sum, client| sum + client.counts())
    }

    /// How many runs there were so far, with those that others make ahead for this case just now.
    pub fn runs_so_far(&self) -> u64 {
        let counts = self.counts();
        let prefetched = self
            .clients
            .iter()
            .map(|client| client.solver().prefetched.made());
        counts.runs - counts.prefetch_runs + prefetched.sum::<u64>()
    }

    /// Adds what others have counted for this case.
    pub fn add(&mut self, counts: Counts) {
        self.counts = self.counts + counts;
    }

    /// Starts a checker of the same case in slots of its own, which end with `stop`.
    ///
    /// # Errors
    /// A slot cannot be started.
    pub fn start(spec: &CheckerSpec, stop: &Stop) -> Result<Checker, SlotError> {
        Ok(Checker::new(
            spec.start_clients(stop)?,
            Arc::clone(&spec.oracle),
            Arc::clone(&spec.golden),
        ))
    }

    /// What it takes to ask the same solvers the same things in other slots.
    pub fn spec(&self) -> CheckerSpec {
        CheckerSpec::of(&self.clients, &self.oracle, &self.golden)
    }

    /// The outcome of a text.
    ///
    /// # Errors
    /// Where a solver cannot be run, the run was interrupted, or only the store is to answer and does not know.
    pub fn check(&mut self, text: &[u8]) -> Result<Outcome, CheckError> {
        let hash = *blake3::hash(text).as_bytes();
        if let Some(&outcome) = self.decided.get(&hash) {
            self.counts.hits += 1;
            return Ok(outcome);
        }
        let made = |counts: Counts| counts.runs + counts.prefetch_used;
        let before = made(self.counts());
        let (outcome, _) = match self.replay.clone() {
            Some((rerun, case)) => self.recall(text, &rerun, &case)?,
            None => self.probe(text)?,
        };
        self.counts.hits += u64::from(made(self.counts()) == before);
        self.decided.insert(hash, outcome);
        Ok(outcome)
    }

    /// The outcome of a text and the answers that decide it, through the store; nothing is counted as a check.
    ///
    /// # Errors
    /// Where a solver cannot be run, or the run was interrupted.
    pub fn probe(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        self.decide(text, |client, ask, text| {
            client.ask(text, ask.nth, Purpose::Search)
        })
    }

    /// What the store says of a text. If the sample picks it, the solver is asked again.
    fn recall(
        &mut self,
        text: &[u8],
        rerun: &Rerun,
        case: &str,
    ) -> Result<(Outcome, Vec<Answer>), CheckError> {
        let stored = self.stored(text);
        if matches!(stored, Err(CheckError::NotStored)) {
            rerun.ends(case);
        }
        let stored = stored?;
        if rerun.picks(text) {
            self.check_afresh(text)?;
        }
        Ok(stored)
    }

    fn stored(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        self.decide(text, |client, ask, text| {
            client.ask(text, ask.nth, Purpose::Replay)
        })
    }

    /// Runs what a check of this text would ask, and puts it aside; what the outcome would be.
    ///
    /// # Errors
    /// Where a solver cannot be run, or the run was interrupted.
    pub fn prefetch(&mut self, text: &[u8]) -> Result<Outcome, CheckError> {
        let ask = |client: &mut SolverClient, ask: Ask, text: &[u8]| {
            client.ask(text, ask.nth, Purpose::Prefetch)
        };
        Ok(self.decide(text, ask)?.0)
    }

    /// Handles that end its runs from other threads.
    pub fn interrupters(&self) -> Vec<Interrupter> {
        let slots = self.clients.iter().map(SolverClient::slot);
        slots.map(Slot::interrupter).collect()
    }

    /// The outcome of a text by runs past memory and store, and what they answered.
    ///
    /// # Errors
    /// Where a solver cannot be run, or the run was interrupted.
    pub fn check_afresh(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        let now = self.decide(text, |client, _, text| client.run(text))?;
        if let Some((rerun, case)) = self.replay.clone()
            && let Ok(stored) = self.stored(text)
        {
            let stored = (stored.0, &stored.1[..]);
            rerun.compare((&case, text), stored, (now.0, &now.1));
        }
        Ok(now)
    }

    /// The failure of answers that are interesting, in one line.
    pub fn signature(&self, answers: &[Answer]) -> Option<String> {
        self.oracle
            .accept_golden(answers)
            .ok()
            .map(|reproduced| reproduced.signature)
    }

    fn decide(
        &mut self,
        text: &[u8],
        mut answer: impl FnMut(&mut SolverClient, Ask, &[u8]) -> Result<Option<Evidence>, CheckError>,
    ) -> Result<(Outcome, Vec<Answer>), CheckError> {
        let mut seen = Vec::new();
        loop {
            match self.oracle.next(&self.golden, &seen) {
                Next::Outcome(outcome) => return Ok((outcome, seen)),
                Next::Ask(ask) => {
                    let client = self
                        .clients
                        .get_mut(ask.solver)
                        .ok_or(CheckError::NoSuchSolver(ask.solver))?;
                    let evidence = answer(client, ask, text)?;
                    seen.push(Answer { ask, evidence });
                }
            }
        }
    }
}
