//! What became of the cases of an output, for people: a line for each, in aligned columns.
//!
//! On a terminal no line wraps: columns that do not fit are left out, and names and messages are cut. Of what is as it was,
//! only the first lines are shown. Anywhere else, nothing is cut.

use super::error::CliError;
use super::escape::{escape, on_a_line};
use super::fit::{cut, left, right, shortened, widths, wrapped};
use super::output;
use crate::report::{Comparison, Entry, Frame, Naming, Standing, percentage, thousands};
use std::collections::BTreeMap;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// How many lines are shown of a group in which nothing has happened.
const FOLDED: usize = 10;

/// The width from which on what a case has cost is shown.
const WIDE: usize = 120;

/// The narrowest column that says anything of a failure.
const NARROW: usize = 12;

/// How much room there is.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// The columns of the terminal; none if it is no terminal.
    width: Option<usize>,
    /// Whether nothing is left out.
    all: bool,
}

/// Prints the whole text.
pub(super) fn print_status(
    comparison: &Comparison,
    frame: &Frame,
    all: bool,
) -> Result<(), CliError> {
    let width = output::columns();
    let table = Table::of(comparison, Room { width, all });
    let mut text = String::new();
    let heading = escape(&frame.heading()).into_owned();
    let _ = writeln!(text, "{}", table.fitted(heading));
    for (standing, count) in comparison.counts() {
        let _ = writeln!(text, "\n{standing} ({count})");
        if has_sizes(standing) {
            table.write_lines(&mut text, comparison, standing, count);
        } else {
            table.write_reasons(&mut text, comparison, standing);
        }
    }
    let _ = writeln!(text, "\n{}.", comparison.counted());
    output::data(&text)
}

/// Whether the cases of a group have a line each. Of the others, the reason counts, which many may share.
fn has_sizes(standing: Standing) -> bool {
    match standing {
        Standing::New
        | Standing::Regressed
        | Standing::Changed
        | Standing::Fixed
        | Standing::Smaller
        | Standing::StillOpen
        | Standing::FixedBefore
        | Standing::Unfinished => true,
        Standing::NoLongerReproduced
        | Standing::Flaky
        | Standing::NotReproduced
        | Standing::Failed
        | Standing::Gone => false,
    }
}

/// The columns of a line: the width of a terminal from which on they are shown, and whether they are aligned to the right.
const COLUMNS: [(usize, bool); 7] = [
    (0, false),   // the case
    (90, false),  // what has made the result
    (0, true),    // the bytes before
    (0, true),    // the bytes after
    (70, true),   // the reduction in percent
    (WIDE, true), // the runs
    (WIDE, true), // the time
];

const CASE: usize = 0;
const AFTER: usize = 3;

/// A line: its cells, and what comes after them.
struct Line {
    cells: [String; COLUMNS.len()],
    what: String,
}

impl Line {
    fn of(entry: &Entry, naming: Naming) -> Line {
        let unknown = || "–".to_owned();
        let before = match (entry.standing, entry.bytes_then) {
            (Standing::Smaller, Some(then)) => thousands(then),
            _ if entry.status.is_none() => unknown(),
            _ => thousands(entry.bytes_before),
        };
        let percent = entry.reduction_percent;
        let spent = |cost: String| {
            if entry.is_taken_up {
                String::new()
            } else {
                cost
            }
        };
        Line {
            cells: [
                on_a_line(&entry.case),
                on_a_line(&naming.of(entry).unwrap_or_default()),
                before,
                entry.bytes_after.map_or_else(unknown, thousands),
                percent.map_or_else(unknown, |percent| format!("{} %", percentage(percent, 1))),
                spent(format!("{} runs", thousands(entry.runs))),
                spent(format!("{:.1} s", entry.wall_seconds)),
            ],
            what: on_a_line(&entry.what()),
        }
    }
}

/// What all groups have in common, so that they are aligned.
struct Table {
    room: Room,
    naming: Naming,
    /// The widths of the columns; 0 of one that is left out.
    widths: [usize; COLUMNS.len()],
}

impl Table {
    fn of(comparison: &Comparison, room: Room) -> Table {
        let naming = comparison.naming();
        let entries = comparison.entries.iter();
        let entries = entries.filter(|entry| has_sizes(entry.standing));
        let mut widths = widths(entries.map(|entry| Line::of(entry, naming).cells));
        if let Some(columns) = room.width {
            for (width, (least, _)) in widths.iter_mut().zip(COLUMNS) {
                *width = if columns < least { 0 } else { *width };
            }
            widths[CASE] = widths[CASE].min((columns / 3).max(NARROW));
        }
        Table {
            room,
            naming,
            widths,
        }
    }

    /// A line that does not wrap.
    fn fitted(&self, line: String) -> String {
        match self.room.width {
            Some(width) => cut(&line, width),
            None => line,
        }
    }

    fn write_lines(&self, text: &mut String, of: &Comparison, standing: Standing, count: usize) {
        let is_folded = standing.is_as_it_was() && self.room.width.is_some() && !self.room.all;
        let shown = if is_folded && count > FOLDED + 1 {
            FOLDED
        } else {
            count
        };
        for entry in of.with(standing).take(shown) {
            let _ = writeln!(text, "{}", self.line(&Line::of(entry, self.naming)));
        }
        if shown < count {
            let more = thousands((count - shown) as u64);
            let _ = writeln!(text, "  … and {more} more, with --all");
        }
    }

    fn line(&self, line: &Line) -> String {
        let mut text = String::new();
        for (column, (cell, width)) in line.cells.iter().zip(self.widths).enumerate() {
            if width == 0 {
                continue;
            }
            text.push_str(if column == AFTER { " → " } else { "  " });
            text.push_str(&match COLUMNS[column] {
                (_, true) => right(cell, width),
                (_, false) => left(&shortened(cell, width), width),
            });
        }
        let rest = self
            .room
            .width
            .map(|width| width.saturating_sub(text.width() + 2));
        match rest {
            None => drop(write!(text, "  {}", line.what)),
            Some(rest) if rest >= NARROW => drop(write!(text, "  {}", cut(&line.what, rest))),
            Some(_) => {}
        }
        self.fitted(text.trim_end().to_owned())
    }

    /// Each reason once, with the number of cases that have it and their names, the commonest first.
    fn write_reasons(&self, text: &mut String, of: &Comparison, standing: Standing) {
        let mut reasons: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
        for entry in of.with(standing) {
            reasons.entry(reason(entry)).or_default().push(entry);
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, entries)| std::cmp::Reverse(entries.len()));
        for (reason, entries) in reasons {
            let names = match entries.len() {
                1 => self.fitted(format!("  {}", self.name(entries[0]))),
                number => self.names(number, entries.iter().map(|entry| self.name(entry))),
            };
            let _ = writeln!(text, "{names}");
            if !reason.is_empty() {
                text.push_str(&wrapped(&reason, 6, 6, self.room.width));
            }
        }
    }

    fn name(&self, entry: &Entry) -> String {
        let case = on_a_line(&entry.case);
        let case = match self.room.width {
            Some(width) => shortened(&case, width / 2),
            None => case,
        };
        match self.naming.of(entry) {
            Some(maker) => format!("{case} ({})", on_a_line(&maker)),
            None => case,
        }
    }

    /// The names of several cases in a line; on a terminal as many as fit.
    fn names(&self, number: usize, names: impl Iterator<Item = String>) -> String {
        let mut text = format!("  {} cases: ", thousands(number as u64));
        let room = self.room.width.filter(|_| !self.room.all);
        for (nth, name) in names.enumerate() {
            let more = format!(" and {} more", number - nth);
            let comma = if nth == 0 { "" } else { ", " };
            let is_last = nth + 1 == number;
            let after = if is_last { 0 } else { more.len() };
            let fits = room.is_none_or(|width| {
                nth == 0 || text.width() + comma.len() + name.width() + after <= width
            });
            if !fits {
                text.push_str(&more);
                break;
            }
            text.push_str(comma);
            text.push_str(&name);
        }
        match room {
            Some(_) => self.fitted(text),
            None => text,
        }
    }
}

/// The reason of an entry, without its name, so that equal ones are equal.
fn reason(entry: &Entry) -> String {
    let what = on_a_line(&entry.what());
    let reason = what.replace(&*on_a_line(&entry.case), "…");
    match (&entry.signature_then, entry.standing) {
        (Some(then), Standing::NoLongerReproduced) => {
            format!("It was {}. {reason}", on_a_line(then))
        }
        _ => reason,
    }
}
