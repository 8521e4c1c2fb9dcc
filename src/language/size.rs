//! The order of texts, which defines what "smaller" and "simplification" mean.

use super::{Syntax, in_place};
use crate::tree::{Edit, Node, Piece, Symbol, Tree};
use std::cmp::Ordering;

/// The numbers of cells, ranks and bytes of a text, compared in this order. If all of them are equal, `compare_further`
/// compares the trees: by the number of plain operators (more come first), by the number of pairs of neighbouring operands
/// in which the larger one comes first, then by the text.
///
/// The order is well-founded, so a search that accepts only smaller texts terminates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// The number of lists and tokens.
    pub cells: u64,
    /// The sum of the tokens' ranks: minimal constant 0, other constant 1, symbol 2.
    pub ranks: u64,
    /// The number of bytes of the printed text.
    pub bytes: u64,
}

/// The ranks of all tokens of a text.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    syntax: &'static dyn Syntax,
    /// For each node, the sum of the ranks of all nodes before it, modulo 2^32. Ranks are so small that no text that
    /// fits in memory has a larger sum.
    before: Box<[u32]>,
}

impl Ranks {
    /// The ranks of the tokens in this tree.
    pub(super) fn in_tree(tree: &Tree, syntax: &'static dyn Syntax) -> Ranks {
        let mut before: Vec<u32> = Vec::with_capacity(tree.cells().len() + 1);
        let mut sum: u32 = 0;
        for cell in tree.cells() {
            before.push(sum);
            let rank = u32::try_from(rank(syntax, cell.sym)).unwrap_or(u32::MAX);
            sum = sum.wrapping_add(rank);
        }
        before.push(sum);
        Ranks {
            syntax,
            before: before.into(),
        }
    }

    /// The size of `tree`, whose ranks these are and whose printed text has this number of bytes.
    pub(super) fn size(&self, tree: &Tree, bytes: usize) -> Size {
        Size {
            cells: tree.cells().len() as u64 - 1,
            ranks: self.sum(0, tree.end()),
            bytes: bytes as u64,
        }
    }

    /// The numbers of cells and ranks of the edited tree. `size` is the size of the unedited tree.
    pub(super) fn edited(&self, size: Size, tree: &Tree, edit: &Edit) -> (u64, u64) {
        let Size {
            mut cells,
            mut ranks,
            ..
        } = size;
        // Additions first: a subtraction might otherwise fall below zero, although the result never does.
        let splices = edit.splices(tree);
        for piece in splices.iter().flat_map(|splice| &splice.with) {
            let (more, rank) = match *piece {
                Piece::Open | Piece::Enter(_) => (1, 0),
                Piece::Close => (0, 0),
                Piece::Leaf(sym) => (1, rank(self.syntax, sym)),
                Piece::Copy(node) => (u64::from(tree.len(node)), self.sum(node, tree.next(node))),
            };
            cells += more;
            ranks += rank;
        }
        for splice in splices {
            cells -= u64::from(splice.cells);
            ranks -= self.sum(splice.at, splice.end());
        }
        (cells, ranks)
    }

    /// The sum of the ranks of the nodes in `from..to`.
    fn sum(&self, from: Node, to: Node) -> u64 {
        let (from, to) = (self.before[from as usize], self.before[to as usize]);
        to.wrapping_sub(from).into()
    }
}

fn rank(syntax: &dyn Syntax, sym: Symbol) -> u64 {
    if sym == Symbol::LIST {
        0
    } else {
        syntax.rank(sym)
    }
}

/// Compares two texts of equal size in the order.
pub(super) fn compare_further(syntax: &dyn Syntax, a: &Tree, b: &Tree) -> Ordering {
    let plain = |tree: &Tree| in_place::plain(syntax, tree, 1..tree.end());
    plain(b)
        .cmp(&plain(a))
        .then_with(|| inversions(a).cmp(&inversions(b)))
        .then_with(|| a.text().cmp(b.text()))
}

/// The number of pairs of neighbouring operands in which the larger one comes first. Top-level expressions are not
/// operands.
fn inversions(tree: &Tree) -> u64 {
    in_place::inversions_in(tree, 1..tree.end())
}
