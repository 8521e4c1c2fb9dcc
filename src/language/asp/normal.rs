//! Normal forms: the edits that make an edited tree what its text is read as.
//!
//! In smodels' format, negative literals come first. In the text formats, a minus sign and the number after it are one
//! token.

use super::roles::{is_term, roles};
use super::term::negative;
use crate::tree::{Edit, Node, Piece, ROOT, Splice, Symbol, Tree};

/// The edit that moves negative literals to the front in all bodies and weight constraints. None if they already are.
pub(super) fn negative_first(tree: &Tree) -> Option<Edit> {
    let mut splices = Vec::new();
    for statement in tree.children(ROOT).filter(|&node| tree.is_list(node)) {
        if tree.head_bytes(statement) == b"minimize" {
            splices.extend(sorted(tree, statement, 2));
            continue;
        }
        let body = tree.child(statement, 1).filter(|&body| tree.is_list(body));
        let Some(body) = body else { continue };
        let constraint = tree
            .child(body, 0)
            .filter(|&only| tree.head_bytes(only) == b"[]");
        splices.extend(match constraint {
            Some(constraint) => sorted(tree, constraint, 3),
            None => sorted(tree, body, 0),
        });
    }
    (!splices.is_empty()).then(|| Edit::new(splices))
}

/// Moves the negative elements of a list to the front, after its first `skip` elements. None if they already are.
fn sorted(tree: &Tree, list: Node, skip: usize) -> Option<Splice> {
    let elements: Vec<Node> = tree.children(list).skip(skip).collect();
    let is_positive = |node: &Node| {
        let literal = if skip == 0 {
            Some(*node)
        } else {
            tree.child(*node, 1)
        };
        literal.is_none_or(|literal| tree.head_bytes(literal) != b"not")
    };
    if elements.is_sorted_by_key(is_positive) {
        return None;
    }
    let mut order = elements.clone();
    order.sort_by_key(is_positive);
    let first = *elements.first()?;
    Some(Splice {
        at: first,
        cells: tree.next(list) - first,
        with: order.into_iter().map(Piece::Copy).into(),
    })
}

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
