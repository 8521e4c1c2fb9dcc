//! What all minimisers have in common, whatever the oracle. [`thin`] checks at each step that no subset is empty, names
//! an element that is gone or is asked about twice in a row, that a clone goes on alike, and that there is an end.

use super::thinned::{Thinned, swept, thin};
use proptest::prelude::*;
use smelt::search::{MINIMISERS, Step};

/// Thins a list with each minimiser, and then by single elements. The elements weigh 1, 2, 4, 8, 1 and so on.
fn with_each(
    elements: usize,
    is_interesting: &dyn Fn(&[bool]) -> bool,
) -> Vec<(&'static str, Thinned, Vec<usize>)> {
    let weights: Vec<u32> = (0..elements).map(|element| 1 << (element % 4)).collect();
    let thinned = |build: fn(&[u32]) -> _| thin(build(&weights), elements, is_interesting);
    let each = MINIMISERS.iter().map(|entry| {
        let thinned = thinned(entry.build);
        let swept = swept(&thinned, elements, is_interesting);
        (entry.name, thinned, swept)
    });
    each.collect()
}

/// A number that depends on all that is left, and on the seed.
fn hash(is_left: &[bool], seed: u64) -> u64 {
    let mix = |hash: u64, &is_left: &bool| {
        (hash ^ u64::from(is_left)).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (hash >> 29)
    };
    is_left.iter().fold(seed | 1, mix) >> 40
}

/// Whether no single element of these can be taken out.
fn is_one_minimal(
    left: &[usize],
    elements: usize,
    is_interesting: &dyn Fn(&[bool]) -> bool,
) -> bool {
    let without = |gone: usize| {
        (0..elements)
            .map(|element| element != gone && left.contains(&element))
            .collect()
    };
    left.iter().all(|&gone| {
        let without: Vec<bool> = without(gone);
        !is_interesting(&without)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_that_is_needed_is_left_and_after_single_elements_nothing_else(
        elements in 0usize..100,
        needed in prop::collection::btree_set(0usize..100, 0..12),
    ) {
        let needed: Vec<usize> = needed.into_iter().filter(|&element| element < elements).collect();
        let is_interesting = |left: &[bool]| needed.iter().all(|&element| left[element]);
        for (name, thinned, swept) in with_each(elements, &is_interesting) {
            prop_assert_eq!(&swept, &needed, "{}", name);
            let stays = thinned.left.len();
            let most = match name {
                "halving" => 3 * needed.len() + 1,
                "zeller" | "wdd" => needed.len().max(1),
                _ => needed.len(),
            };
            prop_assert!(stays <= most, "{}: {} of {}", name, stays, needed.len());
        }
    }

    #[test]
    fn elements_that_need_earlier_ones_do_not_keep_it_from_one_minimality(
        needs in prop::collection::vec(any::<prop::sample::Index>(), 1..60),
        needed in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let elements = needs.len();
        // Each element needs another one before it, or, if the index is its own, none.
        let needs: Vec<usize> = needs.iter().enumerate().map(|(element, index)| index.index(element + 1)).collect();
        let needed: Vec<usize> = needed.iter().map(|index| index.index(elements)).collect();
        let is_interesting = |left: &[bool]| {
            let is_well_formed = |element: usize| !left[element] || left[needs[element]];
            needed.iter().all(|&element| left[element]) && (0..elements).all(is_well_formed)
        };
        for (name, _, swept) in with_each(elements, &is_interesting) {
            prop_assert!(is_one_minimal(&swept, elements, &is_interesting), "{}: {:?}", name, swept);
        }
    }

    #[test]
    fn an_oracle_that_wants_an_even_number_of_elements_is_followed(
        elements in 0usize..60,
        needed in prop::collection::vec(0usize..60, 0..4),
    ) {
        let is_interesting = |left: &[bool]| {
            let count = left.iter().filter(|&&is_left| is_left).count();
            let is_left = |&element: &usize| element >= elements || left[element];
            (count % 2 == 0 || count == elements) && needed.iter().all(is_left)
        };
        for (name, _, swept) in with_each(elements, &is_interesting) {
            prop_assert!(is_one_minimal(&swept, elements, &is_interesting), "{}: {:?}", name, swept);
        }
    }

    #[test]
    fn arbitrary_answers_are_followed_to_an_end(
        elements in 0usize..60,
        seed in any::<u64>(),
        one_in in 1u64..20,
    ) {
        let is_interesting = |left: &[bool]| hash(left, seed).is_multiple_of(one_in);
        for (name, _, swept) in with_each(elements, &is_interesting) {
            prop_assert!(is_one_minimal(&swept, elements, &is_interesting), "{}: {:?}", name, swept);
        }
    }
}

// `zeller` and `wdd` are left out: the subsets that they ask about are nearly as long as the list.
#[test]
fn a_list_of_a_hundred_thousand_elements_takes_no_long_time() {
    let elements = 100_000;
    let weights: Vec<u32> = (0..elements).map(|element| 1 << (element % 4)).collect();
    for entry in MINIMISERS
        .iter()
        .filter(|entry| !["zeller", "wdd"].contains(&entry.name))
    {
        let mut minimiser = (entry.build)(&weights);
        let mut left = vec![true; weights.len()];
        let mut listed: Vec<usize> = (0..weights.len()).collect();
        loop {
            match minimiser.next() {
                Step::TryWithout(subset) => {
                    let succeeds = subset
                        .iter()
                        .all(|&index| !listed[index].is_multiple_of(1_000));
                    if succeeds {
                        for &index in &subset {
                            left[listed[index]] = false;
                        }
                    }
                    minimiser.feed(succeeds);
                }
                Step::ListAgain => {
                    listed.retain(|&element| left[element]);
                    minimiser.listed_again(listed.len());
                }
                Step::End => break,
            }
        }
        assert!(
            left.iter().filter(|&&left| left).count() <= 300,
            "{}",
            entry.name
        );
    }
}
