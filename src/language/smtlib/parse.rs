//! Reads S-expressions from bytes, iteratively, into a tree without comments.
//!
//! Every literal becomes one token: `(_ bv5 8)`, `(fp #b0 #b10 #b1)` and `(_ +zero 8 24)` are lists in the text, but
//! tokens in the tree.

use super::literal::{LONGEST, LiteralKind};
use crate::language::{Dialect, ParseError, Parsed};
use crate::tree::{Builder, Edit, Node, Piece, Symbol, Tree};

/// The usual dialect, SMT-LIB 2.5 and later: in strings, `""` is a quote, and `\` is an ordinary character.
pub const MODERN: Dialect = Dialect(0);

/// The dialect of earlier versions: in strings, `\"` and `\\` are escapes.
pub const BACKSLASH: Dialect = Dialect(1);

/// What begins a comment of z3 over any number of lines.
const COMMENT: &[u8] = b"#|";

/// What ends such a comment.
const COMMENT_END: &[u8] = b"|#";

/// Reads a text as SMT-LIB 2.5 or later. If that fails, reads it again with `\"` and `\\` as escapes in strings. A
/// printed text must be read with [`parse_as`]: without the comments, the first attempt might succeed.
///
/// What stands between `#|` and `|#` is a comment to z3, and an error to other solvers. So it is skipped where a token
/// may begin, if the text can be read without it.
///
/// # Errors
/// If all attempts fail: what is wrong in the text as SMT-LIB 2.5 or later, and where. An unterminated list, string or
/// quoted symbol is an error; nothing is dropped silently.
pub fn parse(text: &[u8]) -> Result<Parsed, ParseError> {
    if memchr::memmem::find(text, COMMENT).is_some()
        && let Ok(parsed) = in_either_dialect(text, true)
    {
        return Ok(parsed);
    }
    in_either_dialect(text, false)
}

/// Reads a text in the usual dialect, or else in the earlier one.
fn in_either_dialect(text: &[u8], has_comments_of_z3: bool) -> Result<Parsed, ParseError> {
    let read = |dialect| read(text, dialect, has_comments_of_z3);
    let (tree, dialect) = match read(MODERN) {
        Ok(tree) => (tree, MODERN),
        Err(error) => (read(BACKSLASH).map_err(|_| error)?, BACKSLASH),
    };
    Ok(Parsed { tree, dialect })
}

/// Reads a text in a known dialect, such as a text that was printed before. It has no comments of z3.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_as(text: &[u8], dialect: Dialect) -> Result<Tree, ParseError> {
    read(text, dialect, false)
}

fn read(text: &[u8], dialect: Dialect, has_comments_of_z3: bool) -> Result<Tree, ParseError> {
    ParseError::refuse_larger_than_4_gib(text.len())?;
    let mut builder = Builder::with_capacity(text.len() / 4, text.len());
    let mut lists: Vec<(Node, usize)> = Vec::new(); // open lists: the node, and where its text began
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0c => at += 1,
            b';' => at = line_end(text, at),
            b'#' if has_comments_of_z3 && text[at..].starts_with(COMMENT) => {
                at = comment_end(text, at)?;
            }
            b'(' => {
                lists.push((builder.here(), at));
                builder.open();
                at += 1;
            }
            b')' => {
                let Some((list, _)) = lists.pop() else {
                    return Err(ParseError::at(text, at, "this `)` closes nothing"));
                };
                builder.close();
                fold_literal(&mut builder, list);
                at += 1;
            }
            _ => {
                let end = token_end(text, at, dialect)?;
                builder.leaf(Symbol::of(&text[at..end]));
                at = end;
            }
        }
    }
    match lists.last() {
        Some(&(_, began)) => Err(ParseError::at(
            text,
            began,
            "this list is not closed before the end of the file",
        )),
        None => Ok(builder.finish()),
    }
}

/// The edit that makes each list of a tree a token that has become a literal through an edit. None if there is no such
/// list. A tree must be what the parser makes of its text, and `(fp x #b10 #b0)` with `x` replaced by `#b0` is one token.
pub(super) fn fold(tree: &Tree) -> Option<Edit> {
    let is_literal = |&node: &Node| {
        let head = tree.head_bytes(node);
        matches!(head, b"_" | b"fp")
            && tree.bytes(node).len() <= LONGEST
            && LiteralKind::of(tree.bytes(node)).is_some()
    };
    let edits: Vec<Edit> = (1..tree.end())
        .filter(is_literal)
        .map(|list| {
            let token = Piece::Leaf(Symbol::of(tree.bytes(list)));
            Edit::replace(tree, list, vec![token])
        })
        .collect();
    (!edits.is_empty()).then(|| Edit::join(tree, &edits))
}

/// Turns a list that is a literal into one token.
fn fold_literal(builder: &mut Builder, list: Node) {
    if let Some(text) = builder.last_list(list, LONGEST)
        && LiteralKind::of(text).is_some()
    {
        let sym = Symbol::of(text);
        builder.truncate(list);
        builder.leaf(sym);
    }
}

pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |found| at + found + 1)
}

/// Where the comment of z3 that begins here ends.
fn comment_end(text: &[u8], at: usize) -> Result<usize, ParseError> {
    let inside = at + COMMENT.len();
    match memchr::memmem::find(&text[inside..], COMMENT_END) {
        Some(found) => Ok(inside + found + COMMENT_END.len()),
        None => Err(ParseError::at(
            text,
            at,
            "this comment is not closed before the end of the file",
        )),
    }
}

pub(super) fn token_end(text: &[u8], at: usize, dialect: Dialect) -> Result<usize, ParseError> {
    match text[at] {
        b'"' => string_end(text, at, dialect),
        b'|' => match memchr::memchr(b'|', &text[at + 1..]) {
            Some(found) => Ok(at + 1 + found + 1),
            None => Err(ParseError::at(
                text,
                at,
                "this quoted symbol is not closed before the end of the file",
            )),
        },
        _ => {
            let ends = |byte: &u8| {
                matches!(
                    byte,
                    b' ' | b'\t' | b'\r' | b'\n' | 0x0c | b'(' | b')' | b';' | b'"' | b'|'
                )
            };
            Ok(text[at..]
                .iter()
                .position(ends)
                .map_or(text.len(), |found| at + found))
        }
    }
}

fn string_end(text: &[u8], at: usize, dialect: Dialect) -> Result<usize, ParseError> {
    let mut end = at + 1;
    loop {
        match text.get(end) {
            None => {
                return Err(ParseError::at(
                    text,
                    at,
                    "this string is not closed before the end of the file",
                ));
            }
            Some(b'\\') if dialect == BACKSLASH => end += 2,
            Some(b'"') if dialect == MODERN && text.get(end + 1) == Some(&b'"') => {
                end += 2;
            }
            Some(b'"') => return Ok(end + 1),
            Some(_) => end += 1,
        }
    }
}
