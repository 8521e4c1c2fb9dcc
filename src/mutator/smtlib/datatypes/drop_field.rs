//! drop-field: removes a field of a datatype's constructor with all that is given for it.

use crate::language::TestCase;
use crate::language::smtlib::{BindingId, BindingKind, Role, analysis};
use crate::mutator::proposal::judged;
use crate::mutator::smtlib::deletion::deletion;
use crate::mutator::smtlib::shape::is_form;
use crate::mutator::smtlib::unused::with_unused;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice};

/// Only the first fields of a constructor are proposed, because operands are found by counting.
const MOST: usize = 256;

/// `(declare-datatype P ((mk (l Int) (r Bool)))) (assert (= (l p) (l (mk 1 b))))` → `(declare-datatype P ((mk (r Bool))))
/// (assert (= 0 0))`. The operand goes from each application of the constructor and its variable from each case of a
/// `match`. Terms that select the field are deleted, or a default of their sort takes their place.
pub struct DropField;

impl Mutator for DropField {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "drop-field",
                "Remove a field of a constructor with all that is given for it",
                "datatypes",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        Field::of(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = Field::of(case, node).and_then(|field| field.without());
        judged(case, edit.map(|edit| with_unused(case, edit)))
    }
}

/// A field `(selector S)` of a constructor.
struct Field<'a> {
    case: &'a TestCase,
    node: Node,
    selector: BindingId,
    constructor: BindingId,
    /// The place of its operand in an application, the head included.
    place: usize,
    is_only: bool,
}

impl<'a> Field<'a> {
    fn of(case: &'a TestCase, node: Node) -> Option<Field<'a>> {
        let (tree, analysis) = (case.tree(), analysis(case));
        let member = |token: Node| {
            let id = analysis.binding(token)?;
            let binding = &analysis.bindings()[id as usize];
            let is_own = binding.kind == BindingKind::Datatype && binding.node == token;
            is_own.then_some(id)
        };
        let sort = tree.child(node, 1).filter(|_| tree.is_list(node))?;
        let list = case.parent(node);
        let selector = member(node + 1).filter(|_| analysis.role(sort) == Role::Sort)?;
        let constructor = member(list + 1)?;
        let mut fields = tree.children(list).take(MOST);
        Some(Field {
            case,
            node,
            selector,
            constructor,
            place: fields.position(|field| field == node)?,
            is_only: tree.child(list, 2).is_none(),
        })
    }

    fn uses(&self, id: BindingId) -> &'a [Node] {
        &analysis(self.case).bindings()[id as usize].uses
    }

    fn without(&self) -> Option<Edit> {
        let (tree, analysis) = (self.case.tree(), analysis(self.case));
        let mut splices = vec![Splice::delete(self.case.tree(), self.node)];
        let mut terms = Vec::new();
        for &token in self.uses(self.selector) {
            let term = self.case.parent(token);
            let is_applied = term + 1 == token && analysis.role(term) == Role::Term;
            terms.push(is_applied.then_some(term)?);
        }
        for &token in self.uses(self.constructor) {
            let above = self.case.parent(token);
            if is_form(tree, above, b"_") {
                continue; // a tester
            }
            let is_qualified = is_form(tree, above, b"as");
            let head = if is_qualified { above } else { token };
            let list = self.case.parent(head);
            let operand = tree.child(list, self.place).filter(|_| list + 1 == head)?;
            if analysis.role(list) != Role::Term {
                // A pattern: the operand is a variable.
                let variable = analysis.binding(operand)?;
                terms.extend(self.uses(variable).iter().filter(|&&at| at != operand));
            }
            splices.push(self.shortened(list, operand));
        }
        // The outermost terms only: what lies inside goes with them.
        terms.sort_unstable();
        let mut reach = 0;
        terms.retain(|&term| {
            let keep = term >= reach;
            reach = reach.max(tree.next(term));
            keep
        });
        splices.extend(deletion(self.case, terms, None)?);
        Some(Edit::new(splices))
    }

    /// Takes the operand out of an application or a pattern. Without any, the constructor stands alone.
    fn shortened(&self, list: Node, operand: Node) -> Splice {
        if self.is_only {
            Splice::replace(self.case.tree(), list, vec![Piece::Copy(list + 1)])
        } else {
            Splice::delete(self.case.tree(), operand)
        }
    }
}
