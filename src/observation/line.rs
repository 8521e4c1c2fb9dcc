//! Lines of an output, as messages quote them.

use std::ops::Range;

/// How many characters of a line are quoted.
const QUOTED: usize = 200;

/// The line of a text in which this range begins and ends, without the blanks around it and not longer than is quoted.
pub(crate) fn quoted_line(text: &[u8], range: Range<usize>) -> String {
    let line = String::from_utf8_lossy(around(text, range));
    line.trim().chars().take(QUOTED).collect()
}

/// The line of a text in which this range is.
fn around(text: &[u8], range: Range<usize>) -> &[u8] {
    let is_break = |&byte: &u8| byte == b'\n';
    let begin = text[..range.start].iter().rposition(is_break);
    let end = text[range.end..].iter().position(is_break);
    &text[begin.map_or(0, |at| at + 1)..end.map_or(text.len(), |length| range.end + length)]
}
