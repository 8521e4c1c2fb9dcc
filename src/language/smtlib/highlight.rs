//! The tokens of a text of SMT-LIB as a reader sees them.

use super::parse::{MODERN, line_end, token_end};
use crate::language::{TokenKind, VisibleToken};

/// Words of terms that mean the same in each logic.
const WORDS: [&[u8]; 8] = [
    b"let", b"forall", b"exists", b"match", b"par", b"lambda", b"_", b"!",
];

/// The tokens of any text. One without an end extends to the end of the text.
pub(super) fn visible_tokens(text: &[u8]) -> Vec<VisibleToken> {
    let mut tokens = Vec::new();
    let mut depth = 0_usize;
    let mut is_first = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let (kind, end) = match byte {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0c => {
                at += 1;
                continue;
            }
            b';' => (TokenKind::Comment, line_end(text, at)),
            b'(' | b')' => (TokenKind::Sign, at + 1),
            _ => {
                let end = token_end(text, at, MODERN).unwrap_or(text.len());
                (kind(&text[at..end], depth == 1 && is_first), end)
            }
        };
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if kind != TokenKind::Comment {
            is_first = byte == b'(';
        }
        tokens.push(VisibleToken::new(kind, at..end));
        at = end;
    }
    tokens
}

fn kind(token: &[u8], is_command: bool) -> TokenKind {
    match token {
        [b'"', ..] => TokenKind::Text,
        [b':', ..] => TokenKind::Keyword,
        [b'0'..=b'9', ..] | [b'#', b'b' | b'x', ..] => TokenKind::Number,
        _ if is_command || WORDS.contains(&token) => TokenKind::Keyword,
        _ => TokenKind::Name,
    }
}
