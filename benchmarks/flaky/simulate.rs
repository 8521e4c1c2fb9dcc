//! Reductions of made-up texts with a flaky solver, and what became of them.

use super::solver::Flaky;
use smelt::language::{FailurePlace, Language, Lines, Syntax, TestCase};
use smelt::mutator::MUTATORS;
use smelt::search::{Admission, Cancellation, Driver, PHASES, Plan, STRATEGIES};
use std::fmt;
use std::sync::Arc;

/// The lines of a text.
const LINES: u64 = 40;

/// How many of them are needed.
const NEEDED: u64 = 5;

/// The head of the table.
pub(crate) const HEAD: &str = "probability,reductions,never_seen,rate_in_interval,runs_per_candidate,exact,larger,\
                               lacking,failed_the_final_check,lacking_and_delivered,runs_per_check";

/// What became of many reductions with one probability.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) probability: f64,
    /// All of them.
    pub(crate) reductions: u64,
    /// No golden run failed.
    pub(crate) never_seen: u64,
    /// The interval of the rate has the probability.
    pub(crate) rate_in_interval: u64,
    /// The sum of the most runs of a candidate.
    most_runs: u64,
    /// Just the needed lines are left.
    pub(crate) exact: u64,
    /// More than the needed lines are left.
    pub(crate) larger: u64,
    /// A needed line is lost, so that the text fails more seldom.
    pub(crate) lacking: u64,
    /// The result failed more seldom than the original in new runs, and was not delivered.
    pub(crate) failed_the_final_check: u64,
    /// Results without a needed line that passed.
    pub(crate) lacking_and_delivered: u64,
    runs: u64,
    checks: u64,
}

impl Tally {
    /// The mean number of runs of a check.
    pub(crate) fn runs_per_check(&self) -> f64 {
        self.runs as f64 / self.checks.max(1) as f64
    }

    fn add(&mut self, seed: u64) {
        self.reductions += 1;
        let line = |n: u64| format!("line {n}");
        let text: String = (0..LINES).map(|n| line(n) + "\n").collect();
        // Steps of 7 visit each of the 40 lines once.
        let needed: Vec<String> = (0..NEEDED)
            .map(|n| line((seed * 13 + n * 7) % LINES))
            .collect();
        let Some(solver) = Flaky::on(text.as_bytes(), needed, self.probability, seed) else {
            self.never_seen += 1;
            return;
        };
        let (least, most) = solver.rate.interval();
        self.rate_in_interval += u64::from((least..=most).contains(&self.probability));
        self.most_runs += u64::from(solver.threshold().runs);
        let (left, mut solver, checks) = reduce(&text, solver);
        self.runs += solver.runs;
        self.checks += checks;
        let lines = left.lines().count() as u64;
        let is_lacking = solver.lacks(left.as_bytes()) > 0;
        let passes = solver.fails_as_often(left.as_bytes());
        self.lacking += u64::from(is_lacking);
        self.exact += u64::from(!is_lacking && lines == NEEDED);
        self.larger += u64::from(!is_lacking && lines > NEEDED);
        self.failed_the_final_check += u64::from(!passes);
        self.lacking_and_delivered += u64::from(is_lacking && passes);
    }
}

/// A row of the table.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = (self.reductions - self.never_seen).max(1) as f64;
        write!(
            f,
            "{},{},{},{},{:.1},{},{},{},{},{},{:.1}",
            self.probability,
            self.reductions,
            self.never_seen,
            self.rate_in_interval,
            self.most_runs as f64 / seen,
            self.exact,
            self.larger,
            self.lacking,
            self.failed_the_final_check,
            self.lacking_and_delivered,
            self.runs_per_check(),
        )
    }
}

/// So many reductions of texts that fail with this probability.
pub(crate) fn simulate(probability: f64, reductions: u64) -> Tally {
    let mut tally = Tally {
        probability,
        ..Tally::default()
    };
    (0..reductions).for_each(|seed| tally.add(seed));
    tally
}

/// What the default strategy leaves of a text, and the number of checks.
fn reduce(text: &str, solver: Flaky) -> (String, Flaky, u64) {
    let understands =
        |mutator: &&'static smelt::mutator::Mutator| mutator.profile().understands(Lines.name());
    let search = |may_lengthen| {
        STRATEGIES[0].search(&Plan {
            language: &Lines,
            mutators: MUTATORS.iter().copied().filter(understands).collect(),
            minimiser: None,
            named: Vec::new(),
            last_round: Vec::new(),
            stages: None,
            phases: PHASES.collect(),
            admission: Arc::new(Admission {
                filter: None,
                with_unused: None,
                may_lengthen,
                cancelled: Cancellation::default(),
                in_parallel: true,
            }),
            is_quick: false,
            detours: 0,
            failure: FailurePlace::default(),
            known: Arc::default(),
            is_refuted: false,
        })
    };
    let parsed = Lines.parse(text.as_bytes()).expect("lines are always read");
    let case = TestCase::new(&Lines, parsed);
    let mut driver = Driver::new(case, solver);
    let Ok(()) = driver.converge(&search);
    let left = String::from_utf8_lossy(driver.current.text()).into_owned();
    (left, driver.answers, driver.tally.checks)
}
