//! The tokens of a program with their brackets matched, and how to find and split them outside of inner brackets.

use super::lexer::Token;
use std::ops::Range;

/// Some of the tokens, by their indices.
pub(super) type TokenRange = Range<usize>;

/// Tokens with their brackets matched.
pub(super) struct MatchedTokens<'a> {
    pub(super) tokens: &'a [Token<'a>],
    /// For each opening bracket, the index of the bracket that closes it.
    pub(super) closing: &'a [usize],
}

impl MatchedTokens<'_> {
    /// What stands between the braces, if the tokens are nothing but braces.
    pub(super) fn braces(&self, tokens: &TokenRange) -> Option<TokenRange> {
        let first = self.tokens[tokens.clone()].first()?;
        let close = self.closing[tokens.start];
        (first.bytes == b"{" && close + 1 == tokens.end).then_some(tokens.start + 1..close)
    }

    /// Where the first of these tokens stands outside of inner brackets.
    pub(super) fn find(&self, tokens: &TokenRange, wanted: &[&[u8]]) -> Option<usize> {
        self.outside(tokens)
            .find(|&at| wanted.contains(&self.tokens[at].bytes))
    }

    /// Where any of these tokens stand outside of inner brackets.
    pub(super) fn all(&self, tokens: &TokenRange, wanted: &[&[u8]]) -> Vec<usize> {
        let places = self.outside(tokens);
        places
            .filter(|&at| wanted.contains(&self.tokens[at].bytes))
            .collect()
    }

    /// The tokens that are not inside inner brackets.
    pub(super) fn outside(&self, tokens: &TokenRange) -> impl Iterator<Item = usize> {
        let (mut at, end) = (tokens.start, tokens.end);
        let closing = self.closing;
        std::iter::from_fn(move || {
            let here = (at < end).then_some(at)?;
            at = if closing[here] > here {
                closing[here] + 1
            } else {
                here + 1
            };
            Some(here)
        })
    }

    /// What stands between these tokens.
    pub(super) fn split(&self, tokens: TokenRange, separators: &[&[u8]]) -> Vec<TokenRange> {
        let mut parts = Vec::new();
        let mut from = tokens.start;
        for at in self.all(&tokens, separators) {
            parts.push(from..at);
            from = at + 1;
        }
        parts.push(from..tokens.end);
        parts
    }

    /// What stands before and behind the first of these tokens.
    pub(super) fn split_once(
        &self,
        tokens: TokenRange,
        separators: &[&[u8]],
    ) -> Option<[TokenRange; 2]> {
        let at = self.find(&tokens, separators)?;
        Some([tokens.start..at, at + 1..tokens.end])
    }
}

/// The tokens with a space where there was white space between them.
pub(super) fn verbatim(tokens: &[Token<'_>]) -> Vec<u8> {
    let mut text = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        if place > 0 && token.is_apart {
            text.push(b' ');
        }
        text.extend_from_slice(token.bytes);
    }
    text
}
