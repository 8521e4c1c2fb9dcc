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
    /// For each block of nodes, the sum of the ranks of all nodes before it, modulo 2^32. Ranks are so small that no
    /// text that fits in memory has a larger sum.
    before_block: Box<[u32]>,
    /// For each node, the sum of the ranks of the nodes before it in its block.
    in_block: Box<[u8]>,
}

/// The number of nodes in a block.
const BLOCK: usize = 64;

/// No token has a higher rank, so the sum in a block takes a byte.
const HIGHEST: u8 = 3;

const _: () = assert!(BLOCK * HIGHEST as usize <= u8::MAX as usize);

impl Ranks {
    /// The ranks of the tokens in this tree.
    pub(super) fn in_tree(tree: &Tree, syntax: &'static dyn Syntax) -> Ranks {
        let mut in_block: Vec<u8> = Vec::with_capacity(tree.cells().len() + 1);
        let mut before_block: Vec<u32> = vec![0];
        let (mut sum, mut sum_in_block) = (0_u32, 0);
        for block in tree.cells().chunks(BLOCK) {
            for cell in block {
                in_block.push(sum_in_block);
                sum_in_block += rank(syntax, cell.kind.sym());
            }
            if block.len() == BLOCK {
                sum = sum.wrapping_add(sum_in_block.into());
                before_block.push(sum);
                sum_in_block = 0;
            }
        }
        in_block.push(sum_in_block);
        Ranks {
            syntax,
            before_block: before_block.into(),
            in_block: in_block.into(),
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
                Piece::Leaf(sym) => (1, rank(self.syntax, sym).into()),
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
        self.before(to).wrapping_sub(self.before(from)).into()
    }

    /// The sum of the ranks of all nodes before this one, modulo 2^32.
    fn before(&self, node: Node) -> u32 {
        let node = node as usize;
        self.before_block[node / BLOCK].wrapping_add(self.in_block[node].into())
    }
}

fn rank(syntax: &dyn Syntax, sym: Symbol) -> u8 {
    if sym == Symbol::LIST {
        return 0;
    }
    syntax.rank(sym).min(HIGHEST)
}

/// Compares two texts of equal size in the order.
pub(super) fn compare_further(syntax: &dyn Syntax, a: &Tree, b: &Tree) -> Ordering {
    let plain = |tree: &Tree| in_place::plain(syntax, tree, 1..tree.end());
    // Top-level expressions are not operands.
    let inversions = |tree: &Tree| in_place::inversions_in(tree, 1..tree.end());
    plain(b)
        .cmp(&plain(a))
        .then_with(|| inversions(a).cmp(&inversions(b)))
        .then_with(|| a.text().cmp(b.text()))
}
