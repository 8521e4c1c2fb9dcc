//! The cells of edited commands, without the rest of the text, and without a copy of the unchanged cells.
//!
//! Unchanged cells are ranges of the base's cells, so an edit next to a large term costs no more than one next to a
//! small term. For an unchanged cell, the sketch knows the node of the base from which it comes. The ancestors of a
//! change are separate entries and have no such node.

use super::walk::Text;
use crate::tree::{Cell, Node, Piece, Splice, Symbol};
use std::cell;
use std::collections::BTreeMap;

/// Some neighbouring cells.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// One cell that is new, or whose subtree has changed.
    Line { sym: Symbol, len: u32 },
    /// The cells of the base that begin at `from`. `trusted` tells whether each subtree keeps the meaning that it has
    /// there.
    Base { from: Node, trusted: bool },
}

/// Edited commands, one after the other.
#[derive(Debug)]
pub(super) struct Sketch<'c> {
    cells: &'c [Cell],
    /// The parts, each with the position at which it begins.
    parts: Vec<(Node, Part)>,
    end: Node,
    /// The part that was used last: most questions are about this part or the next one.
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
    /// An empty sketch over these cells of the base.
    pub(super) fn of(cells: &'c [Cell]) -> Self {
        Sketch {
            cells,
            parts: Vec::new(),
            end: 0,
            last: cell::Cell::new(0),
        }
    }

    /// The part that contains a node, and where this part begins.
    fn part(&self, node: Node) -> (Node, Part) {
        let begins = |k: usize| self.parts.get(k).map_or(self.end, |part| part.0);
        let holds = |k: &usize| begins(*k) <= node && node < begins(k + 1);
        let last = self.last.get();
        let k = (last..last + 2).find(holds);
        let k = k.unwrap_or_else(|| self.parts.partition_point(|part| part.0 <= node) - 1);
        self.last.set(k);
        self.parts[k]
    }

    /// The top-level nodes of the sketch.
    pub(super) fn commands(&self) -> Vec<Node> {
        let mut commands = Vec::new();
        let mut node = 0;
        while node < self.end {
            commands.push(node);
            node += self.len(node);
        }
        commands
    }

    /// Adds pieces. `trusted` tells whether a copied subtree keeps the meaning that it has in the base.
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

    /// Adds a command of the base with the splices in it.
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

    /// Adds the cells of the base from `from` through the last of `lists`. Each list becomes longer by the given number
    /// of cells. Returns where the base continues.
    fn lists(&mut self, mut from: Node, lists: &[(Node, u32)]) -> Node {
        for &(list, growth) in lists {
            self.base(from, list, true);
            let cell = self.cells[list as usize];
            self.line(cell.sym, cell.len.wrapping_add(growth));
            from = list + 1;
        }
        from
    }

    /// The lists around the splices, in order, each with the number of cells by which it grows. Negative numbers wrap
    /// around.
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

    /// How many cells a piece inserts.
    fn piece_len(&self, piece: Piece) -> u32 {
        match piece {
            Piece::Open | Piece::Enter(_) | Piece::Leaf(_) => 1,
            Piece::Close => 0,
            Piece::Copy(node) => self.cells[node as usize].len,
        }
    }
}

/// Adds to the growth of a list.
fn grow(growing: &mut BTreeMap<Node, u32>, list: Node, growth: u32) {
    let total = growing.entry(list).or_default();
    *total = total.wrapping_add(growth);
}
