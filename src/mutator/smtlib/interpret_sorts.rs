//! interpret-sorts: replaces a sort that the text declares by `Bool` or `Int`.

use super::deletion::{replaced, taken_out};
use super::shape::is_form;
use crate::language::TestCase;
use crate::language::smtlib::analysis;
use crate::mutator::proposal::{none, simplifications};
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol};

/// `(declare-sort U 0) (declare-const u U)` → `(declare-const u Bool)`, `(declare-const u Int)`
pub struct InterpretSorts;

impl Mutator for InterpretSorts {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "interpret-sorts",
                "Replace a declared sort by Bool or Int",
                "smtlib",
                &[(Pass::Declarations, 6), (Pass::Promising, 14)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        case.parent(node) == ROOT
            && is_form(case.tree(), node, b"declare-sort")
            && case.tree().len(node) > 2
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let id = self
            .applies(case, node)
            .then(|| analysis(case).binding(node + 2));
        let Some(id) = id.flatten() else {
            return none();
        };
        let binding = &analysis(case).bindings()[id as usize];
        let uses = &binding.uses;
        let is_plain = binding.parameters.is_empty() && !uses.is_empty();
        let sorts: &[&[u8]] = if is_plain { &[b"Bool", b"Int"] } else { &[] };
        simplifications(sorts.iter().map(move |sort| {
            let sort = Piece::Leaf(Symbol::of(sort));
            let splices = uses.iter().map(|&at| replaced(case, at, vec![sort]));
            let splices: Vec<Splice> = splices.chain([taken_out(case, node)]).collect();
            Edit::new(splices)
        }))
    }
}
