//! Commands that the standard does not have, though some solvers know them.

use crate::tree::{Node, ROOT, Tree};

/// What the commands of a text have that the standard has not, in words, in the order of the commands.
pub(super) fn extensions(tree: &Tree) -> impl Iterator<Item = &'static str> {
    tree.children(ROOT)
        .filter_map(|command| extension(tree, command))
}

fn extension(tree: &Tree, command: Node) -> Option<&'static str> {
    let has_parts = tree.child(command, 1).is_some();
    match tree.head(command)?.bytes() {
        b"check-sat" if has_parts => Some("`check-sat` with formulas"),
        b"push" if !has_parts => Some("`push` without a number"),
        b"declare-var" => Some("`declare-var`"),
        b"simplify" => Some("`simplify`"),
        _ => None,
    }
}
