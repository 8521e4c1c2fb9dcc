//! The original and the minimized text side by side: pieces with what they are to a reader, and whether they are in both.

use crate::language::{Language, TokenKind, VisibleToken};
use crate::report::clean::shown;
use rustc_hash::FxHashMap;

/// The most pairs of tokens that are looked at. With more, nothing is marked.
const MOST_PAIRS: usize = 2_000_000;

/// Added to the class of what is not in the other text, too.
pub(super) const ALONE: u8 = 8;

/// A text in pieces, each with its class: what it is to a reader, plus [`ALONE`] if the other text lacks it.
pub(super) type Pieces = Vec<(u8, String)>;

/// A text that can be marked.
struct Lexed {
    text: String,
    tokens: Vec<VisibleToken>,
}

impl Lexed {
    /// Bytes that are no text, and characters that mislead readers, are written out before the text is split.
    fn of(language: &dyn Language, bytes: &[u8]) -> Lexed {
        let text = shown(bytes);
        let mut tokens = language.visible_tokens(text.as_bytes());
        // The lexers know bytes only: each end moves to that of a character.
        let mut end = 0;
        for token in &mut tokens {
            let begin = text.ceil_char_boundary(token.place.start).max(end);
            end = text.ceil_char_boundary(token.place.end).max(begin);
            token.place = begin..end;
        }
        Lexed { text, tokens }
    }

    fn token(&self, number: usize) -> &str {
        &self.text[self.tokens[number].place.clone()]
    }

    /// The text in pieces. White space belongs to what is before it.
    fn pieces(&self, is_alone: &[bool]) -> Pieces {
        let mut pieces: Pieces = Vec::new();
        let mut from = 0;
        let mut class = 0;
        for (token, is_alone) in self.tokens.iter().zip(is_alone) {
            add(&mut pieces, class, &self.text[from..token.place.start]);
            class = self::class(token.kind) + if *is_alone { ALONE } else { 0 };
            add(&mut pieces, class, &self.text[token.place.clone()]);
            from = token.place.end;
        }
        add(&mut pieces, class, &self.text[from..]);
        pieces
    }
}

fn add(pieces: &mut Pieces, class: u8, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some((last, piece)) if *last == class => piece.push_str(text),
        _ => pieces.push((class, text.to_owned())),
    }
}

/// The class of a token: the page has a style for each.
fn class(kind: TokenKind) -> u8 {
    match kind {
        TokenKind::Name | TokenKind::Sign => 0,
        TokenKind::Comment => 1,
        TokenKind::Text => 2,
        TokenKind::Number => 3,
        TokenKind::Keyword => 4,
    }
}

/// A text alone.
pub(super) fn pieces(language: &dyn Language, text: &[u8]) -> Pieces {
    let lexed = Lexed::of(language, text);
    lexed.pieces(&vec![false; lexed.tokens.len()])
}

/// Two texts, and in each what the other one lacks. Nothing is marked in very long ones.
pub(super) fn compared(language: &dyn Language, texts: [&[u8]; 2]) -> [Pieces; 2] {
    let lexed = texts.map(|text| Lexed::of(language, text));
    let alone = alone(&lexed);
    let [one, other] = &lexed;
    [one.pieces(&alone[0]), other.pieces(&alone[1])]
}

/// Which tokens of each text are not in a longest common subsequence. Words count more than punctuation, which would
/// otherwise be matched anywhere.
fn alone([one, other]: &[Lexed; 2]) -> [Vec<bool>; 2] {
    let mut numbers = FxHashMap::default();
    let [one_numbers, other_numbers] = [one, other].map(|lexed| numbered(lexed, &mut numbers));
    let mut alone = [
        vec![false; one_numbers.len()],
        vec![false; other_numbers.len()],
    ];
    // What both begin and end with is in it.
    let begin = common(one_numbers.iter(), other_numbers.iter());
    let [one_rest, other_rest] = [&one_numbers[begin..], &other_numbers[begin..]];
    let end = common(one_rest.iter().rev(), other_rest.iter().rev());
    let one_inner = &one_rest[..one_rest.len() - end];
    let other_inner = &other_rest[..other_rest.len() - end];
    if one_inner.len().saturating_mul(other_inner.len()) > MOST_PAIRS {
        return alone;
    }
    let weight = |at: usize| match one.tokens[begin + at].kind {
        TokenKind::Sign => 1,
        _ => 3,
    };
    // The weight of a heaviest common subsequence of what begins at each pair of tokens, from the last pair to the first.
    let width = other_inner.len() + 1;
    let mut heaviest = vec![0_u32; width * (one_inner.len() + 1)];
    for (i, a) in one_inner.iter().enumerate().rev() {
        for (j, b) in other_inner.iter().enumerate().rev() {
            let skipping = heaviest[(i + 1) * width + j].max(heaviest[i * width + j + 1]);
            let taking = if a == b {
                weight(i) + heaviest[(i + 1) * width + j + 1]
            } else {
                0
            };
            heaviest[i * width + j] = skipping.max(taking);
        }
    }
    // The subsequence itself, from the first pair to the last. A pair is taken as early as possible, so that neighbours
    // stay together.
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (one_inner.get(i), other_inner.get(j)) {
        let here = heaviest[i * width + j];
        if a == b && here == weight(i) + heaviest[(i + 1) * width + j + 1] {
            (i, j) = (i + 1, j + 1);
        } else if here == heaviest[(i + 1) * width + j] {
            alone[0][begin + i] = true;
            i += 1;
        } else {
            alone[1][begin + j] = true;
            j += 1;
        }
    }
    alone[0][begin + i..begin + one_inner.len()].fill(true);
    alone[1][begin + j..begin + other_inner.len()].fill(true);
    alone
}

/// A number for each token; equal ones have the same.
fn numbered<'t>(lexed: &'t Lexed, numbers: &mut FxHashMap<&'t str, usize>) -> Vec<usize> {
    let tokens = 0..lexed.tokens.len();
    let number = |token| {
        let next = numbers.len();
        *numbers.entry(lexed.token(token)).or_insert(next)
    };
    tokens.map(number).collect()
}

/// How many elements both begin with.
fn common<'t>(
    one: impl Iterator<Item = &'t usize>,
    other: impl Iterator<Item = &'t usize>,
) -> usize {
    one.zip(other).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::{ALONE, Pieces, compared, pieces};
    use crate::language::language;

    /// The text that both have, and what only this one has in brackets.
    fn marked(pieces: &Pieces) -> String {
        let mark = |(class, text): &(u8, String)| {
            if *class >= ALONE {
                format!("[{text}]")
            } else {
                text.clone()
            }
        };
        pieces.iter().map(mark).collect()
    }

    #[test]
    fn what_went_and_what_is_new_are_marked_in_each_text() {
        let table = [
            (
                "smtlib",
                ["(assert (and p q))(check-sat)", "(assert p)(check-sat)"],
                ["(assert [(and ]p [q)])(check-sat)", "(assert p)(check-sat)"],
            ),
            (
                "asp",
                ["% x\na :- b, not c.", "a :- d."],
                ["[% x\n]a :- [b, ][not ][c].", "a :- [d]."],
            ),
            ("lines", ["a\nb\nc", "a\nc"], ["a\n[b\n]c", "a\nc"]),
            ("lines", ["a", "a"], ["a", "a"]),
            ("smtlib", ["", "a"], ["", "[a]"]),
        ];
        for (name, texts, expected) in table {
            let language = language(name).expect("a language");
            let found = compared(language, texts.map(str::as_bytes));
            assert_eq!(found.map(|pieces| marked(&pieces)), expected, "{texts:?}");
        }
    }

    #[test]
    fn a_long_text_is_not_compared_and_no_byte_breaks_a_piece() {
        let asp = language("asp").expect("a language");
        let [one, other] = ["a.".repeat(2_000), "b.".repeat(2_000)];
        let found = compared(asp, [one.as_bytes(), other.as_bytes()]);
        assert_eq!(found.map(|pieces| marked(&pieces)), [one, other]);
        for bytes in [
            &b"\xff\xc3 a. \xc3\xa9"[..],
            "é\u{202e}%*é".as_bytes(),
            b"\"\0",
        ] {
            let whole: String = pieces(asp, bytes)
                .into_iter()
                .map(|(_, text)| text)
                .collect();
            let expected = crate::report::clean::shown(bytes);
            assert_eq!(whole, expected);
        }
    }
}
