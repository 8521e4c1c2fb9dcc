//! Made-up lists: which elements must stay, and which elements need which others.

use smelt::search::{Minimiser, MinimiserEntry};

/// What a list looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a column of the table"
)]
pub(crate) struct Shape {
    /// How many elements it has.
    pub(crate) elements: usize,
    /// How many of them must stay.
    pub(crate) needed: usize,
    /// Whether these are neighbours, up to sixteen each.
    pub(crate) is_clustered: bool,
    /// Whether the first quarter are declarations, of which each other element needs two.
    pub(crate) has_declarations: bool,
    /// Whether one of ten elements is in a pair, near to the other one. They must stay or go together.
    pub(crate) has_pairs: bool,
    /// Whether one of eight rests is uninteresting for no reason, although smaller and larger ones are interesting.
    pub(crate) is_fickle: bool,
}

impl Shape {
    /// Whether the list is one of the long ones.
    pub(crate) fn is_long(self) -> bool {
        self.elements == LONG
    }
}

/// The sizes of the grid, and how many elements must stay.
const SIZES: [(usize, usize); 4] = [(64, 4), (512, 3), (512, 20), (512, 100)];

/// How many elements a long list has.
const LONG: usize = 1_500;

/// The sizes of long lists, of which little, some or much must stay.
const LONG_SIZES: [(usize, usize); 3] = [(LONG, 5), (LONG, 50), (LONG, 200)];

/// All shapes of the grid: the short lists, then the long ones.
pub(crate) fn grid() -> impl Iterator<Item = Shape> {
    short().chain(long())
}

/// Short lists, without declarations and with them.
fn short() -> impl Iterator<Item = Shape> {
    [false, true].into_iter().flat_map(|has_declarations| {
        placed(&SIZES).map(move |shape| Shape {
            has_declarations,
            ..shape
        })
    })
}

/// Long lists, plain, with pairs, with rests that fail for no reason, and with both.
fn long() -> impl Iterator<Item = Shape> {
    [false, true].into_iter().flat_map(|is_fickle| {
        [false, true].into_iter().flat_map(move |has_pairs| {
            placed(&LONG_SIZES).map(move |shape| Shape {
                has_pairs,
                is_fickle,
                ..shape
            })
        })
    })
}

/// Plain lists of these sizes, scattered, then clustered.
fn placed(sizes: &[(usize, usize)]) -> impl Iterator<Item = Shape> {
    [false, true].into_iter().flat_map(move |is_clustered| {
        sizes.iter().map(move |&(elements, needed)| Shape {
            elements,
            needed,
            is_clustered,
            has_declarations: false,
            has_pairs: false,
            is_fickle: false,
        })
    })
}

/// A list.
pub(crate) struct List {
    /// For each element, whether it must stay whatever else does.
    is_needed: Vec<bool>,
    /// For each element, those that need it.
    users: Vec<Vec<usize>>,
    weights: Vec<u32>,
    /// If rests fail for no reason, the number that tells which ones do.
    fickle: Option<u64>,
}

/// How many neighbours a cluster has.
const CLUSTER: usize = 16;

/// One of so many elements is in a pair.
const PAIRED: usize = 10;

/// So far apart are the elements of a pair, at most.
const APART: usize = 16;

/// One of so many rests of a fickle list is uninteresting for no reason.
const FICKLE: u64 = 8;

impl List {
    /// A list of this shape. Each number gives another one.
    pub(crate) fn new(shape: Shape, number: u64) -> List {
        let mut random = Random(number);
        let Shape { elements, .. } = shape;
        let mut list = List {
            is_needed: vec![false; elements],
            users: vec![Vec::new(); elements],
            weights: (0..elements).map(|_| 1 << random.below(7)).collect(),
            fickle: shape.is_fickle.then_some(number),
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
        if shape.has_pairs {
            list.pair(&mut random);
        }
        list
    }

    /// Makes pairs of superfluous elements: each needs the other one.
    fn pair(&mut self, random: &mut Random) {
        let mut pairs = 0;
        while pairs < self.len() / PAIRED / 2 {
            let first = random.below(self.len());
            let second = first + 1 + random.below(APART);
            let is_free = |element| {
                let (needed, users) = (self.is_needed.get(element), self.users.get(element));
                needed == Some(&false) && users.is_some_and(Vec::is_empty)
            };
            if is_free(first) && is_free(second) {
                self.users[first].push(second);
                self.users[second].push(first);
                pairs += 1;
            }
        }
    }

    /// How many elements the list has.
    pub(crate) fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether the rest is interesting without an element. `is_left` tells for each element whether it is in the rest.
    pub(crate) fn may_be_without(&self, element: usize, is_left: &[bool]) -> bool {
        !self.is_needed[element] && !self.users[element].iter().any(|&user| is_left[user])
    }

    /// Whether the rest with this fingerprint is uninteresting for no reason.
    pub(crate) fn fails_for_no_reason(&self, left: u64) -> bool {
        let hash = |number| Random(left ^ number).any();
        self.fickle.is_some_and(|number| hash(number) % FICKLE == 0)
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
