//! What an edit changes at the top level, without the rest of the tree.

use super::{Builder, Edit, Node, Splice, Tree};
use std::ops::Range;

/// Neighbouring top-level expressions in which an edit changes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopLevelChange {
    /// What they were: nodes of the base. Empty if something is inserted between two expressions.
    pub before: Range<Node>,
    /// What they become: nodes of the tree of all changes.
    pub after: Range<Node>,
}

/// The last of these top-level expressions, which are in order, that does not begin behind a node. None for the root.
pub fn top_level_at(top_level: &[Node], node: Node) -> Option<Node> {
    let begun = top_level.partition_point(|&expression| expression <= node);
    top_level[..begun].last().copied()
}

impl Tree {
    /// The top-level expressions that an edit changes or inserts, as a tree of their own, and where they belong.
    /// `top_level` are the top-level expressions of this tree, in order. The time is linear in the size of the changed
    /// expressions, and logarithmic in the number of all.
    pub fn top_level_changes(
        &self,
        top_level: &[Node],
        edit: &Edit,
    ) -> (Tree, Vec<TopLevelChange>) {
        let mut builder = Builder::default();
        let mut changes = Vec::new();
        let mut splices = edit.splices(self);
        while let Some(first) = splices.first() {
            let mut before = self.top_level_of(top_level, first);
            let mut count = 1;
            while let Some(next) = splices.get(count)
                && let more = self.top_level_of(top_level, next)
                && more.start <= before.end
            {
                before.end = before.end.max(more.end);
                count += 1;
            }
            let (these, rest) = splices.split_at(count);
            let start = builder.here();
            self.copy_spliced(&mut builder, before.clone(), these);
            let after = start..builder.here();
            changes.push(TopLevelChange { before, after });
            splices = rest;
        }
        (builder.finish(), changes)
    }

    /// The top-level expressions in which a splice changes something. Empty if it inserts something between two of them.
    fn top_level_of(&self, top_level: &[Node], splice: &Splice) -> Range<Node> {
        if splice.at >= self.end() {
            return splice.at..splice.at;
        }
        match top_level_at(top_level, splice.at) {
            Some(node) if node < splice.at => node..self.next(node),
            _ => splice.at..splice.end(),
        }
    }
}
