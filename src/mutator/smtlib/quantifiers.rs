//! Mutators of quantifiers.

use super::toolkit::names::free_name;
use super::toolkit::pieces::{before_command, declared_constant};
use super::toolkit::quantifier::put_in_place;
use super::toolkit::shape::{bound_head, is_quantified};
use super::toolkit::values::uses_replaced;
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::none;
use crate::mutator::{At, Edits, Mutator};
use crate::tree::{Edit, Node, Piece, Splice};

/// `(forall ((x Int) (y Int)) (< x y))` → `(forall ((y Int)) (< 0 y))`, `(forall ((y Int)) (< 1 y))`. A quantifier that
/// loses its last variable becomes its body.
pub static DROP_BOUND_VARIABLE: Mutator = Mutator::smtlib("drop-bound-variable", "smtlib")
    .about("Remove a quantifier's variable and replace its occurrences by a value")
    .at(At::Role(Role::Binder))
    .only(|case, node| is_quantified(case.tree(), case.parent(case.parent(node))))
    .edits(without_variable)
    .judged();

fn without_variable(case: &TestCase, node: Node) -> Edits<'_> {
    let Some(id) = bound_head(case, node) else {
        return none();
    };
    let (tree, list) = (case.tree(), case.parent(node));
    let removed = if tree.next(node) == tree.next(list) && node == list + 1 {
        put_in_place(tree, case.parent(list), tree.next(list))
    } else {
        vec![Splice::delete(tree, node)]
    };
    let ways = uses_replaced(case, analysis(case).get(id));
    Box::new(
        ways.into_iter()
            .map(move |way| Edit::new([way, removed.clone()].concat())),
    )
}

/// `(assert (forall ((x Int)) (p x)))` → `(declare-const x Int) (assert (p x))`. A variable whose name is taken gets a
/// new one. A declaration has one cell more than a binder, and the quantifier has three; so with more than three
/// variables, the text grows, unless it loses patterns.
pub static FREE_BOUND_VARIABLES: Mutator = Mutator::smtlib("free-bound-variables", "smtlib")
    .about("Replace a quantifier by its body and declare its variables")
    .at(At::Term)
    .only(|case, node| {
        let tree = case.tree();
        is_quantified(tree, node) && tree.elements::<3>(node).is_some()
    })
    .edit(freed)
    .judged();

fn freed(case: &TestCase, node: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let list = node + 2;
    let mut declarations = Vec::new();
    let mut splices = put_in_place(tree, node, tree.next(list));
    // Each variable becomes a constant, under a new name if its own is taken.
    for binder in tree.children(list) {
        let binding = analysis.get(bound_head(case, binder)?);
        let (name, renamed) = free_name(case, binding, node);
        splices.extend(renamed);
        declarations.extend(declared_constant(
            name,
            [Piece::Copy(tree.child(binder, 1)?)],
        ));
    }
    splices.push(before_command(case, node, declarations)?);
    Some(Edit::new(splices))
}
