//! Joins edits into one, as far as they can be applied together.

use super::{Edit, Node, Splice, Tree, pieces};
use std::borrow::Borrow;
use std::cmp::Reverse;
use std::ops::Range;

impl Edit {
    /// Joins these edits into one. Each of them is applied as a whole or left out.
    ///
    /// The splices are visited from left to right, and outer splices before the ones that they contain; equal splices
    /// are visited in the order of their edits. An edit is left out if one of its splices
    ///
    /// - is in something that another edit removes without copying it,
    /// - crosses the border of another edit's splice, or
    /// - is in something that another edit copies from a place after or around its own splice.
    ///
    /// So no edit is ever applied inside of its own copy. If copies of copies would make the text more than twice as
    /// large, all edits inside of other edits are left out.
    pub fn join<E: Borrow<Edit>>(tree: &Tree, edits: impl IntoIterator<Item = E>) -> Edit {
        let mut edits = edits.into_iter();
        let mut local = LocalEdits::default();
        let other = edits.find(|edit| !local.take(edit.borrow()));
        let local = match other {
            None => match local.joined() {
                Ok(joined) => return joined,
                Err(local) => local,
            },
            Some(_) => local,
        };
        let made: Vec<Edit> = local.into_edits().collect();
        let given: Vec<E> = other.into_iter().chain(edits).collect();
        let given = given.iter().map(Borrow::borrow);
        let edits: Vec<&Edit> = made.iter().chain(given).collect();
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

/// Edits that replace and delete nodes, and copy none from elsewhere. They may have ten million splices together, so these
/// are kept and not the edits.
#[derive(Default)]
struct LocalEdits {
    /// The splices of all edits, in the order of the edits.
    splices: Vec<Splice>,
    /// How many splices an edit has, and how many edits with as many there are in a row.
    sizes: Vec<(usize, usize)>,
}

impl LocalEdits {
    /// Adds an edit. False if it is not of this kind.
    fn take(&mut self, edit: &Edit) -> bool {
        let is_local = |splice: &Splice| splice.cells > 0 && !splice.copies_from_elsewhere();
        let parts = edit.parts();
        if !parts.iter().all(is_local) {
            return false;
        }
        self.splices.extend_from_slice(parts);
        match self.sizes.last_mut() {
            Some((size, edits)) if *size == parts.len() => *edits += 1,
            _ => self.sizes.push((parts.len(), 1)),
        }
        true
    }

    /// The joined edit if it is easy to tell: if no splice is inside of another one, or each edit has one splice and
    /// only deletions contain others. Otherwise, what was given.
    fn joined(mut self) -> Result<Edit, LocalEdits> {
        let are_single = self.sizes.iter().all(|&(size, _)| size == 1);
        if !are_single && !self.are_disjoint() {
            return Err(self);
        }
        self.splices
            .sort_by_key(|splice| (splice.at, Reverse(splice.cells)));
        if !nests_in_deletions_only(&self.splices) {
            return Err(self);
        }
        self.splices.retain(pieces::outermost());
        Ok(Edit::of_disjoint(self.splices))
    }

    fn are_disjoint(&self) -> bool {
        let range = |splice: &Splice| (splice.at, splice.end());
        let mut ranges: Vec<(Node, Node)> = self.splices.iter().map(range).collect();
        ranges.sort_unstable();
        ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0)
    }

    fn into_edits(self) -> impl Iterator<Item = Edit> {
        let mut splices = self.splices.into_iter();
        let sizes = self.sizes.into_iter();
        sizes
            .flat_map(|(size, edits)| std::iter::repeat_n(size, edits))
            .map(move |size| Edit::new(splices.by_ref().take(size).collect()))
    }
}

/// Whether no splice is inside of one that inserts something. The splices are sorted from left to right, outer ones first.
fn nests_in_deletions_only(splices: &[Splice]) -> bool {
    let mut outermost: Option<&Splice> = None;
    splices.iter().all(|splice| {
        let outer = outermost.filter(|outer| splice.at < outer.end());
        outermost = outer.or(Some(splice));
        outer.is_none_or(|outer| outer.with.is_empty())
    })
}

/// A splice, and the index of the edit to which it belongs.
#[derive(Clone, Copy)]
struct EditSplice<'e> {
    splice: &'e Splice,
    edit: usize,
}

struct Join<'e> {
    /// The splices of all edits in the order in which they are visited.
    parts: Vec<EditSplice<'e>>,
    /// For each edit, the outermost nodes that it copies and in whose copies other edits may be applied; in order.
    copied: Vec<Vec<Range<Node>>>,
    /// The nodes that must be copied unchanged, each with the edit that copies it; in order, outer nodes before inner
    /// ones.
    fixed: Vec<(Range<Node>, usize)>,
    /// For each edit, whether it is left out.
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
                join.parts.push(EditSplice { splice, edit });
                for node in splice.with.iter().filter_map(|piece| piece.copied()) {
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
        join.parts.sort_by_key(|&EditSplice { splice, edit }| {
            (splice.at, splice.cells > 0, Reverse(splice.cells), edit)
        });
        join.fixed
            .sort_by_key(|(nodes, edit)| (nodes.start, Reverse(nodes.end), *edit));
        join
    }

    /// Joins the edits that can be applied together. Edits inside of copies are included only if `nests`.
    fn join(mut self, nests: bool) -> Edit {
        let mut around: Vec<EditSplice<'e>> = Vec::new(); // the splices that contain the current place
        let (mut fixed, mut fixed_here) = (0, Vec::new()); // how many fixed nodes have begun, and those still open
        for part in std::mem::take(&mut self.parts) {
            let at = part.splice.at;
            // Both stacks follow the current place; edits that are left out do not count.
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
            let clashes = around
                .last()
                .is_some_and(|outer| !self.may_contain(outer, part, nests))
                || fixed_here.iter().any(|(nodes, edit)| {
                    *edit != part.edit && part.splice.is_within(nodes.start, nodes.end)
                });
            self.is_out[part.edit] |= clashes;
            if part.splice.cells > 0 && !self.is_out[part.edit] {
                around.push(part);
            }
            self.parts.push(part);
        }
        let kept = self.parts.iter().filter(|part| !self.is_out[part.edit]);
        Edit::new(kept.map(|part| part.splice.clone()).collect())
    }

    /// Whether `part` can be applied inside of `outer`: both are of the same edit, or `outer` copies what `part`
    /// changes.
    fn may_contain(&self, outer: &EditSplice<'e>, part: EditSplice<'e>, nests: bool) -> bool {
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

/// The ranges that are not inside of another one, in order.
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
