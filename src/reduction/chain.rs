//! The accepted chain: some of the texts that a search has accepted, from the golden text to the result.
//!
//! A reduction goes back to one of them if the last one turns out not to always fail. A later reduction of the same case
//! begins with one of them if the solver is another build, on which the result no longer fails.
//!
//! Members are spaced by size, and at most 64 are kept. Of small texts, every one is a member until there are too many: with
//! another build, often the last few steps make the difference, such as another literal, which
//! leaves the size as it is. Each is compressed, because together they may have ten times the size of the case.

use std::collections::VecDeque;
use zstd::bulk::{compress, decompress};

/// A text is kept if it is at least a tenth shorter than the one kept before, ...
const STEP: (usize, usize) = (9, 10);

/// ... or has at most this many bytes.
const SMALL: usize = 4096;

/// The most members.
pub(super) const MOST: usize = 64;

/// A level that compresses a text many times faster than a solver reads it.
const LEVEL: i32 = 1;

/// Accepted texts, the newest last.
#[derive(Debug, Default)]
pub(super) struct Chain(VecDeque<Member>);

/// A text.
#[derive(Debug)]
struct Member {
    bytes: usize,
    packed: Vec<u8>,
}

impl Member {
    /// None if there is no memory for it.
    fn of(text: &[u8]) -> Option<Member> {
        let mut packed = compress(text, LEVEL).ok()?;
        packed.shrink_to_fit(); // it has room for a text that cannot be compressed
        Some(Member {
            bytes: text.len(),
            packed,
        })
    }

    /// None if there is no memory for it.
    fn text(&self) -> Option<Vec<u8>> {
        decompress(&self.packed, self.bytes).ok()
    }
}

impl Chain {
    /// Adds an accepted text if it is small or enough shorter than the last one.
    pub(super) fn push(&mut self, text: &[u8]) {
        let is_enough = |last: &Member| is_a_step(last.bytes, text.len());
        if text.len() <= SMALL || self.0.back().is_none_or(is_enough) {
            self.append(text);
        }
    }

    /// Adds a text as the last one, unless it is that already.
    pub(super) fn end_with(&mut self, text: &[u8]) {
        if self.text(self.len().wrapping_sub(1)).as_deref() != Some(text) {
            self.append(text);
        }
    }

    /// Adds a text. A chain without it is of use, too.
    pub(super) fn append(&mut self, text: &[u8]) {
        self.0.extend(Member::of(text));
        if self.0.len() > MOST {
            self.thin();
        }
    }

    /// Removes the member whose neighbours are nearest to each other in size, as a ratio. Both ends stay.
    fn thin(&mut self) {
        let ratio = |at: usize| {
            let (before, after) = (self.0.get(at - 1)?.bytes, self.0.get(at + 1)?.bytes);
            Some(before as f64 / after.max(1) as f64)
        };
        let inner = 1..self.0.len().saturating_sub(1);
        let ratios = inner.filter_map(|at| Some((at, ratio(at)?)));
        if let Some((at, _)) = ratios.min_by(|(_, a), (_, b)| a.total_cmp(b)) {
            self.0.remove(at);
        }
    }

    /// How many texts there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The text with this number, from 0, the oldest.
    pub(super) fn text(&self, number: usize) -> Option<Vec<u8>> {
        self.0.get(number)?.text()
    }

    /// The bytes of all texts, the oldest first.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|member| member.bytes)
    }

    /// Removes the newest text, and with it all before it that are hardly longer.
    pub(super) fn pop_step(&mut self) -> Option<Vec<u8>> {
        let newest = self.0.pop_back()?;
        while self.0.len() > 1
            && self
                .0
                .back()
                .is_some_and(|last| !is_a_step(last.bytes, newest.bytes))
        {
            self.0.pop_back();
        }
        newest.text()
    }

    /// Removes the oldest text.
    pub(super) fn forget_first(&mut self) {
        self.0.pop_front();
    }
}

/// Whether a text with `after` bytes is enough shorter than one with `before`.
fn is_a_step(before: usize, after: usize) -> bool {
    after.saturating_mul(STEP.1) <= before.saturating_mul(STEP.0)
}

#[cfg(test)]
mod tests {
    use super::{Chain, MOST, SMALL};

    #[test]
    fn of_long_texts_a_member_is_kept_for_each_tenth_of_shrinking() {
        let mut chain = Chain::default();
        let lengths = (SMALL + 1..=SMALL + 1000).rev();
        lengths.for_each(|len| chain.push(&vec![b'x'; len]));
        let sizes: Vec<usize> = chain.sizes().collect();
        assert!((2..5).contains(&sizes.len()), "{sizes:?}");
    }

    #[test]
    fn the_last_of_many_small_texts_are_all_members() {
        let mut chain = Chain::default();
        (0..100).for_each(|number| chain.push(format!("{number:05}").as_bytes()));
        let last = (0..30).map(|back| chain.text(chain.len() - 1 - back));
        let expected = (70..100)
            .rev()
            .map(|number| Some(format!("{number:05}").into_bytes()));
        assert_eq!(last.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }

    #[test]
    fn whoever_goes_back_goes_a_tenth_at_a_time() {
        let mut chain = Chain::default();
        (0..=100).rev().for_each(|len| chain.push(&vec![b'x'; len]));
        let lengths: Vec<usize> = std::iter::from_fn(|| chain.pop_step())
            .map(|text| text.len())
            .collect();
        assert_eq!(lengths.first(), Some(&0));
        assert_eq!(lengths.last(), Some(&100), "the golden text");
        assert!(lengths.len() < 40, "{lengths:?}");
    }

    #[test]
    fn a_full_chain_is_thinned_where_it_is_densest_and_keeps_both_ends() {
        let mut chain = Chain::default();
        let mut len = 1_000_000;
        while len > 0 {
            chain.push(&vec![b'x'; len]);
            len = len * 8 / 9;
        }
        let sizes: Vec<usize> = chain.sizes().collect();
        assert_eq!(sizes.len(), MOST);
        assert_eq!((sizes.first(), sizes.last()), (Some(&1_000_000), Some(&1)));
        let ratios = sizes.windows(2).map(|pair| pair[0] as f64 / pair[1] as f64);
        assert!(ratios.fold(0.0, f64::max) <= 2.0, "{sizes:?}");
    }

    #[test]
    fn the_last_text_is_not_kept_twice() {
        let mut chain = Chain::default();
        chain.end_with(b"abc");
        chain.end_with(b"abc");
        chain.end_with(b"ab");
        assert_eq!(chain.sizes().collect::<Vec<_>>(), [3, 2]);
        assert_eq!(chain.text(0).as_deref(), Some(&b"abc"[..]));
    }
}
