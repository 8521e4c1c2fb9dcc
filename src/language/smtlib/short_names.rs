//! Short names for all bindings of a text. They all differ, so many bindings can be renamed at once.

use super::Binding;
use super::operators::is_reserved;
use crate::tree::Symbol;

/// The characters of a name. A name begins with one of the first [`LETTERS`] of them.
const CHARACTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// How many of the characters may begin a name.
const LETTERS: usize = 52;

/// A name for each binding whose own name is longer. The names are distinct, and none of them is taken. The bindings
/// get names in their order, shorter names first.
pub(super) fn short_names(
    bindings: &[Binding],
    is_taken: impl Fn(Symbol) -> bool,
) -> Vec<Option<Symbol>> {
    let mut unused = unused_names(is_taken).peekable();
    let mut shorter = |own: Symbol| unused.next_if(|name| name.bytes().len() < own.bytes().len());
    let names = bindings.iter().map(|binding| shorter(binding.name));
    names.collect()
}

/// The names that are neither taken nor have a meaning of their own, the short ones first.
pub(super) fn unused_names(is_taken: impl Fn(Symbol) -> bool) -> impl Iterator<Item = Symbol> {
    (0..).filter_map(move |number| {
        let name = nth_name(number);
        let symbol = Symbol::of(&name);
        (!is_reserved(&name) && !is_taken(symbol)).then_some(symbol)
    })
}

/// The names in order: `a`, `b`, … `Z`, `aa`, `ab`, … `a9`, `ba`, …
fn nth_name(mut number: usize) -> Vec<u8> {
    let (mut of_length, mut length) = (LETTERS, 1);
    while number >= of_length {
        number -= of_length;
        of_length = of_length.saturating_mul(CHARACTERS.len());
        length += 1;
    }
    let mut name = vec![0; length];
    for (place, character) in name.iter_mut().enumerate().rev() {
        let base = if place == 0 {
            LETTERS
        } else {
            CHARACTERS.len()
        };
        *character = CHARACTERS[number % base];
        number /= base;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::nth_name;

    #[test]
    fn names_are_given_the_short_ones_first_and_none_twice() {
        let name = |number| String::from_utf8(nth_name(number)).unwrap_or_default();
        let names: Vec<String> = [0, 51, 52, 53, 52 + 61, 52 + 62, 52 + 52 * 62]
            .map(name)
            .into();
        assert_eq!(names, ["a", "Z", "aa", "ab", "a9", "ba", "aaa"]);
    }
}
