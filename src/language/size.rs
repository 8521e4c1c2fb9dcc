//! The order of texts: what "smaller" means, and so what a simplification is.

use super::Syntax;
use crate::tree::{Edit, Node, Piece, Symbol, Tree};
use std::cmp::Ordering;

/// Cells, ranks and bytes of a text, compared in this order. What is left, the neighbouring operands with the
/// larger one first and the text itself, is compared on the trees, by `compare_further`.
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

/// The ranks of a text's tokens.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    syntax: &'static dyn Syntax,
    /// The sum of the ranks of all nodes before each.
    before: Box<[u64]>,
}

impl Ranks {
    /// The ranks in this tree.
    pub(super) fn in_tree(tree: &Tree, syntax: &'static dyn Syntax) -> Ranks {
        let mut before: Vec<u64> = Vec::with_capacity(tree.cells().len() + 1);
        let mut sum = 0;
        for cell in tree.cells() {
            before.push(sum);
            sum += rank(syntax, cell.sym);
        }
        before.push(sum);
        Ranks {
            syntax,
            before: before.into(),
        }
    }

    /// The size of the tree whose ranks these are.
    pub(super) fn size(&self, tree: &Tree) -> Size {
        Size {
            cells: tree.cells().len() as u64 - 1,
            ranks: self.sum(0, tree.end()),
            bytes: tree.text().len() as u64,
        }
    }

    /// Cells and ranks of the edited tree, given the size of this one.
    pub(super) fn edited(&self, size: Size, tree: &Tree, edit: &Edit) -> (u64, u64) {
        let Size {
            mut cells,
            mut ranks,
            ..
        } = size;
        // Additions first: a difference may dip below zero on the way, the end result never does.
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

    /// The sum of the ranks of the nodes from one to before another.
    fn sum(&self, from: Node, to: Node) -> u64 {
        self.before[to as usize] - self.before[from as usize]
    }
}

fn rank(syntax: &dyn Syntax, sym: Symbol) -> u64 {
    if sym == Symbol::LIST {
        0
    } else {
        syntax.rank(sym)
    }
}

/// Compares two texts of one size in the order.
pub(super) fn compare_further(a: &Tree, b: &Tree) -> Ordering {
    let inversions_first = inversions(a).cmp(&inversions(b));
    inversions_first.then_with(|| a.text().cmp(b.text()))
}

/// How many neighbouring operands have the larger one first.
fn inversions(tree: &Tree) -> u64 {
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
