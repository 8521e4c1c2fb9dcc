//! One minimiser on one list, and the single elements after it.

use super::lists::{List, Random};
use smelt::search::{MinimiserEntry, Step};
use std::collections::HashSet;

/// What thinning lists took and left.
#[derive(Default)]
pub(crate) struct Measured {
    /// How many different subsets the minimiser asked about.
    pub(crate) checks: usize,
    /// How many elements it left.
    pub(crate) left: usize,
    /// How many different subsets were asked about until no single element could be taken out.
    pub(crate) checks_in_all: usize,
}

/// What is left of a list, and what was asked about it.
struct Thinned<'a> {
    list: &'a List,
    is_left: Vec<bool>,
    /// The fingerprint of what is left: see [`fingerprint`].
    left: u64,
    /// The fingerprints of what would have been left after each try.
    asked: HashSet<u64>,
}

/// A number for an element. Those of all elements of a set, combined by exclusive or, are the fingerprint of the set.
fn fingerprint(element: usize) -> u64 {
    Random(element as u64 + 1_000_000).any()
}

impl Thinned<'_> {
    /// Takes these elements out, if what is left then is interesting.
    fn take_out(&mut self, subset: &[usize]) -> bool {
        let set = |is_left: &mut [bool], to| {
            for &element in subset {
                is_left[element] = to;
            }
        };
        let prints = subset.iter().map(|&element| fingerprint(element));
        let without = prints.fold(self.left, |set, element| set ^ element);
        self.asked.insert(without);
        set(&mut self.is_left, false);
        let mut elements = subset.iter();
        if elements.all(|&element| self.list.may_be_without(element, &self.is_left))
            && !self.list.fails_for_no_reason(without)
        {
            self.left = without;
            return true;
        }
        set(&mut self.is_left, true);
        false
    }

    /// The elements that are left.
    fn elements(&self) -> Vec<usize> {
        let elements = self.is_left.iter().enumerate();
        elements
            .filter_map(|(element, is_left)| is_left.then_some(element))
            .collect()
    }

    fn minimise(&mut self, entry: &MinimiserEntry) {
        let mut minimiser = self.list.minimiser(entry);
        let mut listed = self.elements();
        loop {
            match minimiser.next() {
                Step::TryWithout(subset) => {
                    let subset: Vec<usize> = subset.iter().map(|&index| listed[index]).collect();
                    let succeeded = self.take_out(&subset);
                    minimiser.feed(succeeded);
                }
                Step::ListAgain => {
                    listed = self.elements();
                    minimiser.listed_again(listed.len());
                }
                Step::End => return,
            }
        }
    }

    /// Tries single elements, in order, until none can be taken out.
    fn sweep(&mut self) {
        let mut succeeded = true;
        while succeeded {
            succeeded = false;
            for element in self.elements() {
                succeeded |= self.take_out(&[element]);
            }
        }
    }
}

/// Thins a list, and adds what it took.
pub(crate) fn measure(entry: &MinimiserEntry, list: &List, sum: &mut Measured) {
    let mut thinned = Thinned {
        list,
        is_left: vec![true; list.len()],
        left: 0,
        asked: HashSet::new(),
    };
    thinned.minimise(entry);
    sum.checks += thinned.asked.len();
    sum.left += thinned.elements().len();
    thinned.sweep();
    sum.checks_in_all += thinned.asked.len();
}
