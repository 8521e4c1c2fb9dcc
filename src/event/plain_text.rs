//! Which text from files and solvers may appear in a report: which characters, and how much.

/// The longest text in a cell that gives reasons, in bytes.
const LONGEST: usize = 4000;

/// Whether a character reorders or hides others, or is invisible itself.
pub(crate) fn misleads(letter: char) -> bool {
    matches!(
        letter,
        '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
    )
}

/// The text in which characters that would control a terminal or mislead its reader are escaped, as in `\u{1b}`, and those
/// that XML cannot contain. Line breaks and tabs stay.
pub(crate) fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_harmful(letter) {
            harmless.extend(letter.escape_unicode());
        } else {
            harmless.push(letter);
        }
    }
    harmless
}

fn is_harmful(letter: char) -> bool {
    misleads(letter)
        || matches!(letter, '\u{fffe}' | '\u{ffff}')
        || letter.is_control() && !matches!(letter, '\n' | '\t')
}

/// How much is left of a longer text, in bytes. With its former length added, it is still short enough not to be cut
/// again.
const LEFT: usize = LONGEST - 40;

/// Cuts a text that is too long, and says how long it was.
pub(super) fn cap(text: &mut String) {
    if text.len() > LONGEST {
        let length = format!("… ({} bytes)", text.len());
        text.truncate(text.floor_char_boundary(LEFT));
        text.push_str(&length);
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, cap};

    #[test]
    fn a_long_text_is_cut_once_and_between_characters_and_says_how_long_it_was() {
        let short = "é".repeat(LONGEST / 2);
        let mut same = short.clone();
        cap(&mut same);
        assert_eq!(same, short);
        for before in ["", "x"] {
            let mut long = format!("{before}{short}é");
            let end = format!("é… ({} bytes)", long.len());
            cap(&mut long);
            assert!(long.ends_with(&end) && long.len() <= LONGEST, "{long}");
            let once = long.clone();
            cap(&mut long);
            assert_eq!(long, once);
        }
    }
}
