//! Good build, bad build: the solver behaves as in its golden run, and another one passes (`--passes-on`).

use super::behaviour::compare;
use super::cross_check::{SecondRule, both, shown_with_second};
use super::entry::OracleEntry;
use super::passes::OPTION;
use super::{Criterion, MatchRule, Oracle, Rule, RuleError};

pub(super) const ORACLE: OracleEntry = OracleEntry {
    name: OPTION,
    about: "The solver fails in the same way, and another one passes",
    options: &[OPTION],
    choice: None,
};

/// The solver behaves as in its golden run, and another one passes (`--passes-on`).
#[derive(Debug)]
pub struct PassesOn(pub MatchRule);

impl Criterion for PassesOn {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        both(compare(&self.0)?, &SecondRule::Passes)
    }

    fn shown(&self) -> String {
        shown_with_second(self.0.shown(), Some(&SecondRule::Passes))
    }

    fn refuses_lack_of_memory(&self, solver: usize) -> bool {
        solver != 0 || !self.0.names_message()
    }

    fn with_stack(&self, functions: u32) -> Option<Rule> {
        Some(Rule::of(PassesOn(self.0.with_stack(functions))))
    }

    fn in_place_of_exact(&self, whole: bool) -> Option<Rule> {
        Some(Rule::of(PassesOn(self.0.in_place_of_exact(whole))))
    }
}
