//! The cells of edited commands, without the rest of the text, and without a copy of what stays.
//!
//! What came over from the base is a range of its cells, read where they are, so that an edit next to a large term costs
//! no more than one next to a small one. Such a cell remembers the node of the base whose whole subtree it came over
//! with; the ancestors of a change are lines of their own and do not.

use super::walk::Text;
use crate::tree::{Cell, Node, Piece, Splice, Symbol};
use std::cell;
use std::collections::BTreeMap;

/// Neighbouring cells.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// One that is new, or of which something has changed.
    Line { sym: Symbol, len: u32 },
    /// Those of the base from here on, and whether each subtree means what it does there.
    Base { from: Node, trusted: bool },
}

/// Edited commands, one after the other.
#[derive(Debug)]
pub(super) struct Sketch<'c> {
    cells: &'c [Cell],
    /// The parts, by where they begin.
    parts: Vec<(Node, Part)>,
    end: Node,
    /// The part that was looked at last: most questions are about the same or the next one.
    last: cell::Cell<usize>,
}

impl Text for Sketch<'_> {
    fn sym(&self, node: Node) -> Symbol {
        match self.part(node) {
            (_, Part::Line { sym, .. }) => sym,
            (start, Part::Base { from, .. }) => self.cells[(from + (node - start)) as usize].sym,
        }
    }

    fn len(&self, node: Node) -> u32 {
        match self.part(node) {
            (_, Part::Line { len, .. }) => len,
            (start, Part::Base { from, .. }) => self.cells[(from + (node - start)) as usize].len,
        }
    }

    fn origin(&self, node: Node) -> Option<Node> {
        match self.part(node) {
            (start, Part::Base { from, trusted }) => trusted.then(|| from + (node - start)),
            (_, Part::Line { .. }) => None,
        }
    }
}

impl<'c> Sketch<'c> {
    /// Nothing of these cells yet.
    pub(super) fn of(cells: &'c [Cell]) -> Self {
        Sketch {
            cells,
            parts: Vec::new(),
            end: 0,
            last: cell::Cell::new(0),
        }
    }

    /// The part that a node is in, and where it begins.
    fn part(&self, node: Node) -> (Node, Part) {
        let begins = |k: usize| self.parts.get(k).map_or(self.end, |part| part.0);
        let holds = |k: &usize| begins(*k) <= node && node < begins(k + 1);
        let last = self.last.get();
        let k = (last..last + 2).find(holds);
        let k = k.unwrap_or_else(|| self.parts.partition_point(|part| part.0 <= node) - 1);
        self.last.set(k);
        self.parts[k]
    }

    /// The commands.
    pub(super) fn commands(&self) -> Vec<Node> {
        let mut commands = Vec::new();
        let mut node = 0;
        while node < self.end {
            commands.push(node);
            node += self.len(node);
        }
        commands
    }

    /// Adds pieces. `trusted` says whether a copied subtree means here what it does in the base.
    pub(super) fn add(&mut self, pieces: &[Piece], trusted: impl Fn(Node) -> bool) {
        let mut open = Vec::new();
        for &piece in pieces {
            match piece {
                Piece::Open | Piece::Enter(_) => {
                    open.push(self.parts.len());
                    self.line(Symbol::LIST, 1);
                }
                Piece::Close => {
                    let list = open.pop().and_then(|list| self.parts.get_mut(list));
                    if let Some((start, Part::Line { len, .. })) = list {
                        *len = self.end - *start;
                    }
                }
                Piece::Leaf(sym) => self.line(sym, 1),
                Piece::Copy(node) => {
                    let end = node + self.cells[node as usize].len;
                    self.base(node, end, trusted(node));
                }
            }
        }
    }

    fn line(&mut self, sym: Symbol, len: u32) {
        self.parts.push((self.end, Part::Line { sym, len }));
        self.end += 1;
    }

    fn base(&mut self, from: Node, to: Node, trusted: bool) {
        if from < to {
            self.parts.push((self.end, Part::Base { from, trusted }));
            self.end += to - from;
        }
    }

    /// Adds a command of the base with the splices that lie in it.
    pub(super) fn edited(
        &mut self,
        command: Node,
        splices: &[Splice],
        parent: impl Fn(Node) -> Node,
        trusted: impl Fn(&Splice, Node) -> bool,
    ) {
        let changed = self.changed(command, splices, parent);
        let mut changed = &changed[..];
        let mut from = command;
        for splice in splices {
            let before = changed.partition_point(|&(list, _)| list < splice.at);
            let (lists, behind) = changed.split_at(before);
            from = self.lists(from, lists);
            self.base(from, splice.at, true);
            self.add(&splice.with, |node| trusted(splice, node));
            from = splice.end();
            changed = behind;
        }
        from = self.lists(from, changed);
        self.base(from, command + self.cells[command as usize].len, true);
    }

    /// Adds what of the base goes on at `from`, up to the last of these lists, each longer by so many cells; where it
    /// goes on then.
    fn lists(&mut self, mut from: Node, lists: &[(Node, u32)]) -> Node {
        for &(list, growth) in lists {
            self.base(from, list, true);
            let cell = self.cells[list as usize];
            self.line(cell.sym, cell.len.wrapping_add(growth));
            from = list + 1;
        }
        from
    }

    /// The lists around the splices, in order, and by how much they grow; what shrinks wraps around.
    fn changed(
        &self,
        command: Node,
        splices: &[Splice],
        parent: impl Fn(Node) -> Node,
    ) -> Vec<(Node, u32)> {
        let mut growing: BTreeMap<Node, u32> = BTreeMap::new();
        for splice in splices {
            let pieces = splice.with.iter().map(|&piece| self.piece_len(piece));
            let growth = pieces.fold(0, u32::wrapping_add);
            grow(
                &mut growing,
                parent(splice.at),
                growth.wrapping_sub(splice.cells),
            );
        }
        let mut changed = Vec::new();
        while let Some((list, growth)) = growing.pop_last() {
            changed.push((list, growth));
            if list != command {
                grow(&mut growing, parent(list), growth);
            }
        }
        changed.reverse();
        changed
    }

    /// How many cells a piece puts in.
    fn piece_len(&self, piece: Piece) -> u32 {
        match piece {
            Piece::Open | Piece::Enter(_) | Piece::Leaf(_) => 1,
            Piece::Close => 0,
            Piece::Copy(node) => self.cells[node as usize].len,
        }
    }
}

/// Notes that a list grows.
fn grow(growing: &mut BTreeMap<Node, u32>, list: Node, growth: u32) {
    let total = growing.entry(list).or_default();
    *total = total.wrapping_add(growth);
}
