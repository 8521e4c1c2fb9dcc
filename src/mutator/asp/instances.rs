//! asp-instantiate: puts a constant in the place of a variable of one statement.

use super::names::statement;
use crate::language::TestCase;
use crate::language::asp::{analysis, variable};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};

/// `p(X) :- q(X,Y).` → `p(1) :- q(1,Y).` with the constants that stand first in the program. So a rule is grounded
/// partly. Applies where the variable stands first in its statement.
pub struct Instantiate;

impl Mutator for Instantiate {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-instantiate",
                "Put a constant in the place of a variable of a statement",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        analysis(case).is_some() && is_first(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let constants = if self.applies(case, node) {
            analysis(case).map_or(&[][..], |analysis| analysis.constants(case.tree()))
        } else {
            &[]
        };
        let instance = move |constant| instance(case, node, constant);
        judged(case, constants.iter().copied().map(instance))
    }
}

/// Whether a variable stands here for the first time in its statement.
fn is_first(case: &TestCase, node: Node) -> bool {
    variable(case.tree(), node).is_some() && places(case, node).next() == Some(node)
}

/// The places of a variable in its statement.
fn places(case: &TestCase, variable: Node) -> impl Iterator<Item = Node> {
    let (tree, statement) = (case.tree(), statement(case, variable));
    let places = case.places(tree.sym(variable));
    let first = places.partition_point(|&place| place < statement);
    let end = tree.next(statement);
    places[first..]
        .iter()
        .copied()
        .take_while(move |&place| place < end)
}

fn instance(case: &TestCase, variable: Node, constant: Symbol) -> Edit {
    let splices = places(case, variable).map(|at| Splice {
        at,
        cells: 1,
        with: vec![Piece::Leaf(constant)],
    });
    Edit::new(splices.collect())
}
