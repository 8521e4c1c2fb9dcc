//! The atoms that are known to be true, by predicate.

use super::value::GroundValue;
use crate::tree::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// A predicate: its name and the number of its arguments.
pub(super) type Predicate = (Symbol, usize);

/// At most this many atoms are kept, where an interval counts as all its numbers.
const MOST: usize = 100_000;

/// The true atoms of all predicates.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: FxHashMap<Predicate, Table>,
    atoms: usize,
}

/// The true atoms of one predicate.
#[derive(Debug, Default)]
pub(super) struct Table {
    atoms: Vec<Box<[GroundValue]>>,
    /// The indices of all atoms.
    all: Vec<usize>,
    known: FxHashSet<Box<[GroundValue]>>,
    /// For each place and each value, the indices of the atoms with that value there.
    index: FxHashMap<(usize, GroundValue), Vec<usize>>,
}

impl Tables {
    /// Adds an atom. Returns whether it is new; none if there are too many.
    pub(super) fn add(
        &mut self,
        predicate: Predicate,
        arguments: Vec<GroundValue>,
    ) -> Option<bool> {
        let table = self.tables.entry(predicate).or_default();
        let arguments = arguments.into_boxed_slice();
        if !table.known.insert(arguments.clone()) {
            return Some(false);
        }
        for (place, &value) in arguments.iter().enumerate() {
            let atoms = table.index.entry((place, value)).or_default();
            atoms.push(table.atoms.len());
        }
        table.all.push(table.atoms.len());
        table.atoms.push(arguments);
        self.atoms += 1;
        (self.atoms <= MOST).then_some(true)
    }

    /// The table of a predicate, if an atom of it is true.
    pub(super) fn get(&self, predicate: Predicate) -> Option<&Table> {
        self.tables.get(&predicate)
    }

    /// Whether an atom is true.
    pub(super) fn has(&self, predicate: Predicate, arguments: &[GroundValue]) -> bool {
        self.get(predicate)
            .is_some_and(|table| table.known.contains(arguments))
    }
}

impl Table {
    /// The arguments of an atom.
    pub(super) fn atom(&self, index: usize) -> &[GroundValue] {
        &self.atoms[index]
    }

    /// The indices of the atoms that may have these values at these places.
    pub(super) fn candidates(&self, fixed: &[(usize, GroundValue)]) -> &[usize] {
        fixed
            .iter()
            .map(|key| self.index.get(key).map_or(&[][..], Vec::as_slice))
            .min_by_key(|list| list.len())
            .unwrap_or(&self.all)
    }
}
