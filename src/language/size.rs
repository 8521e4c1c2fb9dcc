//! The order of texts: what "smaller" means, and so what a simplification is.

use super::smtlib;
use crate::tree::{Edit, Node, Piece, Symbol, Tree};
use std::cmp::Ordering;

/// Cells, ranks and bytes of a text, compared in this order. What is left, the neighbouring operands with the
/// larger one first and the text itself, is compared on the trees, by `compare`.
///
/// The order is well-founded, so a search that accepts only what is smaller ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Lists and tokens.
    pub cells: u64,
    /// The sum of the tokens' ranks: minimal constant 0, other constant 1, symbol 2.
    pub ranks: u64,
    /// Printed bytes.
    pub bytes: u64,
}

impl Size {
    /// The size of a tree.
    pub fn of(tree: &Tree) -> Size {
        let cells = &tree.cells()[1..];
        Size {
            cells: cells.len() as u64,
            ranks: cells.iter().map(|cell| rank(cell.sym)).sum(),
            bytes: tree.text().len() as u64,
        }
    }

    /// The size of the edited tree, given `ranks_below`: sums of the ranks of the nodes before each.
    #[must_use]
    pub fn edited(self, tree: &Tree, ranks_before: &[u64], edit: &Edit, bytes: usize) -> Size {
        let sum = |from: Node, to: Node| ranks_before[to as usize] - ranks_before[from as usize];
        let (mut cells, mut ranks) = (self.cells, self.ranks);
        // Additions first: a difference may dip below zero on the way, the end result never does.
        let splices = edit.splices(tree);
        for piece in splices.iter().flat_map(|splice| &splice.with) {
            let (more, rank) = match *piece {
                Piece::Open | Piece::Enter(_) => (1, 0),
                Piece::Close => (0, 0),
                Piece::Leaf(sym) => (1, rank(sym)),
                Piece::Copy(node) => (u64::from(tree.len(node)), sum(node, tree.next(node))),
            };
            cells += more;
            ranks += rank;
        }
        for splice in splices {
            cells -= u64::from(splice.cells);
            ranks -= sum(splice.at, splice.end());
        }
        Size {
            cells,
            ranks,
            bytes: bytes as u64,
        }
    }
}

/// The rank of a token.
pub(super) fn rank(sym: Symbol) -> u64 {
    if sym == Symbol::LIST {
        0
    } else {
        smtlib::rank(sym.bytes())
    }
}

/// Compares two whole texts in the order.
pub(super) fn compare(a: &Tree, b: &Tree) -> Ordering {
    Size::of(a)
        .cmp(&Size::of(b))
        .then_with(|| inversions(a).cmp(&inversions(b)))
        .then_with(|| a.text().cmp(b.text()))
}

/// How many neighbouring operands have the larger one first.
pub(super) fn inversions(tree: &Tree) -> u64 {
    let lists = (1..tree.end()).filter(|&node| tree.is_list(node));
    lists.map(|list| inversions_in(tree, list)).sum()
}

fn inversions_in(tree: &Tree, list: Node) -> u64 {
    let operands: Vec<u32> = tree
        .children(list)
        .skip(1)
        .map(|operand| tree.len(operand))
        .collect();
    operands.windows(2).filter(|pair| pair[0] > pair[1]).count() as u64
}
