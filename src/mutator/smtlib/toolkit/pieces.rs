//! Pieces of new text.

use crate::language::TestCase;
use crate::language::smtlib::analysis;
use crate::tree::{Node, Piece, Pieces, Splice, Symbol, Tree};

/// The token with this text.
pub(crate) fn word(text: impl AsRef<[u8]>) -> Piece {
    Piece::Leaf(Symbol::of(text.as_ref()))
}

/// The list of these tokens.
pub(crate) fn words(texts: &[&str]) -> Vec<Piece> {
    Piece::list(texts.iter().map(word))
}

/// The declaration of a constant of a sort that is spelled so.
pub(crate) fn declared_constant(name: Symbol, sort: impl IntoIterator<Item = Piece>) -> Vec<Piece> {
    let head = [word("declare-const"), Piece::Leaf(name)];
    Piece::list(head.into_iter().chain(sort))
}

/// The splice that inserts commands before the command that contains a node.
pub(crate) fn before_command(case: &TestCase, node: Node, with: Vec<Piece>) -> Option<Splice> {
    let at = analysis(case).command(node)?;
    Some(Splice {
        at,
        cells: 0,
        with: with.into(),
    })
}

/// The splices that replace each of these nodes by the same piece.
pub(crate) fn replacements<'a>(
    tree: &'a Tree,
    nodes: &'a [Node],
    piece: Piece,
) -> impl Iterator<Item = Splice> + use<'a> {
    let with = Pieces::from([piece]);
    nodes
        .iter()
        .map(move |&node| Splice::replace(tree, node, with.clone()))
}

/// The splices that delete these nodes.
pub(crate) fn deletions(tree: &Tree, nodes: impl IntoIterator<Item = Node>) -> Vec<Splice> {
    nodes
        .into_iter()
        .map(|node| Splice::delete(tree, node))
        .collect()
}
