//! Joins edits: which of them can be made together.

use super::{Edit, Node, Piece, Splice, Tree};
use std::borrow::Borrow;
use std::cmp::Reverse;
use std::ops::Range;

impl Edit {
    /// All of these edits at once; each is made whole or left out.
    ///
    /// They are looked at from left to right, outer splices before those that they contain, of equal ones the first.
    /// An edit is left out if a splice of it lies in what another one takes out and does not copy, or across its
    /// border, or in what another one copies from behind or around itself: so no edit is ever made inside its own
    /// copy. Where copies in copies would make the text more than twice as large, each edit inside another is left
    /// out.
    pub fn join<E: Borrow<Edit>>(tree: &Tree, edits: impl IntoIterator<Item = E>) -> Edit {
        let edits: Vec<E> = edits.into_iter().collect();
        let edits: Vec<&Edit> = edits.iter().map(Borrow::borrow).collect();
        if let [edit] = edits[..] {
            return edit.clone();
        }
        let joined = Join::new(tree, &edits).join(true);
        if joined.is_composable(tree) {
            return joined;
        }
        Join::new(tree, &edits).join(false)
    }
}

/// A splice, and whose it is.
#[derive(Clone, Copy)]
struct Part<'e> {
    splice: &'e Splice,
    edit: usize,
}

struct Join<'e> {
    parts: Vec<Part<'e>>,
    /// By edit: the nodes in whose copies others are made, the outermost, in order.
    copied: Vec<Vec<Range<Node>>>,
    /// The nodes that are copied as they are, and by which edit; in order, the outermost first.
    fixed: Vec<(Range<Node>, usize)>,
    is_out: Vec<bool>,
}

impl<'e> Join<'e> {
    fn new(tree: &Tree, edits: &[&'e Edit]) -> Join<'e> {
        let mut join = Join {
            parts: Vec::new(),
            copied: Vec::with_capacity(edits.len()),
            fixed: Vec::new(),
            is_out: vec![false; edits.len()],
        };
        for (edit, parts) in edits.iter().map(|edit| edit.parts()).enumerate() {
            let mut copied = Vec::new();
            for splice in parts {
                join.parts.push(Part { splice, edit });
                for node in splice.with.iter().copied().filter_map(copied_node) {
                    let nodes = node..tree.next(node);
                    if splice.composes(tree, node) {
                        copied.push(nodes);
                    } else {
                        join.fixed.push((nodes, edit));
                    }
                }
            }
            join.copied.push(outermost(copied));
        }
        join.parts.sort_by_key(|&Part { splice, edit }| {
            (splice.at, splice.cells > 0, Reverse(splice.cells), edit)
        });
        join.fixed
            .sort_by_key(|(nodes, edit)| (nodes.start, Reverse(nodes.end), *edit));
        join
    }

    /// The edits that can be made together; where `nests`, also those inside copies.
    fn join(mut self, nests: bool) -> Edit {
        let mut around: Vec<Part<'e>> = Vec::new();
        let (mut fixed, mut fixed_here) = (0, Vec::new());
        for part in std::mem::take(&mut self.parts) {
            let at = part.splice.at;
            while around
                .last()
                .is_some_and(|outer| outer.splice.end() <= at || self.is_out[outer.edit])
            {
                around.pop();
            }
            while let Some((nodes, edit)) = self.fixed.get(fixed).filter(|f| f.0.start <= at) {
                fixed_here.push((nodes.clone(), *edit));
                fixed += 1;
            }
            fixed_here.retain(|(nodes, edit)| at < nodes.end && !self.is_out[*edit]);
            let is_fixed = |(nodes, edit): &(Range<Node>, usize)| {
                *edit != part.edit && part.splice.is_within(nodes.start, nodes.end)
            };
            let clashes = around
                .last()
                .is_some_and(|outer| !self.may_contain(outer, part, nests))
                || fixed_here.iter().any(is_fixed);
            self.is_out[part.edit] |= clashes;
            if part.splice.cells > 0 && !self.is_out[part.edit] {
                around.push(part);
            }
            self.parts.push(part);
        }
        let kept = self.parts.iter().filter(|part| !self.is_out[part.edit]);
        Edit::new(kept.map(|part| part.splice.clone()).collect())
    }

    /// Whether a part can be made where the outer one is.
    fn may_contain(&self, outer: &Part<'e>, part: Part<'e>, nests: bool) -> bool {
        if outer.edit == part.edit {
            return true;
        }
        let copied = &self.copied[outer.edit];
        let begun = copied.partition_point(|nodes| nodes.start <= part.splice.at);
        let nodes = begun.checked_sub(1).map(|last| &copied[last]);
        let (start, end) = (outer.splice.at, outer.splice.end());
        nests
            && (start, end) != (part.splice.at, part.splice.end())
            && part.splice.is_within(start, end)
            && nodes.is_some_and(|nodes| part.splice.is_within(nodes.start, nodes.end))
    }
}

fn copied_node(piece: Piece) -> Option<Node> {
    match piece {
        Piece::Copy(node) => Some(node),
        Piece::Open | Piece::Enter(_) | Piece::Close | Piece::Leaf(_) => None,
    }
}

/// The ranges that lie in no other, in order.
fn outermost(mut ranges: Vec<Range<Node>>) -> Vec<Range<Node>> {
    ranges.sort_by_key(|nodes| (nodes.start, Reverse(nodes.end)));
    let mut reach = 0;
    ranges.retain(|nodes| {
        let keep = nodes.end > reach;
        reach = reach.max(nodes.end);
        keep
    });
    ranges
}
