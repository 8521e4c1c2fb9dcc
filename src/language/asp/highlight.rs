//! The tokens of an answer-set program as a reader sees them.

use super::lexer::tokens_of_any;
use crate::language::{TokenKind, VisibleToken};

/// The tokens of any text. What stands between them and is not white space is a comment.
pub(super) fn visible_tokens(text: &[u8]) -> Vec<VisibleToken> {
    let mut tokens = Vec::new();
    let mut end = 0;
    for token in tokens_of_any(text) {
        comment(text, end, token.at, &mut tokens);
        end = token.at + token.bytes.len();
        tokens.push(VisibleToken::new(kind(token.bytes), token.at..end));
    }
    comment(text, end, text.len(), &mut tokens);
    tokens
}

fn comment(text: &[u8], from: usize, to: usize, tokens: &mut Vec<VisibleToken>) {
    let between = &text[from..to];
    let begins = between.len() - between.trim_ascii_start().len();
    let length = between.trim_ascii().len();
    if length > 0 {
        let from = from + begins;
        tokens.push(VisibleToken::new(TokenKind::Comment, from..from + length));
    }
}

fn kind(token: &[u8]) -> TokenKind {
    match token {
        [b'"', ..] => TokenKind::Text,
        [b'%', ..] => TokenKind::Comment,
        [b'0'..=b'9', ..] => TokenKind::Number,
        [b'#' | b'&', _, ..] | b"not" | b":-" | b":~" => TokenKind::Keyword,
        [byte, ..] if byte.is_ascii_alphanumeric() || b"_'@".contains(byte) => TokenKind::Name,
        _ => TokenKind::Sign,
    }
}
