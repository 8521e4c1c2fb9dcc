//! Turns nested splices into disjoint ones: where something changes inside of a copied node, the copy is written out
//! piece by piece, with the change made. Its unchanged elements are still copied whole.
//!
//! A stack holds what is still to be written, so that nesting a million deep needs no recursion.

use super::{Node, Piece, Splice, Tree};

/// What is still to be written.
enum Unwritten {
    /// The pieces of a part, starting with index `from`.
    Pieces { part: usize, from: usize },
    /// Consecutive nodes from `at` up to `end`, with the parts inside of them, of which `next` is the first.
    Nodes { at: Node, end: Node, next: usize },
    /// The end of a list.
    Close,
}

struct Composer<'e> {
    tree: &'e Tree,
    parts: &'e [Splice],
    /// What is still to be written; the last one comes next.
    work: Vec<Unwritten>,
    /// The pieces of the current splice.
    with: Vec<Piece>,
    /// How many more cells may be written.
    budget: u64,
}

/// Disjoint splices with the same effect as `parts` (see [`super::Edit::parts`]). None if they would insert more than
/// about twice as many cells as the tree has.
pub(super) fn composed(tree: &Tree, parts: &[Splice]) -> Option<Box<[Splice]>> {
    let pieces: usize = parts.iter().map(|part| part.with.len()).sum();
    let mut composer = Composer {
        tree,
        parts,
        work: Vec::new(),
        with: Vec::new(),
        budget: 2 * u64::from(tree.end()) + pieces as u64,
    };
    let mut splices = Vec::new();
    let mut part = 0;
    while let Some(&Splice { at, cells, .. }) = parts.get(part) {
        composer.work.push(Unwritten::Pieces { part, from: 0 });
        composer.run()?;
        splices.push(Splice {
            at,
            cells,
            with: std::mem::take(&mut composer.with).into(),
        });
        part = composer.next_after(part);
    }
    Some(splices.into())
}

impl Composer<'_> {
    /// The index of the first part after this one and all parts inside it.
    fn next_after(&self, part: usize) -> usize {
        let end = self.parts[part].end();
        if self.parts[part].cells == 0 {
            return part + 1;
        }
        part + self.parts[part..].partition_point(|other| other.at < end)
    }

    /// Writes everything that is still to be written.
    fn run(&mut self) -> Option<()> {
        while let Some(work) = self.work.pop() {
            match work {
                Unwritten::Pieces { part, from } => {
                    if let Some(&piece) = self.parts[part].with.get(from) {
                        let from = from + 1;
                        self.work.push(Unwritten::Pieces { part, from });
                        self.piece(part, piece)?;
                    }
                }
                Unwritten::Nodes { at, end, next } => self.nodes(at, end, next)?,
                Unwritten::Close => self.put(Piece::Close)?,
            }
        }
        Some(())
    }

    /// Writes a piece of a part. A copied node with a change inside is written node by node.
    fn piece(&mut self, part: usize, piece: Piece) -> Option<()> {
        let Piece::Copy(node) = piece else {
            return self.put(piece);
        };
        let end = self.tree.next(node);
        if !self.parts[part].composes(self.tree, node) {
            return self.put(piece);
        }
        let begin = self.parts.partition_point(|other| other.at < node);
        let first_inside = (begin..)
            .zip(&self.parts[begin..])
            .take_while(|(_, other)| other.at < end)
            .find(|&(k, other)| k != part && other.is_within(node, end));
        let Some((next, _)) = first_inside else {
            return self.put(piece);
        };
        let at = node;
        self.work.push(Unwritten::Nodes { at, end, next });
        Some(())
    }

    /// Writes the first of these nodes, or what replaces it.
    fn nodes(&mut self, at: Node, end: Node, next: usize) -> Option<()> {
        if at >= end {
            return Some(());
        }
        let sibling = self.tree.next(at);
        let begins = self.parts.get(next).map_or(Node::MAX, |part| part.at);
        // A part begins here: it replaces nodes, or is inserted before them.
        if begins == at {
            self.work.push(Unwritten::Nodes {
                at: self.parts[next].end(),
                end,
                next: self.next_after(next),
            });
            let (part, from) = (next, 0);
            self.work.push(Unwritten::Pieces { part, from });
            return Some(());
        }
        self.work.push(Unwritten::Nodes {
            at: sibling,
            end,
            next: next + self.parts[next..].partition_point(|part| part.at < sibling),
        });
        // Nothing changes inside of this node.
        if begins >= sibling {
            return self.put(Piece::Copy(at));
        }
        // Something does: the list is opened, and its elements are written one by one.
        self.put(Piece::Enter(at))?;
        self.work.push(Unwritten::Close);
        self.work.push(Unwritten::Nodes {
            at: at + 1,
            end: sibling,
            next,
        });
        Some(())
    }

    /// Writes a piece as it is. None if that exceeds the budget.
    fn put(&mut self, piece: Piece) -> Option<()> {
        let cells = match piece {
            Piece::Open | Piece::Enter(_) | Piece::Leaf(_) => 1,
            Piece::Close => 0,
            Piece::Copy(node) => self.tree.len(node),
        };
        self.budget = self.budget.checked_sub(cells.into())?;
        self.with.push(piece);
        Some(())
    }
}
