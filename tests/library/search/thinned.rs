//! One minimiser on one list with a made-up oracle. On the way, what every minimiser promises is checked.

use smelt::search::{Minimiser, Step};

/// What a minimiser asked, and what it left.
pub(crate) struct Thinned {
    /// The elements that it asked about together.
    pub(crate) asked: Vec<Vec<usize>>,
    /// The elements that are left.
    pub(crate) left: Vec<usize>,
}

/// A list of which some elements are left.
struct List<'a> {
    is_left: Vec<bool>,
    is_interesting: &'a dyn Fn(&[bool]) -> bool,
}

impl List<'_> {
    fn left(&self) -> Vec<usize> {
        let elements = 0..self.is_left.len();
        elements.filter(|&element| self.is_left[element]).collect()
    }

    /// Takes these elements out, if the rest is interesting.
    fn take_out(&mut self, subset: &[usize]) -> bool {
        let mut rest = self.is_left.clone();
        for &element in subset {
            assert!(
                rest[element],
                "{element} of {subset:?} is gone, or comes twice"
            );
            rest[element] = false;
        }
        let is_interesting = (self.is_interesting)(&rest);
        if is_interesting {
            self.is_left = rest;
        }
        is_interesting
    }
}

/// Tells the result to the minimiser. Its clone goes on in the same way, and does not care what another clone is told.
fn feed(minimiser: &mut Box<dyn Minimiser>, succeeded: bool) {
    let mut other = minimiser.clone();
    other.feed(!succeeded);
    let mut same = minimiser.clone();
    same.feed(succeeded);
    minimiser.feed(succeeded);
    assert_eq!(same.next(), minimiser.next(), "a clone goes on alike");
}

/// Thins a list. `is_interesting` tells whether enough is left.
pub(crate) fn thin(
    mut minimiser: Box<dyn Minimiser>,
    elements: usize,
    is_interesting: &dyn Fn(&[bool]) -> bool,
) -> Thinned {
    let mut list = List {
        is_left: vec![true; elements],
        is_interesting,
    };
    let mut listed = list.left();
    let mut asked: Vec<Vec<usize>> = Vec::new();
    loop {
        let step = minimiser.next();
        assert_eq!(minimiser.next(), step, "the same until it is done");
        match step {
            Step::End => break,
            Step::ListAgain => {
                listed = list.left();
                minimiser.listed_again(listed.len());
            }
            Step::TryWithout(indices) => {
                let subset: Vec<usize> = indices.iter().map(|&index| listed[index]).collect();
                assert!(subset.is_sorted() && !subset.is_empty(), "{subset:?}");
                assert_ne!(asked.last(), Some(&subset), "twice in a row");
                let succeeded = list.take_out(&subset);
                feed(&mut minimiser, succeeded);
                asked.push(subset);
                assert!(asked.len() <= elements * elements + 8, "it does not end");
            }
        }
    }
    Thinned {
        asked,
        left: list.left(),
    }
}

/// Tries single elements of what is left, until none can be taken out.
pub(crate) fn swept(
    thinned: &Thinned,
    elements: usize,
    is_interesting: &dyn Fn(&[bool]) -> bool,
) -> Vec<usize> {
    let is_left = |element| thinned.left.contains(&element);
    let mut list = List {
        is_left: (0..elements).map(is_left).collect(),
        is_interesting,
    };
    let mut succeeded = true;
    while succeeded {
        succeeded = false;
        for element in list.left() {
            succeeded |= list.take_out(&[element]);
        }
    }
    list.left()
}
