//! `smelt groups`: which results of a batch probably show the same bug.

use super::outputs::batch_rows;
use crate::cli::args::GroupsArgs;
use crate::cli::error::CliError;
use crate::cli::escape::on_a_line;
use crate::cli::fit::{cut, left, right, shortened};
use crate::cli::progress::count;
use crate::cli::{exit, output};
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
        count(cases as u64, "case"),
        count(groups.len() as u64, "group")
    );
    if let Some(width) = room {
        let lines: Vec<String> = text.lines().map(|line| cut(line, width)).collect();
        text = lines.join("\n") + "\n";
    }
    output::data(&text)?;
    Ok(exit::DONE)
}

fn line(group: &BugGroup) -> [String; COLUMNS.len()] {
    let smallest = group.representative();
    let first = group.first.as_ref();
    let at = first.and_then(|first| first.at);
    [
        group.name.clone(),
        thousands(group.cases() as u64),
        group.by.to_string(),
        smallest.map_or(String::new(), |member| on_a_line(&member.key().case)),
        smallest
            .and_then(|member| member.bytes)
            .map_or(String::new(), thousands),
        at.map_or(String::new(), |at| at.strftime("%Y-%m-%d").to_string()),
        first.map_or(String::new(), |first| on_a_line(&first.key.solver)),
        on_a_line(&group.failure),
    ]
}

fn of_member(member: &GroupMember) -> String {
    let bytes = member.bytes.map_or("?".to_owned(), thousands);
    format!(
        "{}  {bytes} bytes  {}  {}",
        on_a_line(&member.key().case),
        member.status,
        on_a_line(&member.key().directory())
    )
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
        if width > 0 {
            let cell = if is_number {
                right(cell, width)
            } else {
                left(cell, width)
            };
            let _ = write!(line, "{cell}  ");
        }
    }
    let _ = writeln!(text, "{}", line.trim_end());
}
