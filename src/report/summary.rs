//! `summary.md`: all cases, and then size reduction, time, runs and memory per solver, as in Table 1 of the ddSMT paper
//! of 2013. Of many thousand rows, none stays unpacked.

use super::cases::write_cases;
use super::markdown::plain;
use super::spread::Spread;
use super::{Columns, Selection, percentage};
use crate::event::{Row, SharedText, Status};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;

/// The three cells of a table.
fn cells(spread: &Spread, shown: fn(f64) -> String) -> String {
    match spread.figures() {
        Some(figures) => figures.map(shown).join(" | "),
        None => "– | – | –".to_owned(),
    }
}

/// The whole file. `pending` cases have no row yet.
pub fn summary(rows: &Selection, pending: usize, columns: Columns) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_summary(rows, pending, columns, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Writes the same. Of many thousand cases, the text is long.
///
/// # Errors
/// Those of `out`.
pub fn write_summary(
    rows: &Selection,
    pending: usize,
    columns: Columns,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut summary = Summary::new(columns);
    rows.iter().for_each(|row| summary.add(&row));
    out.write_all(b"# Summary\n\n")?;
    write_cases(rows, columns, out)?;
    out.write_all(summary.below_cases(pending).as_bytes())
}

/// The number of rows with each status, for scripts: `cases=3 reduced=2 …`. No status is left out.
pub fn counts(statuses: &[Status]) -> String {
    let mut text = format!("cases={}", statuses.len());
    for status in Status::ALL {
        let count = statuses.iter().filter(|other| **other == status).count();
        let _ = write!(text, " {status}={count}");
    }
    text
}

/// A figure with three columns in the table: its heading, its value in a row, and how a value is shown.
type Figure = (&'static str, fn(&Row) -> Option<f64>, fn(f64) -> String);

const FIGURES: [Figure; 4] = [
    (
        "reduction %",
        |row| row.reduction_percent,
        |percent| percentage(percent, 1),
    ),
    (
        "time s",
        |row| Some(row.wall_seconds),
        |time| format!("{time:.1}"),
    ),
    (
        "runs",
        |row| Some(row.runs as f64),
        |runs| format!("{runs:.0}"),
    ),
    (
        "memory MB",
        |row| row.solver_max_rss_mb,
        |memory| format!("{memory:.1}"),
    ),
];

/// The figures of these columns.
fn figures(columns: Columns) -> &'static [Figure] {
    match columns {
        Columns::All => &FIGURES,
        Columns::Stable => &FIGURES[..1],
    }
}

/// A line of the second table.
#[derive(Clone, Default)]
struct Group {
    files: usize,
    spreads: [Spread; FIGURES.len()],
}

impl Group {
    fn add(&mut self, row: &Row) {
        self.files += 1;
        if row.is_measured() {
            for ((_, value, _), spread) in FIGURES.iter().zip(&mut self.spreads) {
                if let Some(value) = value(row) {
                    spread.add(value);
                }
            }
        }
    }

    fn write(&self, text: &mut String, [solver, search]: [&str; 2], figures: &[Figure]) {
        let _ = write!(text, "| {solver} | {search} | {} |", self.files);
        for ((.., shown), spread) in figures.iter().zip(&self.spreads) {
            let _ = write!(text, " {} |", cells(spread, *shown));
        }
        text.push('\n');
    }
}

/// What the rows so far add to the summary.
struct Summary {
    columns: Columns,
    all: Group,
    /// By solver and search.
    groups: BTreeMap<(String, String), Group>,
    statuses: BTreeMap<Status, usize>,
    /// By solver, search and first case: the cases whose results have the same canonical form.
    duplicates: BTreeMap<[String; 3], Vec<SharedText>>,
    /// The lines of the cases that were not completed.
    troubles: String,
}

impl Summary {
    fn new(columns: Columns) -> Summary {
        Summary {
            columns,
            all: Group::default(),
            groups: BTreeMap::new(),
            statuses: BTreeMap::new(),
            duplicates: BTreeMap::new(),
            troubles: String::new(),
        }
    }

    fn add(&mut self, row: &Row) {
        self.all.add(row);
        let (solver, search) = (row.solver.clone(), row.key().search());
        let group = (solver.clone(), search.clone());
        self.groups.entry(group).or_default().add(row);
        *self.statuses.entry(row.status).or_default() += 1;
        if let Some(first) = &row.duplicate_of {
            let group = [solver, search, first.clone()];
            let others = self.duplicates.entry(group).or_default();
            others.push((&row.case).into());
        }
        if !row.is_measured() {
            let _ = writeln!(
                self.troubles,
                "| {} | {} | {} | {} |",
                plain(&row.case),
                plain(&row.solver),
                row.status,
                plain(&row.detail)
            );
        }
    }

    /// What stands below the table of cases.
    fn below_cases(&self, pending: usize) -> String {
        let mut text = String::new();
        self.write_groups(&mut text);
        let _ = writeln!(text, "\n{}.", self.counted(pending));
        text.push_str(
            "Averages, minima and maxima are over the cases that are reduced or already minimal. Size reduction is of \
             the file in bytes",
        );
        text.push_str(match self.columns {
            Columns::All => {
                ", time is wall time, memory is the largest resident set of a solver run.\n"
            }
            Columns::Stable => ".\n",
        });
        self.write_duplicates(&mut text);
        if !self.troubles.is_empty() {
            text.push_str("\n| case | solver | status | why |\n| --- | --- | --- | --- |\n");
            text.push_str(&self.troubles);
        }
        text
    }

    fn write_groups(&self, text: &mut String) {
        let figures = figures(self.columns);
        text.push_str("| solver | strategy | files |");
        for (heading, ..) in figures {
            let _ = write!(text, " {heading} avg | min | max |");
        }
        let _ = writeln!(
            text,
            "\n| --- | --- | --: |{}",
            " --: | --: | --: |".repeat(figures.len())
        );
        for ((solver, search), group) in &self.groups {
            group.write(text, [&plain(solver), &plain(search)], figures);
        }
        if self.groups.len() > 1 {
            self.all.write(text, ["all", ""], figures);
        }
    }

    /// The number of rows with each status that occurs, as a sentence.
    fn counted(&self, pending: usize) -> String {
        let mut parts = Vec::new();
        for status in Status::ALL {
            if let Some(count) = self.statuses.get(&status) {
                parts.push(format!("{count} {status}"));
            }
        }
        if pending > 0 {
            parts.push(format!("{pending} pending"));
        }
        let all = self.all.files + pending;
        let cases = if all == 1 { "case" } else { "cases" };
        if parts.is_empty() {
            format!("{all} {cases}: none")
        } else {
            format!("{all} {cases}: {}", parts.join(", "))
        }
    }

    /// The groups of cases whose results have the same canonical form, the largest group first.
    fn write_duplicates(&self, text: &mut String) {
        if self.duplicates.is_empty() {
            return;
        }
        let mut groups: Vec<_> = self.duplicates.iter().collect();
        groups.sort_by_key(|(_, cases)| std::cmp::Reverse(cases.len()));
        text.push_str(
            "\nThese results have the same canonical form, so they probably show the same defect.\n\n\
             | case | others | how many |\n| --- | --- | --: |\n",
        );
        for ([_, _, first], others) in groups {
            let _ = write!(text, "| {} | ", plain(first));
            for (nth, case) in others.iter().enumerate() {
                let comma = if nth == 0 { "" } else { ", " };
                let _ = write!(text, "{comma}{}", plain(case));
            }
            let _ = writeln!(text, " | {} |", others.len() + 1);
        }
    }
}
