//! The order of literals in smodels' format: negative ones come first.

use crate::tree::{Edit, Node, Piece, ROOT, Splice, Tree};

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
