//! One strategy on one text, with a made-up solver that is asked in memory.

use super::shapes::NEEDED;
use smelt::language::TestCase;
use smelt::language::smtlib::{Filter, parse};
use smelt::mutator::MUTATORS;
use smelt::outcome::Outcome;
use smelt::reduction::{Answers, Driver, Speculation};
use smelt::search::{Plan, Rules, strategy};
use std::convert::Infallible;
use std::sync::Arc;

/// Fails while all that matters is left.
struct MadeUp;

impl Answers for MadeUp {
    type Error = Infallible;

    fn go_on(&self) -> Result<(), Infallible> {
        Ok(())
    }

    fn check(&mut self, text: &[u8], _: &dyn Fn() -> Speculation) -> Result<Outcome, Infallible> {
        let text = String::from_utf8_lossy(text);
        let fails = NEEDED.iter().all(|operator| text.contains(operator));
        Ok(if fails && text.contains("check-sat") {
            Outcome::Interesting
        } else {
            Outcome::Uninteresting
        })
    }

    fn accepted(&mut self, _: &TestCase, _: &TestCase) -> Result<(), Infallible> {
        Ok(())
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
    let case = TestCase::new(parsed.tree, parsed.dialect);
    let filter = Filter::of(&case);
    let search = |may_lengthen| {
        let rules = Rules {
            filter: Some(Arc::new(filter.clone())),
            may_lengthen,
            over: Arc::default(),
        };
        let mutators = MUTATORS.to_vec();
        strategy(name, &Plan { mutators, rules }).expect("there is such a strategy")
    };
    let mut driver = Driver::new(case, &filter, MadeUp);
    let Ok(()) = driver.converge(&search);
    Measured {
        checks: driver.tally.checks,
        held: driver.tally.held,
        accepted: driver.tally.accepted,
        bytes: driver.current.tree().text().len(),
    }
}
