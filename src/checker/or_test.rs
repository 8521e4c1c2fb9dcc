//! OR-tests: a single run asks whether any of several texts is interesting.
//!
//! The language makes one text of them, with which the solver reads each from its initial state. The oracle judges what
//! the solver printed on each as if it had been a run of its own. This is group testing (Dorfman 1943) for solvers that
//! can start again. What it tells is a presumption, because a solver may keep something of what it has read before. So
//! the last of the texts is one that is known to be interesting: if it no longer is, the run tells nothing.

use super::{CheckError, Checker};
use crate::observation::{End, Observation, Stream};
use crate::oracle::{Answer, Ask, Evidence, Next};
use crate::outcome::{Outcome, Patience};
use crate::solver::dialect;
use std::sync::Arc;
use std::time::Duration;

/// If a candidate may take longer than this, each gets a run of its own. An OR-test saves starts of the solver, and they
/// are a small part of such a run.
const FAST: Duration = Duration::from_secs(1);

/// The output of a run on several texts.
struct InTurn<'a> {
    run: &'a Observation,
    cpu_limit: Duration,
    /// What was printed on each text. If there is one part more than there are texts, the solver read all of them.
    parts: Vec<&'a [u8]>,
    /// Whether the solver read all texts.
    is_whole: bool,
}

impl Checker {
    /// Whether a text is decided, so that a check of it costs nothing.
    pub fn is_decided(&self, text: &[u8]) -> bool {
        let hash = blake3::hash(text);
        self.remembered(hash.as_bytes(), Patience::Short).is_some()
    }

    /// Which of these texts are presumably interesting, by a single run. What the run does not tell is unresolved. None
    /// if such runs tell nothing about this case. The text `control` must be known to be interesting.
    ///
    /// # Errors
    /// The solver cannot be run, or the run was interrupted. In a replay, the store lacks the answer.
    pub fn any_of(
        &mut self,
        texts: &[&[u8]],
        control: &[u8],
    ) -> Result<Option<Vec<Outcome>>, CheckError> {
        let purpose = self.purpose();
        let ends_at_error = matches!(self.golden_end(), Some(End::Exited(_)));
        let mut all = texts.to_vec();
        all.push(control);
        let is_possible = self.oracle.reads_output();
        let all = is_possible
            .then(|| self.language.in_turn(&all, ends_at_error))
            .flatten();
        let all = all.filter(|all| !self.refuses(all));
        let client = self.clients.first_mut();
        let (Some(all), Some(client)) = (all, client.filter(|client| client.short_cpu() <= FAST))
        else {
            return Ok(None);
        };
        let Some((run, cpu_limit)) = client.observe_other(&all, purpose)? else {
            return Ok(Some(vec![Outcome::Unresolved; texts.len()]));
        };
        let Some(output) = run.out.whole() else {
            return Ok(None);
        };
        let parts = self.language.parts(output);
        let in_turn = InTurn {
            run: &run,
            cpu_limit,
            is_whole: parts.len() > texts.len() + 1,
            parts,
        };
        Ok(self.read_in_turn(&in_turn, texts.len()))
    }

    /// The outcomes of the first `texts` parts; the next one is the control.
    fn read_in_turn(&self, in_turn: &InTurn<'_>, texts: usize) -> Option<Vec<Outcome>> {
        let outcome = |at| self.outcome_in_turn(in_turn, at);
        let ended_in = in_turn.parts.len() - 1;
        if ended_in >= texts {
            let is_believed = outcome(texts) == Outcome::Interesting;
            let outcome = |at| {
                if is_believed {
                    outcome(at)
                } else {
                    Outcome::Unresolved
                }
            };
            return Some((0..texts).map(outcome).collect());
        }
        let ended = outcome(ended_in);
        let is_cut = matches!(in_turn.run.end, End::LimitHit(_));
        if ended_in == 1 && ended != Outcome::Interesting && !is_cut {
            // Most likely, the solver does not know how to start again.
            return None;
        }
        // The text at which the run ended in another way is asked about alone.
        let last = match ended {
            Outcome::Interesting => ended,
            _ => Outcome::Unresolved,
        };
        let mut outcomes: Vec<Outcome> = (0..ended_in).map(outcome).chain([last]).collect();
        outcomes.resize(texts, Outcome::Unresolved);
        Some(outcomes)
    }

    /// The outcome of the text with this number, as if the solver had read nothing else.
    fn outcome_in_turn(&self, in_turn: &InTurn<'_>, at: usize) -> Outcome {
        let Some(&part) = in_turn.parts.get(at) else {
            return Outcome::Unresolved;
        };
        let ended_here = at + 1 == in_turn.parts.len();
        let run = in_turn.run;
        let end = match self.golden_end() {
            _ if ended_here => run.end,
            // Many solvers go on after an error, and tell of it by their exit code in the end.
            Some(End::Exited(code)) => End::Exited(code),
            _ => End::Exited(0),
        };
        // What is on standard error has no marks. If a text ended the run, most of that is about this text.
        let err = if ended_here || in_turn.is_whole {
            run.err.clone()
        } else {
            Stream::of(b"")
        };
        let observation = Arc::new(Observation {
            end,
            out: Stream::of(part),
            err,
            ..run.clone()
        });
        let evidence = Evidence {
            failures: dialect::failures(&observation).into(),
            observation,
            cpu_limit: in_turn.cpu_limit,
        };
        let answer = Answer {
            ask: Ask::of(0),
            evidence: Some(evidence),
        };
        let outcome = match self.oracle.next(&self.golden, &[answer]) {
            Next::Outcome(outcome) => outcome,
            Next::Ask(_) => Outcome::Unresolved,
        };
        match outcome {
            // If a text ended the run, it is not known whether the others would have made it end like this.
            Outcome::Interesting if !ended_here && !in_turn.is_whole => Outcome::Unresolved,
            outcome => outcome,
        }
    }

    /// How the golden run of the solver under test ended.
    fn golden_end(&self) -> Option<End> {
        let golden = self.golden.iter().find(|answer| answer.ask == Ask::of(0))?;
        Some(golden.evidence.as_ref()?.observation.end)
    }
}
