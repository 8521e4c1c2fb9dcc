//! The cells of an edited text, made of ranges of its base, so that nothing unchanged is copied.
//!
//! A node of the edited text is new, or stands where it stood in the base (kept), or is in a copy that the edit puts in.
//! Making this view takes time linear in the edit, whatever the size of the base.

use super::text::{Origin, Text};
use crate::tree::{Cell, Node, Piece, Splice, Symbol};
use std::cell;
use std::ops::Range;

/// Some neighbouring cells of the edited text.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: Node,
    /// The splice that puts the cells in; none if they are kept.
    splice: Option<u32>,
    cells: Cells,
}

#[derive(Clone, Copy, Debug)]
enum Cells {
    /// One cell.
    New { sym: Symbol, len: u32 },
    /// The cells of the base from this node on.
    Base(Node),
}

/// An edited text.
#[derive(Debug)]
pub(super) struct Edited<'e> {
    cells: &'e [Cell],
    splices: &'e [Splice],
    parts: Vec<Stretch>,
    /// What each splice puts in.
    inserted: Vec<Range<Node>>,
    end: Node,
    /// The part that was used last: most questions are about this part or the next one.
    last: cell::Cell<usize>,
    /// How many cells were looked at.
    looked_at: cell::Cell<usize>,
}

impl Text for Edited<'_> {
    fn sym(&self, node: Node) -> Symbol {
        let part = &self.parts[self.part(node)];
        match part.cells {
            Cells::New { sym, .. } => sym,
            Cells::Base(from) => self.cells[(from + (node - part.start)) as usize].sym,
        }
    }

    fn len(&self, node: Node) -> u32 {
        let k = self.part(node);
        let part = &self.parts[k];
        let from = match part.cells {
            Cells::New { len, .. } => return len,
            Cells::Base(from) => from,
        };
        let base = from + (node - part.start);
        let len = self.cells[base as usize].len;
        if node + len <= self.part_end(k) {
            return len;
        }
        self.end_of(base + len) - node
    }

    fn source(&self, node: Node) -> Origin {
        let part = &self.parts[self.part(node)];
        match (part.cells, part.splice) {
            (Cells::New { .. }, _) => Origin::New,
            (Cells::Base(from), None) => Origin::Kept(from + (node - part.start)),
            (Cells::Base(from), Some(_)) => Origin::Copied(from + (node - part.start)),
        }
    }
}

impl<'e> Edited<'e> {
    /// The text with these cells after these splices, which are sorted and disjoint.
    pub(super) fn of(cells: &'e [Cell], splices: &'e [Splice]) -> Self {
        let mut edited = Edited {
            cells,
            splices,
            // Where neighbouring elements go, nothing stands between their splices.
            parts: Vec::new(),
            inserted: Vec::with_capacity(splices.len()),
            end: 0,
            last: cell::Cell::new(0),
            looked_at: cell::Cell::new(0),
        };
        let mut from = 0;
        for (splice, k) in splices.iter().zip(0..) {
            edited.base(from, splice.at, None);
            let start = edited.end;
            edited.put(&splice.with, k);
            edited.inserted.push(start..edited.end);
            from = splice.end();
        }
        edited.base(from, cells[0].len, None);
        edited
    }

    fn base(&mut self, from: Node, to: Node, splice: Option<u32>) {
        if from < to {
            self.parts.push(Stretch {
                start: self.end,
                splice,
                cells: Cells::Base(from),
            });
            self.end += to - from;
        }
    }

    fn put(&mut self, pieces: &[Piece], splice: u32) {
        let mut open = Vec::new();
        for &piece in pieces {
            match piece {
                Piece::Copy(node) => {
                    let end = node + self.cells[node as usize].len;
                    self.base(node, end, Some(splice));
                    continue;
                }
                Piece::Close => {
                    let end = self.end;
                    let list = open.pop().and_then(|list: usize| self.parts.get_mut(list));
                    if let Some(list) = list {
                        let (sym, len) = (Symbol::LIST, end - list.start);
                        list.cells = Cells::New { sym, len };
                    }
                    continue;
                }
                Piece::Open | Piece::Enter(_) => open.push(self.parts.len()),
                Piece::Leaf(_) => {}
            }
            let sym = match piece {
                Piece::Leaf(sym) => sym,
                _ => Symbol::LIST,
            };
            self.parts.push(Stretch {
                start: self.end,
                splice: Some(splice),
                cells: Cells::New { sym, len: 1 },
            });
            self.end += 1;
        }
    }

    /// The part that contains a node.
    fn part(&self, node: Node) -> usize {
        let holds = |&k: &usize| {
            let part = self.parts.get(k);
            part.is_some_and(|part| part.start <= node) && node < self.part_end(k)
        };
        self.looked_at.set(self.looked_at.get() + 1);
        let last = self.last.get();
        let k = (last..last + 2).find(holds);
        let k = k.unwrap_or_else(|| self.parts.partition_point(|part| part.start <= node) - 1);
        self.last.set(k);
        k
    }

    /// How many cells were looked at so far; those that were looked at again are counted again.
    pub(super) fn looked_at(&self) -> usize {
        self.looked_at.get()
    }

    fn part_end(&self, k: usize) -> Node {
        self.parts.get(k + 1).map_or(self.end, |part| part.start)
    }

    /// The place of a kept node, or of what is put in instead of a node.
    pub(super) fn place(&self, node: Node) -> Node {
        let before = |splice: &Splice| splice.at < node || splice.at == node && splice.cells == 0;
        self.behind(self.splices.partition_point(before), node)
    }

    /// The place behind everything that ends before this node of the base, or is inside of what ends there.
    pub(super) fn end_of(&self, node: Node) -> Node {
        if node > self.cells[0].len {
            return Node::MAX;
        }
        self.behind(
            self.splices.partition_point(|splice| splice.at < node),
            node,
        )
    }

    /// The place of a node that comes after the first `splices`.
    fn behind(&self, splices: usize, node: Node) -> Node {
        match splices.checked_sub(1) {
            None => node,
            Some(k) => self.inserted[k].end + node.saturating_sub(self.splices[k].end()),
        }
    }

    /// Whether a node of the base keeps its place.
    pub(super) fn keeps(&self, node: Node) -> bool {
        let begun = self.splices.partition_point(|splice| splice.at <= node);
        let last = begun.checked_sub(1).map(|k| &self.splices[k]);
        last.is_none_or(|splice| splice.end() <= node)
    }

    /// What a splice puts in.
    pub(super) fn inserted(&self, splice: usize) -> Range<Node> {
        self.inserted[splice].clone()
    }

    /// The splice that puts a node in; none if the node is kept.
    pub(super) fn splice(&self, node: Node) -> Option<u32> {
        self.parts[self.part(node)].splice
    }
}

/// The places, in the list of an edit's splices, of those that begin among these nodes.
pub(super) fn places_in(splices: &[Splice], nodes: &Range<Node>) -> Range<usize> {
    let place = |node| splices.partition_point(|splice| splice.at < node);
    place(nodes.start)..place(nodes.end)
}

/// Whether a splice changes something inside a kept subtree, which has these nodes.
pub(super) fn is_changed(splices: &[Splice], nodes: &Range<Node>) -> bool {
    let inside = |splice: &Splice| splice.at > nodes.start || splice.cells > 0;
    splices[places_in(splices, nodes)].iter().any(inside)
}
