//! `summary.md`: all cases, and then size reduction, time, runs and memory per solver, as in Table 1 of the ddSMT paper
//! of 2013.

use super::markdown::plain;
use super::{Columns, cases, percentage, sorted};
use crate::event::{Row, Status};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Average, minimum and maximum of some values.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spread {
    average: f64,
    least: f64,
    greatest: f64,
}

impl Spread {
    /// The spread of these values; none if there are no values.
    fn of(values: impl Iterator<Item = f64>) -> Option<Spread> {
        let (mut count, mut sum, mut least, mut greatest) =
            (0_u64, 0.0, f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            count += 1;
            sum += value;
            least = least.min(value);
            greatest = greatest.max(value);
        }
        (count > 0).then(|| Spread {
            average: sum / count as f64,
            least,
            greatest,
        })
    }

    /// The three cells of a table.
    fn cells(spread: Option<Spread>, shown: fn(f64) -> String) -> String {
        spread.map_or("– | – | –".to_owned(), |spread| {
            let values = [spread.average, spread.least, spread.greatest];
            values.map(shown).join(" | ")
        })
    }
}

/// The whole file. `pending` cases have no row yet.
pub fn summary(rows: &[Row], pending: usize, columns: Columns) -> String {
    let rows = sorted(rows);
    let mut text = String::from("# Summary\n\n");
    cases::table(&mut text, &rows, columns);
    table(&mut text, &rows, columns);
    let _ = writeln!(text, "\n{}.", counted(&rows, pending));
    text.push_str(
        "Averages, minima and maxima are over the cases that are reduced or already minimal. Size reduction is of \
         the file in bytes",
    );
    text.push_str(match columns {
        Columns::All => {
            ", time is wall time, memory is the largest resident set of a solver run.\n"
        }
        Columns::Stable => ".\n",
    });
    duplicates(&mut text, &rows);
    troubles(&mut text, &rows);
    text
}

/// The number of rows with each status, for scripts: `cases=3 reduced=2 …`. No status is left out.
pub fn counts(rows: &[Row]) -> String {
    let mut text = format!("cases={}", rows.len());
    for status in Status::ALL {
        let _ = write!(
            text,
            " {status}={}",
            rows.iter().filter(|row| row.status == status).count()
        );
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

fn table(text: &mut String, rows: &[&Row], columns: Columns) {
    let figures = figures(columns);
    text.push_str("| solver | strategy | files |");
    for (heading, ..) in figures {
        let _ = write!(text, " {heading} avg | min | max |");
    }
    let _ = writeln!(
        text,
        "\n| --- | --- | --: |{}",
        " --: | --: | --: |".repeat(figures.len())
    );
    let mut groups: BTreeMap<(&str, String), Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups
            .entry((&row.solver, row.key().search()))
            .or_default()
            .push(row);
    }
    for ((solver, strategy), rows) in &groups {
        line(text, [&plain(solver), &plain(strategy)], rows, figures);
    }
    if groups.len() > 1 {
        line(text, ["all", ""], rows, figures);
    }
}

fn line(text: &mut String, [solver, strategy]: [&str; 2], rows: &[&Row], figures: &[Figure]) {
    let _ = write!(text, "| {solver} | {strategy} | {} |", rows.len());
    for (_, value, shown) in figures {
        let measured = rows.iter().filter(|row| row.status.is_measured());
        let spread = Spread::of(measured.filter_map(|row| value(row)));
        let _ = write!(text, " {} |", Spread::cells(spread, *shown));
    }
    text.push('\n');
}

/// The number of rows with each status that occurs, as a sentence.
fn counted(rows: &[&Row], pending: usize) -> String {
    let of = |status| rows.iter().filter(|row| row.status == status).count();
    let statuses = Status::ALL
        .into_iter()
        .map(|status| (of(status), status.name()));
    let parts: Vec<String> = statuses
        .chain([(pending, "pending")])
        .filter(|&(count, _)| count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    let all = rows.len() + pending;
    let cases = if all == 1 { "case" } else { "cases" };
    if parts.is_empty() {
        format!("{all} {cases}: none")
    } else {
        format!("{all} {cases}: {}", parts.join(", "))
    }
}

/// The groups of cases whose results have the same canonical form, the largest group first.
fn duplicates(text: &mut String, rows: &[&Row]) {
    let mut groups: BTreeMap<(&str, &str, &str), Vec<&str>> = BTreeMap::new();
    for row in rows {
        if let Some(first) = &row.duplicate_of {
            let group = groups
                .entry((&row.solver, &row.strategy, first))
                .or_default();
            group.push(&row.case);
        }
    }
    if groups.is_empty() {
        return;
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, cases)| std::cmp::Reverse(cases.len()));
    text.push_str(
        "\nThese results have the same canonical form, so they probably show the same defect.\n\n\
         | case | others | how many |\n| --- | --- | --: |\n",
    );
    for ((_, _, first), others) in groups {
        let shown: Vec<String> = others.iter().map(|case| plain(case)).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            plain(first),
            shown.join(", "),
            others.len() + 1
        );
    }
}

/// The cases that were not completed, with the reasons.
fn troubles(text: &mut String, rows: &[&Row]) {
    let mut troubled = rows
        .iter()
        .filter(|row| !row.status.is_measured())
        .peekable();
    if troubled.peek().is_none() {
        return;
    }
    text.push_str("\n| case | solver | status | why |\n| --- | --- | --- | --- |\n");
    for row in troubled {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            plain(&row.case),
            plain(&row.solver),
            row.status,
            plain(&row.detail)
        );
    }
}
