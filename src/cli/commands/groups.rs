//! `smelt groups`: which results of a batch probably show the same bug.

use super::outputs::batch_rows;
use crate::cli::args::GroupsArgs;
use crate::cli::error::CliError;
use crate::cli::fit::{cut, shortened};
use crate::cli::{escape, exit, output};
use crate::report::{BugGroup, GroupMember, thousands};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The width of a terminal from which on it is shown where a group was first seen.
const WIDE: usize = 120;

/// The columns; those of numbers are aligned to the right.
const COLUMNS: [(&str, bool); 8] = [
    ("group", false),
    ("cases", true),
    ("by", false),
    ("smallest", false),
    ("bytes", true),
    ("first seen", false),
    ("on", false),
    ("failure", false),
];

const SMALLEST: usize = 3;
const FIRST_SEEN: [usize; 2] = [5, 6];

pub(super) fn run(args: &GroupsArgs) -> Result<u8, CliError> {
    let groups = batch_rows(&args.output, None)?.now.groups();
    if groups.is_empty() {
        output::say("no result of the latest run can be grouped");
        return Ok(exit::DONE);
    }
    let mut lines: Vec<[String; COLUMNS.len()]> = groups.iter().map(line).collect();
    let room = output::columns();
    if let Some(width) = room {
        for line in &mut lines {
            line[SMALLEST] = shortened(&line[SMALLEST], width / 3);
        }
    }
    let mut widths = widths(&lines);
    if room.is_some_and(|width| width < WIDE) {
        for column in FIRST_SEEN {
            widths[column] = 0;
        }
    }
    let mut text = String::new();
    write_line(
        &mut text,
        &COLUMNS.map(|(name, _)| name.to_owned()),
        &widths,
    );
    for (group, line) in groups.iter().zip(&lines) {
        write_line(&mut text, line, &widths);
        for member in group.members.iter().filter(|_| args.members) {
            let _ = writeln!(text, "    {}", of_member(member));
        }
    }
    let cases: usize = groups.iter().map(BugGroup::cases).sum();
    let _ = writeln!(
        text,
        "\n{} in {}.",
        counted(cases, "case"),
        counted(groups.len(), "group")
    );
    if let Some(width) = room {
        let lines: Vec<String> = text.lines().map(|line| cut(line, width)).collect();
        text = lines.join("\n") + "\n";
    }
    output::data(&text)?;
    Ok(exit::DONE)
}

fn counted(number: usize, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {what}{s}", thousands(number as u64))
}

fn line(group: &BugGroup) -> [String; COLUMNS.len()] {
    let smallest = group.representative();
    let first = group.first.as_ref();
    let at = first.and_then(|first| first.at);
    [
        group.name.clone(),
        thousands(group.cases() as u64),
        group.by.to_string(),
        smallest.map_or(String::new(), |member| shown(&member.key().case)),
        smallest
            .and_then(|member| member.bytes)
            .map_or(String::new(), thousands),
        at.map_or(String::new(), |at| at.strftime("%Y-%m-%d").to_string()),
        first.map_or(String::new(), |first| shown(&first.key.solver)),
        shown(&group.failure),
    ]
}

fn of_member(member: &GroupMember) -> String {
    let bytes = member.bytes.map_or("?".to_owned(), thousands);
    format!(
        "{}  {bytes} bytes  {}  {}",
        shown(&member.key().case),
        member.status,
        shown(&member.key().directory())
    )
}

/// Text of a stranger in one line.
fn shown(text: &str) -> String {
    escape(text).replace('\n', " ")
}

fn widths(lines: &[[String; COLUMNS.len()]]) -> [usize; COLUMNS.len()] {
    let mut widths = COLUMNS.map(|(name, _)| name.width());
    for line in lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = (*width).max(cell.width());
        }
    }
    widths
}

/// Writes a line of the table. Columns without a width are left out.
fn write_line(text: &mut String, cells: &[String; COLUMNS.len()], widths: &[usize]) {
    let mut line = String::new();
    for ((cell, &width), (_, is_number)) in cells.iter().zip(widths).zip(COLUMNS) {
        if width == 0 {
            continue;
        }
        let space = " ".repeat(width.saturating_sub(cell.width()));
        let (before, after) = if is_number {
            (&*space, "")
        } else {
            ("", &*space)
        };
        let _ = write!(line, "{before}{cell}{after}  ");
    }
    let _ = writeln!(text, "{}", line.trim_end());
}
