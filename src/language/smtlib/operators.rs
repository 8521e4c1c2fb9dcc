//! The operators of the theories, by name, and the other names that belong to the language.
//!
//! All of them come from the declarations of the theories, which `theories` reads, except for the names of commands.

use super::operator::Operator;
use super::theories::{Attribute, Binder, SortName, Theories};
use super::{Sort, commands};
use crate::tree::Symbol;
use std::sync::OnceLock;

/// The plain (not indexed) operator with this name.
pub fn operator(name: Symbol) -> Option<&'static Operator> {
    find(name, false)
}

/// The indexed operator with this name.
pub fn indexed(name: Symbol) -> Option<&'static Operator> {
    find(name, true)
}

/// The operators of which an application may have this sort, in the order of their declarations. Operators that only
/// some solvers know are left out.
pub fn yielding(sort: Sort) -> impl Iterator<Item = &'static Operator> {
    let operators = theories().operators.iter();
    operators.filter(move |operator| operator.yielding(sort).next().is_some())
}

/// Whether the word begins a term that binds names.
pub fn is_binder(word: Symbol) -> bool {
    binder(word).is_some()
}

/// Whether the word is a quantifier.
pub(crate) fn is_quantifier(word: Symbol) -> bool {
    binder(word) == Some(Binder::Formula)
}

/// What kind of binder the word begins; none if it begins no term that binds names.
pub(super) fn binder(word: Symbol) -> Option<Binder> {
    theories().binders.get(&word).copied()
}

/// Whether the word has a fixed meaning in every term, so that no solver takes it for an ordinary name.
pub fn is_word(word: Symbol) -> bool {
    theories().words.contains(&word)
}

/// What is known about the attribute of terms with this keyword, if it needs a value.
pub fn attribute(keyword: Symbol) -> Option<Attribute> {
    theories().attributes.get(&keyword).copied()
}

/// What the name means as a sort that needs no declaration.
pub(super) fn sort_name(name: Symbol) -> Option<SortName> {
    theories().sorts.get(&name).copied()
}

/// The constants of a sort that this attribute of the theories lists, the least one first; empty for a sort with widths,
/// whose constants are computed.
pub(super) fn constants(sort: Sort, list: &'static str) -> &'static [Symbol] {
    let constants = theories().constants.get(&(sort, list));
    constants.map_or(&[], Vec::as_slice)
}

/// The names of operators that occur only in texts in an older dialect of this theory.
pub(super) fn older_operators(theory: Symbol) -> impl Iterator<Item = Symbol> {
    theories()
        .operators
        .iter()
        .filter(move |operator| operator.is_older && operator.theory == theory)
        .map(|operator| operator.name)
}

/// All names of sorts and operators of a theory.
pub(crate) fn names_of_theory(theory: Symbol) -> impl Iterator<Item = Symbol> {
    let sorts = theories()
        .sorts
        .iter()
        .filter(move |(_, sort)| sort.theory == theory)
        .map(|(&name, _)| name);
    let operators = theories()
        .operators
        .iter()
        .filter(move |operator| operator.theory == theory)
        .map(|operator| operator.name);
    sorts.chain(operators)
}

/// The shorter name of a sort.
pub(crate) fn alias_of(sort: Sort) -> Option<Symbol> {
    theories().aliases.get(&sort).copied()
}

/// The sort for which this shorter name stands.
pub(crate) fn alias(name: Symbol) -> Option<Sort> {
    let sort = theories().sorts.get(&name)?.sort;
    (alias_of(sort) == Some(name)).then_some(sort)
}

/// Whether the name belongs to the language, not to the input. No binding may get such a name.
pub(crate) fn is_reserved(name: &[u8]) -> bool {
    let symbol = Symbol::of(name);
    let theories = theories();
    is_word(symbol)
        || is_binder(symbol)
        || theories.sorts.contains_key(&symbol)
        || commands::parts(symbol).is_some()
        || operator(symbol).or_else(|| indexed(symbol)).is_some()
        || may_be_built_in(name)
}

/// Whether the name may be built into a solver, even if no declaration of a theory has it.
pub(super) fn may_be_built_in(name: &[u8]) -> bool {
    let is_bv = |rest: &[u8]| !rest.is_empty() && rest.iter().all(u8::is_ascii_lowercase);
    let theories = theories();
    let mut prefixes = theories.prefixes.iter();
    theories.reserved.contains(&Symbol::of(name))
        || prefixes.any(|prefix| name.starts_with(prefix.bytes()))
        || name.strip_prefix(b"bv").is_some_and(is_bv)
}

fn find(name: Symbol, is_indexed: bool) -> Option<&'static Operator> {
    let theories = theories();
    let place = theories.places.get(&(name, is_indexed))?;
    theories.operators.get(*place)
}

/// # Panics
/// If a file of a theory cannot be read, which a test below would show.
fn theories() -> &'static Theories {
    static THEORIES: OnceLock<Theories> = OnceLock::new();
    THEORIES.get_or_init(|| match Theories::read() {
        Ok(theories) => theories,
        Err(row) => panic!("a row of a theory cannot be read: {row}"),
    })
}

#[cfg(test)]
mod tests {
    use super::{is_reserved, theories};

    #[test]
    fn every_row_of_every_theory_is_read() {
        assert!(theories().operators.len() > 250);
    }

    #[test]
    fn words_operators_and_sorts_of_every_theory_are_the_languages() {
        let words = "\
            ! _ as let forall exists lambda match par BINARY NUMERAL STRING assert check-sat declare-const define-fun \
            echo exit get-model pop push reset set-info set-logic set-option true false not and or xor => = distinct ite \
            if implies iff + - * / div mod abs < <= > >= ^ pi sin sqrt to_real is_int divisible select store const \
            concat extract repeat zero_extend rotate_left int2bv fp to_fp RNE RTZ NaN Bool Int Real String RegLan Array \
            BitVec FloatingPoint RoundingMode Float16 Float128 Seq Set List nil cons head tail is map char union \
            intersection setminus subset member singleton card complement emptyset univset join product transpose tuple \
            update sep pto wand emp bvadd bvfoo fp.add str.new re.all seq.unit set.union bag.count int.pow2";
        for word in words.split_ascii_whitespace() {
            assert!(is_reserved(word.as_bytes()), "{word}");
        }
        for name in ["x", "bv1", "fpx", "Sets", "assertion", "v12"] {
            assert!(!is_reserved(name.as_bytes()), "{name}");
        }
    }
}
