//! Turns nested splices into disjoint ones. Where something changes inside a copied node, the copy is spelled out.
//!
//! A stack holds what is still to be written, so that nesting a million deep needs no recursion. If a copied node
//! contains a change, its unchanged elements are still copied whole.

use super::{Node, Piece, Splice, Tree};

/// What is still to be written.
enum Unwritten {
    /// The pieces of a part, starting with number `from`.
    Pieces { part: usize, from: usize },
    /// Neighbouring nodes from `at` up to `end`, and the parts from `next` on that lie in them.
    Nodes { at: Node, end: Node, next: usize },
    /// The end of a list.
    Close,
}

struct Composer<'e> {
    tree: &'e Tree,
    parts: &'e [Splice],
    work: Vec<Unwritten>,
    with: Vec<Piece>,
    /// How many more cells may be written.
    budget: u64,
}

/// Disjoint splices with the same effect as `parts` (see [`super::Edit::parts`]). None if they would put in more than
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
        part = composer.behind(part);
    }
    Some(splices.into())
}

impl Composer<'_> {
    /// The index of the first part after this one and all parts inside it.
    fn behind(&self, part: usize) -> usize {
        let end = self.parts[part].end();
        if self.parts[part].cells == 0 {
            return part + 1;
        }
        part + self.parts[part..].partition_point(|other| other.at < end)
    }

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

    /// Writes a piece of a part.
    fn piece(&mut self, part: usize, piece: Piece) -> Option<()> {
        let Piece::Copy(node) = piece else {
            return self.put(piece);
        };
        let end = self.tree.next(node);
        if !self.parts[part].composes(self.tree, node) {
            return self.put(piece);
        }
        let begin = self.parts.partition_point(|other| other.at < node);
        let mut inside = (begin..).zip(&self.parts[begin..]);
        let inside = inside
            .by_ref()
            .take_while(|(_, other)| other.at < end)
            .find(|&(k, other)| k != part && other.is_within(node, end));
        match inside {
            None => return self.put(piece),
            Some((next, _)) => self.work.push(Unwritten::Nodes {
                at: node,
                end,
                next,
            }),
        }
        Some(())
    }

    /// Writes the first of these nodes, or what replaces it.
    fn nodes(&mut self, at: Node, end: Node, next: usize) -> Option<()> {
        if at >= end {
            return Some(());
        }
        let behind = self.tree.next(at);
        let begins = self.parts.get(next).map_or(Node::MAX, |part| part.at);
        if begins == at {
            let (at, from) = (self.parts[next].end(), 0);
            let next_but_one = self.behind(next);
            self.work.push(Unwritten::Nodes {
                at,
                end,
                next: next_but_one,
            });
            self.work.push(Unwritten::Pieces { part: next, from });
            return Some(());
        }
        let beyond = next + self.parts[next..].partition_point(|part| part.at < behind);
        self.work.push(Unwritten::Nodes {
            at: behind,
            end,
            next: beyond,
        });
        if begins >= behind {
            return self.put(Piece::Copy(at));
        }
        self.put(Piece::Enter(at))?;
        self.work.push(Unwritten::Close);
        self.work.push(Unwritten::Nodes {
            at: at + 1,
            end: behind,
            next,
        });
        Some(())
    }

    /// Writes a piece as it is. None if the budget does not allow it.
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
