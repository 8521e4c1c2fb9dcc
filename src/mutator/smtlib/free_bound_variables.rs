//! free-bound-variables: replaces a quantifier by its body, and declares its variables.

use super::fresh::fresh_name;
use super::quantifier::detached;
use super::shape::{bound_head, is_quantified};
use crate::language::TestCase;
use crate::language::smtlib::{Role, analysis};
use crate::mutator::proposal::none;
use crate::mutator::{Mutator, Profile, Proposal, Proposals};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};

/// `(assert (forall ((x Int)) (p x)))` → `(declare-const x Int) (assert (p x))`. A variable whose name is taken gets a new
/// one. For three variables or more the text grows.
pub struct FreeBoundVariables;

impl Mutator for FreeBoundVariables {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_smtlib(
                "free-bound-variables",
                "Replace a quantifier by its body and declare its variables",
                "smtlib",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        let tree = case.tree();
        analysis(case).role(node) == Role::Term
            && is_quantified(tree, node)
            && tree.children(node).take(4).count() == 3
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = self.applies(case, node).then(|| freed(case, node));
        let Some(edit) = edit.flatten() else {
            return none();
        };
        let variables = case.tree().children(node + 2).count();
        Box::new(std::iter::once(Proposal {
            edit,
            is_pump: variables > 2, // a declaration has one cell more than a binder, and the quantifier has three
        }))
    }
}

fn freed(case: &TestCase, node: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let command = analysis.command(node)?;
    let list = node + 2;
    let mut declarations = Vec::new();
    let body = tree.next(list);
    let mut splices = detached(tree, body);
    splices.push(Splice::replace(tree, node, vec![Piece::Copy(body)]));
    for binder in tree.children(list) {
        let binding = &analysis.bindings()[bound_head(case, binder)? as usize];
        let mut name = tree.sym(binding.node);
        if analysis.resolve(name, command).is_some() {
            name = fresh_name(case, binding.node);
            let renamed = |&at: &Node| Splice::replace(case.tree(), at, vec![Piece::Leaf(name)]);
            splices.extend(binding.uses.iter().map(renamed));
        }
        let declare = Piece::Leaf(Symbol::of(b"declare-const"));
        let sort = Piece::Copy(tree.child(binder, 1)?);
        declarations.extend([Piece::Open, declare, Piece::Leaf(name), sort, Piece::Close]);
    }
    splices.push(Splice {
        at: command,
        cells: 0,
        with: declarations,
    });
    Some(Edit::new(splices))
}
