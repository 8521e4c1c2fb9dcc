//! Reads programs in gringo's and lparse's text format.

use super::draft::Draft;
use super::lexer::{Token, tokens};
use super::matched_tokens::{MatchedTokens, verbatim};
use super::statement::statement;
use crate::language::ParseError;
use crate::tree::{Builder, Symbol, Tree};
use std::ops::Range;

/// The result of reading a program.
pub(super) struct ParsedProgram {
    pub(super) tree: Tree,
    /// Whether it uses a feature of lparse's format only: weights in square brackets, or commas between the atoms of a
    /// choice.
    pub(super) is_lparse: bool,
}

/// Reads a program.
///
/// # Errors
/// There is a byte outside of all tokens, or the last statement has no end.
pub(super) fn parse_text(text: &[u8]) -> Result<ParsedProgram, ParseError> {
    ParseError::refuse_larger_than_4_gib(text.len().saturating_mul(2))?;
    let tokens = tokens(text)?;
    let (statements, closing) = statements(&tokens);
    let end = statements.last().map_or(0, |last| last.end);
    if end < tokens.len() {
        return Err(ParseError::at(
            text,
            tokens[end].at,
            "this statement has no full stop",
        ));
    }
    let source = MatchedTokens {
        tokens: &tokens,
        closing: &closing,
    };
    let mut builder = Builder::with_capacity(tokens.len() * 2, text.len() * 2);
    let mut draft = Draft::default();
    for range in &statements {
        draft.clear();
        let inner = range.start..range.stop;
        let weight = (range.end > range.stop + 1).then(|| range.stop + 2..range.end - 1);
        let read = range
            .is_balanced
            .then(|| statement(&source, &mut draft, inner, weight));
        match read.flatten() {
            Some(statement) => draft.build(statement, &mut builder),
            // If other statements are removed, it could be read as the weight of the one before it.
            None if tokens[range.start].bytes == b"[" => {
                let what = "a statement cannot begin with a weight";
                return Err(ParseError::at(text, tokens[range.start].at, what));
            }
            None => builder.leaf(Symbol::of(&verbatim(&tokens[range.start..range.end]))),
        }
    }
    Ok(ParsedProgram {
        tree: builder.finish(),
        is_lparse: is_lparse(&source),
    })
}

/// The tokens of a statement.
struct StatementRange {
    start: usize,
    /// Where its full stop is.
    stop: usize,
    /// Where it ends, including the square brackets that may follow the full stop.
    end: usize,
    /// Whether its brackets match.
    is_balanced: bool,
}

/// The statements, and for each opening bracket the bracket that closes it. What follows the last full stop belongs to
/// no statement.
fn statements(tokens: &[Token<'_>]) -> (Vec<StatementRange>, Vec<usize>) {
    let mut closing = vec![0; tokens.len()];
    let mut statements = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let (mut start, mut is_balanced, mut at) = (0, true, 0);
    while at < tokens.len() {
        match tokens[at].bytes {
            b"(" | b"{" | b"[" => open.push(at),
            b")" | b"}" | b"]" => match open.pop() {
                Some(begin) if closes(tokens[begin].bytes, tokens[at].bytes) => closing[begin] = at,
                _ => is_balanced = false,
            },
            b"." => {
                is_balanced &= open.is_empty() && start < at;
                open.clear();
                let end = weight_end(tokens, start, at);
                statements.push(StatementRange {
                    start,
                    stop: at,
                    end,
                    is_balanced,
                });
                match_inside(tokens, at + 1..end, &mut closing);
                (start, is_balanced, at) = (end, true, end);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    (statements, closing)
}

fn closes(begin: &[u8], end: &[u8]) -> bool {
    matches!((begin, end), (b"(", b")") | (b"{", b"}") | (b"[", b"]"))
}

/// The end of the statement with its full stop at `stop`, including the square brackets that may follow in some
/// statements.
fn weight_end(tokens: &[Token<'_>], start: usize, stop: usize) -> usize {
    let has_weight = matches!(
        tokens[start].bytes,
        b":~" | b"#external" | b"#heuristic" | b"#const"
    );
    let opens = tokens
        .get(stop + 1)
        .is_some_and(|token| token.bytes == b"[");
    if !has_weight || !opens {
        return stop + 1;
    }
    let rest = tokens[stop + 2..].iter();
    let length = rest
        .take_while(|token| !matches!(token.bytes, b"]" | b"."))
        .count();
    let end = stop + 2 + length;
    if tokens.get(end).is_some_and(|token| token.bytes == b"]") {
        end + 1
    } else {
        stop + 1
    }
}

/// Matches the parentheses in the square brackets after a full stop.
fn match_inside(tokens: &[Token<'_>], range: Range<usize>, closing: &mut [usize]) {
    let mut open = Vec::new();
    for at in range {
        match tokens[at].bytes {
            b"(" => open.push(at),
            b")" => {
                if let Some(begin) = open.pop() {
                    closing[begin] = at;
                }
            }
            _ => {}
        }
    }
}

/// Whether a program is in lparse's format: it has square brackets in a rule, or braces with commas but without
/// semicolons and colons. The brackets of theory atoms do not count.
fn is_lparse(source: &MatchedTokens<'_>) -> bool {
    let tokens = source.tokens;
    let (mut follows_stop, mut is_theory, mut at) = (false, false, 0);
    while let Some(token) = tokens.get(at) {
        match token.bytes {
            [b'&', _, ..] => is_theory = true,
            b":-" | b"." | b"," | b";" => is_theory = false,
            b"(" | b"[" | b"{" if is_theory => at = source.closing[at].max(at),
            b"[" if !follows_stop => return true,
            b"{" if has_only_commas(source, at) => return true,
            // What is in braces belongs to no other braces.
            b"{" => at = source.closing[at].max(at),
            _ => {}
        }
        follows_stop = token.bytes == b".";
        at += 1;
    }
    false
}

/// Whether the braces that open here contain commas that are not inside parentheses, but no semicolon and no colon.
/// Aggregates with a name have commas in their tuples.
fn has_only_commas(source: &MatchedTokens<'_>, open: usize) -> bool {
    let tokens = source.tokens;
    let is_named = open > 0 && tokens[open - 1].bytes.starts_with(b"#");
    let inside = tokens.get(open + 1..source.closing[open]);
    let (mut depth, mut has_commas) = (0_usize, false);
    for token in inside.unwrap_or_default() {
        match token.bytes {
            b"(" => depth += 1,
            b")" => depth = depth.saturating_sub(1),
            b";" | b":" => return false,
            b"," if depth == 0 => has_commas = true,
            _ => {}
        }
    }
    has_commas && !is_named
}
