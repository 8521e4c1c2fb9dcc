//! simplify-logic: replaces the logic by a smaller one.

use super::shape::is_form;
use crate::language::TestCase;
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol, Tree};

/// Parts of a logic's name, and what may replace each of them.
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

/// What is left of a name that names no theory, or only that of arrays. These are no logics: that of arrays is `AX`.
const NO_LOGICS: [&str; 3] = ["", "A", "AUF"];

/// `(set-logic QF_NRA)` → `(set-logic QF_LRA)`. The new name names a theory, and `ALL` is never replaced.
pub struct SimplifyLogic;

impl Mutator for SimplifyLogic {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "simplify-logic",
                "Replace the logic by a smaller one",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_form(case.tree(), node, b"set-logic")
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        let named = self.applies(case, node).then(|| logic(tree, node));
        let Some((logic, name)) = named.flatten() else {
            return none();
        };
        let simpler = SIMPLER
            .iter()
            .filter(|(part, _)| name.contains(part) && !name.starts_with("ALL"))
            .map(|(part, with)| name.replace(part, with))
            .filter(|simpler| is_logic(simpler));
        simplifications(simpler.map(move |simpler| {
            let with = vec![Piece::Leaf(Symbol::of(simpler.as_bytes()))];
            Edit::replace(tree, logic, with)
        }))
    }
}

fn is_logic(name: &str) -> bool {
    let theories = name.strip_prefix("QF_").unwrap_or(name);
    !NO_LOGICS.contains(&theories)
}

/// The logic that a `set-logic` sets: its token and its name.
fn logic(tree: &Tree, command: Node) -> Option<(Node, &'static str)> {
    let logic = tree.child(command, 1)?;
    let name = std::str::from_utf8(tree.sym(logic).bytes()).ok()?;
    Some((logic, name))
}
