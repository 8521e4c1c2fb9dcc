//! An atom as a solver prints it.

use super::signatures::{Signature, signatures};
use super::tokens::{Token, Tokens};

/// A printed atom: its predicate, and its arguments without the parentheses.
pub(super) struct Atom<'a> {
    pub(super) signature: Signature,
    pub(super) arguments: &'a [u8],
}

impl<'a> Atom<'a> {
    /// The atom, if the text is one: `-p(1,"a")`, but neither a number nor a string.
    pub(super) fn of(text: &'a [u8]) -> Option<Atom<'a>> {
        let (is_negated, positive) = match text.strip_prefix(b"-") {
            Some(positive) => (true, positive),
            None => (false, text),
        };
        let mut tokens = Tokens::of(positive);
        let Some(Token::Name(name)) = tokens.next() else {
            return None;
        };
        let behind = &positive[tokens.position()..];
        let (arguments, arity) = if behind.is_empty() {
            (behind, 0)
        } else {
            let inner = behind.strip_prefix(b"(")?.strip_suffix(b")")?;
            // The predicate itself is the only one with this name that spans the whole atom; functions of the same
            // name may be inside, so its arguments are counted as those of a name that is not used elsewhere.
            let counted = [b"smelt'", behind].concat();
            let is_it = |found: &Signature| found.name == b"smelt'";
            let arity = signatures(&counted).into_iter().find(is_it)?.arity;
            (inner, arity)
        };
        Some(Atom {
            signature: Signature {
                is_negated,
                name: name.to_vec(),
                arity,
            },
            arguments,
        })
    }
}
