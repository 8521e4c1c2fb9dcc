//! Fits a line into the available width, where its segments are shortened one after another; and aligns cells in columns.

use std::borrow::Borrow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The space between two segments.
const GAP: &str = "  ";

/// The shortest length of a name, so that it can be recognized.
const SHORTEST_NAME: usize = 6;

/// How many cases are named in a message; of the others, only the number is.
const NAMED: usize = 20;

/// A segment of a line: its forms, the longest first. An empty form omits the segment.
pub(super) struct Segment(Vec<String>);

impl Segment {
    /// A segment with these forms.
    pub(super) fn of<const N: usize>(forms: [String; N]) -> Segment {
        Segment(forms.into())
    }
}

/// A way to make a line shorter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shortening {
    /// Shortens the name to at most this many columns.
    Name(usize),
    /// Uses the next form of the segment with this index.
    Segment(usize),
}

/// A name and segments in one line of at most `width` columns. The shortenings are applied in order until the line
/// fits; then the name gets the remaining space.
pub(super) fn line(
    name: &str,
    segments: &[Segment],
    shortenings: &[Shortening],
    width: usize,
) -> String {
    let mut chosen = vec![0; segments.len()];
    let mut short = name.to_owned();
    let mut fitted = joined(&short, segments, &chosen);
    for &shortening in shortenings {
        if fitted.width() <= width {
            break;
        }
        match shortening {
            Shortening::Name(columns) => short = shortened(name, columns),
            Shortening::Segment(segment) => {
                let last = segments[segment].0.len().saturating_sub(1);
                chosen[segment] = (chosen[segment] + 1).min(last);
            }
        }
        fitted = joined(&short, segments, &chosen);
    }
    if name.is_empty() {
        return cut(&fitted, width);
    }
    let rest = fitted.width() - short.width();
    let room = width.saturating_sub(rest).max(SHORTEST_NAME);
    cut(&joined(&shortened(name, room), segments, &chosen), width)
}

/// Names in one line, as far as somebody would read them.
pub(super) fn listed(names: &[&str]) -> String {
    let shown = names.iter().take(NAMED).copied();
    let mut shown: Vec<&str> = shown.collect();
    let more = format!("and {} more", names.len().saturating_sub(NAMED));
    if names.len() > NAMED {
        shown.push(&more);
    }
    shown.join(", ")
}

fn joined(name: &str, segments: &[Segment], chosen: &[usize]) -> String {
    let mut texts = vec![name];
    for (segment, &form) in segments.iter().zip(chosen) {
        texts.push(&segment.0[form]);
    }
    texts.retain(|text| !text.is_empty());
    texts.join(GAP)
}

/// The end of a name, in at most this many columns. The end distinguishes the files of a directory.
pub(super) fn shortened(name: &str, columns: usize) -> String {
    if name.width() <= columns {
        return name.to_owned();
    }
    let end = fitting(name.chars().rev(), columns);
    format!("…{}", &name[name.len() - end..])
}

/// The beginning of a text, in at most this many columns.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    format!("{}…", &text[..fitting(text.chars(), columns)])
}

/// The bytes of the first of these letters that fit into this many columns beside an ellipsis.
fn fitting(letters: impl Iterator<Item = char>, columns: usize) -> usize {
    let mut room = columns.saturating_sub(1);
    let fits = |letter: &char| {
        let left = room.checked_sub(letter.width().unwrap_or(0));
        room = left.unwrap_or(0);
        left.is_some()
    };
    letters.take_while(fits).map(char::len_utf8).sum()
}

/// The text at the left of this many columns.
pub(super) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(text.width())))
}

/// The text at the right of this many columns.
pub(super) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(text.width())))
}

/// The widths of columns: those of their widest cells.
pub(super) fn widths<const N: usize>(
    rows: impl IntoIterator<Item: Borrow<[String; N]>>,
) -> [usize; N] {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row.borrow()) {
            *width = (*width).max(cell.width());
        }
    }
    widths
}

/// Cells in columns of these widths, those of numbers at the right. A column without a width is left out.
pub(super) fn aligned<const N: usize>(
    cells: &[String; N],
    widths: [usize; N],
    are_numbers: [bool; N],
) -> String {
    let columns = cells.iter().zip(widths).zip(are_numbers);
    let shown = columns.filter(|((_, width), _)| *width > 0);
    let shown: Vec<String> = shown
        .map(|((cell, width), is_number)| {
            if is_number {
                right(cell, width)
            } else {
                left(cell, width)
            }
        })
        .collect();
    shown.join(GAP).trim_end().to_owned()
}

/// The words in lines of at most this many columns, but for a word that is longer; in one line if there is no limit. The first
/// line is indented by `first` columns, the others by `rest`. Each ends with a line break.
pub(super) fn wrapped(words: &str, first: usize, rest: usize, columns: Option<usize>) -> String {
    let mut text = " ".repeat(first);
    let mut used = first;
    for (nth, word) in words.split(' ').enumerate() {
        if nth > 0 && columns.is_some_and(|columns| used + 1 + word.width() > columns) {
            text.push('\n');
            text.push_str(&" ".repeat(rest));
            used = rest;
        } else if nth > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += word.width();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::{Segment, Shortening, cut, line, shortened};
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn a_text_is_cut_by_columns_and_not_by_letters() {
        for (text, columns, fits) in [
            ("abcdef", 6, "abcdef"),
            ("abcdefg", 6, "abcde…"),
            ("äöüäöü", 4, "äöü…"),
            ("漢字漢字", 8, "漢字漢字"),
            ("漢字漢字", 6, "漢字…"),
        ] {
            assert_eq!(cut(text, columns), fits);
        }
        assert_eq!(shortened("deep/down/bug.smt2", 9), "…bug.smt2");
        assert_eq!(shortened("漢字.smt2", 8), "…字.smt2");
        assert_eq!(shortened("bug.smt2", 8), "bug.smt2");
    }

    #[test]
    fn parts_are_shortened_in_the_order_of_the_steps() {
        let segment = |forms: [&str; 3]| Segment::of(forms.map(str::to_owned));
        let segments = [
            segment(["1000 bytes", "1000", ""]),
            segment(["one", "1", ""]),
        ];
        let shortenings = [0, 1, 0, 1].map(Shortening::Segment);
        let table = [
            (80, "bug.smt2  1000 bytes  one"),
            (25, "bug.smt2  1000 bytes  one"),
            (24, "bug.smt2  1000  one"),
            (18, "bug.smt2  1000  1"),
            (16, "bug.smt2  1"),
            (10, "bug.smt2"),
            (7, "…g.smt2"),
        ];
        for (width, expected) in table {
            assert_eq!(
                line("bug.smt2", &segments, &shortenings, width),
                expected,
                "{width}"
            );
        }
    }

    #[test]
    fn no_line_is_wider_than_there_is_room() {
        let name = "a/漢字/very-long-directory-name/of-a-case-with-a-long-name.smt2";
        let segments = [Segment::of(["19,332 bytes".to_owned(), "0 %".to_owned()])];
        for width in 1..120 {
            assert!(
                line(
                    name,
                    &segments,
                    &[Shortening::Name(9), Shortening::Segment(0)],
                    width
                )
                .width()
                    <= width,
                "{width}"
            );
        }
    }
}
