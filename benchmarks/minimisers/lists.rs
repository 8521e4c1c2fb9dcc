//! Made-up lists: which elements must stay, and which elements need which others.

use smelt::search::{Minimiser, MinimiserEntry};

/// What a list looks like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// How many elements it has.
    pub(crate) elements: usize,
    /// How many of them must stay.
    pub(crate) needed: usize,
    /// Whether these are neighbours, up to sixteen each.
    pub(crate) is_clustered: bool,
    /// Whether the first quarter are declarations, of which each other element needs two.
    pub(crate) has_declarations: bool,
}

/// The sizes of the grid, and how many elements must stay.
const SIZES: [(usize, usize); 4] = [(64, 4), (512, 3), (512, 20), (512, 100)];

/// All shapes of the grid.
pub(crate) fn grid() -> impl Iterator<Item = Shape> {
    let shape = |has_declarations, is_clustered, (elements, needed)| Shape {
        elements,
        needed,
        is_clustered,
        has_declarations,
    };
    let sizes =
        move |declarations, clustered| SIZES.map(|size| shape(declarations, clustered, size));
    let places = move |declarations| [false, true].map(|clustered| sizes(declarations, clustered));
    [false, true].map(places).into_iter().flatten().flatten()
}

/// A list.
pub(crate) struct List {
    /// For each element, whether it must stay whatever else does.
    is_needed: Vec<bool>,
    /// For each element, those that need it.
    users: Vec<Vec<usize>>,
    weights: Vec<u32>,
}

/// How many neighbours a cluster has.
const CLUSTER: usize = 16;

impl List {
    /// A list of this shape. Each number gives another one.
    pub(crate) fn new(shape: Shape, number: u64) -> List {
        let mut random = Random(number);
        let Shape { elements, .. } = shape;
        let mut list = List {
            is_needed: vec![false; elements],
            users: vec![Vec::new(); elements],
            weights: (0..elements).map(|_| 1 << random.below(7)).collect(),
        };
        let declarations = if shape.has_declarations {
            elements / 4
        } else {
            0
        };
        for user in declarations..elements {
            for _ in 0..declarations.min(2) {
                list.users[random.below(declarations)].push(user);
            }
        }
        let mut needed = 0;
        while needed < shape.needed {
            let first = declarations + random.below(elements - declarations);
            let neighbours = if shape.is_clustered { CLUSTER } else { 1 };
            for is_needed in list.is_needed[first..].iter_mut().take(neighbours) {
                if needed < shape.needed && !*is_needed {
                    *is_needed = true;
                    needed += 1;
                }
            }
        }
        list
    }

    /// How many elements the list has.
    pub(crate) fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether the rest is interesting without an element. `is_left` tells for each element whether it is in the rest.
    pub(crate) fn may_be_without(&self, element: usize, is_left: &[bool]) -> bool {
        !self.is_needed[element] && !self.users[element].iter().any(|&user| is_left[user])
    }

    /// A minimiser for this list.
    pub(crate) fn minimiser(&self, entry: &MinimiserEntry) -> Box<dyn Minimiser> {
        (entry.build)(&self.weights)
    }
}

/// The same numbers on every machine (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Any number.
    pub(crate) fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        mixed
    }

    /// A number below this one.
    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.any() % limit as u64).unwrap_or(0)
    }
}
