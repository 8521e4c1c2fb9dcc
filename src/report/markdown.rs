//! Text from files and solvers in a Markdown table.

use crate::event::misleads;

/// The text without anything that could break a table or mislead its reader: bars, line breaks, control characters,
/// marks that reorder characters, and whatever Markdown takes for a tag, a link, code, emphasis or a character by name.
pub(super) fn plain(words: &str) -> String {
    let mut plain = String::with_capacity(words.len());
    let mut before = None;
    let mut letters = words.chars().peekable();
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied();
        match letter {
            '|' | '<' | '`' | '*' | '[' | ']' | '\\' | '~' => plain.extend(['\\', letter]),
            '_' if !(is_in_word(before) && is_in_word(after)) => plain.push_str("\\_"),
            '&' if after.is_some_and(|after| after == '#' || after.is_ascii_alphabetic()) => {
                plain.push_str("\\&");
            }
            letter if misleads(letter) || letter.is_control() => plain.push(' '),
            letter => plain.push(letter),
        }
        before = Some(letter);
    }
    plain
}

/// Whether a character belongs to a word, inside of which `_` is no emphasis.
fn is_in_word(letter: Option<char>) -> bool {
    letter.is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn no_word_breaks_a_table_or_becomes_markup() {
        for (words, shown) in [
            ("plain ünïcode #3", "plain ünïcode #3"),
            ("a|b", "a\\|b"),
            ("`a`\n| b |", "\\`a\\` \\| b \\|"),
            ("<script>", "\\<script>"),
            ("[a](b)", "\\[a\\](b)"),
            ("\\|", "\\\\\\|"),
            ("a_b_2.smt2", "a_b_2.smt2"),
            ("_a_ __b__", "\\_a\\_ \\_\\_b\\_\\_"),
            ("~~a~~ ~", "\\~\\~a\\~\\~ \\~"),
            ("&lt;b&#62; a && b", "\\&lt;b\\&#62; a && b"),
            ("a\u{202e}b\u{1b}[31m", "a b \\[31m"),
        ] {
            assert_eq!(plain(words), shown);
        }
    }
}
