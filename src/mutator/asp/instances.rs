//! asp-instantiate: puts a constant in the place of a variable of one statement.

use crate::language::TestCase;
use crate::language::asp::{Role, is_number, is_variable, program};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Pass, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol};
use rustc_hash::FxHashSet;

/// At most this many variables of a statement are tried, each with at most as many constants.
const MOST: usize = 6;

/// `p(X) :- q(X,Y).` → `p(1) :- q(1,Y).` with the constants that stand first in the program. So a rule is grounded
/// partly.
pub struct Instantiate;

impl Mutator for Instantiate {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-instantiate",
                "Put a constant in the place of a variable of a statement",
                &[(Pass::Terms, 78), (Pass::Declarations, 78)],
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        let is_statement = node != ROOT && case.parent(node) == ROOT && tree.is_list(node);
        is_statement && program(case).is_some() && !variables(case, node).is_empty()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let variables = if self.applies(case, node) {
            variables(case, node)
        } else {
            Vec::new()
        };
        let constants = if variables.is_empty() {
            Vec::new()
        } else {
            constants(case)
        };
        let pairs = variables.into_iter().flat_map(move |variable| {
            let constants = constants.clone();
            constants
                .into_iter()
                .map(move |constant| instance(case, node, variable, constant))
        });
        judged(case, pairs)
    }
}

/// The variables of a statement in the order in which they occur.
fn variables(case: &TestCase, statement: Node) -> Vec<Symbol> {
    let tree = case.tree();
    let mut seen = FxHashSet::default();
    let tokens = (statement..tree.next(statement)).filter(|&node| !tree.is_list(node));
    let variables = tokens
        .map(|node| tree.sym(node))
        .filter(|token| is_variable(token.bytes()));
    variables
        .filter(|&variable| seen.insert(variable))
        .take(MOST)
        .collect()
}

/// The first constants of the program.
fn constants(case: &TestCase) -> Vec<Symbol> {
    let tree = case.tree();
    let Some(program) = program(case) else {
        return Vec::new();
    };
    let mut seen = FxHashSet::default();
    let terms =
        (1..tree.end()).filter(|&node| program.role(node) == Role::Term && !tree.is_list(node));
    let is_head =
        |node: Node| case.parent(node) + 1 == node && tree.head(case.parent(node)).is_some();
    let is_constant = |bytes: &[u8]| {
        let is_name = bytes.first().is_some_and(u8::is_ascii_lowercase);
        is_name || is_number(bytes) || bytes.starts_with(b"\"")
    };
    let constants = terms
        .filter(|&node| !is_head(node))
        .map(|node| tree.sym(node));
    let constants = constants.filter(|token| is_constant(token.bytes()));
    constants
        .filter(|&constant| seen.insert(constant))
        .take(MOST)
        .collect()
}

fn instance(case: &TestCase, statement: Node, variable: Symbol, constant: Symbol) -> Edit {
    let tree = case.tree();
    let places = (statement..tree.next(statement)).filter(|&node| tree.sym(node) == variable);
    let splices = places.map(|at| Splice {
        at,
        cells: 1,
        with: vec![Piece::Leaf(constant)],
    });
    Edit::new(splices.collect())
}
