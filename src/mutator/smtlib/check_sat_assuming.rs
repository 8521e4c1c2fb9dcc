//! check-sat-assuming: no assumptions.

use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::mutator::shape::is_form;
use crate::tree::{Edit, Node, Piece, Symbol};

/// `(check-sat-assuming (a b))` → `(check-sat)`
pub struct CheckSatAssuming;

impl Mutator for CheckSatAssuming {
    fn name(&self) -> &'static str {
        "check-sat-assuming"
    }

    fn about(&self) -> &'static str {
        "Replace check-sat-assuming by check-sat"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_form(case.tree(), node, b"check-sat-assuming")
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if k > 0 || !self.applies(case, node) {
            return None;
        }
        let check_sat = Piece::Leaf(Symbol::of(b"check-sat"));
        let with = vec![Piece::Open, check_sat, Piece::Close];
        Some(Edit::replace(case.tree(), node, with))
    }
}
