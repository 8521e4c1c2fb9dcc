//! drop-parameter: removes a parameter of a function with the operands that are given for it.

use super::deletion::{replaced, taken_out};
use super::shape::{is_form, operands};
use super::values::{default, values};
use crate::language::TestCase;
use crate::language::smtlib::{Binding, analysis};
use crate::mutator::proposal::{judged, none, simplifications};
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};

/// `(declare-fun f (Int Bool) Int) (assert (= (f 1 p) 2))` → `(declare-fun f (Bool) Int) (assert (= (f p) 2))`. With its
/// last operand, an application becomes the name alone. In the body of a definition, a default of its sort takes the
/// place of the parameter.
pub struct DropParameter;

impl Mutator for DropParameter {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "drop-parameter",
                "Remove a parameter of a function with the operands that are given for it",
                "smtlib",
                &[(Pass::Terms, 52), (Pass::Promising, 13)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let (tree, list) = (case.tree(), case.parent(node));
        let command = case.parent(list);
        let heads: [&[u8]; 3] = [b"declare-fun", b"define-fun", b"define-fun-rec"];
        command != ROOT
            && case.parent(command) == ROOT
            && tree.child(command, 2) == Some(list)
            && heads.iter().any(|head| is_form(tree, command, head))
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let without = self
            .applies(case, node)
            .then(|| without_operands(case, node));
        let Some(splices) = without.flatten() else {
            return none();
        };
        if is_form(case.tree(), case.parent(case.parent(node)), b"declare-fun") {
            return simplifications([Edit::new(splices)]);
        }
        let id = analysis(case).binding(node + 1);
        let bodies = id.map_or(Vec::new(), |id| {
            uses_replaced(case, &analysis(case).bindings()[id as usize])
        });
        let edits = bodies.into_iter().map(move |body| {
            let splices = splices.iter().cloned().chain(body);
            Edit::new(splices.collect())
        });
        judged(case, edits)
    }
}

/// The splices that take out the parameter and its operands. None if a use of the function is not an application to all
/// operands.
fn without_operands(case: &TestCase, parameter: Node) -> Option<Vec<Splice>> {
    let tree = case.tree();
    let list = case.parent(parameter);
    let name = case.parent(list) + 2;
    let function = &analysis(case).bindings()[analysis(case).binding(name)? as usize];
    let place = tree.children(list).position(|other| other == parameter)?;
    let count = tree.children(list).count();
    let mut splices = vec![taken_out(case, parameter)];
    for &token in &function.uses {
        let term = case.parent(token);
        if term + 1 != token || operands(tree, term).count() != count {
            return None;
        }
        splices.push(if count == 1 {
            replaced(case, term, vec![Piece::Leaf(tree.sym(token))])
        } else {
            taken_out(case, tree.child(term, place + 1)?)
        });
    }
    Some(splices)
}

/// For each of the first two values of a variable's sort, or else for a default: the splices that put it at all uses.
/// A single way without splices if there are no uses.
pub(super) fn uses_replaced(case: &TestCase, variable: &Binding) -> Vec<Vec<Splice>> {
    let Some(&first) = variable.uses.first() else {
        return vec![Vec::new()];
    };
    let mut ways = values(case, variable.sort, first);
    ways.truncate(2);
    if ways.is_empty() {
        ways.extend(default(case, variable.sort, variable.node));
    }
    let uses = |value: Vec<Piece>| {
        let uses = variable.uses.iter();
        uses.map(|&at| replaced(case, at, value.clone())).collect()
    };
    ways.into_iter().map(uses).collect()
}
