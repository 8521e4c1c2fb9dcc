//! Chunks: ranges into which a list is divided, for [`super::Zeller`]. They are halved by number or by weight.

use std::ops::Range;
use std::sync::Arc;

/// The ranges of a list that are left, in order.
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    chunks: Arc<Vec<Chunk>>,
    /// For each place of the list, the total weight of the elements before it.
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
        before
            .iter()
            .chain(&from[1..])
            .flat_map(|chunk| chunk.range.clone())
            .collect()
    }

    /// The first chunk from this number on that the last halving made.
    pub(super) fn next_new(&self, number: usize) -> Option<usize> {
        (number..self.len()).find(|&number| self.chunks[number].is_new)
    }

    /// Removes one chunk.
    pub(super) fn remove(&mut self, number: usize) {
        Arc::make_mut(&mut self.chunks).remove(number);
    }

    /// Removes all chunks but one.
    pub(super) fn keep_only(&mut self, number: usize) {
        let chunk = self.chunks[number].clone();
        self.chunks = Arc::new(vec![chunk]);
    }

    /// Halves each chunk that has more than one element. Returns false if there is none.
    pub(super) fn halve(&mut self) -> bool {
        let halves: Vec<Chunk> = self
            .chunks
            .iter()
            .flat_map(|chunk| self.halves(chunk))
            .collect();
        let is_finer = halves.len() > self.len();
        self.chunks = Arc::new(halves);
        is_finer
    }

    /// The halves of a chunk, or the chunk itself if it has one element. The middle is where the elements before it
    /// first weigh at least as much as those after it.
    fn halves(&self, chunk: &Chunk) -> Vec<Chunk> {
        let Range { start, end } = chunk.range;
        let is_new = end - start > 1;
        if !is_new {
            return vec![Chunk {
                is_new,
                ..chunk.clone()
            }];
        }
        let (at_start, at_end) = (self.sums[start], self.sums[end]);
        let is_light = |&sum: &u64| sum - at_start < at_end - sum;
        let balanced = start + self.sums[start..end].partition_point(is_light);
        let middle = balanced.clamp(start + 1, end - 1);
        [start..middle, middle..end]
            .map(|range| Chunk { range, is_new })
            .to_vec()
    }
}
