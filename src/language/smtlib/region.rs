//! The parts of a text that an edit touches.

use super::case::analysis;
use crate::language::TestCase;
use crate::tree::{Node, ROOT, Splice};
use std::collections::BTreeMap;
use std::ops::Range;

/// Parts of the base that must be walked through again, sorted by where they begin; insertions come first.
pub(super) type Regions<'e> = BTreeMap<(Node, bool), Region<'e>>;

/// A command or term with the splices in it, or top-level expressions that one splice replaces.
#[derive(Clone, Debug)]
pub(super) struct Region<'e> {
    pub(super) nodes: Range<Node>,
    pub(super) splices: &'e [Splice],
    pub(super) top: bool,
}

impl Region<'_> {
    /// Whether nothing of the region remains.
    pub(super) fn is_deleted(&self) -> bool {
        self.top && self.splices.iter().all(|splice| splice.with.is_empty())
    }
}

/// The parts of the base that an edit touches.
pub(super) fn regions<'e>(case: &TestCase, mut splices: &'e [Splice]) -> Regions<'e> {
    let tree = case.tree();
    let mut regions = Regions::new();
    while let Some(splice) = splices.first() {
        let top = splice.at >= tree.end() || case.parent(splice.at) == ROOT;
        let (nodes, count) = if top {
            let alike = |other: &&Splice| other.at == splice.at && other.cells == splice.cells;
            let count = splices.iter().take_while(alike).count();
            (splice.at..splice.end(), count)
        } else {
            let command = analysis(case).command(splice.at).unwrap_or(ROOT);
            let end = tree.next(command);
            (
                command..end,
                splices.partition_point(|splice| splice.at < end),
            )
        };
        let (these, rest) = splices.split_at(count);
        let place = (nodes.start, !nodes.is_empty());
        regions.insert(
            place,
            Region {
                nodes,
                splices: these,
                top,
            },
        );
        splices = rest;
    }
    regions
}
