//! How probable it is that an element must stay, and the size of a subset that this makes the best.

/// How probable it is that an element of a list must stay, before anything is known: 1/10, as in the paper on ProbDD, but
/// less in long lists, of which so much hardly ever stays. Otherwise the first round alone would take n/9 tries.
pub(super) fn prior(elements: usize) -> f64 {
    (2.0 / (elements as f64).sqrt()).min(0.1)
}

/// The number of elements that are taken out by one try on average is largest for this size: s·(1 − p)^s grows with s as
/// long as s < 1/p − 1. At least 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a size that is too large is cut to the length of the list"
)]
pub(super) fn best_size(probability: f64) -> usize {
    ((1.0 / probability - 1.0).ceil() as usize).max(1)
}
