//! ProbDD: learns for each element the probability that it must stay, and tries the subset with the largest expected
//! gain.
//!
//! After Wang, Shen, Chen, Xiong and Zhang (ESEC/FSE 2021). Each element begins with the same probability. A subset
//! consists of the elements with the lowest probabilities; its size is that for which the expected number of removed
//! elements is largest. If the subset cannot be removed, Bayes' rule raises the probabilities of its elements. An
//! element that fails alone stays. Among equal elements, the paper chooses at random; we take the last ones first,
//! because what depends on an element mostly follows it. Only the four basic operations are used on probabilities, so
//! that results are the same on all machines.

use super::{Minimiser, Step};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Tries the subset with the largest expected gain.
#[derive(Clone, Debug)]
pub struct ProbDd {
    elements: usize,
    /// How many elements are decided.
    decided: usize,
    /// The undecided elements, as stretches of neighbours with equal probabilities: from the end of each stretch to its
    /// beginning. The next subset consists of the first ones.
    stretches: Arc<BTreeMap<Order, usize>>,
}

/// The place of a stretch in the order: the lowest probability first, and of equal ones the last stretch. The bits of
/// positive floating-point numbers are ordered as the numbers are.
type Order = (u64, Reverse<usize>);

/// Neighbouring elements, each of which has the same probability.
#[derive(Clone, Debug)]
struct EqualStretch {
    probability: f64,
    range: Range<usize>,
}

impl EqualStretch {
    fn order(&self) -> Order {
        (self.probability.to_bits(), Reverse(self.range.end))
    }

    fn new(((bits, Reverse(to)), from): (Order, usize)) -> EqualStretch {
        EqualStretch {
            probability: f64::from_bits(bits),
            range: from..to,
        }
    }
}

impl ProbDd {
    /// A minimiser for this number of elements.
    pub fn new(elements: usize) -> ProbDd {
        let mut minimiser = ProbDd {
            elements,
            decided: 0,
            stretches: Arc::default(),
        };
        minimiser.add(EqualStretch {
            probability: prior(elements),
            range: 0..elements,
        });
        minimiser
    }

    /// The stretches of the next subset. An element is added as long as this makes the expected gain larger: with s
    /// elements before it and the probability p, while (s + 1)·(1 − p) > s.
    fn chosen(&self) -> Vec<EqualStretch> {
        let mut chosen = Vec::new();
        let mut size = 0;
        for (&order, &from) in &*self.stretches {
            let EqualStretch { probability, range } = EqualStretch::new((order, from));
            let more = best_size(probability).saturating_sub(size).min(range.len());
            if more > 0 {
                chosen.push(EqualStretch {
                    probability,
                    range: range.end - more..range.end,
                });
                size += more;
            }
            if more < range.len() {
                break;
            }
        }
        chosen
    }

    /// Adds a stretch, which is merged with its neighbours of the same probability.
    fn add(&mut self, mut stretch: EqualStretch) {
        if stretch.range.is_empty() {
            return;
        }
        let stretches = Arc::make_mut(&mut self.stretches);
        let before = (stretch.probability.to_bits(), Reverse(stretch.range.start));
        stretch.range.start = stretches.remove(&before).unwrap_or(stretch.range.start);
        let after = stretches.range(..stretch.order()).next_back();
        if let Some((&order, &from)) = after
            && (order.0, from) == (stretch.probability.to_bits(), stretch.range.end)
        {
            stretches.remove(&order);
            stretch.range.end = order.1.0;
        }
        stretches.insert(stretch.order(), stretch.range.start);
    }

    /// Removes the end of a stretch.
    fn remove_end(&mut self, end: &EqualStretch) {
        let whole = Arc::make_mut(&mut self.stretches).remove_entry(&end.order());
        if let Some(mut rest) = whole.map(EqualStretch::new) {
            rest.range.end = end.range.start;
            self.add(rest);
        }
    }
}

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

/// How many elements these stretches have.
fn size(stretches: &[EqualStretch]) -> usize {
    stretches.iter().map(|stretch| stretch.range.len()).sum()
}

/// The probability that all elements of these stretches can be removed.
fn success(stretches: &[EqualStretch]) -> f64 {
    stretches
        .iter()
        .flat_map(|stretch| std::iter::repeat_n(1.0 - stretch.probability, stretch.range.len()))
        .product()
}

impl Minimiser for ProbDd {
    fn next(&mut self) -> Step {
        let chosen = self.chosen();
        if chosen.is_empty() {
            return Step::End;
        }
        let mut subset: Vec<usize> = chosen
            .into_iter()
            .flat_map(|stretch| stretch.range)
            .collect();
        subset.sort_unstable();
        Step::TryWithout(subset)
    }

    fn feed(&mut self, succeeded: bool) {
        let chosen = self.chosen();
        let (size, failure) = (size(&chosen), 1.0 - success(&chosen));
        // The chosen elements are decided, or come back with other probabilities.
        for stretch in &chosen {
            self.remove_end(stretch);
        }
        if succeeded || size == 1 {
            self.decided += size;
            return;
        }
        for EqualStretch { probability, range } in chosen {
            self.add(EqualStretch {
                probability: probability / failure,
                range,
            });
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        (size(&self.chosen()), self.decided, self.elements)
    }
}
