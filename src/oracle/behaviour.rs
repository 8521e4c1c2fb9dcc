//! The solver behaves as in its golden run: it shows the same failure, or what is compared instead is the same. A second
//! solver may have a rule of its own.

use super::cross_check::{SecondRule, shown_with_second, with_second};
use super::failure::compare;
use super::matching;
use super::shared_options::shared_options;
use super::{Criterion, Evidence, Given, MatchRule, Oracle, Otherwise, Rule, RuleError};

/// The solver behaves as in its golden run.
#[derive(Debug)]
pub enum Behaviour {
    /// That is all.
    Same(MatchRule),
    /// And so does a second solver (`--cross-check`).
    CrossCheck(MatchRule, MatchRule),
    /// And another solver passes (`--passes-on`): good build, bad build.
    PassesOn(MatchRule),
}

impl Behaviour {
    /// The rule for the solver under test with that of the second solver. That it finds an answer goes with rules about
    /// time only.
    pub(super) fn new(own: MatchRule, second: Option<SecondRule>) -> Behaviour {
        match second {
            Some(SecondRule::Behaves(second)) => Behaviour::CrossCheck(own, second),
            Some(SecondRule::Passes) => Behaviour::PassesOn(own),
            Some(SecondRule::Solves) | None => Behaviour::Same(own),
        }
    }

    /// The rule for the solver under test, and that of the second solver.
    fn rules(&self) -> (&MatchRule, Option<SecondRule>) {
        match self {
            Behaviour::Same(own) => (own, None),
            Behaviour::CrossCheck(own, second) => (own, Some(SecondRule::Behaves(second.clone()))),
            Behaviour::PassesOn(own) => (own, Some(SecondRule::Passes)),
        }
    }
}

impl Criterion for Behaviour {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        let (own, second) = self.rules();
        let (name, compare) = compare(own)?;
        with_second(name, compare, second.as_ref())
    }

    fn shown(&self) -> String {
        let (own, second) = self.rules();
        shown_with_second(own.shown(), second.as_ref())
    }

    fn refuses_lack_of_memory(&self, solver: usize) -> bool {
        !match (solver, self.rules()) {
            (0, (own, _)) => own.names_message(),
            (_, (_, Some(SecondRule::Behaves(second)))) => second.names_message(),
            (_, (_, Some(SecondRule::Solves | SecondRule::Passes) | None)) => false,
        }
    }

    fn shared_options(&self, golden: &Evidence) -> Option<Vec<String>> {
        match self.rules() {
            (own, None) => shared_options(own, golden),
            (_, Some(_)) => None,
        }
    }

    fn comparing(&self, otherwise: Otherwise<'_>) -> Option<Rule> {
        let (own, second) = self.rules();
        let second = second.map(|second| second.comparing(otherwise));
        Some(Rule::of(Behaviour::new(otherwise(0, own), second)))
    }
}

/// The rule for the solver under test according to the options, unless they choose another.
///
/// # Errors
/// They contradict each other.
pub(super) fn read(given: &Given) -> Result<MatchRule, RuleError> {
    if given.has_any(matching::EXACT.options) && given.has_any(matching::ORACLE.options) {
        return Err(RuleError::contradiction("match", "match-*` or `ignore-*"));
    }
    MatchRule::of_solver(given)
}
