//! The best size of a subset, given how probable it is that an element must stay.

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
