//! Pieces of new text.

use crate::language::TestCase;
use crate::language::smtlib::analysis;
use crate::tree::{Node, Piece, Splice, Symbol, Tree};

/// The token with this text.
pub(crate) fn word(text: impl AsRef<[u8]>) -> Piece {
    Piece::Leaf(Symbol::of(text.as_ref()))
}

/// The list of these tokens.
pub(crate) fn words(texts: &[&str]) -> Vec<Piece> {
    let words = texts.iter().map(word);
    [Piece::Open]
        .into_iter()
        .chain(words)
        .chain([Piece::Close])
        .collect()
}

/// The splice that inserts commands before the one in which a node is.
pub(crate) fn before_command(case: &TestCase, node: Node, with: Vec<Piece>) -> Option<Splice> {
    let at = analysis(case).command(node)?;
    Some(Splice {
        at,
        cells: 0,
        with: with.into(),
    })
}

/// The splices that delete these nodes.
pub(crate) fn deletions(tree: &Tree, nodes: impl IntoIterator<Item = Node>) -> Vec<Splice> {
    let deleted = nodes.into_iter().map(|node| Splice::delete(tree, node));
    deleted.collect()
}
