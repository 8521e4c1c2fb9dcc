//! The predicates that may occur in a text in gringo's format: every name with each number of arguments that it has
//! there.
//!
//! Functions and constants are among them, because the tokens around a name do not say what it is. This does no harm: a
//! constraint on a predicate that no rule defines changes nothing.

use crate::language::asp::lexer::tokens_of_any;
use crate::language::asp::signature::{Signature, predicate};
use std::collections::BTreeSet;

/// An open parenthesis or bracket.
struct OpenBracket {
    /// The name before it, and whether there is a `-` before that.
    name: Option<(Vec<u8>, bool)>,
    commas: usize,
    is_empty: bool,
}

/// All predicates that may occur in a text.
pub(super) fn signatures(text: &[u8]) -> BTreeSet<Signature> {
    let mut found = BTreeSet::new();
    let mut open: Vec<OpenBracket> = Vec::new();
    let mut name: Option<(Vec<u8>, bool)> = None; // the name just before, and whether it follows a `-`
    let mut after_minus = false;
    // A name after a minus may be negated classically, or may be subtracted.
    let mut add = |(name, follows_minus): (Vec<u8>, bool), arity| {
        if follows_minus {
            found.insert(Signature {
                is_negated: true,
                name: name.clone(),
                arity,
            });
        }
        found.insert(Signature {
            is_negated: false,
            name,
            arity,
        });
    };
    for token in tokens_of_any(text).map(|token| token.bytes) {
        // Without a parenthesis after it, the name has no arguments.
        if token != b"("
            && let Some(name) = name.take()
        {
            add(name, 0);
        }
        if let (Some(around), false) = (open.last_mut(), is_end(token)) {
            around.is_empty = false;
        }
        match token {
            b"(" | b"[" | b"{" => open.push(OpenBracket {
                name: name.take(),
                commas: 0,
                is_empty: true,
            }),
            b"," => {
                if let Some(around) = open.last_mut() {
                    around.commas += 1;
                }
            }
            // The alternatives of a pool may have different numbers of arguments.
            b";" => {
                if let Some(around) = open.last_mut() {
                    if let Some(name) = &around.name {
                        add(name.clone(), around.arity());
                    }
                    (around.commas, around.is_empty) = (0, true);
                }
            }
            b")" | b"]" | b"}" => {
                if let Some(closed) = open.pop() {
                    let arity = closed.arity();
                    if let Some(name) = closed.name {
                        add(name, arity);
                    }
                }
            }
            _ => name = predicate(token).map(|word| (word.to_vec(), after_minus)),
        }
        after_minus = token == b"-";
    }
    if let Some(name) = name {
        add(name, 0);
    }
    found
}

/// Whether a token ends an argument, so that it is not one itself.
fn is_end(token: &[u8]) -> bool {
    matches!(token, b")" | b"]" | b"}" | b";")
}

impl OpenBracket {
    fn arity(&self) -> usize {
        if self.is_empty { 0 } else { self.commas + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::signatures;

    #[test]
    fn a_name_has_every_number_of_arguments_that_it_is_used_with() {
        let table = [
            ("a :- not b, -c.", "-c/0 a/0 b/0 c/0"),
            ("p(X,f(Y,1)) :- q (X), Y=1..2.", "f/2 p/2 q/1"),
            ("p(1;2,3). q(()). r().", "p/1 p/2 q/1 r/0"),
            ("p((1,2)). -p(X) :- q(X).", "-p/1 p/1 q/1"),
            ("x :- 1 #sum{1,a:p(a); 2,b:q(b)}.", "a/0 b/0 p/1 q/1 x/0"),
            ("{a;b}. c", "a/0 b/0 c/0"),
            (":-a. b:- -c. :~ d.", "-c/0 a/0 b/0 c/0 d/0"),
            ("p(\"a,b\",\"\"). )(", "p/2"),
        ];
        for (text, expected) in table {
            let found = signatures(text.as_bytes());
            let found = found.iter().map(|found| {
                let sign = if found.is_negated { "-" } else { "" };
                let name = String::from_utf8_lossy(&found.name);
                format!("{sign}{name}/{}", found.arity)
            });
            let mut found: Vec<_> = found.collect();
            found.sort();
            assert_eq!(found.join(" "), expected, "{text}");
        }
    }
}
