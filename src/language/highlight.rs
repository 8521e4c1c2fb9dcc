//! The tokens of a text as a reader sees them: with comments, and of any text, whether or not it can be read.

use std::ops::Range;

/// What a token is to a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A comment.
    Comment,
    /// A string.
    Text,
    /// A number, or another literal.
    Number,
    /// A word of the language itself.
    Keyword,
    /// Any other word.
    Name,
    /// Punctuation.
    Sign,
}

/// A token, and where it is in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleToken {
    /// What it is.
    pub kind: TokenKind,
    /// The bytes of the text that it takes.
    pub place: Range<usize>,
}

impl VisibleToken {
    pub(super) fn new(kind: TokenKind, place: Range<usize>) -> VisibleToken {
        VisibleToken { kind, place }
    }
}

/// Each line as one token.
pub(super) fn lines(text: &[u8]) -> Vec<VisibleToken> {
    let mut from = 0;
    let mut tokens = Vec::new();
    for line in text.split(|byte| *byte == b'\n') {
        let end = from + line.len();
        if from < end {
            tokens.push(VisibleToken::new(TokenKind::Name, from..end));
        }
        from = end + 1;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::TokenKind::{self, Comment, Keyword, Name, Number, Sign, Text};
    use crate::language::language;

    /// The name of a language, a text, and its tokens.
    type Expected<'t> = (&'t str, &'t str, &'t [(TokenKind, &'t str)]);

    #[test]
    fn any_text_has_tokens_in_order_with_their_kinds() {
        let table: &[Expected] = &[
            ("lines", "a b\n\nc", &[(Name, "a b"), (Name, "c")]),
            (
                "smtlib",
                "; x\n(assert (= x #b1 ) \"a\"\"b\" :named",
                &[
                    (Comment, "; x\n"),
                    (Sign, "("),
                    (Keyword, "assert"),
                    (Sign, "("),
                    (Name, "="),
                    (Name, "x"),
                    (Number, "#b1"),
                    (Sign, ")"),
                    (Text, "\"a\"\"b\""),
                    (Keyword, ":named"),
                ],
            ),
            (
                "smtlib",
                ") \"no end (",
                &[(Sign, ")"), (Text, "\"no end (")],
            ),
            (
                "asp",
                "% x\na :- not b(1,\"s\"). %* é *%\n%* no end",
                &[
                    (Comment, "% x"),
                    (Name, "a"),
                    (Keyword, ":-"),
                    (Keyword, "not"),
                    (Name, "b"),
                    (Sign, "("),
                    (Number, "1"),
                    (Sign, ","),
                    (Text, "\"s\""),
                    (Sign, ")"),
                    (Sign, "."),
                    (Comment, "%* é *%"),
                    (Comment, "%* no end"),
                ],
            ),
        ];
        for (name, text, expected) in table {
            let language = language(name).expect("a language");
            let tokens = language.visible_tokens(text.as_bytes());
            let found: Vec<_> = tokens
                .iter()
                .map(|token| (token.kind, &text[token.place.clone()]))
                .collect();
            assert_eq!(&found, expected, "{name}: {text}");
        }
    }
}
