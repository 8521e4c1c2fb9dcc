//! Minimisers one by one: which subsets of a list they ask about.

use super::thinned::{Thinned, thin};
use smelt::search::{
    Adaptive, Bisection, Cdd, GroupTesting, Halving, Leaping, Learning, Lithium, Minimiser,
    OneByOne, ProbDd, QuickXplain, Relations, Step, Zeller,
};
use std::ops::Range;

/// Thins a list of which these elements must stay. `asked` are the ranges that were asked about.
fn asks(
    minimiser: impl Minimiser + 'static,
    elements: usize,
    needed: &[usize],
    asked: &[Range<usize>],
) -> Vec<usize> {
    let thinned = thinned(minimiser, elements, needed);
    let range = |subset: &Vec<usize>| subset[0]..subset[subset.len() - 1] + 1;
    let ranges: Vec<Range<usize>> = thinned.asked.iter().map(range).collect();
    assert_eq!(ranges, asked);
    thinned.left
}

fn thinned(minimiser: impl Minimiser + 'static, elements: usize, needed: &[usize]) -> Thinned {
    let is_interesting = |left: &[bool]| needed.iter().all(|&element| left[element]);
    thin(Box::new(minimiser), elements, &is_interesting)
}

#[test]
fn halving_tries_all_then_halves_then_quarters_and_skips_what_is_gone() {
    let left = asks(Halving::new(8, 2), 8, &[5], &[0..8, 0..4, 4..8, 4..6, 6..8]);
    assert_eq!(left, [4, 5]);
}

#[test]
fn halving_leaves_a_single_element_over_for_later() {
    asks(Halving::new(5, 2), 5, &[0, 1, 2, 3, 4], &[0..5, 0..2, 2..4]);
}

#[test]
fn adaptive_bisects_a_failure_and_infers_the_last_half() {
    // 4..8 fails and 6..8 goes; 4..6 is then known to hold what is needed, so only 5..6 is tried.
    let left = asks(
        Adaptive::new(8),
        8,
        &[5],
        &[0..8, 4..8, 6..8, 5..6, 1..5, 0..1],
    );
    assert_eq!(left, [5]);
}

#[test]
fn adaptive_takes_some_log_n_tries_for_each_element_that_stays() {
    let needed = [10, 500, 501, 900];
    let Thinned { asked, left } = thinned(Adaptive::new(1024), 1024, &needed);
    assert_eq!(left, needed);
    assert!(asked.len() <= 60, "{}", asked.len());
}

/// Elements of a large kind and of a small one. Each third element has a name in common with the next third one.
fn related(elements: usize) -> Relations {
    let described = (0..elements).map(|element| (element % 100 == 7, [element, element + 3]));
    Relations::new(described)
}

#[test]
fn leaping_takes_a_logarithm_for_the_first_element_that_stays_and_a_leap_for_those_related_to_it() {
    let needed = [9_000, 9_003, 9_009, 9_018];
    let leaping = thinned(Leaping::new(related(20_000)), 20_000, &needed);
    assert_eq!(leaping.left, needed);
    let adaptive = thinned(Adaptive::beginning_with(20_000, 8), 20_000, &needed);
    let asked = (leaping.asked.len(), adaptive.asked.len());
    assert!(asked.0 < 60 && asked.0 < adaptive.asked.len(), "{asked:?}");
}

#[test]
fn leaping_finds_all_that_stays_where_nothing_is_related_to_it() {
    let needed = [5, 107, 4_000, 9_000, 15_107];
    let leaping = thinned(Leaping::new(related(20_000)), 20_000, &needed);
    assert_eq!(leaping.left, needed);
    let alone = (0..2_000).map(|element| ((), [element]));
    let needed = [5, 1_000];
    let alone = thinned(Leaping::new(Relations::new(alone)), 2_000, &needed);
    let learning = thinned(Learning::beginning_with(2_000, 8), 2_000, &needed);
    assert_eq!(alone.asked, learning.asked);
}

#[test]
fn learning_tries_the_neighbours_of_what_stays_one_by_one() {
    let needed: Vec<usize> = (700..720).collect();
    let learning = thinned(Learning::beginning_with(1_000, 8), 1_000, &needed);
    let adaptive = thinned(Adaptive::beginning_with(1_000, 8), 1_000, &needed);
    assert_eq!(learning.left, needed);
    let asked = (learning.asked.len(), adaptive.asked.len());
    assert!(asked.0 < 40 && asked.1 > 50, "{asked:?}");
}

#[test]
fn learning_tries_no_neighbours_any_more_once_they_are_superfluous() {
    let needed: Vec<usize> = (0..50).map(|number| 37 * number).collect();
    let learning = thinned(Learning::beginning_with(2_000, 8), 2_000, &needed);
    let adaptive = thinned(Adaptive::beginning_with(2_000, 8), 2_000, &needed);
    assert_eq!(learning.left, needed);
    let asked = (learning.asked.len(), adaptive.asked.len());
    assert!(100 * asked.0 < 108 * asked.1, "{asked:?}");
}

#[test]
fn learning_takes_out_pairs_that_adaptive_tears_apart() {
    let is_interesting = |left: &[bool]| {
        let pairs = left.chunks(20);
        left[1_000] && pairs.into_iter().all(|part| part[0] == part[15])
    };
    let thin = |minimiser| thin(minimiser, 2_000, &is_interesting).left.len();
    let learning = thin(Box::new(Learning::beginning_with(2_000, 8)) as Box<dyn Minimiser>);
    let adaptive = thin(Box::new(Adaptive::beginning_with(2_000, 8)));
    assert!(4 * learning < adaptive, "{learning} {adaptive}");
}

#[test]
fn group_testing_begins_with_eight_and_makes_groups_larger_while_nothing_stays() {
    let groups = [32..40, 16..32, 0..16];
    assert!(asks(GroupTesting::new(40), 40, &[], &groups).is_empty());
}

#[test]
fn group_testing_makes_groups_smaller_the_more_elements_stay() {
    // After the first of eight elements has stayed, 10 / 2 suggest groups of four; after the second one, 11 / 3 of two.
    let groups = [
        8..16,
        12..16,
        14..16,
        15..16,
        11..15,
        13..15,
        14..15,
        12..14,
    ];
    let asked = thinned(GroupTesting::new(16), 16, &(0..16).collect::<Vec<_>>()).asked;
    let range = |subset: &Vec<usize>| subset[0]..subset[subset.len() - 1] + 1;
    assert_eq!(asked.iter().take(8).map(range).collect::<Vec<_>>(), groups);
}

#[test]
fn bisection_splits_into_thirds_then_halves_and_infers_the_last_part() {
    // 8..12 and 4..8 go, so 0..4 is not tried; 2..4 goes, so 0..2 is not tried either; nor is 0..1 after 1..2.
    let ranges = [0..12, 8..12, 4..8, 2..4, 1..2];
    assert_eq!(asks(Bisection::new(12), 12, &[0], &ranges), [0]);
}

#[test]
fn bisection_tries_all_large_ranges_before_the_first_small_one() {
    let ranges = [0..6, 4..6, 2..4, 0..2, 5..6, 4..5, 1..2];
    assert_eq!(asks(Bisection::new(6), 6, &[0, 4, 5], &ranges), [0, 4, 5]);
}

#[test]
fn quickxplain_goes_down_to_single_elements_before_it_goes_on_and_infers_first_halves() {
    // 7..8 stays no more than 4..6 does, but 6 must: it is inferred. So must 2, after 3..4 has gone.
    let ranges = [0..8, 4..8, 6..8, 7..8, 4..6, 0..4, 2..4, 3..4, 0..2];
    let left = asks(QuickXplain::new(8), 8, &[2, 6], &ranges);
    assert_eq!(left, [2, 6]);
    assert_eq!(
        asks(QuickXplain::new(8), 8, &[0], &[0..8, 4..8, 2..4, 1..2]),
        [0]
    );
}

#[test]
fn probdd_tries_the_most_promising_elements_and_fewer_of_those_that_have_failed() {
    let thinned = thinned(ProbDd::new(12), 12, &[5]);
    let asked: Vec<&[usize]> = thinned.asked.iter().take(5).map(Vec::as_slice).collect();
    let expected: [&[usize]; 5] = [
        // Nine elements of the probability 0.1. It is 0.163 after the failure,
        &[3, 4, 5, 6, 7, 8, 9, 10, 11],
        // so the other three come first, with as many as make six.
        &[0, 1, 2, 9, 10, 11],
        // After these six, it is 0.249.
        &[3, 4, 5, 6, 7, 8],
        &[5, 6, 7, 8],
        &[3, 4],
    ];
    assert_eq!(asked, expected);
    assert_eq!(thinned.left, [5]);
}

#[test]
fn cdd_goes_from_the_end_in_rounds_of_nine_six_three_two_and_one() {
    let ranges = [3..12, 0..3, 6..12, 3..6, 4..6, 3..4, 5..6, 4..5];
    assert_eq!(asks(Cdd::new(12), 12, &[5], &ranges), [5]);
}

#[test]
fn cdd_and_probdd_take_larger_subsets_of_long_lists() {
    let first = |mut minimiser: Box<dyn Minimiser>| match minimiser.next() {
        Step::TryWithout(subset) => subset.len(),
        step => panic!("{step:?}"),
    };
    assert_eq!(first(Box::new(Cdd::new(1_000_000))), 499);
    assert_eq!(first(Box::new(ProbDd::new(1_000_000))), 499);
}

#[test]
fn lithium_takes_chunks_from_the_end_whose_size_is_a_power_of_two_below_that_of_the_list() {
    let ranges = [4..8, 0..4, 6..8, 4..6, 5..6, 4..5, 5..6];
    assert_eq!(asks(Lithium::new(8), 8, &[5], &ranges), [5]);
}

#[test]
fn lithium_repeats_single_elements_until_each_has_failed_since_the_last_success() {
    // 0 may only go after 1 has gone, and 2 stays.
    let is_interesting = |left: &[bool]| left[2] && (left[0] || !left[1]);
    let thinned = thin(Box::new(Lithium::new(3)), 3, &is_interesting);
    assert_eq!(
        thinned.asked,
        [vec![1, 2], vec![0], vec![2], vec![1], vec![0], vec![2]]
    );
    assert_eq!(thinned.left, [2]);
}

#[test]
fn one_by_one_repeats_until_each_has_failed_since_the_last_success() {
    let is_interesting = |left: &[bool]| left[2] && (left[0] || !left[1]);
    let thinned = thin(Box::new(OneByOne::new(3)), 3, &is_interesting);
    assert_eq!(thinned.asked, [vec![0], vec![1], vec![2], vec![0], vec![2]]);
    assert_eq!(thinned.left, [2]);
}

#[test]
fn zeller_keeps_one_part_alone_then_takes_one_out_then_halves_the_parts() {
    let thinned = thinned(Zeller::new(8), 8, &[1, 6]);
    let asked: Vec<&[usize]> = thinned.asked.iter().take(8).map(Vec::as_slice).collect();
    let expected: [&[usize]; 8] = [
        &[4, 5, 6, 7],
        &[0, 1, 2, 3],
        &[2, 3, 4, 5, 6, 7],
        &[0, 1, 4, 5, 6, 7],
        &[0, 1, 2, 3, 6, 7],
        &[0, 1, 2, 3, 4, 5],
        &[0, 1],
        &[2, 3],
    ];
    assert_eq!(asked, expected);
    assert_eq!(thinned.left, [1, 6]);
}

#[test]
fn wdd_cuts_where_the_elements_before_weigh_as_much_as_those_after() {
    let mut minimiser = Zeller::weighted(&[1, 1, 1, 9, 3, 3]);
    let mut next = || match minimiser.next() {
        Step::TryWithout(subset) => {
            minimiser.feed(false);
            subset
        }
        step => panic!("{step:?}"),
    };
    assert_eq!(next(), [4, 5], "0..4 weighs 12, 0..3 only 3");
    assert_eq!(next(), [0, 1, 2, 3]);
    assert_eq!(next(), [3, 4, 5], "0..4 is halved before the 9");
}
