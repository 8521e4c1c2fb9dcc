//! simplify-logic: a smaller logic.

use crate::language::TestCase;
use crate::mutator::Mutator;
use crate::mutator::shape::is_form;
use crate::tree::{Edit, Node, Piece, Symbol};

/// What may be left out of a logic's name, or be put there instead.
const SIMPLER: [(&str, &str); 11] = [
    ("BV", ""),
    ("FP", ""),
    ("UF", ""),
    ("S", ""),
    ("T", ""),
    ("NRA", "LRA"),
    ("LRA", ""),
    ("NIA", "LIA"),
    ("LIA", ""),
    ("NIRA", "LIRA"),
    ("LIRA", "LRA"),
];

/// `(set-logic QF_NRA)` → `(set-logic QF_LRA)`; never to no name at all, and never away from `ALL`.
pub struct SimplifyLogic;

impl Mutator for SimplifyLogic {
    fn name(&self) -> &'static str {
        "simplify-logic"
    }

    fn about(&self) -> &'static str {
        "Replace the logic by a smaller one"
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_form(case.tree(), node, b"set-logic")
    }

    fn nth(&self, case: &TestCase, node: Node, k: usize) -> Option<Edit> {
        if !self.applies(case, node) {
            return None;
        }
        let tree = case.tree();
        let logic = tree.child(node, 1)?;
        let name = std::str::from_utf8(tree.sym(logic).bytes()).ok()?;
        let simpler = SIMPLER
            .iter()
            .filter(|(part, _)| name.contains(part) && !name.starts_with("ALL"))
            .map(|(part, with)| name.replace(part, with))
            .filter(|simpler| !simpler.is_empty())
            .nth(k)?;
        let with = vec![Piece::Leaf(Symbol::of(simpler.as_bytes()))];
        Some(Edit::replace(tree, logic, with))
    }
}
