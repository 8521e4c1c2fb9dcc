//! Chunks: ranges into which a list is cut, for [`super::Zeller`]. They are halved by number or by weight.

use std::ops::Range;
use std::sync::Arc;

/// The ranges of a list that are left, in order.
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    chunks: Arc<Vec<Chunk>>,
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
            chunks: Arc::new(vec![Chunk {
                range: 0..sums.len() - 1,
                is_new: true,
            }]),
            sums: sums.into(),
        }
    }

    /// How many chunks there are.
    pub(super) fn len(&self) -> usize {
        self.chunks.len()
    }

    /// How many elements the chunks have.
    pub(super) fn elements(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.range.len()).sum()
    }

    /// The elements of a chunk.
    pub(super) fn chunk(&self, number: usize) -> Vec<usize> {
        self.chunks[number].range.clone().collect()
    }

    /// The elements of all other chunks.
    pub(super) fn others(&self, number: usize) -> Vec<usize> {
        let (before, from) = self.chunks.split_at(number);
        let others = before.iter().chain(&from[1..]);
        others.flat_map(|chunk| chunk.range.clone()).collect()
    }

    /// The first chunk from this number on that the last halving made.
    pub(super) fn next_new(&self, number: usize) -> Option<usize> {
        (number..self.len()).find(|&number| self.chunks[number].is_new)
    }

    /// Leaves all chunks but one.
    pub(super) fn take_out(&mut self, number: usize) {
        Arc::make_mut(&mut self.chunks).remove(number);
    }

    /// Leaves only one chunk.
    pub(super) fn keep_only(&mut self, number: usize) {
        let chunk = self.chunks[number].clone();
        self.chunks = Arc::new(vec![chunk]);
    }

    /// Halves each chunk that has more than one element. False if there is none.
    pub(super) fn halve(&mut self) -> bool {
        let halves = self.chunks.iter().flat_map(|chunk| self.halves(chunk));
        let halves: Vec<Chunk> = halves.collect();
        let is_finer = halves.len() > self.len();
        self.chunks = Arc::new(halves);
        is_finer
    }

    /// The halves of a chunk. The middle is where the elements before it first weigh as much as those after it.
    fn halves(&self, chunk: &Chunk) -> Vec<Chunk> {
        let Range { start, end } = chunk.range;
        let is_new = end - start > 1;
        if !is_new {
            return vec![Chunk {
                is_new,
                ..chunk.clone()
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
