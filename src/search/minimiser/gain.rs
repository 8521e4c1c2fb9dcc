//! The probability that an element must stay, and the best size of a subset at this probability.

/// The probability that an element of a list must stay, before anything is known: 1/10, as in the paper on ProbDD, but
/// lower in long lists, of which a tenth hardly ever stays. Otherwise, the first round alone would take n/9 tries.
pub(super) fn prior(elements: usize) -> f64 {
    (2.0 / (elements as f64).sqrt()).min(0.1)
}

/// The size of a subset, at least 1, for which one try removes the most elements on average: s·(1 − p)^s grows with s
/// as long as s < 1/p − 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a size that is too large is cut to the length of the list"
)]
pub(super) fn best_size(probability: f64) -> usize {
    ((1.0 / probability - 1.0).ceil() as usize).max(1)
}
