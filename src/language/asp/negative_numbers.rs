//! Negative numbers in the text formats: a minus sign and the number after it are read as one token.

use super::roles::{is_term, roles};
use super::term::negative;
use crate::tree::{Edit, Node, Piece, Splice, Symbol, Tree};

/// The edit that makes one token of each negated number, such as `(- 1)`. None if there is none. Lists that are no
/// terms are printed in other ways, and stay.
pub(super) fn negative_numbers(tree: &Tree) -> Option<Edit> {
    let minus = Symbol::of(b"-");
    // A list of two tokens has three cells.
    let number = |list: Node| {
        let is_negated = tree.len(list) == 3 && tree.sym(list + 1) == minus;
        let operand = is_negated.then(|| tree.bytes(list + 2))?;
        negative(operand).map(|token| Symbol::of(&token))
    };
    let mut found: Vec<(Node, Symbol)> = (1..tree.end())
        .filter_map(|node| Some((node, number(node)?)))
        .collect();
    if found.is_empty() {
        return None;
    }
    let roles = roles(tree);
    found.retain(|&(node, _)| is_term(tree, &roles, node));
    let splices = found
        .into_iter()
        .map(|(node, token)| Splice::replace(tree, node, vec![Piece::Leaf(token)]));
    let edit = Edit::new(splices.collect());
    (!edit.is_empty()).then_some(edit)
}
