//! What a walk has found, where. A text of ten million unbound names has as many faults, so neighbouring unbound names are
//! kept as one run.

use super::binding::Space;
use super::ill_formed::Finding;
use super::text::count;
use crate::tree::{Node, Symbol};
use std::ops::Range;

/// Something that may be a fault, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) node: Node,
    /// The term or command that is faulty. It may be larger than `node`: a term that is not a formula is a fault of the
    /// command that asserts it.
    pub(super) owner: Node,
    pub(super) finding: Finding,
}

/// Faults in the order in which they were found, or sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Faults {
    runs: Vec<Run>,
    /// The names of all runs of unbound names.
    names: Vec<Symbol>,
    len: usize,
}

/// Some faults that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Run {
    /// Any fault.
    One(Fault),
    /// Names that are unbound, in neighbouring cells. Each is its own owner.
    Unbound {
        start: Node,
        cells: u32,
        space: Space,
        /// The place of the first one in `names`.
        names: u32,
    },
}

impl Run {
    fn len(&self) -> usize {
        match *self {
            Run::One(_) => 1,
            Run::Unbound { cells, .. } => cells as usize,
        }
    }

    /// The nodes and owners of the first and the last fault.
    fn borders(&self) -> [(Node, Node); 2] {
        match *self {
            Run::One(fault) => [(fault.node, fault.owner); 2],
            Run::Unbound { start, cells, .. } => {
                let last = start + cells - 1;
                [(start, start), (last, last)]
            }
        }
    }
}

impl Faults {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a fault.
    pub(super) fn push(&mut self, fault: Fault) {
        self.len += 1;
        let (name, space) = match fault.finding {
            Finding::Unbound(key) if fault.owner == fault.node => key,
            _ => return self.runs.push(Run::One(fault)),
        };
        match self.runs.last_mut() {
            Some(Run::Unbound {
                start,
                cells,
                space: same,
                ..
            }) if *same == space && *start + *cells == fault.node => *cells += 1,
            _ => self.runs.push(Run::Unbound {
                start: fault.node,
                cells: 1,
                space,
                names: count(self.names.len()),
            }),
        }
        self.names.push(name);
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Fault> {
        let runs = self.runs.iter();
        runs.flat_map(|run| (0..run.len()).map(|k| self.fault(run, k)))
    }

    /// Those from this number on, the last one first.
    pub(super) fn since(&self, from: usize) -> impl Iterator<Item = Fault> {
        self.iter().rev().take(self.len.saturating_sub(from))
    }

    /// The fault with this number in a run.
    fn fault(&self, run: &Run, k: usize) -> Fault {
        match *run {
            Run::One(fault) => fault,
            Run::Unbound {
                start,
                space,
                names,
                ..
            } => {
                let node = start + count(k);
                let name = self.names.get(names as usize + k);
                Fault {
                    node,
                    owner: node,
                    finding: Finding::Unbound((name.copied().unwrap_or(Symbol::LIST), space)),
                }
            }
        }
    }

    /// Forgets all but the first ones.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.len > len {
            let beyond = self.len - len;
            match self.runs.last_mut() {
                Some(Run::Unbound { cells, .. }) if (*cells as usize) > beyond => {
                    *cells -= count(beyond);
                    self.names.truncate(self.names.len() - beyond);
                    self.len = len;
                }
                Some(Run::Unbound { cells, .. }) => {
                    let gone = *cells as usize;
                    self.names.truncate(self.names.len().saturating_sub(gone));
                    self.len -= gone;
                    self.runs.pop();
                }
                _ => {
                    self.runs.pop();
                    self.len -= 1;
                }
            }
        }
    }

    /// The same faults by nodes and owners. A walk finds most in this order.
    pub(super) fn sorted(mut self) -> Faults {
        let borders = self.runs.iter().flat_map(Run::borders);
        if !borders.is_sorted() {
            let mut faults: Vec<Fault> = self.iter().collect();
            faults.sort_by_key(|fault| (fault.node, fault.owner));
            self = faults.into_iter().collect();
        }
        self.runs.shrink_to_fit();
        self.names.shrink_to_fit();
        self
    }

    /// Of sorted faults: those of terms and commands among these nodes that are found at the term or command itself.
    pub(super) fn at_owners(&self, owners: Range<Node>) -> impl Iterator<Item = Fault> {
        let begun = self
            .runs
            .partition_point(|run| run.borders()[1].0 < owners.start);
        let runs = self.runs.iter().skip(begun);
        let end = owners.end;
        runs.take_while(move |run| run.borders()[0].0 < end)
            .flat_map(move |run| {
                let [(first, _), (last, _)] = run.borders();
                let (from, to) = (owners.start.max(first), owners.end.min(last + 1));
                let places = (from - first) as usize..(to - first) as usize;
                places.map(|k| self.fault(run, k))
            })
            .filter(|fault| fault.owner == fault.node)
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Faults {
        let mut all = Faults::default();
        all.extend(faults);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Faults};
    use crate::language::smtlib::binding::Space;
    use crate::language::smtlib::ill_formed::{Finding, IllFormed};
    use crate::tree::{Node, Symbol};

    fn unbound(node: Node, name: &str) -> Fault {
        let key = (Symbol::of(name.as_bytes()), Space::Term);
        let finding = Finding::Unbound(key);
        Fault {
            node,
            owner: node,
            finding,
        }
    }

    fn misfit(node: Node, owner: Node) -> Fault {
        Fault {
            node,
            owner,
            finding: Finding::Fault(IllFormed::Misplaced),
        }
    }

    fn some() -> Vec<Fault> {
        let mut faults: Vec<Fault> = (3..9).map(|node| unbound(node, "x")).collect();
        faults.push(misfit(9, 2));
        faults.extend([unbound(12, "y"), unbound(13, "z"), unbound(15, "z")]);
        faults
    }

    #[test]
    fn a_run_of_unbound_names_is_kept_as_one_and_read_as_many() {
        let faults: Faults = some().into_iter().collect();
        assert_eq!(faults.runs.len(), 4);
        assert_eq!(faults.len(), 10);
        assert_eq!(faults.iter().collect::<Vec<_>>(), some());
    }

    #[test]
    fn faults_are_sorted_wherever_they_were_found() {
        let mut reversed = some();
        reversed.reverse();
        let faults: Faults = reversed.into_iter().collect();
        assert_eq!(faults.sorted(), some().into_iter().collect::<Faults>());
    }

    #[test]
    fn any_number_of_faults_can_be_forgotten() {
        for len in 0..=10 {
            let mut faults: Faults = some().into_iter().collect();
            faults.truncate(len);
            let first: Faults = some().into_iter().take(len).collect();
            assert_eq!(faults, first);
        }
    }

    #[test]
    fn the_faults_of_some_terms_are_found_at_these_terms() {
        let faults: Faults = some().into_iter().collect();
        for start in 0..17 {
            for end in start..17 {
                let expected = some().into_iter();
                let is_there =
                    |fault: &Fault| fault.owner == fault.node && (start..end).contains(&fault.node);
                let expected: Vec<Fault> = expected.filter(is_there).collect();
                assert_eq!(faults.at_owners(start..end).collect::<Vec<_>>(), expected);
            }
        }
    }
}
