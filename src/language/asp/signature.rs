//! Predicates: a name with the number of its arguments.

use super::term::is_name;

/// A predicate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Signature {
    /// Whether it is classically negated, as in `-p(X)`.
    pub(super) is_negated: bool,
    pub(super) name: Vec<u8>,
    pub(super) arity: usize,
}

impl Signature {
    /// The predicate that the tokens `p/2` or `-p/2` name.
    pub(super) fn of(tokens: &[&[u8]]) -> Option<Signature> {
        let (is_negated, unsigned) = unsigned(tokens);
        let &[name, b"/", arity] = unsigned else {
            return None;
        };
        if !arity.iter().all(u8::is_ascii_digit) {
            return None;
        }
        Some(Signature {
            is_negated,
            name: predicate(name)?.to_vec(),
            arity: str::from_utf8(arity).ok()?.parse().ok()?,
        })
    }
}

/// Whether the tokens begin with a minus sign, and the other tokens.
pub(super) fn unsigned<'t, 'a>(tokens: &'t [&'a [u8]]) -> (bool, &'t [&'a [u8]]) {
    match tokens {
        [b"-", rest @ ..] => (true, rest),
        _ => (false, tokens),
    }
}

/// The token, if it can be the name of a predicate.
pub(super) fn predicate(token: &[u8]) -> Option<&[u8]> {
    (is_name(token) && !token.starts_with(b"@")).then_some(token)
}
