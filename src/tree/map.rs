//! Where the nodes of a tree went in the tree that an edit made of it.

use super::Node;

/// Carries nodes over an edit, so that nothing is ever asked about a node that is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Runs of consecutive old nodes that moved together: (first old, count, first new); sorted by the first.
    runs: Vec<(Node, u32, Node)>,
}

impl Map {
    /// Where `old` is now; of several copies the first; none if it is gone.
    pub fn node(&self, old: Node) -> Option<Node> {
        let i = self.runs.partition_point(|&(first, ..)| first <= old);
        // Runs of copies may overlap only in old nodes that are copied twice, of which the first was kept.
        let &(first, count, new) = self.runs.get(i.checked_sub(1)?)?;
        (old - first < count).then(|| new + (old - first))
    }

    /// The nodes of a sorted list that are still there, in the order of the new tree.
    pub fn nodes(&self, old: &[Node]) -> Vec<Node> {
        let mut new: Vec<Node> = old.iter().filter_map(|&node| self.node(node)).collect();
        new.sort_unstable();
        new.dedup();
        new
    }

    /// Where the nodes went after a second edit.
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

    /// Makes a map of runs in any order; where two claim a node, the one that lies first in the new tree has it.
    pub(super) fn of(mut runs: Vec<(Node, u32, Node)>) -> Map {
        runs.sort_unstable_by_key(|&(first, _, new)| (first, new));
        let mut kept: Vec<(Node, u32, Node)> = Vec::with_capacity(runs.len());
        for (first, count, new) in runs {
            let taken = kept.last().map_or(0, |&(first, count, _)| first + count);
            let skip = taken.saturating_sub(first);
            if skip < count {
                let run = (first + skip, count - skip, new + skip);
                match kept.last_mut() {
                    Some(last) if last.0 + last.1 == run.0 && last.2 + last.1 == run.2 => {
                        last.1 += run.1;
                    }
                    _ => kept.push(run),
                }
            }
        }
        Map { runs: kept }
    }
}
