//! Which atoms a text in gringo's format shows: a solver prints only those.

use crate::language::asp::lexer::tokens_of_any;
use crate::language::asp::signature::Signature;
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
    let mut tokens = tokens_of_any(text).map(|token| token.bytes);
    while let Some(token) = tokens.next() {
        match token {
            b"#hide" => return Shown::Terms,
            b"#show" => {
                let shown: Vec<&[u8]> =
                    tokens.by_ref().take_while(|&token| token != b".").collect();
                let predicates = only.get_or_insert_default();
                match Signature::of(&shown) {
                    Some(signature) => {
                        predicates.insert(signature);
                    }
                    None if shown.is_empty() => {}
                    None => return Shown::Terms,
                }
            }
            _ => {}
        }
    }
    only.map_or(Shown::All, Shown::Only)
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
