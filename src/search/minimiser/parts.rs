//! Parts: ranges into which a list is cut, for [`super::Zeller`]. They are halved by number or by weight.

use std::ops::Range;
use std::sync::Arc;

/// The ranges of a list that are left, in order.
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    parts: Arc<Vec<Chunk>>,
    /// For each place of the list, what the elements before it weigh together.
    sums: Arc<[u64]>,
}

/// A range of a list.
#[derive(Clone, Debug)]
struct Chunk {
    range: Range<usize>,
    /// Whether the last halving made it.
    is_new: bool,
}

impl Chunks {
    /// The whole list, whose elements have these weights.
    pub(super) fn new(weights: impl Iterator<Item = u32>) -> Chunks {
        let mut sums = vec![0];
        let mut sum = 0;
        sums.extend(weights.map(|weight| {
            sum += u64::from(weight);
            sum
        }));
        Chunks {
            parts: Arc::new(vec![Chunk {
                range: 0..sums.len() - 1,
                is_new: true,
            }]),
            sums: sums.into(),
        }
    }

    /// How many parts there are.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// How many elements the parts have.
    pub(super) fn elements(&self) -> usize {
        self.parts.iter().map(|part| part.range.len()).sum()
    }

    /// The elements of a part.
    pub(super) fn part(&self, number: usize) -> Vec<usize> {
        self.parts[number].range.clone().collect()
    }

    /// The elements of all other parts.
    pub(super) fn others(&self, number: usize) -> Vec<usize> {
        let (before, from) = self.parts.split_at(number);
        let others = before.iter().chain(&from[1..]);
        others.flat_map(|part| part.range.clone()).collect()
    }

    /// The first part from this number on that the last halving made.
    pub(super) fn next_new(&self, number: usize) -> Option<usize> {
        (number..self.len()).find(|&number| self.parts[number].is_new)
    }

    /// Leaves all parts but one.
    pub(super) fn take_out(&mut self, number: usize) {
        Arc::make_mut(&mut self.parts).remove(number);
    }

    /// Leaves only one part.
    pub(super) fn keep_only(&mut self, number: usize) {
        let part = self.parts[number].clone();
        self.parts = Arc::new(vec![part]);
    }

    /// Halves each part that has more than one element. False if there is none.
    pub(super) fn halve(&mut self) -> bool {
        let halves = self.parts.iter().flat_map(|part| self.halves(part));
        let halves: Vec<Chunk> = halves.collect();
        let is_finer = halves.len() > self.len();
        self.parts = Arc::new(halves);
        is_finer
    }

    /// The halves of a part. The middle is where the elements before it first weigh as much as those after it.
    fn halves(&self, part: &Chunk) -> Vec<Chunk> {
        let Range { start, end } = part.range;
        let is_new = end - start > 1;
        if !is_new {
            return vec![Chunk {
                is_new,
                ..part.clone()
            }];
        }
        let (before, with) = (self.sums[start], self.sums[end]);
        let is_light = |&sum: &u64| sum - before < with - sum;
        let middle = start + self.sums[start..end].partition_point(is_light);
        let middle = middle.clamp(start + 1, end - 1);
        let halves = [start..middle, middle..end];
        halves.map(|range| Chunk { range, is_new }).to_vec()
    }
}
