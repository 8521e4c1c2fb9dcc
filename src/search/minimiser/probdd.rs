//! ProbDD: learns for each element how probable it is that it must stay, and tries the subset with the largest expected
//! gain.
//!
//! After Wang, Shen, Chen, Xiong and Zhang (ESEC/FSE 2021). Each element begins with the same probability. A subset is
//! made from the elements with the lowest probabilities, such that the expected number of elements that are taken out
//! is largest. If the subset cannot be taken out, Bayes' rule raises the probabilities of its elements. An element that
//! fails alone stays. Among equal elements, the paper chooses at random; we take the last ones first, because what
//! depends on an element mostly follows it. Only the four basic operations are used on probabilities, so that results
//! are the same on all machines.

use super::gain::{best_size, prior};
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
    /// The undecided elements, as runs of neighbours with equal probabilities: from the end of each run to its beginning.
    /// The next subset consists of the first ones.
    runs: Arc<BTreeMap<Order, usize>>,
}

/// Where a run is in the order: first the lowest probability, and of equal ones the last run. The bits of positive
/// numbers are ordered as the numbers are.
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
            runs: Arc::default(),
        };
        minimiser.put(EqualStretch {
            probability: prior(elements),
            range: 0..elements,
        });
        minimiser
    }

    /// The runs of the next subset. An element is added as long as this makes the expected gain larger: with s elements
    /// before it and the probability p, while (s + 1)·(1 − p) > s.
    fn chosen(&self) -> Vec<EqualStretch> {
        let mut chosen = Vec::new();
        let mut size = 0;
        for (&order, &from) in &*self.runs {
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

    /// Puts a run to the others. Neighbours with the same probability become one run.
    fn put(&mut self, mut run: EqualStretch) {
        if run.range.is_empty() {
            return;
        }
        let runs = Arc::make_mut(&mut self.runs);
        let before = (run.probability.to_bits(), Reverse(run.range.start));
        run.range.start = runs.remove(&before).unwrap_or(run.range.start);
        let after = runs.range(..run.order()).next_back();
        if let Some((&order, &from)) = after
            && (order.0, from) == (run.probability.to_bits(), run.range.end)
        {
            runs.remove(&order);
            run.range.end = order.1.0;
        }
        runs.insert(run.order(), run.range.start);
    }

    /// Takes the end of a run from the others.
    fn take(&mut self, end: &EqualStretch) {
        let whole = Arc::make_mut(&mut self.runs).remove_entry(&end.order());
        if let Some(mut rest) = whole.map(EqualStretch::new) {
            rest.range.end = end.range.start;
            self.put(rest);
        }
    }
}

/// How many elements these runs have.
fn size(runs: &[EqualStretch]) -> usize {
    runs.iter().map(|run| run.range.len()).sum()
}

/// How probable it is that all elements of these runs can be taken out.
fn success(runs: &[EqualStretch]) -> f64 {
    let each = |run: &EqualStretch| std::iter::repeat_n(1.0 - run.probability, run.range.len());
    runs.iter().flat_map(each).product()
}

impl Minimiser for ProbDd {
    fn next(&mut self) -> Step {
        let chosen = self.chosen();
        if chosen.is_empty() {
            return Step::End;
        }
        let mut subset: Vec<usize> = chosen.into_iter().flat_map(|run| run.range).collect();
        subset.sort_unstable();
        Step::TryWithout(subset)
    }

    fn feed(&mut self, succeeded: bool) {
        let chosen = self.chosen();
        let (size, failure) = (size(&chosen), 1.0 - success(&chosen));
        for run in &chosen {
            self.take(run);
        }
        if succeeded || size == 1 {
            self.decided += size;
            return;
        }
        for EqualStretch { probability, range } in chosen {
            self.put(EqualStretch {
                probability: probability / failure,
                range,
            });
        }
    }

    fn position(&self) -> (usize, usize, usize) {
        (size(&self.chosen()), self.decided, self.elements)
    }

    fn boxed(&self) -> Box<dyn Minimiser> {
        Box::new(self.clone())
    }
}
