//! One strategy on one text, with a made-up solver that is asked in memory.

use super::shapes::NEEDED;
use smelt::language::smtlib::{SmtLib, parse};
use smelt::language::{FailurePlace, Language, TestCase};
use smelt::mutator::{MUTATORS, Mutator};
use smelt::outcome::{Outcome, Patience};
use smelt::search::{Admission, Answers, Cancellation, Driver, Plan, Speculation, strategy};
use std::convert::Infallible;
use std::sync::Arc;

/// Fails while all that matters is left.
struct MadeUp;

impl Answers for MadeUp {
    type Error = Infallible;

    fn check(
        &mut self,
        text: &[u8],
        _: Patience,
        _: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, Infallible> {
        let text = String::from_utf8_lossy(text);
        let fails = NEEDED.iter().all(|operator| text.contains(operator));
        Ok(if fails && text.contains("check-sat") {
            Outcome::Interesting
        } else {
            Outcome::Uninteresting
        })
    }
}

/// What a reduction took, and what it left.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Measured {
    /// Candidates whose outcome was asked for.
    pub(crate) checks: u64,
    /// Candidates that the filter held.
    pub(crate) held: u64,
    /// Candidates that were accepted.
    pub(crate) accepted: u64,
    /// The length of what was left.
    pub(crate) bytes: usize,
}

/// Reduces the text.
///
/// # Panics
/// If the text is not read, or there is no such strategy: both are this program's own.
pub(crate) fn measure(name: &str, text: &str) -> Measured {
    let parsed = parse(text.as_bytes()).expect("the text is well-formed");
    let case = TestCase::new(&SmtLib, parsed);
    let filter = SmtLib.filter(&case);
    let strategy = strategy(name).expect("there is such a strategy");
    let search = |may_lengthen| {
        strategy.search(&Plan {
            language: &SmtLib,
            mutators: mutators(),
            minimiser: None,
            named: Vec::new(),
            last_round: Vec::new(),
            stages: None,
            phases: Arc::default(),
            admission: Arc::new(Admission {
                filter: filter.clone(),
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
    let mut driver = Driver::new(case, MadeUp);
    let Ok(()) = driver.converge(&search);
    Measured {
        checks: driver.tally.checks,
        held: driver.tally.held,
        accepted: driver.tally.accepted,
        bytes: driver.current.tree().text().len(),
    }
}

/// Mutators of deep searches that are newer than the table, which was made with all others.
const NEWER: [&str; 5] = [
    "bind-variables",
    "free-let-variable",
    "negated-equation",
    "predicate-to-equation",
    "predicate-to-constant",
];

fn mutators() -> Vec<&'static Mutator> {
    let is_older = |mutator: &&Mutator| !NEWER.contains(&mutator.name());
    MUTATORS.iter().copied().filter(is_older).collect()
}
