//! The tokens of an answer-set program in gringo's or lparse's text format.

use crate::language::ParseError;

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// Its bytes.
    pub(super) bytes: &'a [u8],
    /// Where it begins in the text.
    pub(super) at: usize,
    /// Whether white space or a comment stands before it.
    pub(super) is_apart: bool,
}

/// The message about a byte that begins no token.
const NO_TOKEN: &str = "no token begins with this byte";

/// Operators and punctuation, longer ones first.
const SIGNS: &[&[u8]] = &[
    b":-", b":~", b"..", b"**", b"<=", b">=", b"!=", b"==", b"<>", b".", b",", b";", b":", b"|",
    b"(", b")", b"{", b"}", b"[", b"]", b"<", b">", b"=", b"+", b"-", b"*", b"/", b"\\", b"^",
    b"?", b"&", b"~", b"@", b"!",
];

/// Splits a text into tokens. Comments are dropped.
///
/// # Errors
/// A string, a block comment or a script has no end, or a byte begins no token.
pub(super) fn tokens(text: &[u8]) -> Result<Vec<Token<'_>>, ParseError> {
    Scanner { text, at: 0 }
        .map(|found| found.map_err(|(token, what)| ParseError::at(text, token.at, what)))
        .collect()
}

/// The tokens of any text: a token without an end extends to the end of the text, and a byte that begins no token is
/// one.
pub(super) fn tokens_of_any(text: &[u8]) -> impl Iterator<Item = Token<'_>> {
    Scanner { text, at: 0 }.map(|found| found.unwrap_or_else(|(token, _)| token))
}

/// Goes from token to token.
struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Scanner<'a> {
    /// A token, or what is wrong with it.
    type Item = Result<Token<'a>, (Token<'a>, &'static str)>;

    fn next(&mut self) -> Option<Self::Item> {
        let (text, before) = (self.text, self.at);
        let (begins, end) = match blank(text, before) {
            Err((place, what)) => (place, Err(what)),
            Ok(begins) if begins == text.len() => return None,
            Ok(begins) => (begins, token_end(text, begins)),
        };
        self.at = match end {
            Ok(end) => end,
            Err(NO_TOKEN) => begins + 1,
            Err(_) => text.len(),
        };
        let token = Token {
            bytes: &text[begins..self.at],
            at: begins,
            is_apart: begins > before,
        };
        Some(end.map(|_| token).map_err(|what| (token, what)))
    }
}

/// The end of the white space and the comments that begin at an offset. The error is that of a comment without an end.
fn blank(text: &[u8], mut at: usize) -> Result<usize, (usize, &'static str)> {
    loop {
        match text.get(at..) {
            Some([b'%', b'*', ..]) => {
                at = block_comment(text, at).ok_or((at, "a comment has no end"))?;
            }
            Some([b'%', rest @ ..]) => {
                let length = rest.iter().position(|&byte| byte == b'\n');
                at += 1 + length.unwrap_or(rest.len());
            }
            Some([byte, ..]) if byte.is_ascii_whitespace() => at += 1,
            _ => return Ok(at),
        }
    }
}

/// The end of the block comment that begins at an offset. Block comments nest.
fn block_comment(text: &[u8], mut at: usize) -> Option<usize> {
    let mut open = 0_usize;
    loop {
        match text.get(at..at + 2)? {
            b"%*" => (open, at) = (open + 1, at + 2),
            b"*%" => (open, at) = (open - 1, at + 2),
            _ => at += 1,
        }
        if open == 0 {
            return Some(at);
        }
    }
}

/// The end of the token that begins at an offset.
fn token_end(text: &[u8], at: usize) -> Result<usize, &'static str> {
    let rest = &text[at..];
    let length = match rest[0] {
        b'"' => string_length(rest).ok_or("a string has no end")?,
        b'0'..=b'9' => number_length(rest),
        b'#' if rest.starts_with(b"#script") => script_length(rest).ok_or("a script has no end")?,
        b'#' => 1 + name_length(&rest[1..]) + usize::from(rest.starts_with(b"#sum+")),
        b'@' | b'&' if begins_name(&rest[1..]) => 1 + name_length(&rest[1..]),
        byte if is_name_byte(byte) => name_length(rest),
        _ => {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(sign));
            sign.ok_or(NO_TOKEN)?.len()
        }
    };
    Ok(at + length)
}

fn string_length(rest: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match rest.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            b'\n' => return None,
            _ => at += 1,
        }
    }
}

fn number_length(rest: &[u8]) -> usize {
    let digits = |from: usize, is_digit: fn(&u8) -> bool| {
        from + rest[from..]
            .iter()
            .take_while(|byte| is_digit(byte))
            .count()
    };
    let length = match rest {
        [b'0', b'x', ..] => digits(2, u8::is_ascii_hexdigit),
        [b'0', b'o', ..] => digits(2, |byte| (b'0'..=b'7').contains(byte)),
        [b'0', b'b', ..] => digits(2, |byte| (b'0'..=b'1').contains(byte)),
        _ => 0,
    };
    if length > 2 {
        length
    } else {
        digits(0, u8::is_ascii_digit)
    }
}

/// A script is one token, up to its `#end`.
fn script_length(rest: &[u8]) -> Option<usize> {
    let end = rest.windows(4).position(|window| window == b"#end")?;
    Some(end + 4)
}

fn name_length(rest: &[u8]) -> usize {
    rest.iter().take_while(|&&byte| is_name_byte(byte)).count()
}

/// Whether a name begins here, and not a number.
fn begins_name(rest: &[u8]) -> bool {
    rest.first()
        .is_some_and(|&byte| is_name_byte(byte) && !byte.is_ascii_digit())
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}

#[cfg(test)]
mod tests {
    use super::{tokens, tokens_of_any};

    #[test]
    fn a_text_is_split_into_its_tokens() {
        let table: &[(&str, &[&str])] = &[
            ("", &[]),
            ("a:-b,not c.", &["a", ":-", "b", ",", "not", "c", "."]),
            ("p(1..3).", &["p", "(", "1", "..", "3", ")", "."]),
            ("% none\na. %* b %* c *% d *% e.", &["a", ".", "e", "."]),
            ("x(\"a.\\\"%\").", &["x", "(", "\"a.\\\"%\"", ")", "."]),
            (
                "#sum+{@f(0x1F)}",
                &["#sum+", "{", "@f", "(", "0x1F", ")", "}"],
            ),
            ("#script (lua) a. #end.", &["#script (lua) a. #end", "."]),
            (
                "&diff{x-y}<=3.",
                &["&diff", "{", "x", "-", "y", "}", "<=", "3", "."],
            ),
        ];
        for (text, expected) in table {
            let found = tokens(text.as_bytes()).expect(text);
            let found: Vec<_> = found
                .iter()
                .map(|token| String::from_utf8_lossy(token.bytes))
                .collect();
            assert_eq!(&found, expected, "{text}");
        }
    }

    #[test]
    fn what_has_no_end_is_an_error_with_its_place() {
        let table = [
            ("a.\n\"b", (2, 1, "a string has no end")),
            ("a. %* b", (1, 4, "a comment has no end")),
            ("#script (lua) x", (1, 1, "a script has no end")),
            ("a.\n b $ c", (2, 4, "no token begins with this byte")),
        ];
        for (text, expected) in table {
            let error = tokens(text.as_bytes()).expect_err(text);
            assert_eq!((error.line, error.column, error.what), expected, "{text}");
        }
    }

    #[test]
    fn any_text_has_tokens() {
        let table: &[(&str, &[&str])] = &[
            ("a.%* b", &["a", ".", "%* b"]),
            ("a(\"b", &["a", "(", "\"b"]),
            ("#script b.", &["#script b."]),
            ("a $< 1.", &["a", "$", "<", "1", "."]),
        ];
        for (text, expected) in table {
            let found = tokens_of_any(text.as_bytes());
            let found: Vec<_> = found
                .map(|token| String::from_utf8_lossy(token.bytes))
                .collect();
            assert_eq!(&found, expected, "{text}");
        }
    }
}
