//! Zeller's ddmin: tries to keep one chunk of the list alone, then to remove one chunk, then halves the chunks.
//!
//! This is the algorithm of Zeller and Hildebrandt (TSE 2002) as it was published, for comparison. After a chunk was
//! kept alone, it is halved. After a chunk was removed, the complements are tried again from the first one; the chunks
//! themselves are not, because each of them has failed already (in the paper, the cache knows this). Chunks are halved;
//! the list is not divided anew. When two chunks are left, their complements are not tried, because each is the other
//! chunk. This takes at most about n² tries.
//!
//! With weights, this is Wddmin (Zhou, Xu, Zhang, Tian and Sun, ICSE 2025): chunks are halved such that the halves have
//! equal weights instead of equal numbers of elements, because a heavy element is less likely to be wholly irrelevant.

use super::chunks::Chunks;
use super::{Minimiser, Step};

/// Tries chunks, then their complements, then smaller chunks.
#[derive(Clone, Debug)]
pub struct Zeller {
    chunks: Chunks,
    next: Attempt,
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
enum Attempt {
    /// Keeping only the chunk with this number.
    Keep(usize),
    /// Removing the chunk with this number.
    Remove(usize),
    End,
}

impl Zeller {
    /// A minimiser for this number of elements.
    pub fn new(elements: usize) -> Zeller {
        Zeller::of(Chunks::new(std::iter::repeat_n(1, elements)))
    }

    /// A minimiser for elements with these weights.
    pub fn weighted(weights: &[u32]) -> Zeller {
        Zeller::of(Chunks::new(weights.iter().copied()))
    }

    fn of(chunks: Chunks) -> Zeller {
        let next = Attempt::End;
        let mut minimiser = Zeller { chunks, next };
        minimiser.halve();
        minimiser
    }

    /// Goes on with smaller chunks.
    fn halve(&mut self) {
        self.next = Attempt::End;
        if self.chunks.halve() {
            self.keep_from(0);
        }
    }

    /// Goes on with keeping one chunk alone, from this number on. Only those that the last halving has made are worth
    /// trying.
    fn keep_from(&mut self, number: usize) {
        match self.chunks.next_new(number) {
            Some(number) => self.next = Attempt::Keep(number),
            None => self.remove_from(0),
        }
    }

    /// Goes on with removing one chunk, from this number on. To remove one of two is to keep the other one, which was
    /// tried.
    fn remove_from(&mut self, number: usize) {
        if self.chunks.len() > 2 && number < self.chunks.len() {
            self.next = Attempt::Remove(number);
        } else {
            self.halve();
        }
    }
}

impl Minimiser for Zeller {
    fn next(&mut self) -> Step {
        match self.next {
            Attempt::Keep(number) => Step::TryWithout(self.chunks.others(number)),
            Attempt::Remove(number) => Step::TryWithout(self.chunks.chunk(number)),
            Attempt::End => Step::End,
        }
    }

    fn feed(&mut self, succeeded: bool) {
        match (self.next, succeeded) {
            (Attempt::Keep(number), true) => {
                self.chunks.keep_only(number);
                self.halve();
            }
            (Attempt::Keep(number), false) => self.keep_from(number + 1),
            (Attempt::Remove(number), true) => {
                self.chunks.remove(number);
                self.remove_from(0);
            }
            (Attempt::Remove(number), false) => self.remove_from(number + 1),
            (Attempt::End, _) => {}
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        let elements = self.chunks.elements();
        let chunks = self.chunks.len();
        let (Attempt::Keep(number) | Attempt::Remove(number)) = self.next else {
            return (0, elements, elements);
        };
        let granularity = elements.div_ceil(chunks.max(1));
        (granularity, number * elements / chunks, elements)
    }
}
