//! What joined edits mean, written down as plainly as can be: recursive, quadratic, and without the types of the real
//! thing but for its input.

use smelt::tree::{Edit, Node, Piece, Splice, Symbol, Tree};

/// An expression, and the node of the base that it is a copy of.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) origin: Option<Node>,
    pub(crate) sym: Symbol,
    pub(crate) elements: Vec<Item>,
}

impl Item {
    fn new(origin: Option<Node>, sym: Symbol) -> Item {
        let elements = Vec::new();
        Item {
            origin,
            sym,
            elements,
        }
    }

    /// How many cells it has.
    pub(crate) fn cells(&self) -> usize {
        1 + self.elements.iter().map(Item::cells).sum::<usize>()
    }
}

/// A splice, and the number of its edit.
struct Part<'e> {
    edit: usize,
    splice: &'e Splice,
}

/// Edits that are made at once.
pub(crate) struct Joined<'e> {
    tree: &'e Tree,
    parts: Vec<Part<'e>>,
    out: Vec<bool>,
}

/// Whether a splice lies in these nodes.
fn lies_in(splice: &Splice, start: Node, end: Node) -> bool {
    if splice.cells == 0 {
        start < splice.at && splice.at < end
    } else {
        start <= splice.at && splice.at + splice.cells <= end
    }
}

/// Whether two splices have nodes in common, the second beginning in the first.
fn overlap(first: &Splice, second: &Splice) -> bool {
    first.at + first.cells > second.at && (second.cells > 0 || second.at > first.at)
}

impl<'e> Joined<'e> {
    pub(crate) fn of(tree: &'e Tree, edits: &'e [Edit]) -> Self {
        let mut parts: Vec<Part> = Vec::new();
        for (edit, splices) in edits.iter().enumerate() {
            parts.extend(splices.parts().iter().map(|splice| Part { edit, splice }));
        }
        parts.sort_by_key(|part| {
            let cells = std::cmp::Reverse(part.splice.cells);
            (part.splice.at, part.splice.cells > 0, cells, part.edit)
        });
        let mut joined = Joined {
            tree,
            parts,
            out: vec![false; edits.len()],
        };
        for k in 0..joined.parts.len() {
            let edit = joined.parts[k].edit;
            let clashes = (0..k).any(|other| joined.clash(other, k)) || joined.is_fixed(k);
            joined.out[edit] |= clashes;
        }
        joined.parts.retain(|part| !joined.out[part.edit]);
        joined
    }

    /// The numbers of the edits that are left out.
    pub(crate) fn left_out(&self) -> Vec<usize> {
        (0..self.out.len()).filter(|&edit| self.out[edit]).collect()
    }

    /// Whether the inner of two parts cannot be made with the outer one.
    fn clash(&self, outer: usize, inner: usize) -> bool {
        let (outer, inner) = (&self.parts[outer], &self.parts[inner]);
        let apart = self.out[outer.edit] || self.out[inner.edit] || outer.edit == inner.edit;
        if apart || !overlap(outer.splice, inner.splice) {
            return false;
        }
        let (start, end) = (outer.splice.at, outer.splice.at + outer.splice.cells);
        let equal = (inner.splice.at, inner.splice.cells) == (start, outer.splice.cells);
        let is_copied = self
            .copies(outer.edit)
            .any(|(composes, node)| composes && lies_in(inner.splice, node, self.tree.next(node)));
        equal || !lies_in(inner.splice, start, end) || !is_copied
    }

    /// Whether another edit copies the part's place as it is.
    fn is_fixed(&self, part: usize) -> bool {
        let part = &self.parts[part];
        (0..self.out.len()).any(|edit| {
            !self.out[edit]
                && edit != part.edit
                && self.copies(edit).any(|(composes, node)| {
                    !composes && lies_in(part.splice, node, self.tree.next(node))
                })
        })
    }

    /// What an edit copies, and whether changes are made inside.
    fn copies(&self, edit: usize) -> impl Iterator<Item = (bool, Node)> + '_ {
        let splices = self.parts.iter().filter(move |part| part.edit == edit);
        splices.flat_map(|part| {
            part.splice.with.iter().filter_map(|&piece| match piece {
                Piece::Copy(node) => Some((self.composes(part.splice, node), node)),
                _ => None,
            })
        })
    }

    fn composes(&self, splice: &Splice, node: Node) -> bool {
        let (start, end) = (splice.at, splice.at + splice.cells);
        start <= node && self.tree.next(node) <= end || self.tree.next(node) <= start
    }

    /// The edited tree, as a list of top-level expressions.
    pub(crate) fn edited(&self) -> Vec<Item> {
        let end = self.tree.end();
        let mut items = self.walk(1, end, None, (0, end + 1));
        for (k, _) in self.at(end, None, (0, end + 1)) {
            items.extend(self.pieces(k));
        }
        items
    }

    /// The parts that begin at a node, among those that lie in a range.
    fn at(
        &self,
        at: Node,
        skipped: Option<usize>,
        (start, end): (Node, Node),
    ) -> Vec<(usize, &Splice)> {
        let parts = self.parts.iter().enumerate();
        let here = parts.filter(|(k, part)| {
            part.splice.at == at && Some(*k) != skipped && lies_in(part.splice, start, end)
        });
        here.map(|(k, part)| (k, part.splice)).collect()
    }

    /// What becomes of neighbouring nodes.
    fn walk(&self, at: Node, end: Node, skipped: Option<usize>, within: (Node, Node)) -> Vec<Item> {
        let mut items = Vec::new();
        if at >= end {
            return items;
        }
        let mut behind = None;
        for (k, splice) in self.at(at, skipped, within) {
            if splice.cells == 0 || behind.is_none() {
                items.extend(self.pieces(k));
            }
            if splice.cells > 0 && behind.is_none() {
                behind = Some(at + splice.cells);
            }
        }
        let behind = behind.unwrap_or_else(|| {
            let mut item = Item::new(Some(at), self.tree.sym(at));
            item.elements = self.walk(at + 1, self.tree.next(at), skipped, within);
            items.push(item);
            self.tree.next(at)
        });
        items.extend(self.walk(behind, end, skipped, within));
        items
    }

    /// What a part puts in.
    fn pieces(&self, part: usize) -> Vec<Item> {
        let splice = self.parts[part].splice;
        let mut open = vec![Item::new(None, Symbol::LIST)];
        for &piece in &splice.with {
            let items = match piece {
                Piece::Open => {
                    open.push(Item::new(None, Symbol::LIST));
                    continue;
                }
                Piece::Enter(node) => {
                    open.push(Item::new(Some(node), Symbol::LIST));
                    continue;
                }
                Piece::Close => vec![open.pop().expect("pieces are balanced")],
                Piece::Leaf(sym) => vec![Item::new(None, sym)],
                Piece::Copy(node) => {
                    let range = (node, self.tree.next(node));
                    if self.composes(splice, node) {
                        self.walk(range.0, range.1, Some(part), range)
                    } else {
                        vec![self.as_is(node)]
                    }
                }
            };
            let list = open.last_mut().expect("pieces are balanced");
            list.elements.extend(items);
        }
        open.remove(0).elements
    }

    fn as_is(&self, node: Node) -> Item {
        let mut item = Item::new(Some(node), self.tree.sym(node));
        item.elements = self
            .tree
            .children(node)
            .map(|child| self.as_is(child))
            .collect();
        item
    }
}
