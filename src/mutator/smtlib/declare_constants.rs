//! declare-constants: declares functions without parameters as constants.

use super::shape::is_form;
use crate::language::TestCase;
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Symbol};

/// `(declare-fun x () Int)` → `(declare-const x Int)`, which means the same. Proposed at the empty list.
pub struct DeclareConstants;

impl Mutator for DeclareConstants {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "declare-constants",
                "Declare functions without parameters as constants",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        declaration(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        let edit = declaration(case, node).map(|command| {
            let head = Piece::Leaf(Symbol::of(b"declare-const"));
            let renamed = Edit::replace(tree, command + 1, vec![head]);
            Edit::join(tree, [renamed, Edit::delete(tree, node)])
        });
        simplifications(edit)
    }
}

/// The command `(declare-fun name () sort)` in which this node is the empty list.
fn declaration(case: &TestCase, node: Node) -> Option<Node> {
    let tree = case.tree();
    if node == ROOT || tree.len(node) != 1 || !tree.is_list(node) {
        return None;
    }
    let command = case.parent(node);
    let is_declaration = command != ROOT
        && case.parent(command) == ROOT
        && is_form(tree, command, b"declare-fun")
        && tree.child(command, 2) == Some(node)
        && tree.child(command, 3).is_some();
    is_declaration.then_some(command)
}
