//! asp-disjunction-to-choice: a disjunction becomes a choice.

use super::settled::settled_by_choice;
use crate::language::TestCase;
use crate::language::asp::{Role, analysis, rule};
use crate::mutator::proposal::judged;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Symbol};

/// `a | b :- c.` → `{a} :- c.` for each alternative, without everything that needs the other ones; then the choice of
/// all alternatives, `{a; b} :- c.` Applies to the head.
///
/// In the order, a disjunction is smaller than a choice of the same atoms, because its tree has fewer cells, and that is
/// so in all formats. So `asp-choice-to-disjunction` is always a simplification. This direction is one only if enough goes
/// with the alternatives; else it is a pump, and so no search goes round in circles.
///
/// On 12 programs of which each search ends at a disjunction, a tenth of all checks were its own and none succeeded, so it
/// is for deep searches only.
pub struct DisjunctionToChoice;

/// So many alternatives are tried alone.
const MOST: usize = 8;

impl Mutator for DisjunctionToChoice {
    fn profile(&self) -> &'static Profile {
        &const {
            Profile::of_asp(
                "asp-disjunction-to-choice",
                "Make a choice of a disjunction",
            )
            .for_deep_searches()
        }
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        is_disjunction(case, node)
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let tree = case.tree();
        let alternatives: Vec<Node> = if self.applies(case, node) {
            tree.children(node).collect()
        } else {
            Vec::new()
        };
        let all = alternatives.first().map(|_| {
            let choice = choice(alternatives.iter().copied());
            let with = [vec![Piece::Open], choice, vec![Piece::Close]].concat();
            Edit::replace(tree, node, with)
        });
        let tried = alternatives.into_iter().take(MOST);
        let alone = tried.filter_map(move |alternative| alone(case, node, alternative));
        judged(case, alone.chain(all))
    }
}

/// Whether the node is a head with several atoms and nothing else.
fn is_disjunction(case: &TestCase, node: Node) -> bool {
    let (tree, Some(analysis)) = (case.tree(), analysis(case)) else {
        return false;
    };
    let is_head = analysis.role(node) == Role::Head
        && rule(tree, case.parent(node)).is_some_and(|(head, _)| head == node);
    is_head
        && tree.children(node).nth(1).is_some()
        && tree
            .children(node)
            .all(|one| analysis.role(one) == Role::Atom)
}

/// The choice of one alternative, without what the loss of the others settles. None if that takes out the rule itself.
fn alone(case: &TestCase, head: Node, alternative: Node) -> Option<Edit> {
    let tree = case.tree();
    let settled = settled_by_choice(case, head, alternative)?;
    let choice = Edit::replace(tree, alternative, choice([alternative]));
    Some(Edit::join(tree, [settled, choice]))
}

/// A choice without bounds.
fn choice(atoms: impl IntoIterator<Item = Node>) -> Vec<Piece> {
    let mut pieces = vec![Piece::Open, Piece::Leaf(Symbol::of(b"{}"))];
    pieces.extend([Piece::Open, Piece::Close, Piece::Open, Piece::Close]);
    pieces.extend(atoms.into_iter().map(Piece::Copy));
    pieces.push(Piece::Close);
    pieces
}
