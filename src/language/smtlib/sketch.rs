//! The cells of edited commands, without the rest of the text.
//!
//! A cell remembers the node of the base whose whole subtree it came over with; the ancestors of a change do not.

use super::walk::{Text, count};
use crate::tree::{Cell, Node, Piece, Splice, Symbol};
use std::collections::BTreeMap;

/// No node of the base.
const NEW: Node = Node::MAX;

#[derive(Clone, Copy, Debug)]
struct Line {
    sym: Symbol,
    len: u32,
    origin: Node,
}

/// Edited commands, one after the other.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    lines: Vec<Line>,
}

impl Text for Sketch {
    fn sym(&self, node: Node) -> Symbol {
        self.lines[node as usize].sym
    }

    fn len(&self, node: Node) -> u32 {
        self.lines[node as usize].len
    }

    fn origin(&self, node: Node) -> Option<Node> {
        Some(self.lines[node as usize].origin).filter(|&origin| origin != NEW)
    }
}

impl Sketch {
    /// The commands.
    pub(super) fn commands(&self) -> Vec<Node> {
        let mut commands = Vec::new();
        let mut node = 0;
        while let Some(line) = self.lines.get(node as usize) {
            commands.push(node);
            node += line.len;
        }
        commands
    }

    /// Adds pieces. `trusted` says whether a copied subtree means here what it does in the base.
    pub(super) fn add(&mut self, cells: &[Cell], pieces: &[Piece], trusted: impl Fn(Node) -> bool) {
        let mut open = Vec::new();
        for &piece in pieces {
            match piece {
                Piece::Open | Piece::Enter(_) => {
                    open.push(self.lines.len());
                    self.token(Symbol::LIST);
                }
                Piece::Close => {
                    if let Some(list) = open.pop() {
                        self.lines[list].len = count(self.lines.len() - list);
                    }
                }
                Piece::Leaf(sym) => self.token(sym),
                Piece::Copy(node) => {
                    let end = node + cells[node as usize].len;
                    let from = self.lines.len();
                    self.copy(cells, node, end);
                    if !trusted(node) {
                        self.lines[from..]
                            .iter_mut()
                            .for_each(|line| line.origin = NEW);
                    }
                }
            }
        }
    }

    fn token(&mut self, sym: Symbol) {
        self.lines.push(Line {
            sym,
            len: 1,
            origin: NEW,
        });
    }

    fn copy(&mut self, cells: &[Cell], from: Node, to: Node) {
        let copied = cells[from as usize..to as usize].iter().zip(from..);
        self.lines.extend(copied.map(|(cell, origin)| Line {
            sym: cell.sym,
            len: cell.len,
            origin,
        }));
    }

    /// Adds a command of the base with the splices that lie in it.
    pub(super) fn edited(
        &mut self,
        cells: &[Cell],
        command: Node,
        splices: &[Splice],
        parent: impl Fn(Node) -> Node,
        trusted: impl Fn(&Splice, Node) -> bool,
    ) {
        let start = self.lines.len();
        let mut from = command;
        let mut shifts = Vec::with_capacity(splices.len()); // (where, how far what is behind has moved by then)
        let mut changed: BTreeMap<Node, u32> = BTreeMap::new(); // by how much lists grow
        let mut shift: u32 = 0; // what shrinks wraps around, and back
        for splice in splices {
            self.copy(cells, from, splice.at);
            let before = self.lines.len();
            self.add(cells, &splice.with, |node| trusted(splice, node));
            from = splice.end();
            let growth = count(self.lines.len() - before).wrapping_sub(splice.cells);
            shift = growth.wrapping_add(shift);
            shifts.push((splice.at, shift));
            grow(&mut changed, parent(splice.at), growth);
        }
        self.copy(cells, from, command + cells[command as usize].len);
        while let Some((list, growth)) = changed.pop_last() {
            let behind = shifts.partition_point(|&(at, _)| at <= list);
            let shift = behind.checked_sub(1).map_or(0, |k| shifts[k].1);
            let place = (count(start) + (list - command)).wrapping_add(shift);
            let line = &mut self.lines[place as usize];
            line.len = line.len.wrapping_add(growth);
            line.origin = NEW;
            if list != command {
                grow(&mut changed, parent(list), growth);
            }
        }
    }
}

/// Notes that a list grows.
fn grow(changed: &mut BTreeMap<Node, u32>, list: Node, growth: u32) {
    let total = changed.entry(list).or_default();
    *total = total.wrapping_add(growth);
}
