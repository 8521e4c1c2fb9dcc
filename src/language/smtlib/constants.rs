//! The literals and named constants with which a mutator may replace a term of a sort.

use super::theories::{OLDER, OTHER, USUAL};
use super::{Bits, Sort, SortKind, operators};
use crate::tree::Symbol;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// The vector of ones is not offered for wider bit-vectors.
const WIDEST: u32 = 256;

/// The literals by sort: every term of a text is compared with those of its sort, so they are spelled only once.
static SPELLED: OnceLock<RwLock<FxHashMap<Sort, Arc<[Symbol]>>>> = OnceLock::new();

/// The constants that matter most, of a sort that has constants of its own: at most three, the least one first.
pub fn literals(sort: Sort) -> Arc<[Symbol]> {
    let spelled = SPELLED.get_or_init(RwLock::default);
    let known = spelled.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(literals) = known.get(&sort) {
        return Arc::clone(literals);
    }
    drop(known);
    let literals: Arc<[Symbol]> = spell(sort).into();
    let mut spelled = spelled.write().unwrap_or_else(PoisonError::into_inner);
    spelled.insert(sort, Arc::clone(&literals));
    literals
}

/// The constants that matter most, in an older dialect of the theory if `is_older`. Constants of a sort with arguments
/// must be qualified with it.
pub(crate) fn literals_in_dialect(sort: Sort, is_older: bool) -> Arc<[Symbol]> {
    let generic = generic(sort);
    let older = operators::constants(generic, OLDER);
    if is_older && !older.is_empty() {
        return older.into();
    }
    literals(generic)
}

/// The words that occur only in texts in an older dialect; empty if that dialect has no other constants of this sort.
pub(crate) fn older_words(sort: Sort) -> impl Iterator<Item = Symbol> {
    let older = operators::constants(generic(sort), OLDER);
    let name = match sort.kind() {
        SortKind::Other(head, _) if !older.is_empty() => operators::sort_name(head),
        _ => None,
    };
    let words = name.map(|name| operators::older_operators(name.theory));
    // The standard has kept one of these constants.
    let is_kept = |word: &&Symbol| {
        let operator = operators::operator(**word);
        operator.is_some_and(|operator| !operator.ranks.is_empty())
    };
    let constants = older.iter().filter(move |word| !is_kept(word)).copied();
    constants.chain(words.into_iter().flatten())
}

/// The sort with variables for its arguments.
fn generic(sort: Sort) -> Sort {
    match sort.kind() {
        SortKind::Other(head, arguments) => Sort::generic(head, arguments.len()),
        _ => sort,
    }
}

fn spell(sort: Sort) -> Vec<Symbol> {
    match sort.kind() {
        SortKind::BitVec(width) => vectors(width),
        SortKind::Float(..) => floats(sort, &["+zero", "NaN"]),
        _ => operators::constants(sort, USUAL).to_vec(),
    }
}

/// Constants of a sort that matter in rare cases.
pub(crate) fn other_literals(sort: Sort) -> Vec<Symbol> {
    match sort.kind() {
        SortKind::Float(..) => floats(sort, &["-zero", "+oo", "-oo"]),
        _ => operators::constants(sort, OTHER).to_vec(),
    }
}

/// The special floating-point numbers with these names.
fn floats(sort: Sort, names: &[&str]) -> Vec<Symbol> {
    let SortKind::Float(exponent, significand) = sort.kind() else {
        return Vec::new();
    };
    names
        .iter()
        .map(|name| Symbol::of(format!("(_ {name} {exponent} {significand})").as_bytes()))
        .collect()
}

/// Zero, one, and the vector of ones.
fn vectors(width: u32) -> Vec<Symbol> {
    let ones = (width > 1 && width <= WIDEST).then(|| Bits::ones(width));
    [Bits::zero(width), Bits::one(width)]
        .into_iter()
        .chain(ones)
        .map(|bits| bits.shortest())
        .collect()
}
