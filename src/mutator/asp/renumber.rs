//! asp-rank-numbers, asp-shift-numbers: all numbers of a program become smaller together.

use crate::language::TestCase;
use crate::language::asp::{GRINGO, LPARSE, Role, analysis, number};
use crate::mutator::proposal::simplifications;
use crate::mutator::{Mutator, Profile, Proposals};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Changes all numbers of a program in text format together. Applies to the first statement.
pub struct Renumber {
    profile: &'static Profile,
    /// The new value of a number, given the number, its place among the numbers of the program, and the least of these.
    value: fn(i64, i64, i64) -> i64,
}

/// `p(17,40). q(40).` → `p(0,1). q(1).`: each number becomes its place among the numbers of the program. So equal numbers
/// stay equal, and smaller ones smaller.
pub static RANK_NUMBERS: Renumber = Renumber {
    profile: &const {
        Profile::of_asp(
            "asp-rank-numbers",
            "Replace all numbers by their places in the order of numbers",
        )
    },
    value: |_, place, _| place,
};

/// `p(17,40). q(40).` → `p(0,23). q(23).`: the least number is subtracted from all of them. So all differences stay.
pub static SHIFT_NUMBERS: Renumber = Renumber {
    profile: &const {
        Profile::of_asp(
            "asp-shift-numbers",
            "Subtract the least number from all numbers",
        )
    },
    value: |number, _, least| number - least,
};

/// Programs with more different numbers stay as they are.
const MOST: usize = 1_000;

impl Mutator for Renumber {
    fn profile(&self) -> &'static Profile {
        self.profile
    }

    fn applies(&self, case: &TestCase, node: Node) -> bool {
        node == 1 && matches!(case.dialect(), GRINGO | LPARSE) && analysis(case).is_some()
    }

    fn proposals<'a>(&'a self, case: &'a TestCase, node: Node) -> Proposals<'a> {
        let edit = self.applies(case, node).then(|| self.renumbered(case));
        simplifications(edit.flatten())
    }
}

impl Renumber {
    /// The edit that changes all numbers. None if it changes nothing, or if there are too many numbers.
    fn renumbered(&self, case: &TestCase) -> Option<Edit> {
        let (tree, analysis) = (case.tree(), analysis(case)?);
        let is_term = |&node: &Node| analysis.role(node) == Role::Term && !tree.is_list(node);
        let value = |node: Node| number(tree.bytes(node)).filter(|&number| number >= 0);
        let mut places = Vec::new();
        let mut numbers = BTreeSet::new();
        for node in (1..tree.end()).filter(is_term) {
            if let Some(number) = value(node) {
                places.push((node, number));
                numbers.insert(number);
            }
            if numbers.len() > MOST {
                return None;
            }
        }
        let least = numbers.first().copied()?;
        let renumbered = (0..).zip(&numbers);
        let renumbered =
            renumbered.map(|(place, &number)| (number, (self.value)(number, place, least)));
        let renumbered: FxHashMap<i64, i64> = renumbered.collect();
        let splices = places.into_iter().filter_map(|(at, number)| {
            let new = renumbered.get(&number).filter(|&&new| new != number)?;
            Some(Splice {
                at,
                cells: 1,
                with: vec![Piece::Leaf(Symbol::of(new.to_string().as_bytes()))],
            })
        });
        let splices: Vec<Splice> = splices.collect();
        (!splices.is_empty()).then(|| Edit::new(splices))
    }
}
