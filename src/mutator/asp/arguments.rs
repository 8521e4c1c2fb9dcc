//! asp-drop-argument: takes an argument from all atoms with the same name.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice};

/// At most this many arguments of a predicate are tried.
const MOST: usize = 8;

/// `p(X,Y) :- q(Y,X).` → `p(Y) :- q(Y,X).` Applies to the first atom with a name.
pub struct DropArgument;

impl Mutator for DropArgument {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-drop-argument",
                "Drop an argument of all atoms with the same name",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_first(case, node).unwrap_or(false)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let count = if self.applies(case, node) {
            case.tree().children(node).count()
        } else {
            0
        };
        simplifications(
            (1..count.min(1 + MOST)).map(move |argument| without(case, node, argument, count)),
        )
    }
}

/// Whether the node is the first atom of its name, and has arguments.
fn is_first(case: &TestCase, node: Node) -> Option<bool> {
    let (tree, analysis) = (case.tree(), analysis(case)?);
    let is_atom = tree.is_list(node) && analysis.role(node) == Role::Atom;
    let places = analysis
        .names(tree)
        .places(tree.head(node).filter(|_| is_atom)?);
    Some(places.first() == Some(&(node + 1)))
}

/// Drops an argument of all atoms with the name of this one and as many arguments. An atom that loses its only argument
/// also loses its parentheses.
fn without(case: &TestCase, node: Node, argument: usize, count: usize) -> Edit {
    let tree = case.tree();
    let name = tree.sym(node + 1);
    let places = analysis(case).map_or(&[][..], |analysis| analysis.names(tree).places(name));
    let atoms = places.iter().map(|&place| place - 1);
    let atoms = atoms.filter(|&atom| tree.is_list(atom) && tree.children(atom).count() == count);
    let splices = atoms.filter_map(|atom| {
        let (at, with) = if count == 2 {
            (atom, vec![Piece::Leaf(name)])
        } else {
            (tree.child(atom, argument)?, Vec::new())
        };
        let cells = tree.len(at);
        Some(Splice { at, cells, with })
    });
    Edit::new(splices.collect())
}
