//! The levels of assertions that `push` opens and `pop` closes.

use super::literal::number;
use crate::tree::{Node, Tree};

/// The levels that are open, each with a mark that says where it begins. The levels of one `push` take one entry,
/// because a few bytes of a text can open any number.
#[derive(Debug, Default)]
pub(super) struct Levels<M> {
    opened: Vec<Opened<M>>,
}

/// Levels that were opened together.
#[derive(Debug)]
struct Opened<M> {
    /// How many levels are open with them.
    depth: u64,
    mark: M,
}

impl<M: Copy> Levels<M> {
    /// How many levels are open.
    pub(super) fn depth(&self) -> u64 {
        self.opened.last().map_or(0, |last| last.depth)
    }

    /// Opens levels that begin at a mark.
    pub(super) fn open(&mut self, levels: u64, mark: M) {
        let depth = self.depth().saturating_add(levels);
        self.opened.push(Opened { depth, mark });
    }

    /// Closes levels until at most this many are open. Returns where the outermost one that was closed began; none if
    /// none was closed.
    pub(super) fn close_to(&mut self, depth: u64) -> Option<M> {
        let mut outermost = None;
        while self.depth() > depth {
            outermost = self.opened.pop().map(|opened| opened.mark);
        }
        // Some of the levels that were opened together stay open.
        if let Some(mark) = outermost.filter(|_| self.depth() < depth) {
            self.opened.push(Opened { depth, mark });
        }
        outermost
    }
}

/// How many levels a `push` or `pop` opens or closes; one if it has no operand. None if its operand is not a numeral,
/// or if it has several operands.
pub fn levels(tree: &Tree, command: Node) -> Option<u64> {
    let mut operands = tree.children(command).skip(1);
    let Some(operand) = operands.next() else {
        return Some(1);
    };
    let levels = number(tree.sym(operand).bytes())?;
    operands.next().is_none().then_some(levels)
}

/// Whether the command is the option that says whether declarations outlive their level.
pub(super) fn sets_global_declarations(tree: &Tree, command: Node) -> bool {
    let is_named = |name| tree.bytes(name) == b":global-declarations";
    tree.head_bytes(command) == b"set-option" && tree.child(command, 1).is_some_and(is_named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_were_opened_together_are_closed_one_by_one() {
        let mut levels = Levels::default();
        levels.open(1, 10);
        levels.open(u64::MAX, 20);
        assert_eq!(levels.depth(), u64::MAX, "no more can be counted");
        assert_eq!(levels.close_to(u64::MAX), None);
        assert_eq!(levels.close_to(3), Some(20));
        assert_eq!(levels.close_to(2), Some(20));
        assert_eq!(levels.depth(), 2);
        assert_eq!(levels.close_to(0), Some(10));
        assert_eq!((levels.close_to(0), levels.depth()), (None, 0));
    }
}
