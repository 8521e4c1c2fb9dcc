//! `smelt groups`: which results of a batch probably show the same bug.

use super::outputs::batch_rows;
use crate::cli::args::GroupsArgs;
use crate::cli::error::CliError;
use crate::cli::escape::on_a_line;
use crate::cli::fit::{aligned, cut, shortened, widths};
use crate::cli::progress::count;
use crate::cli::{exit, output};
use crate::report::{BugGroup, GroupMember, thousands};
use std::fmt::Write;
use std::iter;

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
    let (history, _) = batch_rows(&args.output, None)?;
    let groups = history.now.groups();
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
    let heading = COLUMNS.map(|(name, _)| name.to_owned());
    let mut widths = widths(iter::once(&heading).chain(&lines));
    if room.is_some_and(|width| width < WIDE) {
        for column in FIRST_SEEN {
            widths[column] = 0;
        }
    }
    let aligned = |cells| aligned(cells, widths, COLUMNS.map(|(_, is_number)| is_number));
    let mut text = aligned(&heading) + "\n";
    for (group, line) in groups.iter().zip(&lines) {
        let _ = writeln!(text, "{}", aligned(line));
        for member in group.members.iter().filter(|_| args.members) {
            let _ = writeln!(text, "    {}", of_member(member));
        }
    }
    let cases: usize = groups.iter().map(BugGroup::cases).sum();
    let cases = count(cases as u64, "case");
    let groups = count(groups.len() as u64, "group");
    let _ = writeln!(text, "\n{cases} in {groups}.");
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
        first.map_or(String::new(), |first| on_a_line(&first.key.made_by.solver)),
        on_a_line(&group.failure),
    ]
}

fn of_member(member: &GroupMember) -> String {
    let bytes = member.bytes.map_or("?".to_owned(), thousands);
    format!(
        "{}  {bytes} bytes  {}  {}",
        on_a_line(&member.key().case),
        member.status(),
        on_a_line(&member.key().directory())
    )
}
