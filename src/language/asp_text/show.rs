//! Which atoms a gringo text shows: a solver prints only those.

use super::signatures::Signature;
use super::tokens::{Token, Tokens};
use std::collections::BTreeSet;

/// What is printed of an answer set.
pub(super) enum Shown {
    /// All atoms.
    All,
    /// The atoms of these predicates.
    Only(BTreeSet<Signature>),
    /// Terms that need not be atoms.
    Terms,
}

/// What a text shows.
pub(super) fn shown(text: &[u8]) -> Shown {
    let mut only: Option<BTreeSet<Signature>> = None;
    let mut tokens = Tokens::of(text);
    while let Some(token) = tokens.next() {
        match token {
            Token::Directive(b"hide") => return Shown::Terms,
            Token::Directive(b"show") => {
                let begin = tokens.position();
                let end = tokens.find(|&token| token == Token::Byte(b'.'));
                let end = tokens.position() - usize::from(end.is_some());
                let all = only.get_or_insert_default();
                match text[begin..end].trim_ascii() {
                    b"" => {}
                    what => match signature(what) {
                        Some(signature) => {
                            all.insert(signature);
                        }
                        None => return Shown::Terms,
                    },
                }
            }
            _ => {}
        }
    }
    only.map_or(Shown::All, Shown::Only)
}

/// The predicate in `#show p/1.` or `#show -p/1.`.
fn signature(text: &[u8]) -> Option<Signature> {
    let (is_negated, text) = match text.strip_prefix(b"-") {
        Some(rest) => (true, rest.trim_ascii_start()),
        None => (false, text),
    };
    let slash = memchr::memchr(b'/', text)?;
    let (name, arity) = (
        text[..slash].trim_ascii_end(),
        text[slash + 1..].trim_ascii(),
    );
    let mut tokens = Tokens::of(name);
    if tokens.next() != Some(Token::Name(name)) || !arity.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(Signature {
        is_negated,
        name: name.to_vec(),
        arity: std::str::from_utf8(arity).ok()?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Shown, shown};

    #[test]
    fn what_is_shown_is_everything_or_some_predicates_or_terms() {
        let table = [
            ("a. % #show.\n", "all"),
            ("a. #show.", ""),
            ("#show c/0. #show -p / 2. a.", "c/0 -p/2"),
            ("#show X : p(X).", "terms"),
            ("#show a/0 : b.", "terms"),
            ("#show f(1..2).", "terms"),
            ("#hide. #show a/0.", "terms"),
        ];
        for (text, expected) in table {
            let found = match shown(text.as_bytes()) {
                Shown::All => "all".to_owned(),
                Shown::Terms => "terms".to_owned(),
                Shown::Only(only) => {
                    let each = only.iter().map(|shown| {
                        let sign = if shown.is_negated { "-" } else { "" };
                        format!(
                            "{sign}{}/{}",
                            String::from_utf8_lossy(&shown.name),
                            shown.arity
                        )
                    });
                    each.collect::<Vec<_>>().join(" ")
                }
            };
            assert_eq!(found, expected, "{text}");
        }
    }
}
