//! asp-unfold: puts the body of an atom's only rule in the place of the atom.

use crate::language::TestCase;
use crate::language::asp::{Role, analysis, negated, rule};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, ROOT, Splice};

/// Bodies with more literals are only unfolded where the atom is used once.
const LONG: usize = 1;

/// `a :- b. c :- a, not d.` → `c :- b, not d.` for an atom without arguments that is the head of one rule only and does
/// not stand in its body. Applies to this rule.
pub struct Unfold;

impl Mutator for Unfold {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-unfold",
                "Put the body of an atom's only rule in the place of the atom",
            )
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        unfolded(case, node).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        judged(case, unfolded(case, node))
    }
}

fn unfolded(case: &TestCase, node: Node) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case)?);
    if case.parent(node) != ROOT || analysis.role(node) != Role::Rule {
        return None;
    }
    let (head, body) = rule(tree, node)?;
    let mut heads = tree.children(head);
    let atom = heads
        .next()
        .filter(|&atom| !tree.is_list(atom) && analysis.role(atom) == Role::Atom)?;
    if heads.next().is_some() {
        return None;
    }
    let literals: Vec<Node> = tree.children(body).collect();
    let places = analysis.names(tree).places(tree.sym(atom));
    let uses: Vec<Node> = places
        .iter()
        .copied()
        .filter(|&place| place != atom)
        .collect();
    let is_long = literals.len() > LONG && uses.len() > 1;
    if is_long || uses.iter().any(|&place| tree.contains(node, place)) {
        return None;
    }
    let mut splices = vec![Splice::delete(tree, node)];
    for place in uses {
        splices.push(replaced(case, place, &literals)?);
    }
    Some(Edit::new(splices))
}

/// Puts the literals in the place of a use of the atom. None where that is not possible.
fn replaced(case: &TestCase, place: Node, literals: &[Node]) -> Option<Splice> {
    let (tree, analysis) = (case.tree(), analysis(case)?);
    let parent = case.parent(place);
    if analysis.role(parent) == Role::Body {
        let copies = literals.iter().map(|&literal| Piece::Copy(literal));
        return Some(Splice::replace(tree, place, copies.collect()));
    }
    // `not a` with a single positive literal for `a`.
    let is_negated = negated(tree, parent) == Some(place);
    let only = literals.first().filter(|_| literals.len() == 1)?;
    let fits = is_negated && analysis.role(*only) == Role::Atom;
    fits.then(|| Splice::replace(tree, place, vec![Piece::Copy(*only)]))
}
