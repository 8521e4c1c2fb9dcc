//! declare-constants: declares functions without parameters as constants.

use super::shape::is_form;
use crate::language::TestCase;
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol, Tree};

/// `(declare-fun x () Int)` → `(declare-const x Int)`, which means the same.
pub struct DeclareConstants;

impl Mutator for DeclareConstants {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "declare-constants",
                "Declare functions without parameters as constants",
                "smtlib",
                &[(Pass::Declarations, 9), (Pass::Spelling, 3)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        parameters(case.tree(), node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        let edit = parameters(tree, node).map(|parameters| {
            let head = Piece::Leaf(Symbol::of(b"declare-const"));
            let renamed = Edit::replace(tree, node + 1, vec![head]);
            Edit::join(tree, [renamed, Edit::delete(tree, parameters)])
        });
        simplifications(edit)
    }
}

/// The empty list of parameters of a declaration `(declare-fun name () sort)`.
fn parameters(tree: &Tree, node: Node) -> Option<Node> {
    let is_declaration = node != ROOT && is_form(tree, node, b"declare-fun");
    let parameters = tree.child(node, 2).filter(|_| is_declaration)?;
    let is_empty = tree.is_list(parameters) && tree.len(parameters) == 1;
    (is_empty && tree.child(node, 3).is_some()).then_some(parameters)
}
