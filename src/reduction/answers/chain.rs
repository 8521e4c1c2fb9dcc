//! Some of the accepted texts. A reduction goes back to one of them if the last text turns out not to always fail.

/// A text is kept if its length is at most this fraction (numerator, denominator) of that of the text kept before it.
/// So the chain grows only with the logarithm of the original's length.
const STEP: (usize, usize) = (9, 10);

/// Accepted texts, the newest last.
#[derive(Debug, Default)]
pub(super) struct Chain(Vec<Vec<u8>>);

impl Chain {
    /// Adds an accepted text if it is enough shorter than the last one.
    pub(super) fn push(&mut self, text: &[u8]) {
        let is_much_shorter = self
            .0
            .last()
            .is_none_or(|last| text.len() * STEP.1 <= last.len() * STEP.0);
        if is_much_shorter {
            self.0.push(text.to_vec());
        }
    }

    /// The oldest text.
    pub(super) fn first(&self) -> Option<&[u8]> {
        self.0.first().map(Vec::as_slice)
    }

    /// Removes the newest text and returns it.
    pub(super) fn pop(&mut self) -> Option<Vec<u8>> {
        self.0.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::Chain;

    #[test]
    fn a_member_is_kept_for_each_tenth_of_shrinking() {
        let mut chain = Chain::default();
        (0..=100).rev().for_each(|len| chain.push(&vec![b'x'; len]));
        let lengths: Vec<usize> = std::iter::from_fn(|| chain.pop())
            .map(|text| text.len())
            .collect();
        assert_eq!(lengths.first(), Some(&0));
        assert_eq!(lengths.last(), Some(&100));
        assert!(lengths.len() < 40, "{lengths:?}");
    }
}
