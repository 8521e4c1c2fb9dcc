//! asp-shift-negation: a negative literal of a body becomes an alternative of the head.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis, negated, rule};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice};

/// `a :- b, not c.` → `a | c :- b.`, the inverse of what is known as shifting (Ben-Eliyahu and Dechter 1994).
pub struct ShiftNegation;

impl Mutator for ShiftNegation {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-shift-negation",
                "Make a negative literal of a body an alternative of the head",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        shifted(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        simplifications(shifted(case, node))
    }
}

fn shifted(case: &TestCase, node: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case)?);
    let atom = negated(tree, node).filter(|&atom| analysis.role(atom) == Role::Atom)?;
    let body = case.parent(node);
    let statement = case.parent(body);
    let is_rule = analysis.role(body) == Role::Body && analysis.role(statement) == Role::Rule;
    let (head, _) = rule(tree, statement).filter(|_| is_rule)?;
    let is_aggregate = tree
        .children(head)
        .any(|one| analysis.role(one) == Role::Aggregate);
    let splice = |at, cells, with| Splice { at, cells, with };
    (!is_aggregate).then(|| {
        let mut with: Vec<Piece> = vec![Piece::Open];
        with.extend(tree.children(head).map(Piece::Copy));
        with.extend([Piece::Copy(atom), Piece::Close]);
        Edit::new(vec![
            splice(head, tree.len(head), with),
            splice(node, tree.len(node), Vec::new()),
        ])
    })
}
