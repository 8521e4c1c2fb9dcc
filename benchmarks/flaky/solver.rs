//! A made-up flaky solver. A text that keeps all needed lines fails with a given probability, one that lacks one of them
//! with a twentieth of it, and any other never. Whether a run fails depends on the text and the number of the run alone,
//! so that the answers in the store would be the same.

use smelt::event::{FailureRate, Threshold};
use smelt::observation::{End, Limits, Observation, Stream};
use smelt::oracle::{Answer, Ask, Criterion, Evidence, MatchRule, Next, Oracle, Same, repeated};
use smelt::outcome::{Outcome, Patience};
use smelt::search::{Answers, Speculation};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// How many golden runs are sorted.
const GOLDEN_RUNS: u32 = 10;

/// How likely a candidate may be missed.
const ERROR: f64 = 0.01;

/// New runs have other numbers than those of the search.
const NEW: u32 = 1 << 20;

/// The solver, and how it is asked.
pub(crate) struct Flaky {
    seed: u64,
    probability: f64,
    needed: Vec<String>,
    oracle: Arc<dyn Oracle>,
    golden: Vec<Answer>,
    decided: HashMap<Vec<u8>, Outcome>,
    /// How often the golden text fails.
    pub(crate) rate: FailureRate,
    /// The runs of the search.
    pub(crate) runs: u64,
}

impl Flaky {
    /// The solver after its golden runs on this text. None if none of them fails.
    ///
    /// # Panics
    /// If the default rule makes no oracle.
    pub(crate) fn on(
        text: &[u8],
        needed: Vec<String>,
        probability: f64,
        seed: u64,
    ) -> Option<Flaky> {
        let mut solver = Flaky {
            seed,
            probability,
            needed,
            oracle: Same(MatchRule::default())
                .oracle()
                .expect("the default rule")
                .into(),
            golden: vec![answer(Ask::of(0), true)],
            decided: HashMap::new(),
            rate: FailureRate {
                failed: 0,
                runs: GOLDEN_RUNS,
            },
            runs: 0,
        };
        let fails = (0..GOLDEN_RUNS).filter(|&nth| solver.fails(text, nth));
        solver.rate.failed = u32::try_from(fails.count()).unwrap_or(GOLDEN_RUNS);
        let Threshold { failed, runs } = solver.threshold();
        solver.oracle = repeated(solver.oracle, failed, runs);
        (solver.rate.failed > 0).then_some(solver)
    }

    /// How many needed lines a text lacks.
    pub(crate) fn lacks(&self, text: &[u8]) -> usize {
        let text = String::from_utf8_lossy(text);
        let lines: Vec<&str> = text.lines().collect();
        let lacking = self
            .needed
            .iter()
            .filter(|line| !lines.contains(&line.as_str()));
        lacking.count()
    }

    /// How likely a run on this text fails.
    fn likelihood(&self, text: &[u8]) -> f64 {
        match self.lacks(text) {
            0 => self.probability,
            1 => self.probability / 20.0,
            _ => 0.0,
        }
    }

    /// Whether the run with this number fails.
    fn fails(&self, text: &[u8], nth: u32) -> bool {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.seed.to_le_bytes());
        hasher.update(&nth.to_le_bytes());
        hasher.update(text);
        let hash = *hasher.finalize().as_bytes();
        let number = u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]]);
        f64::from(number) < self.likelihood(text) * f64::from(u32::MAX)
    }

    /// The outcome of a text, by the runs from this number on.
    fn outcome(&mut self, text: &[u8], first: u32) -> Outcome {
        let mut seen = Vec::new();
        loop {
            match self.oracle.next(&self.golden, &seen) {
                Next::Outcome(outcome) => return outcome,
                Next::Ask(ask) => {
                    self.runs += 1;
                    seen.push(answer(ask, self.fails(text, first + ask.nth)));
                }
            }
        }
    }

    /// How many of how many runs of a candidate must fail.
    pub(crate) fn threshold(&self) -> Threshold {
        self.rate.threshold(ERROR)
    }

    /// Whether a text fails as often as the golden text, in new runs.
    pub(crate) fn fails_as_often(&mut self, text: &[u8]) -> bool {
        self.outcome(text, NEW) == Outcome::Interesting
    }
}

/// The answer of a run that exits with a failure, or does not.
fn answer(ask: Ask, fails: bool) -> Answer {
    let observation = Arc::new(Observation {
        end: End::Exited(i32::from(fails)),
        out: Stream::of(b""),
        err: Stream::of(b""),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        rss_kib: 0,
        stack: None,
        limits: Limits::of_cpu(Duration::from_secs(1)),
    });
    let evidence = Some(Evidence {
        cpu_limit: observation.limits.cpu,
        observation,
        failures: Arc::default(),
    });
    Answer { ask, evidence }
}

impl Answers for Flaky {
    type Error = Infallible;

    fn check(
        &mut self,
        text: &[u8],
        _: Patience,
        _: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, Infallible> {
        if let Some(outcome) = self.decided.get(text) {
            return Ok(*outcome);
        }
        let outcome = self.outcome(text, 0);
        self.decided.insert(text.to_vec(), outcome);
        Ok(outcome)
    }
}
