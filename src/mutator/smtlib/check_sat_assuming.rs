//! check-sat-assuming: removes the assumptions.

use super::shape::is_form;
use crate::language::TestCase;
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `(check-sat-assuming (a b))` → `(check-sat)`
pub struct CheckSatAssuming;

impl Mutator for CheckSatAssuming {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "check-sat-assuming",
                "Replace check-sat-assuming by check-sat",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_form(case.tree(), node, b"check-sat-assuming")
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        simplifications(self.applies(case, node).then(|| {
            let check_sat = Piece::Leaf(Symbol::of(b"check-sat"));
            let with = vec![Piece::Open, check_sat, Piece::Close];
            Edit::replace(case.tree(), node, with)
        }))
    }
}
