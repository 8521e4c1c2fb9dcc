//! The solver behaves as in its golden run: it shows the same failure, or what is compared instead is the same.

use super::failure::SameFailure;
use super::matching::{self, Matching};
use super::shared_options::shared_options;
use super::single::{Compare, OneRun};
use super::{Criterion, Evidence, Given, MatchRule, Oracle, Rule, RuleError};

/// The solver behaves as in its golden run.
#[derive(Debug)]
pub struct Same(pub MatchRule);

impl Criterion for Same {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        Ok(Box::new(OneRun(compare(&self.0)?)))
    }

    fn shown(&self) -> String {
        self.0.shown()
    }

    fn refuses_lack_of_memory(&self, solver: usize) -> bool {
        solver != 0 || !self.0.names_message()
    }

    fn shared_options(&self, golden: &Evidence) -> Option<Vec<String>> {
        shared_options(&self.0, golden)
    }

    fn with_stack(&self, functions: u32) -> Option<Rule> {
        Some(Rule::of(Same(self.0.with_stack(functions))))
    }

    fn in_place_of_exact(&self, whole: bool) -> Option<Rule> {
        Some(Rule::of(Same(self.0.in_place_of_exact(whole))))
    }
}

/// The rule for the solver under test according to the options, unless they choose another.
///
/// # Errors
/// They contradict each other.
pub(super) fn read(given: &Given) -> Result<Same, RuleError> {
    if given.has_any(matching::EXACT.options) && given.has_any(matching::ORACLE.options) {
        return Err(RuleError::contradiction("match", "match-*` or `ignore-*"));
    }
    MatchRule::of_solver(given).map(Same)
}

/// The comparison of one run with its golden run.
///
/// # Errors
/// A pattern is wrong, or nothing is compared.
pub(super) fn compare(rule: &MatchRule) -> Result<Box<dyn Compare>, RuleError> {
    Ok(if rule.is_same_failure() {
        Box::new(SameFailure::new(rule.same_stack))
    } else {
        Box::new(Matching::new(rule)?)
    })
}
