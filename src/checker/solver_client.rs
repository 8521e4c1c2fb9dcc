//! Answers questions about one solver of a case: from the store if possible, else by a run in its slot.

use super::counts::is_near;
use super::{CheckError, Counts, Ladder, Prefetched};
use crate::key::{self, Fingerprint, Key};
use crate::language::has_code;
use crate::observation::{End, Limit, Limits, Needs, Observation};
use crate::oracle::Evidence;
use crate::outcome::Patience;
use crate::solver::{
    Dependencies, Invocation, Ran, RunPurpose, Slot, Tracing, Unresolved, dialect, version,
};
use crate::store::{Session, SingleFlight, Turn};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A solver of a case and where its answers are kept. All slots that run the solver share this.
#[derive(Clone, Debug)]
pub struct Solver {
    /// How it is started.
    pub invocation: Invocation,
    /// The files that its behaviour depends on.
    pub dependencies: Dependencies,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
    /// Its part of the store, if there is a store.
    pub session: Option<Session>,
    /// The questions that threads of this process are running.
    pub single_flight: Arc<SingleFlight>,
    /// The prefetched observations of this case.
    pub prefetched: Arc<Prefetched>,
    /// The CPU limits below that of the client.
    pub ladder: Arc<Ladder>,
    /// Whether the stacks of its crashes can be read.
    pub tracing: Arc<Tracing>,
    /// Whether it must not be given code.
    pub is_guarded: bool,
    /// The file in which its starts are counted, if there is one.
    pub launches: Option<PathBuf>,
}

/// A run on a text that is no candidate may take this many times as long as one on a candidate.
const OTHER: u32 = 4;

/// Why an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The search asks.
    Search,
    /// The search will probably ask: the result is kept for it.
    Prefetch,
    /// A search is replayed: only known answers are wanted.
    Replay,
}

/// A client of one solver, with a slot to run it in.
pub struct SolverClient {
    slot: Slot,
    solver: Solver,
    limits: Limits,
    counts: Counts,
}

impl SolverClient {
    /// A client with these initial limits.
    pub fn new(mut slot: Slot, solver: Solver, limits: Limits) -> Self {
        if let Some(launches) = &solver.launches {
            slot.count_launches(launches);
        }
        SolverClient {
            slot,
            solver,
            limits,
            counts: Counts::default(),
        }
    }

    /// The counts of its runs.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the counts of its runs, and resets them.
    pub(super) fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }

    /// The solver.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// From now on, this client asks under the same limits as another one, whose place it takes.
    pub(super) fn succeed(&mut self, before: &SolverClient) {
        self.limits = before.limits;
        self.solver.ladder = Arc::clone(&before.solver.ladder);
        self.solver.prefetched = Arc::clone(&before.solver.prefetched);
        self.solver.is_guarded = before.solver.is_guarded;
    }

    /// From now on, the solver is given no text with code.
    pub fn guard(&mut self) {
        self.solver.is_guarded = true;
    }

    /// Whether the solver must not be given this text, because of the code in it.
    pub(super) fn refuses(&self, text: &[u8]) -> bool {
        self.solver.is_guarded && has_code(text)
    }

    /// Its slot.
    pub fn slot(&self) -> &Slot {
        &self.slot
    }

    /// The version that the solver says it has.
    pub fn version(&mut self) -> Option<String> {
        let Solver {
            invocation,
            dependencies,
            ..
        } = &self.solver;
        version(invocation, dependencies, self.limits.memory, &mut self.slot)
    }

    /// The current limits, at the top of the ladder.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Changes the limits of later runs.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The CPU limit in force for questions that are asked with short patience.
    pub fn short_cpu(&self) -> Duration {
        self.cpu_limit(Patience::Short)
    }

    /// The CPU limit in force for questions that are asked with this patience.
    pub(super) fn cpu_limit(&self, patience: Patience) -> Duration {
        let top = self.limits.cpu;
        match patience {
            Patience::Short => self.solver.ladder.in_force(top),
            Patience::Full => top,
        }
    }

    /// The stored observation of a text under the current limits, if there is one.
    pub fn stored(&self, text: &[u8], nth: u32) -> Option<Observation> {
        self.lookup(&self.question(text), nth, &self.limits)
    }

    /// What the stored observation of a text under the current limits shows, if there is one. This counts nothing.
    pub fn stored_evidence(&self, text: &[u8], nth: u32) -> Option<Evidence> {
        let observation = self.stored(text, nth)?;
        Some(self.told(Arc::new(observation), self.limits.cpu))
    }

    fn question(&self, text: &[u8]) -> Key {
        key::question(&self.solver.fingerprint, self.limits.memory, text)
    }

    /// What a stored observation must contain to be used.
    fn needs(&self) -> Needs {
        Needs {
            stack: self.solver.invocation.is_traced() && self.solver.tracing.refusal().is_none(),
        }
    }

    fn lookup(&self, key: &Key, nth: u32, limits: &Limits) -> Option<Observation> {
        let session = self.solver.session.as_ref()?;
        session.lookup(key, nth, limits, self.needs())
    }

    /// An observation that answers a question without a run: a prefetched one, or a stored one.
    fn known(
        &mut self,
        key: &Key,
        nth: u32,
        limits: &Limits,
        purpose: Purpose,
    ) -> Option<Arc<Observation>> {
        let prefetched = match purpose {
            Purpose::Search | Purpose::Replay => self.solver.prefetched.take(key, nth, limits),
            Purpose::Prefetch => self.solver.prefetched.peek(key, nth, limits),
        };
        if let Some(observation) = prefetched {
            if purpose == Purpose::Search {
                self.counts.prefetch_used += 1;
                self.counts.answer_time += observation.wall;
            }
            return Some(Arc::new(observation));
        }
        self.lookup(key, nth, limits).map(Arc::new)
    }

    /// What a run on the text does: from a known observation, from another thread that is running the same question, or
    /// from a new run. None if the run gave no usable result, or took longer than this patience allows.
    ///
    /// # Errors
    /// The solver cannot be run, the run was interrupted, or in a replay the answer is not known.
    pub fn ask(
        &mut self,
        text: &[u8],
        nth: u32,
        patience: Patience,
        purpose: Purpose,
    ) -> Result<Option<Evidence>, CheckError> {
        let cpu = self.cpu_limit(patience);
        let limits = Limits { cpu, ..self.limits };
        let observation = self.observe(text, nth, &limits, purpose)?;
        Ok(observation.and_then(|observation| self.evidence(observation, &limits, purpose)))
    }

    /// What a run does on a text that is no candidate, but says something about candidates. The run may take a few
    /// times as long as one on a candidate. None if it gave no usable result.
    ///
    /// # Errors
    /// As for [`SolverClient::ask`].
    pub(super) fn observe_other(
        &mut self,
        text: &[u8],
        purpose: Purpose,
    ) -> Result<Option<Arc<Observation>>, CheckError> {
        let cpu = self.limits.cpu.min(self.short_cpu() * OTHER);
        let limits = Limits { cpu, ..self.limits };
        let observation = self.observe(text, 0, &limits, purpose)?;
        if let Some(observation) = &observation {
            self.counts.near_limit += u64::from(is_near(observation, cpu));
        }
        Ok(observation)
    }

    /// The observation of a run on the text under these limits: a known one, that of another thread, or a new one.
    fn observe(
        &mut self,
        text: &[u8],
        nth: u32,
        limits: &Limits,
        purpose: Purpose,
    ) -> Result<Option<Arc<Observation>>, CheckError> {
        let key = self.question(text);
        if let Some(known) = self.known(&key, nth, limits, purpose) {
            return Ok(Some(known));
        }
        if purpose == Purpose::Replay {
            return Err(CheckError::NotStored);
        }
        // Of several threads with the same question, one makes the run, and the others wait for it.
        let single_flight = Arc::clone(&self.solver.single_flight);
        let observation = match single_flight.enter(&key, nth, limits, self.needs()) {
            Turn::Answered(answered) => self.known(&key, nth, limits, purpose).unwrap_or(answered),
            Turn::Run(ticket) => {
                // Another thread may have answered the question since it was looked up.
                if let Some(known) = self.known(&key, nth, limits, purpose) {
                    return Ok(Some(known));
                }
                let Some(observation) = self.run_believed(text, limits, purpose)? else {
                    return Ok(None);
                };
                // The answer is stored before the waiting threads get it, because later threads look it up.
                if let Some(session) = &self.solver.session {
                    session.insert(&key, nth, observation.clone());
                }
                if purpose == Purpose::Prefetch {
                    self.solver.prefetched.put(&key, nth, observation.clone());
                } else {
                    self.counts.answer_time += observation.wall;
                }
                ticket.answer(observation.clone());
                observation
            }
        };
        Ok(Some(observation))
    }

    /// The observation of a new run under these limits, or of a second one if the ladder doubts what the first has shown.
    fn run_believed(
        &mut self,
        text: &[u8],
        limits: &Limits,
        purpose: Purpose,
    ) -> Result<Option<Arc<Observation>>, CheckError> {
        let first = self.run_for(text, limits, purpose)?;
        if !self.is_cut(first.as_deref(), limits) || !self.solver.ladder.doubts(limits.cpu) {
            return Ok(first);
        }
        let second = self.run_for(text, limits, purpose)?;
        if self.is_cut(second.as_deref(), limits) {
            self.solver.ladder.believe();
        }
        Ok(second)
    }

    /// The observation of a new run under these limits.
    fn run_for(
        &mut self,
        text: &[u8],
        limits: &Limits,
        purpose: Purpose,
    ) -> Result<Option<Arc<Observation>>, CheckError> {
        let run_purpose = match purpose {
            Purpose::Prefetch => RunPurpose::Prefetch,
            Purpose::Search | Purpose::Replay => RunPurpose::Search,
        };
        let invocation = &self.solver.invocation;
        let ran = self.slot.run_for(run_purpose, invocation, text, limits)?;
        self.observed(ran, purpose)
    }

    /// Whether a run has reached a CPU limit below the top of the ladder.
    fn is_cut(&self, run: Option<&Observation>, limits: &Limits) -> bool {
        let end = run.map(|run| run.end);
        end == Some(End::LimitHit(Limit::Cpu)) && limits.cpu < self.limits.cpu
    }

    /// What a new run on the text does. The observation is stored if the store has none of this text.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub fn run(&mut self, text: &[u8]) -> Result<Option<Evidence>, CheckError> {
        let limits = self.limits;
        let key = self.question(text);
        let observation = if let Some(prefetched) = self.solver.prefetched.take_new(&key, &limits) {
            self.counts.prefetch_used += 1;
            Arc::new(prefetched)
        } else {
            let ran = self.slot.run(&self.solver.invocation, text, &limits)?;
            let Some(observation) = self.observed(ran, Purpose::Search)? else {
                return Ok(None);
            };
            observation
        };
        if let Some(session) = &self.solver.session
            && session.lookup(&key, 0, &limits, self.needs()).is_none()
        {
            session.insert(&key, 0, observation.clone());
        }
        Ok(self.evidence(observation, &limits, Purpose::Search))
    }

    /// Makes the run of a later [`SolverClient::run`] on this text, which then stores the observation.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub(super) fn run_ahead(&mut self, text: &[u8]) -> Result<Option<Evidence>, CheckError> {
        let limits = self.limits;
        let Some(observation) = self.run_for(text, &limits, Purpose::Prefetch)? else {
            return Ok(None);
        };
        let key = self.question(text);
        self.solver
            .prefetched
            .put_new(&key, Arc::clone(&observation));
        Ok(self.evidence(observation, &limits, Purpose::Prefetch))
    }

    /// What a run with this CPU limit does on the file itself, in the caller's directory and environment.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub fn run_in_place(
        &mut self,
        file: &Path,
        cpu: Duration,
    ) -> Result<Option<Evidence>, CheckError> {
        let limits = Limits { cpu, ..self.limits };
        let ran = self
            .slot
            .run_in_place(&self.solver.invocation, file, &limits)?;
        let observation = self.observed(ran, Purpose::Search)?;
        Ok(observation.map(|observation| self.shown(observation, cpu, Purpose::Search)))
    }

    /// Counts a run, and returns its observation if that decides anything.
    fn observed(
        &mut self,
        ran: Ran,
        purpose: Purpose,
    ) -> Result<Option<Arc<Observation>>, CheckError> {
        let (observation, decides) = match ran {
            Ran::Observed(observation) => (Some(observation), true),
            Ran::Unresolved(Unresolved::Interrupted(observation)) => {
                self.count(observation.as_ref(), purpose);
                return Err(CheckError::Interrupted);
            }
            Ran::Unresolved(Unresolved::Prevented) => return Err(CheckError::Interrupted),
            Ran::Unresolved(Unresolved::Wall(observation) | Unresolved::Killed(observation)) => {
                (Some(observation), false)
            }
            Ran::Unresolved(Unresolved::HelperDied) => (None, false),
        };
        self.count(observation.as_ref(), purpose);
        if let Some(error) = self.slot.untraced() {
            self.solver.tracing.refused(&error);
        }
        self.solver.dependencies.unchanged()?;
        Ok(observation.filter(|_| decides).map(Arc::new))
    }

    fn count(&mut self, run: Option<&Observation>, purpose: Purpose) {
        self.counts.runs += 1;
        self.counts.prefetch_runs += u64::from(purpose == Purpose::Prefetch);
        let Some(run) = run else { return };
        self.counts.limit_hits += u64::from(matches!(run.end, End::LimitHit(_)));
        self.counts.wall_kills += u64::from(run.end == End::LimitHit(Limit::Wall));
        self.counts.cpu_time += run.cpu;
        self.counts.solver_time += run.wall;
        self.counts.max_rss_kib = self.counts.max_rss_kib.max(run.rss_kib);
    }

    /// What an observation under these limits shows. None if it only shows that the run takes longer than a rung below
    /// the top, unless the ladder lets that decide.
    fn evidence(
        &mut self,
        observation: Arc<Observation>,
        limits: &Limits,
        purpose: Purpose,
    ) -> Option<Evidence> {
        let is_cut = self.is_cut(Some(&observation), limits);
        let is_shown = !is_cut || self.solver.ladder.short_limit_decides();
        let evidence = self.shown(observation, limits.cpu, purpose);
        is_shown.then_some(evidence)
    }

    /// What an observation under this CPU limit shows. Counts it if it is near the limit.
    fn shown(
        &mut self,
        observation: Arc<Observation>,
        cpu_limit: Duration,
        purpose: Purpose,
    ) -> Evidence {
        let near = is_near(&observation, cpu_limit);
        // A prefetched observation is counted when the search asks for it.
        self.counts.near_limit += u64::from(near && purpose != Purpose::Prefetch);
        self.told(observation, cpu_limit)
    }

    /// What an observation under this CPU limit shows.
    fn told(&self, mut observation: Arc<Observation>, cpu_limit: Duration) -> Evidence {
        if observation.stack.is_some() && !self.needs().stack {
            // Another process could read the stack and has stored it, but this one cannot or must not.
            Arc::make_mut(&mut observation).stack = None;
        }
        Evidence {
            failures: dialect::failures(&observation).into(),
            observation,
            cpu_limit,
        }
    }
}
