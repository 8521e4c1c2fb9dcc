//! The tokens of a program with matched brackets, and how to find and split them outside of inner brackets.

use super::lexer::Token;
use std::ops::Range;

/// A range of tokens, by their indices.
pub(super) type TokenRange = Range<usize>;

/// Tokens with matched brackets.
pub(super) struct MatchedTokens<'a> {
    pub(super) tokens: &'a [Token<'a>],
    /// For each opening bracket, the index of the bracket that closes it.
    pub(super) closing: &'a [usize],
}

impl MatchedTokens<'_> {
    /// What is between the braces, if the tokens are a single pair of braces.
    pub(super) fn braces(&self, tokens: &TokenRange) -> Option<TokenRange> {
        let first = self.tokens[tokens.clone()].first()?;
        let close = self.closing[tokens.start];
        (first.bytes == b"{" && close + 1 == tokens.end).then_some(tokens.start + 1..close)
    }

    /// The index of the first of these tokens outside of inner brackets.
    pub(super) fn find(&self, tokens: &TokenRange, wanted: &[&[u8]]) -> Option<usize> {
        self.outside(tokens)
            .find(|&at| wanted.contains(&self.tokens[at].bytes))
    }

    /// The indices of all of these tokens outside of inner brackets.
    pub(super) fn all(&self, tokens: &TokenRange, wanted: &[&[u8]]) -> Vec<usize> {
        self.outside(tokens)
            .filter(|&at| wanted.contains(&self.tokens[at].bytes))
            .collect()
    }

    /// The indices of the tokens outside of inner brackets.
    fn outside(&self, tokens: &TokenRange) -> impl Iterator<Item = usize> {
        let end = tokens.end;
        let closing = self.closing;
        // From an opening bracket, the next one is what follows its closing bracket.
        let first = Some(tokens.start).filter(|&at| at < end);
        std::iter::successors(first, move |&at| {
            Some(closing[at].max(at) + 1).filter(|&next| next < end)
        })
    }

    /// The tokens between these separators; nothing if there are no tokens at all.
    pub(super) fn split_any(&self, tokens: TokenRange, separators: &[&[u8]]) -> Vec<TokenRange> {
        if tokens.is_empty() {
            return Vec::new();
        }
        self.split(tokens, separators)
    }

    /// The tokens between these separators: at least one range, which may be empty.
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

    /// What comes before and after the first of these separators; all and nothing if there is no separator.
    pub(super) fn cut(&self, tokens: TokenRange, separators: &[&[u8]]) -> [TokenRange; 2] {
        let parts = self.split_once(tokens.clone(), separators);
        parts.unwrap_or([tokens.clone(), tokens.end..tokens.end])
    }

    /// What comes before and after the first of these separators; none if there is no separator.
    pub(super) fn split_once(
        &self,
        tokens: TokenRange,
        separators: &[&[u8]],
    ) -> Option<[TokenRange; 2]> {
        let at = self.find(&tokens, separators)?;
        Some([tokens.start..at, at + 1..tokens.end])
    }
}

/// The text of the tokens, with one space wherever there was white space or a comment between them.
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
