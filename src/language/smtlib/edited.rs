//! A view of an edited text: its cells are ranges of the base and a few new ones, so that nothing unchanged is copied.
//!
//! A node of the edited text is new, is still in its place in the base (kept), or belongs to a copy that the edit
//! inserts. Making the view takes time linear in the edit, whatever the size of the base.

use super::text::{Origin, Text};
use crate::tree::{Cell, Kind, Node, Piece, Splice, Symbol};
use std::cell;
use std::ops::Range;

/// Consecutive cells of the edited text that come from one place.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: Node,
    end: Node,
    /// The index of the splice that inserts the cells; none if they are kept.
    splice: Option<u32>,
    cells: Cells,
}

/// The same of a splice. What is not here follows from what is, because a text may be renamed in millions of places.
#[derive(Clone, Copy, Debug)]
struct Inserted {
    end: Node,
    cells: Cells,
}

const _: () = assert!(size_of::<Inserted>() <= 12);

#[derive(Clone, Copy, Debug)]
enum Cells {
    /// One cell.
    New(Kind),
    /// The cells of the base from this node on.
    Base(Node),
}

/// An edited text.
#[derive(Debug)]
pub(super) struct Edited<'e> {
    cells: &'e [Cell],
    splices: &'e [Splice],
    /// Where what each splice inserts ends. What is kept between two of them follows from this, so that a deletion takes
    /// no more, of which a long list may have millions.
    ends: Vec<Node>,
    /// What the splices insert, in order.
    inserted: Vec<Inserted>,
    end: Node,
    /// The numbers of `ends` and of `inserted` before the node that was looked at last: most questions are about a node
    /// near to it.
    last: cell::Cell<usize>,
    last_inserted: cell::Cell<usize>,
    /// How often a cell was looked at.
    looked_at: cell::Cell<usize>,
}

impl Text for Edited<'_> {
    fn sym(&self, node: Node) -> Symbol {
        let stretch = self.stretch(node);
        match stretch.cells {
            Cells::New(kind) => kind.sym(),
            Cells::Base(from) => self.cells[(from + (node - stretch.start)) as usize]
                .kind
                .sym(),
        }
    }

    fn len(&self, node: Node) -> u32 {
        let stretch = self.stretch(node);
        let base = match stretch.cells {
            Cells::New(kind) => return kind.cells(),
            Cells::Base(from) => from + (node - stretch.start),
        };
        let len = self.cells[base as usize].kind.cells();
        if node + len <= stretch.end {
            return len;
        }
        // The edit changes something inside the subtree.
        self.end_of(base + len) - node
    }

    fn source(&self, node: Node) -> Origin {
        let stretch = self.stretch(node);
        match (stretch.cells, stretch.splice) {
            (Cells::New(_), _) => Origin::New,
            (Cells::Base(from), None) => Origin::Kept(from + (node - stretch.start)),
            (Cells::Base(from), Some(_)) => Origin::Copied(from + (node - stretch.start)),
        }
    }
}

impl<'e> Edited<'e> {
    /// The text that these splices, which are sorted and disjoint, make of the text with these cells.
    pub(super) fn of(cells: &'e [Cell], splices: &'e [Splice]) -> Self {
        let mut edited = Edited {
            cells,
            splices,
            ends: Vec::with_capacity(splices.len()),
            inserted: Vec::new(),
            end: 0,
            last: cell::Cell::new(0),
            last_inserted: cell::Cell::new(0),
            looked_at: cell::Cell::new(0),
        };
        let mut from = 0;
        for splice in splices {
            edited.end += splice.at.saturating_sub(from);
            edited.add_pieces(&splice.with);
            edited.ends.push(edited.end);
            from = splice.end();
        }
        edited.end += cells[0].kind.cells().saturating_sub(from);
        edited
    }

    /// Adds cells that a splice inserts.
    fn add(&mut self, cells: Cells) {
        self.end += self.count(cells);
        self.inserted.push(Inserted {
            end: self.end,
            cells,
        });
    }

    /// How many cells these are, if a splice inserts them.
    fn count(&self, cells: Cells) -> u32 {
        match cells {
            Cells::New(_) => 1,
            Cells::Base(node) => self.cells[node as usize].kind.cells(),
        }
    }

    /// Adds what a splice inserts.
    fn add_pieces(&mut self, pieces: &[Piece]) {
        let mut open: Vec<(usize, Node)> = Vec::new(); // the open lists: index and first node
        for &piece in pieces {
            match piece {
                Piece::Copy(node) => self.add(Cells::Base(node)),
                Piece::Close => {
                    // The length of a list is known only now.
                    if let Some((list, start)) = open.pop() {
                        self.inserted[list].cells = Cells::New(Kind::list(self.end - start));
                    }
                }
                Piece::Open | Piece::Enter(_) => {
                    open.push((self.inserted.len(), self.end));
                    self.add(Cells::New(Kind::list(1)));
                }
                Piece::Leaf(sym) => self.add(Cells::New(Kind::of(sym))),
            }
        }
    }

    /// The stretch that contains a node.
    fn stretch(&self, node: Node) -> Stretch {
        self.looked_at.set(self.looked_at.get() + 1);
        let (splices, ends) = (self.splices, &self.ends);
        let k = count_before(&self.last, ends.len(), |k| ends[k] <= node);
        let next = splices
            .get(k)
            .map_or(self.end, |splice| self.place_after(k, splice.at));
        if next <= node && k < splices.len() {
            let inserted = &self.inserted;
            let place = count_before(&self.last_inserted, inserted.len(), |place| {
                inserted[place].end <= node
            });
            let Inserted { end, cells } = inserted[place];
            return Stretch {
                start: end - self.count(cells),
                end,
                splice: u32::try_from(k).ok(),
                cells,
            };
        }
        let before = k.checked_sub(1);
        Stretch {
            start: before.map_or(0, |k| ends[k]),
            end: next,
            splice: None,
            cells: Cells::Base(before.map_or(0, |k| splices[k].end())),
        }
    }

    /// How often a cell was looked at so far.
    pub(super) fn looked_at(&self) -> usize {
        self.looked_at.get()
    }

    /// Where a node of the base is in the edited text, or what replaces it.
    pub(super) fn place(&self, node: Node) -> Node {
        let before = |splice: &Splice| splice.at < node || splice.at == node && splice.cells == 0;
        self.place_after(self.splices.partition_point(before), node)
    }

    /// Where a subtree of the base that ends at this node ends in the edited text. What is inserted at the node itself
    /// does not belong to the subtree.
    pub(super) fn end_of(&self, node: Node) -> Node {
        if node > self.cells[0].kind.cells() {
            return Node::MAX;
        }
        let splices = self.splices.partition_point(|splice| splice.at < node);
        self.place_after(splices, node)
    }

    /// The place of a node of the base that comes after the first `splices` splices.
    fn place_after(&self, splices: usize, node: Node) -> Node {
        match splices.checked_sub(1) {
            None => node,
            Some(k) => self.ends[k] + node.saturating_sub(self.splices[k].end()),
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
        self.place_after(splice, self.splices[splice].at)..self.ends[splice]
    }

    /// The index of the splice that inserts a node; none if the node is kept.
    pub(super) fn splice(&self, node: Node) -> Option<u32> {
        self.stretch(node).splice
    }
}

/// How many of the first `len` indices are before something, which is true of all up to one of them; most often as many as
/// the last time, or one more.
fn count_before(last: &cell::Cell<usize>, len: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let is_count = |&k: &usize| (k == 0 || is_before(k - 1)) && (k == len || !is_before(k));
    let mut near = last.get()..(last.get() + 2).min(len + 1);
    let found = near.find(is_count).unwrap_or_else(|| {
        let (mut low, mut high) = (0, len);
        while low < high {
            let middle = low.midpoint(high);
            if is_before(middle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    });
    last.set(found);
    found
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
