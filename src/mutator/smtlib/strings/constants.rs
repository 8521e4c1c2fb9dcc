//! str-constants: replaces a string literal by a shorter one.

use crate::mutator::Profile;
use crate::mutator::smtlib::characters::ends_of_characters;
use crate::mutator::smtlib::literals::{Literals, Simpler};
use crate::tree::Symbol;
use std::ops::Range;

/// The smallest sections that are removed are this part of a string.
const PARTS: usize = 64;

/// `"abc123"` → `""`, `"abc"`, `"123"`, `"bc123"`, `"abc12"`. Escapes such as `""`, `\u{1F600}`, `\u00ab` and `\x0a` are
/// single characters.
pub static CONSTANTS: Literals = Literals {
    profile: &Profile::of_smtlib(
        "str-constants",
        "Replace a string constant by a shorter one",
        "strings",
    ),
    applies: |token| token.starts_with(b"\"") && token.len() > 2,
    simpler,
};

fn simpler(token: &'static [u8]) -> Simpler {
    let content = &token[1..token.len() - 1];
    let ends = ends_of_characters(content);
    let count = ends.len();
    let whole = 0..count;
    let mut removed: Vec<Range<usize>> = vec![whole];
    let mut parts = 2;
    while 2 * parts <= count && parts <= PARTS {
        removed.extend(
            (0..parts)
                .rev()
                .map(|part| part * count / parts..(part + 1) * count / parts),
        );
        parts *= 2;
    }
    removed.extend([0..1, count - 1..count]);
    removed.dedup();
    Box::new(removed.into_iter().map(move |gone| {
        let end = |character: usize| character.checked_sub(1).map_or(0, |last| ends[last]);
        let rest = [&content[..end(gone.start)], &content[end(gone.end)..]].concat();
        Symbol::of(&[b"\"", &rest[..], b"\""].concat())
    }))
}
