//! Name counts: how many names a term uses, directly or through the terms that names stand for.
//!
//! Exact counts for all names would take quadratic time, because names share what they use. So a count is estimated
//! from the smallest hashes among the names that are reached, which takes linear time and has an error of about a
//! quarter (E. Cohen, "Size-estimation framework with applications to transitive closure and reachability", 1997).

use super::weights::bound_terms;
use super::{Analysis, BindingId, Sort};
use crate::tree::{Node, Tree};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// How many hashes of each set are kept. The size of a smaller set is exact.
const KEPT: usize = 16;

/// The smallest hashes of a set of names, sorted.
type Sketch = Vec<u32>;

/// How many names are used by each name that stands for a term.
#[derive(Debug)]
pub struct NameCounts {
    sketches: FxHashMap<BindingId, Sketch>,
    /// The names of each sort with their counts, sorted by count.
    by_sort: FxHashMap<Sort, Vec<(u32, BindingId)>>,
}

impl NameCounts {
    /// The counts of the names of this text.
    pub(super) fn of(tree: &Tree, analysis: &Analysis) -> NameCounts {
        let sketches = sketches(tree, analysis);
        let mut by_sort: FxHashMap<Sort, Vec<(u32, BindingId)>> = FxHashMap::default();
        for (&id, sketch) in &sketches {
            let binding = analysis.get(id);
            if binding.parameters.is_empty() {
                let names = by_sort.entry(binding.sort).or_default();
                names.push((size(sketch), id));
            }
        }
        for names in by_sort.values_mut() {
            names.sort_unstable();
        }
        NameCounts { sketches, by_sort }
    }

    /// The approximate number of names that are reached from these nodes.
    pub fn from(&self, analysis: &Analysis, nodes: Range<Node>) -> u32 {
        let mut reached = Sketch::new();
        for id in nodes.filter_map(|node| analysis.binding(node)) {
            if let Some(sketch) = self.sketches.get(&id) {
                join(&mut reached, sketch);
            }
        }
        size(&reached)
    }

    /// The names of this sort that stand for terms, with their counts, sorted by count.
    pub fn names(&self, sort: Sort) -> &[(u32, BindingId)] {
        self.by_sort.get(&sort).map_or(&[], Vec::as_slice)
    }
}

/// The names that are reached from each name that stands for a term, including the name itself. A name is used after
/// its term has ended, so its sketch is complete by then. Recursive uses are not counted.
fn sketches(tree: &Tree, analysis: &Analysis) -> FxHashMap<BindingId, Sketch> {
    let bound = bound_terms(tree, analysis);
    let mut sketches: FxHashMap<BindingId, Sketch> = FxHashMap::default();
    // The named terms that contain the current node: where each ends, its name, and what it has reached so far.
    let mut open: Vec<(Node, BindingId, Sketch)> = Vec::new();
    for node in 1..=tree.end() {
        // Terms that end here give what they have reached to the terms around them.
        while let Some((_, id, mut sketch)) = open.pop_if(|(end, ..)| *end <= node) {
            if let Some((.., outer)) = open.last_mut() {
                join(outer, &sketch);
            }
            join(&mut sketch, &[hash(id)]);
            sketches.insert(id, sketch);
        }
        if node == tree.end() {
            break;
        }
        if let Some(&id) = bound.get(&node) {
            open.push((tree.next(node), id, Sketch::new()));
        }
        let used = analysis.binding(node).and_then(|id| sketches.get(&id));
        if let (Some(used), Some((.., outer))) = (used, open.last_mut()) {
            join(outer, used);
        }
    }
    sketches
}

/// Adds a set to another one: merges the sorted hashes and keeps the smallest.
fn join(set: &mut Sketch, other: &[u32]) {
    let mut merged = Sketch::with_capacity(KEPT);
    let (mut a, mut b) = (
        set.iter().copied().peekable(),
        other.iter().copied().peekable(),
    );
    while merged.len() < KEPT {
        let next = match (a.peek(), b.peek()) {
            (Some(&x), Some(&y)) => x.min(y),
            (Some(&x), None) | (None, Some(&x)) => x,
            (None, None) => break,
        };
        a.next_if_eq(&next);
        b.next_if_eq(&next);
        merged.push(next);
    }
    *set = merged;
}

/// The estimated number of elements.
fn size(sketch: &[u32]) -> u32 {
    match sketch.last() {
        Some(&greatest) if sketch.len() == KEPT => {
            let hashes = u64::from(u32::MAX) + 1;
            let estimate = (KEPT as u64 - 1) * hashes / (u64::from(greatest) + 1);
            u32::try_from(estimate.max(KEPT as u64)).unwrap_or(u32::MAX)
        }
        _ => u32::try_from(sketch.len()).unwrap_or(u32::MAX),
    }
}

/// A hash of a name. Distinct names have distinct hashes: the last step of MurmurHash3 is a permutation.
fn hash(id: BindingId) -> u32 {
    let mut hash = id;
    hash = (hash ^ hash >> 16).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
    hash ^ hash >> 16
}

#[cfg(test)]
mod tests {
    use super::{Sketch, hash, join, size};

    #[test]
    fn small_sets_are_counted_and_large_ones_estimated() {
        for elements in [0, 1, 7, 15, 1_000, 100_000] {
            let mut set = Sketch::new();
            (0..elements).for_each(|id| join(&mut set, &[hash(id)]));
            (0..elements).for_each(|id| join(&mut set, &[hash(id)]));
            let error =
                f64::from(size(&set)) / f64::from(elements.max(1)) - f64::from(elements.min(1));
            assert!(
                error.abs() < if elements < 16 { 0.001 } else { 0.6 },
                "{elements}: {error}"
            );
        }
    }
}
