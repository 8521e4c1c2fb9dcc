//! asp-settle: takes out what a grounder would find superfluous.

use super::settled::all_settled;
use crate::language::TestCase;
use crate::language::asp::analysis;
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::Node;

/// `a. b :- a, not c. d :- e.` → `a. b.`: atoms without a rule are false, facts are true, and the rules of atoms that are
/// used nowhere go. Applies to the first statement.
pub struct Settle;

impl Mutator for Settle {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-settle",
                "Take out what a grounder would find superfluous",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        node == 1 && analysis(case).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        simplifications(
            self.applies(case, node)
                .then(|| all_settled(case))
                .flatten(),
        )
    }
}
