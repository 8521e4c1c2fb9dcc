//! Decides whether texts are interesting: gets the answers that the oracle asks for, and remembers the outcomes.
//!
//! A check with short patience uses the CPU limit in force (see [`super::ladder`]). Its outcome may be one of three
//! kinds: *decided*, which no more patience would change; *put off*, which is unresolved until the limit rises or a
//! check has full patience; and *provisional*, which is interesting only because a run reached the lower limit.

use super::{CheckError, Counts, Purpose, Rerun, SolverClient, what_to_read};
use crate::language::{FailurePlace, Language, TestCase};
use crate::observation::{CrashSite, End, Limit, Limits};
use crate::oracle::{Answer, Ask, Evidence, Next, Oracle, crash_site};
use crate::outcome::{Outcome, Patience};
use crate::solver::Interrupter;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Add;
use std::sync::Arc;
use std::time::Duration;

/// Decides the texts of one case.
pub struct Checker {
    /// Reads from a run where the solver stopped.
    pub(super) language: &'static dyn Language,
    /// The solvers that the oracle may ask, by number.
    pub(super) clients: Vec<SolverClient>,
    pub(super) oracle: Arc<dyn Oracle>,
    /// The answers of the golden run; none before it.
    pub(super) golden: Arc<[Answer]>,
    /// The outcomes of the texts decided so far.
    decided: FxHashMap<[u8; 32], Outcome>,
    /// The texts that are unresolved at the rungs in force.
    put_off: FxHashSet<[u8; 32]>,
    /// The texts that are provisionally interesting, because a run reached a limit below the full one.
    provisional: FxHashSet<[u8; 32]>,
    counts: Counts,
    /// For a replay: the sample that is run again, and the case's id.
    replay: Option<(Arc<Rerun>, String)>,
}

impl Checker {
    /// A checker that compares with these golden answers.
    pub fn new(
        language: &'static dyn Language,
        clients: Vec<SolverClient>,
        oracle: impl Into<Arc<dyn Oracle>>,
        golden: impl Into<Arc<[Answer]>>,
    ) -> Self {
        Checker {
            language,
            clients,
            oracle: oracle.into(),
            golden: golden.into(),
            decided: FxHashMap::default(),
            put_off: FxHashSet::default(),
            provisional: FxHashSet::default(),
            counts: Counts::default(),
            replay: None,
        }
    }

    /// From now on, the store alone answers checks, and a sample of them is run again for comparison.
    pub fn replay(&mut self, rerun: Arc<Rerun>, case: &str) {
        self.replay = Some((rerun, case.to_owned()));
    }

    /// The counts of the runs of all solvers.
    pub fn counts(&self) -> Counts {
        self.clients
            .iter()
            .fold(self.counts, |sum, client| sum + client.counts())
    }

    /// Returns the counts of the runs of all solvers, and resets them.
    pub fn take_counts(&mut self) -> Counts {
        self.clients
            .iter_mut()
            .map(SolverClient::take_counts)
            .fold(std::mem::take(&mut self.counts), Counts::add)
    }

    /// The number of runs so far, including those that other threads are prefetching for this case.
    pub fn runs_so_far(&self) -> u64 {
        let counts = self.counts();
        let prefetched: u64 = self
            .clients
            .iter()
            .map(|client| client.solver().prefetched.made())
            .sum();
        counts.runs - counts.prefetch_runs + prefetched
    }

    /// Adds the counts of another checker for this case.
    pub fn add(&mut self, counts: Counts) {
        self.counts = self.counts + counts;
    }

    /// A checker that compares with the same golden answers, but asks these solvers.
    #[must_use]
    pub fn with_clients(&self, clients: Vec<SolverClient>) -> Checker {
        Checker::new(
            self.language,
            clients,
            Arc::clone(&self.oracle),
            Arc::clone(&self.golden),
        )
    }

    /// Asks these clients in place of those with the same numbers, under their limits. Returns those.
    pub fn ask_instead(
        &mut self,
        clients: Vec<(usize, SolverClient)>,
    ) -> Vec<(usize, SolverClient)> {
        let mut before = Vec::new();
        for (number, mut client) in clients {
            if let Some(place) = self.clients.get_mut(number) {
                client.succeed(place);
                self.counts = self.counts + place.take_counts();
                before.push((number, std::mem::replace(place, client)));
            }
        }
        before
    }

    /// Forgets which texts are decided, because the solvers are others than those that decided.
    pub fn forget_verdicts(&mut self) {
        self.decided.clear();
        self.put_off.clear();
        self.provisional.clear();
    }

    /// How many runs of the solver under test that reach the lower limit take as long as one that reaches the full one,
    /// rounded down.
    pub fn short_runs_in_a_full_one(&self) -> u32 {
        let Some(client) = self.clients.first() else {
            return 1;
        };
        let (full, short) = (client.limits().cpu, client.short_cpu());
        u32::try_from(full.as_millis() / short.as_millis().max(1)).unwrap_or(u32::MAX)
    }

    /// The highest CPU limit of a solver for a run with this patience.
    pub fn cpu_limit(&self, patience: Patience) -> Duration {
        self.clients
            .iter()
            .map(|client| client.cpu_limit(patience))
            .max()
            .unwrap_or_default()
    }

    /// The full limits of the solvers.
    pub fn limits(&self) -> impl Iterator<Item = Limits> {
        self.clients.iter().map(|client| *client.limits())
    }

    /// The outcome of a text. A text that is unresolved with short patience may be decided with full patience.
    ///
    /// # Errors
    /// A solver cannot be run, or the run was interrupted. In a replay, the store lacks an answer.
    pub fn check(&mut self, text: &[u8], patience: Patience) -> Result<Outcome, CheckError> {
        let hash = *blake3::hash(text).as_bytes();
        if let Some(outcome) = self.remembered(&hash, patience) {
            self.counts.hits += 1;
            return Ok(outcome);
        }
        let runs_used = |counts: Counts| counts.runs + counts.prefetch_used;
        let before = runs_used(self.counts());
        let (outcome, answers) = match self.replay.clone() {
            Some((rerun, case)) => self.recall(text, patience, &rerun, &case)?,
            None => self.ask(text, patience, Purpose::Search)?,
        };
        self.counts.hits += u64::from(runs_used(self.counts()) == before);
        if patience == Patience::Short && self.is_provisional_outcome(outcome, &answers) {
            self.provisional.insert(hash);
            return Ok(outcome);
        }
        self.remember(hash, patience, outcome);
        if outcome == Outcome::Interesting {
            self.climb(patience, &answers);
        }
        Ok(outcome)
    }

    /// Where in the golden text the solver failed, as far as its output says.
    pub fn golden_failure_place(&self, case: &TestCase) -> FailurePlace {
        self.failure_place(case, &self.golden)
    }

    /// Whether a text is decided, so that a check of it costs nothing.
    pub fn is_decided(&self, text: &[u8]) -> bool {
        let hash = blake3::hash(text);
        self.remembered(hash.as_bytes(), Patience::Short).is_some()
    }

    /// What an earlier check has found, if that answers a check with this patience.
    pub(super) fn remembered(&self, hash: &[u8; 32], patience: Patience) -> Option<Outcome> {
        if let Some(outcome) = self.decided.get(hash) {
            return Some(*outcome);
        }
        if patience == Patience::Full {
            return None;
        }
        if self.provisional.contains(hash) {
            return Some(Outcome::Interesting);
        }
        self.put_off.contains(hash).then_some(Outcome::Unresolved)
    }

    /// Whether a text is interesting only provisionally.
    pub fn is_provisional(&self, text: &[u8]) -> bool {
        if self.provisional.is_empty() {
            return false;
        }
        let hash = blake3::hash(text);
        self.provisional.contains(hash.as_bytes()) && !self.decided.contains_key(hash.as_bytes())
    }

    /// Whether answers make a text interesting only because a run reached a limit below the full one.
    fn is_provisional_outcome(&self, outcome: Outcome, answers: &[Answer]) -> bool {
        outcome == Outcome::Interesting
            && answers.iter().any(|Answer { ask, evidence }| {
                let (Some(client), Some(evidence)) = (self.clients.get(ask.solver), evidence)
                else {
                    return false;
                };
                evidence.observation.end == End::LimitHit(Limit::Cpu)
                    && evidence.cpu_limit < client.limits().cpu
            })
    }

    /// Remembers an outcome. An unresolved text counts as decided only if more patience would not help.
    fn remember(&mut self, hash: [u8; 32], patience: Patience, outcome: Outcome) {
        let is_below_top = |client: &SolverClient| client.short_cpu() < client.limits().cpu;
        let is_final = patience == Patience::Full
            || outcome != Outcome::Unresolved
            || !self.clients.iter().any(is_below_top);
        if is_final {
            self.decided.insert(hash, outcome);
        } else {
            self.put_off.insert(hash);
        }
    }

    /// Makes room for candidates that take as long as the runs that found a text interesting. If the limits rise, what
    /// was put off may be asked again.
    fn climb(&mut self, patience: Patience, answers: &[Answer]) {
        for Answer { ask, evidence } in answers {
            if let (Some(client), Some(evidence)) = (self.clients.get(ask.solver), evidence)
                && client.solver().ladder.climb(evidence.observation.cpu)
            {
                self.put_off.clear();
                // With short patience, the run is near the limit and has been counted.
                self.counts.near_limit += u64::from(patience == Patience::Full);
            }
        }
    }

    /// Where in a text the solver failed, as far as the first of these answers says.
    pub fn failure_place(&self, case: &TestCase, answers: &[Answer]) -> FailurePlace {
        let evidence = answers.first().and_then(|answer| answer.evidence.as_ref());
        let place = evidence.map(|run| self.language.failure_place(case, &run.observation));
        place.unwrap_or_default()
    }

    /// The outcome of a text and the answers that decide it, through the store and with full patience. This is not a
    /// check, so later checks are answered as if it had not been made.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted. In a replay, the store lacks an answer.
    pub fn probe(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        self.ask(text, Patience::Full, self.purpose())
    }

    /// The purpose of questions that are not part of a check.
    pub(super) fn purpose(&self) -> Purpose {
        if self.replay.is_some() {
            Purpose::Replay
        } else {
            Purpose::Search
        }
    }

    fn ask(
        &mut self,
        text: &[u8],
        patience: Patience,
        purpose: Purpose,
    ) -> Result<(Outcome, Vec<Answer>), CheckError> {
        self.decide(text, |client, ask, text| {
            client.ask(text, ask.nth, patience, purpose)
        })
    }

    /// The outcome of a text according to the store. If the text belongs to the sample, it is run again as well.
    fn recall(
        &mut self,
        text: &[u8],
        patience: Patience,
        rerun: &Rerun,
        case: &str,
    ) -> Result<(Outcome, Vec<Answer>), CheckError> {
        let stored = self.ask(text, patience, Purpose::Replay);
        if matches!(stored, Err(CheckError::NotStored)) {
            rerun.ends(case);
        }
        let stored = stored?;
        if rerun.picks(text) && stored.0 != Outcome::Unresolved {
            self.check_afresh(text)?;
        }
        Ok(stored)
    }

    /// The outcome of a text according to the store alone, and the answers that decide it.
    ///
    /// # Errors
    /// The store lacks an answer.
    pub fn known(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        self.ask(text, Patience::Full, Purpose::Replay)
    }

    /// Makes the runs that a check of this text would need, and keeps their results for that check. Returns the outcome
    /// that the check would have.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub fn prefetch(&mut self, text: &[u8], patience: Patience) -> Result<Outcome, CheckError> {
        let (outcome, _) = self.ask(text, patience, Purpose::Prefetch)?;
        Ok(outcome)
    }

    /// Makes the runs of [`Checker::check_afresh`], and keeps their results for it. If there are no golden answers yet,
    /// makes those of a golden run.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub fn prefetch_afresh(&mut self, text: &[u8]) -> Result<(), CheckError> {
        self.decide(text, |client, _, text| client.run_ahead(text))?;
        Ok(())
    }

    /// Handles that interrupt its runs from other threads.
    pub fn interrupters(&self) -> Vec<Interrupter> {
        self.clients
            .iter()
            .map(|client| client.slot().interrupter())
            .collect()
    }

    /// The outcome of a text by new runs, past memory and store, and their answers.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub fn check_afresh(&mut self, text: &[u8]) -> Result<(Outcome, Vec<Answer>), CheckError> {
        let now = self.decide(text, |client, _, text| client.run(text))?;
        if let Some((rerun, case)) = self.replay.clone()
            && let Ok(stored) = self.known(text)
        {
            let stored = (stored.0, &stored.1[..]);
            rerun.compare((&case, text), stored, (now.0, &now.1));
        }
        Ok(now)
    }

    /// The outcome of a text by runs that were made on it before, and by new ones where these do not suffice.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted.
    pub fn check_by(
        &mut self,
        text: &[u8],
        known: &[Answer],
    ) -> Result<(Outcome, Vec<Answer>), CheckError> {
        self.decide(text, |client, ask, text| {
            match known.iter().find(|answer| answer.ask == ask) {
                Some(Answer { evidence, .. }) if evidence.is_some() => Ok(evidence.clone()),
                _ => client.run(text),
            }
        })
    }

    /// Where the golden run crashed, if its stack says so.
    pub fn golden_site(&self) -> Option<&CrashSite> {
        crash_site(&self.golden, self.shown_by(&self.golden))
    }

    /// The number of the solver that shows the failure of interesting answers.
    pub fn shown_by(&self, answers: &[Answer]) -> usize {
        self.oracle.shown_by(&self.golden, answers)
    }

    /// The failure that the golden text shows, in one line.
    pub fn golden_signature(&self) -> Option<String> {
        self.signature(&self.golden)
    }

    /// The failure that interesting answers show, in one line.
    pub fn signature(&self, answers: &[Answer]) -> Option<String> {
        self.oracle.signature(&self.golden, answers)
    }

    /// Whether a solver must not be given this text. The original has no code, but a candidate may have some: by
    /// another value of an option, or by what was part of a string.
    pub(super) fn refuses(&self, text: &[u8]) -> bool {
        self.clients.iter().any(|client| client.refuses(text))
    }

    /// Lets the oracle ask, and `answer` answer with a client and the text that it is to read, until there is an
    /// outcome. Without golden answers, the questions are those of a golden run, and the outcome is unresolved.
    fn decide(
        &mut self,
        text: &[u8],
        mut answer: impl FnMut(&mut SolverClient, Ask, &[u8]) -> Result<Option<Evidence>, CheckError>,
    ) -> Result<(Outcome, Vec<Answer>), CheckError> {
        if self.refuses(text) {
            return Ok((Outcome::Held, Vec::new()));
        }
        let language = self.language;
        let mut seen = Vec::new();
        loop {
            let next = if self.golden.is_empty() {
                let ask = self.oracle.golden_ask(&seen);
                ask.map_or(Next::Outcome(Outcome::Unresolved), Next::Ask)
            } else {
                self.oracle.next(&self.golden, &seen)
            };
            match next {
                Next::Outcome(outcome) => return Ok((outcome, seen)),
                Next::Ask(ask) => {
                    let client = self
                        .clients
                        .get_mut(ask.solver)
                        .ok_or(CheckError::NoSuchSolver(ask.solver))?;
                    // If the text for this question cannot be derived, the question has no answer.
                    let evidence = match what_to_read(language, text, ask, &seen) {
                        Some(text) => answer(client, ask, &text)?,
                        None => None,
                    };
                    seen.push(Answer { ask, evidence });
                }
            }
        }
    }
}
