//! How a sort is written.

use crate::language::smtlib::{Sort, SortKind};
use crate::tree::{Piece, Symbol};

/// Sorts that nest more deeply than this are not written out.
const DEEPEST: u32 = 16;

/// The text of a sort. None if it cannot be written.
pub(super) fn spelled(sort: Sort) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    spell(sort, DEEPEST, &mut pieces)?;
    Some(pieces)
}

/// Writes a sort. None if it cannot be written.
fn spell(sort: Sort, deepest: u32, out: &mut Vec<Piece>) -> Option<()> {
    let deeper = deepest.checked_sub(1)?;
    let mut list = |parts: &[&str]| {
        out.push(Piece::Open);
        out.extend(parts.iter().map(|part| token(part.as_bytes())));
        out.push(Piece::Close);
    };
    match sort.kind() {
        SortKind::Unknown => return None,
        SortKind::Bool => out.push(token(b"Bool")),
        SortKind::Int => out.push(token(b"Int")),
        SortKind::Real => out.push(token(b"Real")),
        SortKind::BitVec(width) => list(&["_", "BitVec", &width.to_string()]),
        SortKind::Float(exponent, significand) => list(&[
            "_",
            "FloatingPoint",
            &exponent.to_string(),
            &significand.to_string(),
        ]),
        SortKind::Array(index, element) => {
            out.extend([Piece::Open, token(b"Array")]);
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

fn token(text: &[u8]) -> Piece {
    Piece::Leaf(Symbol::of(text))
}
