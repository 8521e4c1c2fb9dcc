//! Relations: which kinds the elements of a list have, and which features they share. Rare features relate elements.

use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::hash::Hash;

/// A kind is common if at least this many elements have it.
const COMMON: usize = 64;

/// A feature is rare, and relates elements, if at most this many have it.
const RARE: usize = 64;

/// The kinds and the rare features of the elements of a list.
#[derive(Debug)]
pub struct Relations {
    /// For each element, the number of its kind if the kind is common; the largest kinds have the lowest numbers.
    kinds: Vec<Option<usize>>,
    /// For each element, its rare features, the rarest first.
    features: Vec<Vec<usize>>,
    /// For each rare feature, the elements that have it.
    members: Vec<Vec<usize>>,
}

impl Relations {
    /// The relations of elements with these kinds and features.
    pub fn new<T: Copy + Eq + Hash>(elements: &[(T, Vec<T>)]) -> Relations {
        let kinds = kinds(elements.iter().map(|&(kind, _)| kind));
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut numbers: FxHashMap<T, usize> = FxHashMap::default();
        // Number the features in the order in which they occur, and list the elements that have each.
        for (element, (_, element_features)) in elements.iter().enumerate() {
            for &feature in element_features {
                let number = *numbers.entry(feature).or_insert(members.len());
                if number == members.len() {
                    members.push(Vec::new());
                }
                if members[number].last() != Some(&element) {
                    members[number].push(element);
                }
            }
        }
        // Keep those that few elements share, the rarest first.
        members.retain(|members| (2..=RARE).contains(&members.len()));
        members.sort_by_key(Vec::len);
        let mut features = vec![Vec::new(); elements.len()];
        for (number, members) in members.iter().enumerate() {
            for &element in members {
                features[element].push(number);
            }
        }
        Relations {
            kinds,
            features,
            members,
        }
    }

    /// The relations of this many elements that are all of one kind and share nothing.
    pub fn none(elements: usize) -> Relations {
        Relations::new(&vec![((), Vec::new()); elements])
    }

    /// How many elements there are.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether an element is of a common kind.
    pub(super) fn is_common(&self, element: usize) -> bool {
        self.kinds[element].is_some()
    }

    /// All elements: kind by kind, from the largest kind to the smallest, then those of rare kinds.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&element| (self.kinds[element].is_none(), self.kinds[element]));
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
            for &feature in &self.features[element] {
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

/// The number of the kind of each element, if that kind is common. The largest kind has number 0; of equal ones, the
/// one that occurs first has the lower number.
fn kinds<T: Copy + Eq + Hash>(elements: impl Iterator<Item = T> + Clone) -> Vec<Option<usize>> {
    // How often each kind occurs, and where first.
    let mut counts: FxHashMap<T, (usize, usize)> = FxHashMap::default();
    for (element, kind) in elements.clone().enumerate() {
        counts.entry(kind).or_insert((0, element)).0 += 1;
    }
    let mut common: Vec<(T, (usize, usize))> = counts.into_iter().collect();
    common.retain(|&(_, (count, _))| count >= COMMON);
    common.sort_by_key(|&(_, (count, first))| (Reverse(count), first));
    let numbers: FxHashMap<T, usize> = common
        .iter()
        .enumerate()
        .map(|(number, &(kind, _))| (kind, number))
        .collect();
    elements.map(|kind| numbers.get(&kind).copied()).collect()
}
