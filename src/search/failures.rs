//! Failures: which edits failed so far, and what this implies for other candidates.
//!
//! If a set of nodes could not be removed, a larger set that contains it most likely cannot be removed either. This is
//! the monotonicity that delta debugging hopes for (Zeller and Hildebrandt 2002, section 3.2); it does not always hold.
//! So what is implied here is presumed, never known.

use crate::language::TestCase;
use crate::tree::{Edit, NodeId, Piece};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Edits that remove more nodes than this are neither remembered nor presumed to fail. So the time for one edit is
/// bounded, and the largest edits are always tried.
const MOST: usize = 4096;

/// A single edit that removes more than the text divided by this number is tried although recent failures imply that it
/// fails: in a large text, there are few such edits, and one that succeeds saves many questions.
const PARTS: usize = 16;

/// Nodes that could not be removed together.
#[derive(Debug)]
struct FailedSet {
    nodes: Box<[NodeId]>,
    /// Whether nothing was put in their place. If even a deletion fails, a replacement fails, too.
    is_deletion: bool,
    /// The hash of the text in which that failed.
    text: [u8; 32],
    /// The number of cells of this text.
    cells: usize,
}

impl FailedSet {
    /// How many nodes of the set are still in the text. None if the text has one that is not among these nodes.
    fn alive_among(&self, nodes: &FxHashSet<NodeId>, text: &TestCase) -> Option<usize> {
        let mut alive = 0;
        for id in &self.nodes {
            if nodes.contains(id) {
                alive += 1;
            } else if text.node(*id).is_some() {
                return None;
            }
        }
        Some(alive)
    }
}

/// Sets of nodes that could not be removed, and edits that failed. A clone is cheap until one of the two changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Failures(Arc<KnownFailures>);

#[derive(Clone, Debug, Default)]
struct KnownFailures {
    /// Each set is found under one of its nodes that is still in the text.
    sets: FxHashMap<NodeId, Vec<Arc<FailedSet>>>,
    /// Digests of the edits that failed.
    edits: FxHashSet<u64>,
}

impl Failures {
    /// Whether the edit probably fails: it failed before, or it removes a set that could not be removed, and more.
    pub(super) fn imply(&self, base: &TestCase, edit: &Edit) -> bool {
        self.imply_up_to(usize::MAX, false, base, edit)
    }

    /// The same, but only failures in texts that were at most half as large again as this one count: once a text is
    /// much smaller, what removed parts needed is no longer needed. Joined edits are presumed to try the only value for
    /// each node, as they do in a coarse search. A single edit that removes a large part of the text is presumed to
    /// fail only if it failed before.
    pub(super) fn imply_lately(&self, base: &TestCase, edit: &Edit) -> bool {
        let cells = base.tree().cells().len();
        let is_joined = edit.splices(base.tree()).len() > 1;
        if !is_joined && base.removed(edit).nth(cells / PARTS).is_some() {
            return self.contain(base, edit);
        }
        self.imply_up_to(cells + cells / 2, is_joined, base, edit)
    }

    /// Whether failures in texts of at most `most_cells` cells imply that the edit fails. If the edit has the only
    /// value for each of its nodes, it is enough that it removes the same nodes as an edit that failed; otherwise it
    /// must remove more.
    fn imply_up_to(
        &self,
        most_cells: usize,
        is_only_value: bool,
        base: &TestCase,
        edit: &Edit,
    ) -> bool {
        if self.is_empty() {
            return false;
        }
        if self.contain(base, edit) {
            return true;
        }
        self.has_subset(base, edit, |set, all| {
            let most = all.len() - usize::from(!set.is_deletion && !is_only_value);
            set.cells <= most_cells
                && set
                    .alive_among(all, base)
                    .is_some_and(|alive| (1..=most).contains(&alive))
        })
    }

    /// Whether the edit failed before, in this text or a larger one.
    pub(super) fn contain(&self, base: &TestCase, edit: &Edit) -> bool {
        !self.is_empty() && self.0.edits.contains(&digest(base, edit))
    }

    /// Whether the edit removes more than what could not be removed from this very text. This is far more certain than
    /// what failures in larger texts imply. A replacement is not presumed to fail where a deletion failed.
    pub(super) fn imply_here(&self, base: &TestCase, edit: &Edit) -> bool {
        let splices = edit.splices(base.tree());
        let deletes = splices.iter().all(|splice| splice.with.is_empty());
        let text = base.hash();
        self.has_subset(base, edit, |set, all| {
            set.text == text
                && (deletes || !set.is_deletion)
                && set.nodes.len() < all.len()
                && set.nodes.iter().all(|id| all.contains(id))
        })
    }

    /// Whether one of the sets that share nodes with the edit is of this kind. `is_such` gets the set and the nodes
    /// that the edit removes.
    fn has_subset(
        &self,
        base: &TestCase,
        edit: &Edit,
        is_such: impl Fn(&FailedSet, &FxHashSet<NodeId>) -> bool,
    ) -> bool {
        let Some(removed) = removed(base, edit) else {
            return false;
        };
        let all: FxHashSet<NodeId> = removed.iter().copied().collect();
        removed
            .iter()
            .filter_map(|id| self.0.sets.get(id))
            .flatten()
            .any(|set| is_such(set, &all))
    }

    /// Whether nothing has failed yet.
    fn is_empty(&self) -> bool {
        self.0.edits.is_empty()
    }

    /// Remembers that the edit failed.
    pub(super) fn add(&mut self, base: &TestCase, edit: &Edit) {
        let known = Arc::make_mut(&mut self.0);
        known.edits.insert(digest(base, edit));
        if let Some(removed) = removed(base, edit)
            && let Some(&first) = removed.first()
        {
            let splices = edit.splices(base.tree());
            let kept = FailedSet {
                nodes: removed.into(),
                is_deletion: splices.iter().all(|splice| splice.with.is_empty()),
                text: base.hash(),
                cells: base.tree().cells().len(),
            };
            known.sets.entry(first).or_default().push(Arc::new(kept));
        }
    }

    /// Takes note of an accepted edit of `base`, which has made the text `now`. Sets none of whose nodes are left are
    /// forgotten, because they could be removed after all.
    pub(super) fn accepted(&mut self, base: &TestCase, edit: &Edit, now: &TestCase) {
        let known = Arc::make_mut(&mut self.0);
        for id in base.removed(edit) {
            for set in known.sets.remove(&id).unwrap_or_default() {
                let alive = set.nodes.iter().find(|&&id| now.node(id).is_some());
                if let Some(&alive) = alive {
                    known.sets.entry(alive).or_default().push(set);
                }
            }
        }
    }
}

/// The nodes that an edit removes; none if there are too many.
fn removed(base: &TestCase, edit: &Edit) -> Option<Vec<NodeId>> {
    let removed: Vec<NodeId> = base.removed(edit).take(MOST + 1).collect();
    (removed.len() <= MOST).then_some(removed)
}

/// A digest of the edit that stays the same while the nodes that it names keep their identities.
fn digest(base: &TestCase, edit: &Edit) -> u64 {
    let mut hasher = FxHasher::default();
    let end = base.tree().end();
    let id = |node| (node < end).then(|| base.id(node));
    for splice in edit.splices(base.tree()) {
        (id(splice.at), splice.cells == 0).hash(&mut hasher);
        for piece in &splice.with {
            match *piece {
                Piece::Copy(node) => (0, id(node)).hash(&mut hasher),
                Piece::Enter(node) => (1, id(node)).hash(&mut hasher),
                Piece::Leaf(token) => (2, token).hash(&mut hasher),
                Piece::Open => 3.hash(&mut hasher),
                Piece::Close => 4.hash(&mut hasher),
            }
        }
    }
    hasher.finish()
}
