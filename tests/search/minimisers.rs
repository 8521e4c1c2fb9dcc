//! Minimisers: which subsets of a list they ask about, and what they leave.

use proptest::prelude::*;
use smelt::search::{Adaptive, Halving, MINIMISERS, Minimiser, Step};
use std::collections::BTreeSet;
use std::ops::Range;

/// The elements asked about together, and what is left in the end.
fn thin(
    mut minimiser: Box<dyn Minimiser>,
    elements: usize,
    needed: &[usize],
) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut left: BTreeSet<usize> = (0..elements).collect();
    let mut list: Vec<usize> = left.iter().copied().collect();
    let mut asked = Vec::new();
    loop {
        let step = minimiser.next();
        assert_eq!(minimiser.next(), step, "the same until it is done");
        let subset: Vec<usize> = match step {
            Step::End => break,
            Step::ListAgain => {
                list = left.iter().copied().collect();
                minimiser.listed_again(list.len());
                continue;
            }
            Step::TryWithout(indices) => indices.into_iter().map(|index| list[index]).collect(),
        };
        assert!(subset.is_sorted() && !subset.is_empty(), "{subset:?}");
        assert!(
            subset.iter().all(|index| left.contains(index)),
            "{subset:?}"
        );
        let succeeds = !subset.iter().any(|index| needed.contains(index));
        if succeeds {
            left.retain(|index| !subset.contains(index));
        }
        minimiser.feed(succeeds);
        asked.push(subset);
    }
    (asked, left.into_iter().collect())
}

fn ranges(asked: &[Vec<usize>]) -> Vec<Range<usize>> {
    let range = |subset: &Vec<usize>| subset[0]..subset[subset.len() - 1] + 1;
    asked.iter().map(range).collect()
}

#[test]
fn halving_tries_all_then_halves_then_quarters_and_skips_what_is_gone() {
    let (asked, left) = thin(Box::new(Halving::new(8, 2)), 8, &[5]);
    assert_eq!(ranges(&asked), [0..8, 0..4, 4..8, 4..6, 6..8]);
    assert_eq!(left, [4, 5]);
}

#[test]
fn halving_leaves_a_single_element_over_for_later() {
    let (asked, _) = thin(Box::new(Halving::new(5, 2)), 5, &[0, 1, 2, 3, 4]);
    assert_eq!(ranges(&asked), [0..5, 0..2, 2..4]);
}

#[test]
fn adaptive_bisects_a_failure_and_infers_the_last_half() {
    let (asked, left) = thin(Box::new(Adaptive::new(8)), 8, &[5]);
    // 4..8 fails and 6..8 goes; 4..6 is then known to hold what is needed, so only 5..6 is tried.
    assert_eq!(ranges(&asked), [0..8, 4..8, 6..8, 5..6, 1..5, 0..1]);
    assert_eq!(left, [5]);
}

#[test]
fn adaptive_takes_some_log_n_tries_for_each_element_that_stays() {
    let needed = [10, 500, 501, 900];
    let (asked, left) = thin(Box::new(Adaptive::new(1024)), 1024, &needed);
    assert_eq!(left, needed);
    assert!(asked.len() <= 60, "{}", asked.len());
}

proptest! {
    #[test]
    fn every_minimiser_ends_and_leaves_what_is_needed(
        elements in 0usize..200,
        needed in prop::collection::vec(0usize..200, 0..12),
    ) {
        for entry in MINIMISERS {
            let (asked, left) = thin((entry.build)(&vec![1; elements]), elements, &needed);
            for index in needed.iter().filter(|&&index| index < elements) {
                prop_assert!(left.contains(index), "{}: {index}", entry.name);
            }
            prop_assert!(asked.len() <= 3 * elements + 3, "{}: {}", entry.name, asked.len());
        }
        let (_, left) = thin(Box::new(Adaptive::new(elements)), elements, &needed);
        prop_assert!(left.iter().all(|index| needed.contains(index)), "{left:?}");
    }
}
