//! remove-recursive-function: removes one of several functions that are defined together.

use super::pairs::PairedLists;
use crate::language::TestCase;
use crate::language::smtlib::Declares;
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::Node;

const FUNCTIONS: PairedLists = PairedLists(Declares::MutualDefinitions);

/// `(define-funs-rec ((f () Bool) (g () Bool)) (true f))` → `(define-funs-rec ((f () Bool)) (true))`. Proposed at
/// `(g () Bool)`. The last function stays; it goes with its command. At the list, all functions go together that nothing
/// uses but one another.
pub struct RemoveRecursiveFunction;

impl Mutator for RemoveRecursiveFunction {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "remove-recursive-function",
                "Remove one of several functions that are defined together",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        FUNCTIONS.holds(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        judged(case, FUNCTIONS.without(case, node))
    }
}
