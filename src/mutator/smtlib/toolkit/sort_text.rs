//! The spelling of sorts.

use super::pieces::{word, words};
use super::shape::index;
use crate::language::smtlib::{Sort, SortKind, alias, alias_of};
use crate::tree::{Node, Piece, Symbol, Tree};

/// Sorts that nest more deeply than this are not written out.
const DEEPEST: u32 = 16;

/// The width in a sort `(_ BitVec w)`.
pub(crate) fn width_of_sort(tree: &Tree, node: Node) -> Option<u32> {
    let is_sort =
        tree.len(node) == 4 && tree.is_list(node) && tree.sym(node + 2).bytes() == b"BitVec";
    is_sort.then(|| index(tree, node + 3)).flatten()
}

/// The bits of exponent and significand in a sort `(_ FloatingPoint e s)` or `Float32`.
pub(crate) fn float_of_sort(tree: &Tree, node: Node) -> Option<(u32, u32)> {
    if !tree.is_list(node) {
        return match alias(tree.sym(node))?.kind() {
            SortKind::Float(exponent, significand) => Some((exponent, significand)),
            _ => None,
        };
    }
    let is_sort = tree.len(node) == 5 && tree.sym(node + 2).bytes() == b"FloatingPoint";
    if !is_sort {
        return None;
    }
    Some((index(tree, node + 3)?, index(tree, node + 4)?))
}

/// The name of a floating-point sort.
pub(crate) fn name_of_float(exponent: u32, significand: u32) -> Option<Symbol> {
    alias_of(Sort::of(SortKind::Float(exponent, significand)))
}

/// The spelling of a floating-point sort: its name, if it has one.
pub(crate) fn float_sort(exponent: u32, significand: u32) -> Vec<Piece> {
    match name_of_float(exponent, significand) {
        Some(name) => vec![Piece::Leaf(name)],
        None => float_sort_in_full(exponent, significand),
    }
}

fn float_sort_in_full(exponent: u32, significand: u32) -> Vec<Piece> {
    words(&[
        "_",
        "FloatingPoint",
        &exponent.to_string(),
        &significand.to_string(),
    ])
}

/// The spelling of a sort. None if it cannot be written.
pub(crate) fn spelled(sort: Sort) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    spell(sort, DEEPEST, &mut pieces)?;
    Some(pieces)
}

/// Writes a sort. None if it cannot be written.
fn spell(sort: Sort, deepest: u32, out: &mut Vec<Piece>) -> Option<()> {
    let deeper = deepest.checked_sub(1)?;
    match sort.kind() {
        SortKind::Unknown => return None,
        SortKind::Bool => out.push(word("Bool")),
        SortKind::Int => out.push(word("Int")),
        SortKind::Real => out.push(word("Real")),
        SortKind::BitVec(width) => out.extend(words(&["_", "BitVec", &width.to_string()])),
        SortKind::Float(exponent, significand) => {
            out.extend(float_sort_in_full(exponent, significand));
        }
        SortKind::Array(index, element) => {
            out.extend([Piece::Open, word("Array")]);
            spell(index, deeper, out)?;
            spell(element, deeper, out)?;
            out.push(Piece::Close);
        }
        // The text of an indexed sort is not a single token.
        SortKind::Other(head, _) if head.bytes().starts_with(b"(") => return None,
        SortKind::Other(head, arguments) if arguments.is_empty() => out.push(Piece::Leaf(head)),
        SortKind::Other(head, arguments) => {
            out.extend([Piece::Open, Piece::Leaf(head)]);
            for argument in arguments {
                spell(argument, deeper, out)?;
            }
            out.push(Piece::Close);
        }
    }
    Some(())
}
