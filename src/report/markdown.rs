//! Text from files and solvers in a Markdown table.

use crate::event::misleads;

/// The text without anything that could break a table or mislead its reader: bars, line breaks, control characters,
/// marks that reorder characters, and whatever Markdown takes for a tag, a link or code.
pub(super) fn plain(words: &str) -> String {
    let mut plain = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '|' | '<' | '`' | '*' | '[' | ']' | '\\' => {
                plain.extend(['\\', letter]);
            }
            letter if misleads(letter) || letter.is_control() => plain.push(' '),
            letter => plain.push(letter),
        }
    }
    plain
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
            ("a\u{202e}b\u{1b}[31m", "a b \\[31m"),
        ] {
            assert_eq!(plain(words), shown);
        }
    }
}
