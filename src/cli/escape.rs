//! Makes text from files, solvers and users harmless for a terminal.

use crate::event::misleads;
use std::borrow::Cow;
use std::fmt::Write;

/// Escapes every control character except line breaks, and every character that reorders or hides others: `\x1b`,
/// `\u{202e}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            letter if !is_harmful(letter) => escaped.push(letter),
            '\0'..='\u{7f}' => drop(write!(escaped, "\\x{:02x}", u32::from(letter))),
            letter => drop(write!(escaped, "\\u{{{:x}}}", u32::from(letter))),
        }
    }
    Cow::Owned(escaped)
}

/// The same within a line: line breaks become spaces.
pub(super) fn on_a_line(text: &str) -> String {
    escape(text).replace('\n', " ")
}

/// Whether a character is in C0 (but no line break), DEL, in C1, or misleads readers. Invalid UTF-8 has already been
/// replaced by U+FFFD.
fn is_harmful(letter: char) -> bool {
    letter != '\n' && (letter.is_control() || misleads(letter))
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn what_steers_a_terminal_is_written_out_and_the_rest_is_kept() {
        let table = [
            ("plain ünïcode\nline", "plain ünïcode\nline"),
            ("a\x1b[31mb", "a\\x1b[31mb"),
            ("a\rb\tc\x7f", "a\\x0db\\x09c\\x7f"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("x\u{202e}y\u{2066}", "x\\u{202e}y\\u{2066}"),
        ];
        for (given, shown) in table {
            assert_eq!(escape(given), shown);
        }
    }
}
