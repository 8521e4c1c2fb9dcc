//! dt-drop-field: removes a field of a constructor with the operands that are given for it.

use crate::language::TestCase;
use crate::language::smtlib::{Binding, BindingKind, Role, analysis};
use crate::mutator::proposal::judged;
use crate::mutator::smtlib::deletion::{replaced, taken_out};
use crate::mutator::smtlib::drop_parameter::uses_replaced;
use crate::mutator::smtlib::unused::with_unused;
use crate::mutator::smtlib::values::default;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};

/// `(declare-datatype L ((nil) (cons (head Int) (tail L)))) (assert (= (tail l) (cons 1 nil)))` →
/// `(declare-datatype L ((nil) (cons (head Int)))) (assert (= nil (cons 1)))`. Proposed at `(tail L)`.
///
/// In patterns of `match`, the variable for the field goes. A default of its sort takes the place of the variable and of
/// each selection of the field. A constructor that loses its only field is used without parentheses.
pub struct DropField;

impl Mutator for DropField {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "dt-drop-field",
                "Remove a field of a constructor with the operands that are given for it",
                "datatypes",
                &[(Pass::Terms, 53), (Pass::Promising, 14)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        case.tree().len(node) > 2
            && node != ROOT
            && bound_at(case, node + 1).is_some()
            && case.tree().child(case.parent(node), 0) != Some(node)
            && bound_at(case, case.parent(node) + 1).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = self.applies(case, node).then(|| without(case, node));
        judged(case, edit.flatten().map(|edit| with_unused(case, &edit)))
    }
}

/// The constructor or selector that the token binds.
fn bound_at(case: &TestCase, token: Node) -> Option<&Binding> {
    let analysis = analysis(case);
    let binding = &analysis.bindings()[analysis.binding(token)? as usize];
    (binding.kind == BindingKind::Datatype && binding.node == token).then_some(binding)
}

/// Removes the field. None if the constructor is used other than with all its operands.
fn without(case: &TestCase, field: Node) -> Option<Edit> {
    let tree = case.tree();
    let declared = case.parent(field);
    let place = tree.children(declared).position(|part| part == field)?;
    let fields = tree.children(declared).count() - 1;
    let mut splices = vec![taken_out(case, field)];
    let constructor = bound_at(case, declared + 1)?;
    for &token in &constructor.uses {
        splices.extend(without_operand(case, constructor, token, place, fields)?);
    }
    let selector = bound_at(case, field + 1)?;
    for &token in &selector.uses {
        splices.push(without_selection(case, selector, token)?);
    }
    Some(Edit::new(splices))
}

/// What the constructor at this token loses.
fn without_operand(
    case: &TestCase,
    constructor: &Binding,
    token: Node,
    place: usize,
    fields: usize,
) -> Option<Vec<Splice>> {
    let (tree, above) = (case.tree(), case.parent(token));
    if tree.sym(token) != constructor.name
        || tree.head(above).is_some_and(|head| head.bytes() == b"_")
    {
        return Some(Vec::new()); // a tester
    }
    let is_qualified = tree.head(above).is_some_and(|head| head.bytes() == b"as");
    let head = if is_qualified { above } else { token };
    let application = case.parent(head);
    if head != application + 1 || tree.children(application).count() != fields + 1 {
        return None;
    }
    let operand = tree.child(application, place)?;
    let mut splices = match analysis(case).binding(operand) {
        Some(id) if analysis(case).bindings()[id as usize].node == operand => {
            let variable = &analysis(case).bindings()[id as usize];
            uses_replaced(case, variable).into_iter().next()?
        }
        _ => Vec::new(),
    };
    splices.push(if fields == 1 {
        replaced(case, application, vec![Piece::Copy(head)])
    } else {
        taken_out(case, operand)
    });
    Some(splices)
}

/// Puts a default of the field's sort in the place of a selection.
fn without_selection(case: &TestCase, selector: &Binding, token: Node) -> Option<Splice> {
    let selection = case.parent(token);
    let is_selection = token == selection + 1 && analysis(case).role(selection) == Role::Term;
    let value = default(case, selector.sort, selection).filter(|_| is_selection)?;
    Some(replaced(case, selection, value))
}
