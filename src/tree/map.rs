//! Where the nodes of a tree are in the tree that an edit has made from it.

use super::Node;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Consecutive old nodes that moved together: (first old, count, first new).
pub(super) type Run = (Node, u32, Node);

/// Maps nodes of the old tree to nodes of the new tree. Some nodes may be gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Sorted.
    runs: Vec<Run>,
}

impl Map {
    /// Where `old` is now. If there are several copies, the first one; none if it is gone.
    pub fn node(&self, old: Node) -> Option<Node> {
        let begun = self.runs.partition_point(|&(first, ..)| first <= old);
        let &(first, count, new) = self.runs.get(begun.checked_sub(1)?)?;
        (old - first < count).then(|| new + (old - first))
    }

    /// The runs of nodes that moved together, sorted.
    pub(super) fn runs(&self) -> impl ExactSizeIterator<Item = Run> {
        self.runs.iter().copied()
    }

    /// Those nodes of a sorted list that still exist, in the order of the new tree.
    pub fn nodes(&self, old: &[Node]) -> Vec<Node> {
        let mut new: Vec<Node> = old.iter().filter_map(|&node| self.node(node)).collect();
        new.sort_unstable();
        new.dedup();
        new
    }

    /// Composes this map with the map of a second edit.
    #[must_use]
    pub fn then(&self, second: &Map) -> Map {
        let mut runs = Vec::with_capacity(self.runs.len());
        for &(first, count, new) in &self.runs {
            let from = second
                .runs
                .partition_point(|&(first, count, _)| first + count <= new);
            for &(middle, length, last) in &second.runs[from..] {
                let (low, high) = (middle.max(new), (middle + length).min(new + count));
                if low >= high {
                    break;
                }
                runs.push((first + (low - new), high - low, last + (low - middle)));
            }
        }
        Map::of(runs)
    }

    /// Adds a run to those of which a map will be made. One that goes on where the last one ends makes that longer, so that
    /// the elements of a long list are one run.
    pub(super) fn add(runs: &mut Vec<Run>, run: Run) {
        match runs.last_mut() {
            Some(last) if goes_on(*last, run) => last.1 += run.1,
            _ => runs.push(run),
        }
    }

    /// Makes a map of runs in any order. If several runs contain a node, it goes to the first of its places in the new
    /// tree.
    ///
    /// The begins and ends of the runs cut the old tree into segments. From left to right, a heap holds the runs that
    /// contain the current segment, and the one that moves it to the first place wins.
    pub(super) fn of(mut runs: Vec<Run>) -> Map {
        runs.sort_unstable();
        // Most edits copy nothing twice.
        if runs
            .windows(2)
            .all(|runs| runs[0].0 + runs[0].1 <= runs[1].0)
        {
            runs.dedup_by(|next, last| {
                let is_same_run = goes_on(*last, *next);
                last.1 += if is_same_run { next.1 } else { 0 };
                is_same_run
            });
            return Map { runs };
        }
        let ends = runs.iter().map(|&(first, count, _)| first + count);
        let mut bounds: Vec<Node> = ends.chain(runs.iter().map(|run| run.0)).collect();
        bounds.sort_unstable();
        bounds.dedup();
        let mut kept: Vec<Run> = Vec::with_capacity(runs.len());
        let mut runs = runs.into_iter().peekable();
        // The runs that contain the current segment, each as how far it moves nodes, and where it ends.
        let mut claims: BinaryHeap<Reverse<(i64, Node)>> = BinaryHeap::new();
        for segment in bounds.windows(2) {
            let (start, end) = (segment[0], segment[1]);
            while let Some((first, count, new)) = runs.next_if(|run| run.0 <= start) {
                claims.push(Reverse((i64::from(new) - i64::from(first), first + count)));
            }
            while claims.peek().is_some_and(|claim| claim.0.1 <= start) {
                claims.pop();
            }
            let Some(&Reverse((shift, _))) = claims.peek() else {
                continue;
            };
            let new = u32::try_from(i64::from(start) + shift).unwrap_or(Node::MAX);
            // Segments that moved together become one run again.
            Map::add(&mut kept, (start, end - start, new));
        }
        Map { runs: kept }
    }
}

/// Whether the next run begins where the last one ends, in both trees.
fn goes_on(last: Run, next: Run) -> bool {
    last.0 + last.1 == next.0 && last.2 + last.1 == next.2
}
