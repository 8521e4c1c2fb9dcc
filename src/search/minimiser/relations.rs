//! Relations: which kinds the elements of a list have, and which features they share. Rare features relate elements.

use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::hash::Hash;
use std::iter::{empty, repeat_n};

/// A kind is common if at least this many elements have it.
const COMMON: usize = 64;

/// A feature is rare, and relates elements, if at most this many have it.
const RARE: usize = 64;

/// The kinds and the rare features of the elements of a list. There may be a million elements, so one without a rare
/// feature takes no more than the number of its kind.
#[derive(Debug)]
pub struct Relations {
    /// For each element, the number of its kind if the kind is common, otherwise [`RARE_KIND`]; the largest kinds have
    /// the lowest numbers.
    kinds: Vec<usize>,
    /// Each element with each of its rare features, sorted; the rarest features have the lowest numbers.
    features: Vec<(usize, usize)>,
    /// For each rare feature, the elements that have it.
    members: Vec<Vec<usize>>,
}

/// The number of all kinds that are not common. It is higher than the others.
const RARE_KIND: usize = usize::MAX;

impl Relations {
    /// The relations of elements with these kinds and features.
    pub fn new<K, T, F>(elements: impl IntoIterator<Item = (K, F)>) -> Relations
    where
        K: Eq + Hash,
        T: Eq + Hash,
        F: IntoIterator<Item = T>,
    {
        let mut kinds = Vec::new();
        let mut kind_numbers = Numbers(FxHashMap::default());
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut feature_numbers = Numbers(FxHashMap::default());
        // Number the kinds and features in the order in which they occur, and list the elements that have each feature,
        // until there are so many that it is not rare.
        for (element, (kind, features)) in elements.into_iter().enumerate() {
            kinds.push(kind_numbers.of(kind));
            for feature in features {
                let number = feature_numbers.of(feature);
                if number == members.len() {
                    members.push(Vec::new());
                }
                let members = &mut members[number];
                if members.len() <= RARE && members.last() != Some(&element) {
                    members.push(element);
                }
            }
        }
        number_by_size(&mut kinds);
        // Keep those that few elements share, the rarest first.
        members.retain(|members| (2..=RARE).contains(&members.len()));
        members.sort_by_key(Vec::len);
        let numbered = members.iter().enumerate();
        let mut features: Vec<(usize, usize)> = numbered
            .flat_map(|(number, members)| members.iter().map(move |&element| (element, number)))
            .collect();
        features.sort_unstable();
        Relations {
            kinds,
            features,
            members,
        }
    }

    /// The relations of this many elements that are all of one kind and share nothing.
    pub fn none(elements: usize) -> Relations {
        Relations::new(repeat_n(((), empty::<()>()), elements))
    }

    /// How many elements there are.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether an element is of a common kind.
    pub(super) fn is_common(&self, element: usize) -> bool {
        self.kinds[element] != RARE_KIND
    }

    /// The rare features of an element, the rarest first.
    fn features(&self, element: usize) -> impl Iterator<Item = usize> {
        let first = self.features.partition_point(|&(other, _)| other < element);
        let features = self.features[first..].iter();
        features
            .take_while(move |&&(other, _)| other == element)
            .map(|&(_, feature)| feature)
    }

    /// All elements: kind by kind, from the largest kind to the smallest, then those of rare kinds.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&element| self.kinds[element]);
        order
    }

    /// The undecided elements that share a rare feature with an element that stays, or with another related element,
    /// and so on. The nearest come first; there are at most `most`.
    pub(super) fn related(&self, kept: &[usize], undecided: &[usize], most: usize) -> Vec<usize> {
        let mut open = vec![false; self.len()];
        for &element in undecided {
            open[element] = true;
        }
        // Breadth-first, from the elements that stay.
        let mut queue = kept.to_vec();
        let mut known: FxHashSet<usize> = FxHashSet::default();
        let mut visited = 0;
        while let Some(&element) = queue.get(visited) {
            visited += 1;
            for feature in self.features(element) {
                if !known.insert(feature) {
                    continue;
                }
                for &member in &self.members[feature] {
                    if std::mem::take(&mut open[member]) {
                        queue.push(member);
                    }
                }
            }
            if queue.len() >= kept.len() + most {
                break;
            }
        }
        queue.drain(..kept.len());
        queue.truncate(most);
        queue
    }
}

/// Numbers for things in the order in which they are first seen.
struct Numbers<T>(FxHashMap<T, usize>);

impl<T: Eq + Hash> Numbers<T> {
    fn of(&mut self, thing: T) -> usize {
        let next = self.0.len();
        *self.0.entry(thing).or_insert(next)
    }
}

/// Renumbers the kinds of all elements, which are numbered in the order in which they occur. The largest kind gets number
/// 0; of equal ones, the one that occurs first gets the lower number. Those that are not common get [`RARE_KIND`].
fn number_by_size(kinds: &mut [usize]) {
    let mut counts: Vec<usize> = Vec::new();
    for &kind in &*kinds {
        counts.resize(counts.len().max(kind + 1), 0);
        counts[kind] += 1;
    }
    let mut common: Vec<usize> = (0..counts.len()).collect();
    common.retain(|&kind| counts[kind] >= COMMON);
    common.sort_by_key(|&kind| Reverse(counts[kind]));
    let mut numbers = vec![RARE_KIND; counts.len()];
    for (number, kind) in common.into_iter().enumerate() {
        numbers[kind] = number;
    }
    for kind in kinds {
        *kind = numbers[*kind];
    }
}
