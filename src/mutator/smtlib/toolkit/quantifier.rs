//! Bodies of quantifiers that are moved out of their quantifier.
//!
//! Some attributes, such as `:pattern`, belong to a quantifier and are written at its body. Solvers reject them
//! anywhere else, so a body loses them where it is put elsewhere.

use super::shape::is_form;
use crate::language::smtlib::attribute;
use crate::tree::{Node, Piece, Splice, Tree};

/// The splices that replace a node by a term inside it.
pub(crate) fn put_in_place(tree: &Tree, node: Node, term: Node) -> Vec<Splice> {
    let whole = Splice::replace(tree, node, vec![Piece::Copy(term)]);
    [vec![whole], detached(tree, term)].concat()
}

/// The splices that remove the attributes of a quantifier from a term. A term that loses its last attribute also loses
/// the annotation.
pub(crate) fn detached(tree: &Tree, term: Node) -> Vec<Splice> {
    if !is_form(tree, term, b"!") {
        return Vec::new();
    }
    let attributes = attributes(tree, term);
    let is_of_quantifier = |&&(keyword, _): &&(Node, Node)| {
        attribute(tree.sym(keyword)).is_some_and(|attribute| attribute.is_of_quantifier)
    };
    let of_quantifier: Vec<&(Node, Node)> = attributes.iter().filter(is_of_quantifier).collect();
    match tree.child(term, 1) {
        Some(inner) if !attributes.is_empty() && of_quantifier.len() == attributes.len() => {
            vec![Splice::replace(tree, term, vec![Piece::Copy(inner)])]
        }
        _ => of_quantifier
            .into_iter()
            .map(|&(keyword, end)| Splice::delete_all(keyword..end))
            .collect(),
    }
}

/// The attributes of an annotation: each keyword, and where its value ends.
fn attributes(tree: &Tree, annotation: Node) -> Vec<(Node, Node)> {
    let is_keyword = |node: Node| tree.sym(node).bytes().first() == Some(&b':');
    let elements: Vec<Node> = tree.children(annotation).skip(1).collect();
    let has_value = |node: Node| node < tree.next(annotation) && !is_keyword(node);
    elements
        .into_iter()
        .filter(|&node| is_keyword(node))
        .map(|keyword| match tree.next(keyword) {
            value if has_value(value) => (keyword, tree.next(value)),
            end => (keyword, end),
        })
        .collect()
}
