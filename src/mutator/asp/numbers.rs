//! Numbers become smaller, each alone or all numbers of a program together.

use crate::language::TestCase;
use crate::language::asp::{GRINGO, LPARSE, Role, analysis, number};
use crate::mutator::proposal::{replacing, unseen};
use crate::mutator::{At, Mutator};
use crate::tree::{Edit, Node, Piece, Splice, Symbol};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// `7` → `0`, `1`, `3`, `6`; and `-7` → `7`.
pub static LOWER_NUMBERS: Mutator = Mutator::asp("asp-lower-numbers")
    .about("Make a weight, a bound or another number smaller")
    .at(At::Asp(Role::Term))
    .only(|case, node| lowerable(case, node).is_some())
    // The order of texts decides whether a number of equal rank and length is smaller.
    .edits(|case, node| {
        let smaller = lowerable(case, node).map(smaller).unwrap_or_default();
        let token = |number: i64| Symbol::of(number.to_string().as_bytes());
        replacing(
            case,
            node,
            smaller
                .into_iter()
                .map(move |number| [Piece::Leaf(token(number))]),
        )
    });

/// The value of a term that is a number other than zero.
fn lowerable(case: &TestCase, node: Node) -> Option<i64> {
    let token = (!case.tree().is_list(node)).then(|| case.tree().bytes(node))?;
    number(token).filter(|&number| number != 0)
}

/// Numbers that are nearer to zero, the most promising first.
fn smaller(number: i64) -> Vec<i64> {
    let smaller = if number < 0 {
        vec![0, 1, -1, number.saturating_neg(), number / 2]
    } else {
        vec![0, 1, number / 2, number - 1]
    };
    unseen(smaller, [number]).collect()
}

/// `p(17,40). q(40).` → `p(0,1). q(1).`: each number becomes its place among the numbers of the program. So the order
/// of the numbers stays the same.
pub static RANK_NUMBERS: Mutator = Mutator::asp("asp-rank-numbers")
    .about("Replace all numbers by their places in the order of numbers")
    .at(At::Program)
    .only(is_text)
    .edit(|case, _| renumbered(case, |_, place, _| place));

/// `p(17,40). q(40).` → `p(0,23). q(23).`: the least number is subtracted from all of them. So all differences stay.
pub static SHIFT_NUMBERS: Mutator = Mutator::asp("asp-shift-numbers")
    .about("Subtract the least number from all numbers")
    .at(At::Program)
    .only(is_text)
    .edit(|case, _| renumbered(case, |number, _, least| number - least));

/// Programs with more different numbers than this stay as they are.
const MOST: usize = 1_000;

/// Whether the program is in a text format.
fn is_text(case: &TestCase, _: Node) -> bool {
    matches!(case.dialect(), GRINGO | LPARSE)
}

/// The edit that changes all numbers of a program that are not negative. None if it changes nothing, or if there are
/// too many numbers. `new` gets a number, its place among the numbers of the program, and the least of these, and
/// returns the new number.
fn renumbered(case: &TestCase, new: fn(i64, i64, i64) -> i64) -> Option<Edit> {
    let (tree, analysis) = (case.tree(), analysis(case));
    let is_token = |&node: &Node| analysis.role(node) == Role::Term && !tree.is_list(node);
    // The numbers of the program, and where they are.
    let mut places = Vec::new();
    let mut numbers = BTreeSet::new();
    for node in (1..tree.end()).filter(is_token) {
        if let Some(number) = number(tree.bytes(node)).filter(|&number| number >= 0) {
            places.push((node, number));
            numbers.insert(number);
        }
        if numbers.len() > MOST {
            return None;
        }
    }
    let least = numbers.first().copied()?;
    // The new number for each of them.
    let renumbered: FxHashMap<i64, i64> = (0..)
        .zip(&numbers)
        .map(|(place, &number)| (number, new(number, place, least)))
        .collect();
    let splices: Vec<Splice> = places
        .into_iter()
        .filter_map(|(at, number)| {
            let new = renumbered.get(&number).filter(|&&new| new != number)?;
            let token = Symbol::of(new.to_string().as_bytes());
            Some(Splice::replace(tree, at, vec![Piece::Leaf(token)]))
        })
        .collect();
    (!splices.is_empty()).then(|| Edit::new(splices))
}
