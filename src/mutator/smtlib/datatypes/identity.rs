//! dt-rm-identity: replaces a selector of a constructor by the operand that it selects, and a `match` by its case for
//! the constructor.

use super::member::member_of;
use super::taken_case::TakenCase;
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT};

/// `(tail (cons x y))` → `y`, where `tail` is the second selector of `cons`;
/// `(match (cons x y) ((nil p) ((cons h t) (q h t))))` → `(q x y)`.
pub struct RemoveDatatypeIdentity;

impl Mutator for RemoveDatatypeIdentity {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "dt-rm-identity",
                "Replace a selector of a constructor by the selected operand",
                "datatypes",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        selected(case, node).is_some() || TakenCase::of(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = |operand| Edit::replace(case.tree(), node, vec![Piece::Copy(operand)]);
        let selected = selected(case, node).map(edit);
        let taken = || TakenCase::of(case, node)?.instead_of(case, node);
        judged(case, selected.or_else(taken))
    }
}

/// The operand that the selector at the head of the node selects.
fn selected(case: &TestCase, node: Node) -> Option<Node> {
    let tree = case.tree();
    let is_term = node != ROOT && analysis(case).role(node) == Role::Term;
    let selector = member(case, node).filter(|_| is_term)?;
    let application = tree
        .child(node, 1)
        .filter(|&operand| tree.next(operand) == tree.next(node))?;
    let constructor = member(case, application)?;
    // `(cons (head S) (tail T))`: the selector's name is the first element of its list.
    let (field, declared) = (case.parent(selector), case.parent(constructor));
    let is_field = field != ROOT
        && case.parent(field) == declared
        && tree.child(declared, 0) == Some(constructor);
    let place = tree.children(declared).position(|part| part == field)?;
    tree.child(application, place)
        .filter(|_| is_field && place > 0)
}

/// The token in the declaration of a datatype that binds the head of a term: `f` or `(as f S)`.
fn member(case: &TestCase, term: Node) -> Option<Node> {
    member_of(case, case.tree().child(term, 0)?)
}
