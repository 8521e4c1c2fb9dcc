//! Lines of an output, as messages quote them.

use std::ops::Range;

/// The most characters of a line that are quoted.
const QUOTED: usize = 200;

/// The line of a text that contains this range, without the blanks around it, as messages quote it.
pub(crate) fn quoted_line(text: &[u8], range: Range<usize>) -> String {
    String::from_utf8_lossy(around(text, range))
        .trim()
        .chars()
        .take(QUOTED)
        .collect()
}

/// The text from the line break before this range to the one after it.
fn around(text: &[u8], range: Range<usize>) -> &[u8] {
    let is_break = |&byte: &u8| byte == b'\n';
    let begin = text[..range.start].iter().rposition(is_break);
    let end = text[range.end..].iter().position(is_break);
    &text[begin.map_or(0, |at| at + 1)..end.map_or(text.len(), |length| range.end + length)]
}
