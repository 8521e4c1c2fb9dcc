//! The predicates of a text in gringo's format: those that may occur in it, and those that it shows, because a solver
//! prints only these.

use crate::language::asp::lexer::tokens_of_any;
use crate::language::asp::signature::{Signature, predicate};
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

/// An open parenthesis or bracket.
struct OpenBracket {
    /// The name before it, and whether there is a `-` before that.
    name: Option<(Vec<u8>, bool)>,
    commas: usize,
    is_empty: bool,
}

/// All predicates that may occur in a text: every name with each number of arguments that it has there.
///
/// Functions and constants are among them, because the tokens around a name do not say what it is. This does no harm: a
/// constraint on a predicate that no rule defines changes nothing.
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
    use super::{Shown, Signature, shown, signatures};
    use std::collections::BTreeSet;

    fn text_of(predicates: &BTreeSet<Signature>) -> String {
        let each = predicates.iter().map(|predicate| {
            let sign = if predicate.is_negated { "-" } else { "" };
            let name = String::from_utf8_lossy(&predicate.name);
            format!("{sign}{name}/{}", predicate.arity)
        });
        let mut each: Vec<String> = each.collect();
        each.sort();
        each.join(" ")
    }

    #[test]
    fn what_is_shown_is_everything_or_some_predicates_or_terms() {
        let table = [
            ("a. % #show.\n", "all"),
            ("a. #show.", ""),
            ("#show c/0. #show -p / 2. a.", "-p/2 c/0"),
            ("#show X : p(X).", "terms"),
            ("#show a/0 : b.", "terms"),
            ("#show f(1..2).", "terms"),
            ("#hide. #show a/0.", "terms"),
        ];
        for (text, expected) in table {
            let found = match shown(text.as_bytes()) {
                Shown::All => "all".to_owned(),
                Shown::Terms => "terms".to_owned(),
                Shown::Only(only) => text_of(&only),
            };
            assert_eq!(found, expected, "{text}");
        }
    }

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
            let found = text_of(&signatures(text.as_bytes()));
            assert_eq!(found, expected, "{text}");
        }
    }
}
