//! A view of an edited text: its cells are ranges of the base and a few new ones, so that nothing unchanged is copied.
//!
//! A node of the edited text is new, is still in its place in the base (kept), or belongs to a copy that the edit
//! inserts. Making the view takes time linear in the edit, whatever the size of the base.

use super::text::{Origin, Text};
use crate::tree::{Cell, Node, Piece, Splice, Symbol};
use std::cell;
use std::ops::Range;

/// Consecutive cells of the edited text that come from one place.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: Node,
    /// The index of the splice that inserts the cells; none if they are kept.
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
    /// The nodes that each splice inserts.
    inserted: Vec<Range<Node>>,
    end: Node,
    /// The index of the part that was used last: most questions are about this part or the next one.
    last: cell::Cell<usize>,
    /// How often a cell was looked at.
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
        // The edit changes something inside the subtree.
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
    /// The text that these splices, which are sorted and disjoint, make of the text with these cells.
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
            edited.add_base(from, splice.at, None);
            let start = edited.end;
            edited.add_pieces(&splice.with, k);
            edited.inserted.push(start..edited.end);
            from = splice.end();
        }
        edited.add_base(from, cells[0].len, None);
        edited
    }

    /// Adds the cells of the base from one node up to another one.
    fn add_base(&mut self, from: Node, to: Node, splice: Option<u32>) {
        if from < to {
            self.parts.push(Stretch {
                start: self.end,
                splice,
                cells: Cells::Base(from),
            });
            self.end += to - from;
        }
    }

    /// Adds what a splice inserts.
    fn add_pieces(&mut self, pieces: &[Piece], splice: u32) {
        let mut open: Vec<usize> = Vec::new(); // the parts of the open lists
        for &piece in pieces {
            match piece {
                Piece::Copy(node) => {
                    let end = node + self.cells[node as usize].len;
                    self.add_base(node, end, Some(splice));
                }
                Piece::Close => {
                    let end = self.end;
                    // The length of a list is known only now.
                    if let Some(list) = open.pop().and_then(|list| self.parts.get_mut(list)) {
                        let (sym, len) = (Symbol::LIST, end - list.start);
                        list.cells = Cells::New { sym, len };
                    }
                }
                Piece::Open | Piece::Enter(_) => {
                    open.push(self.parts.len());
                    self.add_new(Symbol::LIST, splice);
                }
                Piece::Leaf(sym) => self.add_new(sym, splice),
            }
        }
    }

    /// Adds a new cell.
    fn add_new(&mut self, sym: Symbol, splice: u32) {
        self.parts.push(Stretch {
            start: self.end,
            splice: Some(splice),
            cells: Cells::New { sym, len: 1 },
        });
        self.end += 1;
    }

    /// The index of the part that contains a node.
    fn part(&self, node: Node) -> usize {
        let holds = |&k: &usize| {
            let part = self.parts.get(k);
            part.is_some_and(|part| part.start <= node) && node < self.part_end(k)
        };
        self.looked_at.set(self.looked_at.get() + 1);
        let last = self.last.get();
        let found = (last..last + 2)
            .find(holds)
            .unwrap_or_else(|| self.parts.partition_point(|part| part.start <= node) - 1);
        self.last.set(found);
        found
    }

    /// How often a cell was looked at so far.
    pub(super) fn looked_at(&self) -> usize {
        self.looked_at.get()
    }

    fn part_end(&self, k: usize) -> Node {
        self.parts.get(k + 1).map_or(self.end, |part| part.start)
    }

    /// Where a node of the base is in the edited text, or what replaces it.
    pub(super) fn place(&self, node: Node) -> Node {
        let before = |splice: &Splice| splice.at < node || splice.at == node && splice.cells == 0;
        self.place_after(self.splices.partition_point(before), node)
    }

    /// Where a subtree of the base that ends at this node ends in the edited text. What is inserted at the node itself
    /// does not belong to the subtree.
    pub(super) fn end_of(&self, node: Node) -> Node {
        if node > self.cells[0].len {
            return Node::MAX;
        }
        let splices = self.splices.partition_point(|splice| splice.at < node);
        self.place_after(splices, node)
    }

    /// The place of a node of the base that comes after the first `splices` splices.
    fn place_after(&self, splices: usize, node: Node) -> Node {
        match splices.checked_sub(1) {
            None => node,
            Some(k) => self.inserted[k].end + node.saturating_sub(self.splices[k].end()),
        }
    }

    /// Whether a node of the base is still there, neither removed nor replaced.
    pub(super) fn keeps(&self, node: Node) -> bool {
        let begun = self.splices.partition_point(|splice| splice.at <= node);
        let last = begun.checked_sub(1).map(|k| &self.splices[k]);
        last.is_none_or(|splice| splice.end() <= node)
    }

    /// The nodes that a splice inserts.
    pub(super) fn inserted(&self, splice: usize) -> Range<Node> {
        self.inserted[splice].clone()
    }

    /// The index of the splice that inserts a node; none if the node is kept.
    pub(super) fn splice(&self, node: Node) -> Option<u32> {
        self.parts[self.part(node)].splice
    }
}

/// The indices of the splices that begin among these nodes.
pub(super) fn places_in(splices: &[Splice], nodes: &Range<Node>) -> Range<usize> {
    let place = |node| splices.partition_point(|splice| splice.at < node);
    place(nodes.start)..place(nodes.end)
}

/// Whether a splice changes something inside the subtree with these nodes.
pub(super) fn is_changed(splices: &[Splice], nodes: &Range<Node>) -> bool {
    let inside = |splice: &Splice| splice.at > nodes.start || splice.cells > 0;
    splices[places_in(splices, nodes)].iter().any(inside)
}
