//! A comparison of tools: `comparison.csv`, a row for each call, and `summary.md`, each tool beside the first.

use super::data_table::DataTable;
use super::markdown::plain;
use super::numbers::thousands;
use super::statistics::{geometric_mean, median};
use super::trial::{Subject, Trial, TrialEnd, Trials};
use crate::event::{Event, Measurement, ReportCell, ResultKind, ToolEnd};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A comparison of tools, according to a journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComparedTools {
    /// The tools, each with its command. The others are compared with the first.
    pub tools: Vec<(String, String)>,
    /// The calls of the last run, and those that it has kept: by case, repetition and tool.
    pub measurements: Vec<Measurement>,
    /// The cases that the last run could not compare, and why.
    pub left_out: BTreeMap<String, String>,
}

impl ComparedTools {
    /// The comparison after these events; none if they are not of one.
    pub fn of(events: &[Event]) -> Option<ComparedTools> {
        let mut tools = None;
        let mut all: BTreeMap<(String, u32, String), &Measurement> = BTreeMap::new();
        let mut current = BTreeSet::new();
        let mut left_out = BTreeMap::new();
        for event in events {
            match event {
                Event::Compares { tools: given } => {
                    tools = Some(given.clone());
                    current.clear();
                    left_out.clear();
                }
                Event::LeftOut { case, why } => drop(left_out.insert(case.clone(), why.clone())),
                Event::Kept {
                    case,
                    tool,
                    repetition,
                } => drop(current.insert((case.clone(), *repetition, tool.clone()))),
                Event::Measured { measurement, .. } => {
                    let (case, tool) = (&measurement.case, &measurement.tool);
                    let key = (case.clone(), measurement.repetition, tool.clone());
                    current.insert(key.clone());
                    all.insert(key, measurement);
                }
                _ => {}
            }
        }
        let tools = tools?;
        let place = |tool: &str| tools.iter().position(|(name, _)| name == tool);
        let mut measurements: Vec<Measurement> = current
            .iter()
            .filter_map(|key| all.get(key).map(|row| (*row).clone()))
            .collect();
        measurements.sort_by(|one, other| {
            let key = |row: &Measurement| (row.repetition, place(&row.tool));
            one.case.cmp(&other.case).then(key(one).cmp(&key(other)))
        });
        Some(ComparedTools {
            tools,
            measurements,
            left_out,
        })
    }
}

impl Trials {
    /// What a comparison says, with its tools in its order.
    pub fn of_comparison(compared: &ComparedTools) -> Trials {
        let mut trials = Trials::of_measurements(&compared.measurements);
        let place = |tool: &String| compared.tools.iter().position(|(name, _)| name == tool);
        trials.tools.sort_by_key(place);
        trials
    }
}

/// `comparison.csv`.
pub fn comparison_table(measurements: &[Measurement]) -> DataTable<'_> {
    let header = cells(&Measurement::default()).map(|(name, _)| name);
    let rows = measurements.iter().map(cells);
    DataTable::of(header, rows.map(|row| row.map(|(_, cell)| cell).to_vec()))
}

/// The columns, each with its name.
fn cells(row: &Measurement) -> [(&'static str, ReportCell); 18] {
    let words = |words: &str| ReportCell::Text(words.to_owned());
    let optional = |text: &Option<String>| text.as_deref().map_or(ReportCell::Empty, words);
    let count = |number: Option<u64>| number.map_or(ReportCell::Empty, ReportCell::Count);
    let number = |number: Option<f64>| number.map_or(ReportCell::Empty, ReportCell::Number);
    [
        ("set", words(&row.set)),
        ("case", words(&row.case)),
        ("solver", words(&row.solver)),
        ("language", words(&row.language)),
        ("signature", optional(&row.signature)),
        ("group", optional(&row.group)),
        ("tool", words(&row.tool)),
        ("repetition", ReportCell::Count(row.repetition.into())),
        ("end", words(&name(&row.end))),
        ("result", words(&name(&row.result))),
        ("bytes_before", ReportCell::Count(row.bytes_before)),
        ("bytes_after", count(row.bytes_after)),
        ("runs", ReportCell::Count(row.runs)),
        ("checks", count(row.checks)),
        ("wall_seconds", ReportCell::Number(row.wall_seconds)),
        ("cpu_seconds", ReportCell::Number(row.cpu_seconds)),
        ("memory_mb", number(row.memory_mb)),
        ("detail", words(&row.detail)),
    ]
}

/// The name of a value in the journal.
fn name(value: &impl Serialize) -> String {
    let name = serde_json::to_value(value).unwrap_or_default();
    name.as_str().unwrap_or_default().to_owned()
}

/// `summary.md`: the tools with their commands, the first one first, and what each comes to beside that.
pub fn comparison_summary(compared: &ComparedTools) -> String {
    let ComparedTools {
        tools,
        measurements,
        left_out,
    } = compared;
    let mut summary = "# Comparison\n\n| tool | command |\n| --- | --- |\n".to_owned();
    for (name, command) in tools {
        let _ = writeln!(summary, "| {} | {} |", plain(name), plain(command));
    }
    let first = tools.first().map_or("", |(name, _)| name);
    let trials = Trials::of_comparison(compared);
    let beside: BTreeMap<&Subject, &Trial> = trials
        .with(first)
        .map(|trial| (&trial.subject, trial))
        .collect();
    let _ = write!(
        summary,
        "\nRatios are to `{first}`, in geometric mean: of bytes over the cases on which both results fail in the way of \
         the case, of runs and time over those of them that both tools have finished. Of several repetitions, the median \
         counts.\n\n\
         | tool | calls | finished | same failure | other failure | no failure | missing | cases | bytes | cases | runs \
         | time |\n\
         | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n"
    );
    for (tool, _) in tools {
        let rows: Vec<_> = measurements
            .iter()
            .filter(|row| row.tool == *tool)
            .collect();
        let with = |kind| rows.iter().filter(|row| row.result == kind).count();
        let ended = rows
            .iter()
            .filter(|row| row.end == ToolEnd::Finished)
            .count();
        let _ = write!(summary, "| {} | {} | {ended} |", plain(tool), rows.len());
        for kind in [
            ResultKind::Same,
            ResultKind::OtherFailure,
            ResultKind::NoFailure,
            ResultKind::Missing,
        ] {
            let _ = write!(summary, " {} |", with(kind));
        }
        let pairs: Vec<[&Trial; 2]> = trials
            .with(tool)
            .filter_map(|own| Some([own, *beside.get(&own.subject)?]))
            .collect();
        let both_are = |is: fn(&Trial) -> bool| -> Vec<[&Trial; 2]> {
            let are = |pair: &&[&Trial; 2]| pair.iter().all(|trial| is(trial));
            pairs.iter().filter(are).copied().collect()
        };
        let correct = both_are(|trial| trial.is_correct);
        let done = both_are(|trial| trial.end == TrialEnd::Done);
        let _ = writeln!(
            summary,
            " {} | {} | {} | {} | {} |",
            correct.len(),
            ratio(&correct, |trial| trial.bytes_after),
            done.len(),
            ratio(&done, |trial| trial.runs),
            ratio(&done, |trial| trial.seconds),
        );
    }
    summary.push_str(&by_case(measurements, tools));
    if !left_out.is_empty() {
        summary.push_str("\nThese cases could not be compared:\n\n");
    }
    for (case, why) in left_out {
        let _ = writeln!(summary, "- {}: {}", plain(case), plain(why));
    }
    summary
}

/// The table of all cases.
fn by_case(measurements: &[Measurement], tools: &[(String, String)]) -> String {
    let mut table = "\n| case | bytes before |".to_owned();
    for (tool, _) in tools {
        let _ = write!(table, " {}: bytes | runs | s |", plain(tool));
    }
    table.push_str("\n| --- | --: |");
    table.push_str(&" --: | --: | --: |".repeat(tools.len()));
    table.push('\n');
    let mut cases: BTreeMap<&str, Vec<&Measurement>> = BTreeMap::new();
    for row in measurements {
        cases.entry(&row.case).or_default().push(row);
    }
    for (case, rows) in cases {
        let bytes = rows.last().map_or(0, |row| row.bytes_before);
        let _ = write!(table, "| {} | {} |", plain(case), thousands(bytes));
        for (tool, _) in tools {
            let rows = rows.iter().copied().filter(|row| row.tool == *tool);
            let _ = write!(table, " {} |", cells_of(&rows.collect::<Vec<_>>()));
        }
        table.push('\n');
    }
    table.push_str(
        "\nOf several repetitions: median (least–greatest). `>`: ended at a limit. `~`: the result fails in another way. \
         `!`: it does not fail, or there is none.\n",
    );
    table
}

/// The cells of one tool on one case.
fn cells_of(rows: &[&Measurement]) -> String {
    let is_cut = |row: &&Measurement| matches!(row.end, ToolEnd::TimeLimit | ToolEnd::RunLimit);
    let has = |kinds: &[ResultKind]| rows.iter().any(|row| kinds.contains(&row.result));
    let mut marks = String::new();
    for (is_marked, mark) in [
        (rows.iter().any(is_cut), " >"),
        (has(&[ResultKind::OtherFailure]), " ~"),
        (has(&[ResultKind::NoFailure, ResultKind::Missing]), " !"),
    ] {
        marks.push_str(if is_marked { mark } else { "" });
    }
    // Another text says nothing of the size of a correct one.
    let is_same = |row: &Measurement| row.result == ResultKind::Same;
    let is_counted = |row: &Measurement| is_same(row) || !rows.iter().any(|row| is_same(row));
    let sized = |row: &Measurement| row.bytes_after.filter(|_| is_counted(row));
    let spread = |of: &dyn Fn(&Measurement) -> Option<f64>, digits: usize| {
        let mut values: Vec<f64> = rows.iter().filter_map(|row| of(row)).collect();
        values.sort_by(f64::total_cmp);
        match (values.first(), median(values.clone()), values.last()) {
            (Some(least), Some(median), Some(greatest)) if least.total_cmp(greatest).is_ne() => {
                format!("{median:.digits$} ({least:.digits$}–{greatest:.digits$})")
            }
            (_, median, _) => {
                median.map_or("–".to_owned(), |median| format!("{median:.digits$}"))
            }
        }
    };
    format!(
        "{}{marks} | {} | {}",
        spread(&|row| sized(row).map(|bytes| bytes as f64), 0),
        spread(&|row| Some(row.runs as f64), 0),
        spread(&|row| Some(row.wall_seconds), 1),
    )
}

/// The geometric mean of the ratios of a value, as far as it is above 0.
fn ratio(pairs: &[[&Trial; 2]], value: fn(&Trial) -> f64) -> String {
    let ratios = pairs
        .iter()
        .map(|pair| pair.map(value))
        .filter(|[one, other]| *one > 0.0 && *other > 0.0)
        .map(|[one, other]| one / other);
    geometric_mean(ratios).map_or("–".to_owned(), |mean| format!("{mean:.3}"))
}

#[cfg(test)]
mod tests {
    use super::{ComparedTools, comparison_summary, comparison_table};
    use crate::event::{Measurement, ResultKind, ToolEnd};

    /// The summary of these calls of these tools.
    fn summary(measurements: &[Measurement], tools: &[(String, String)]) -> String {
        comparison_summary(&ComparedTools {
            tools: tools.to_vec(),
            measurements: measurements.to_vec(),
            ..ComparedTools::default()
        })
    }

    fn row(case: &str, tool: &str, (bytes, runs): (u64, u64)) -> Measurement {
        Measurement {
            case: case.to_owned(),
            tool: tool.to_owned(),
            repetition: 1,
            result: ResultKind::Same,
            bytes_before: 100,
            bytes_after: Some(bytes),
            runs,
            wall_seconds: 1.0,
            ..Measurement::default()
        }
    }

    #[test]
    fn tools_are_compared_on_what_both_have_reduced_to_the_same_failure() {
        let rows = [
            row("a", "one", (10, 100)),
            row("a", "two", (40, 50)),
            row("b", "one", (10, 100)),
            Measurement {
                end: ToolEnd::RunLimit,
                ..row("b", "two", (10, 400))
            },
            row("c", "one", (10, 100)),
            Measurement {
                result: ResultKind::NoFailure,
                ..row("c", "two", (1, 1))
            },
        ];
        let tools = ["one", "two"].map(|name| (name.to_owned(), format!("{name} {{input}}")));
        let summary = summary(&rows, &tools);
        // 2 is the geometric mean of 4 and 1.
        for line in [
            "| two | 3 | 2 | 2 | 0 | 1 | 0 | 2 | 2.000 | 1 | 0.500 | 1.000 |",
            "| b | 100 | 10 | 100 | 1.0 | 10 > | 400 | 1.0 |",
            "| c | 100 | 10 | 100 | 1.0 | 1 ! | 1 | 1.0 |",
        ] {
            assert!(summary.contains(line), "{line} in {summary}");
        }
    }

    #[test]
    fn repetitions_are_shown_by_their_median_and_spread() {
        let rows = [(10, 5), (30, 5), (11, 5)].map(|sizes| row("a", "one", sizes));
        let summary = summary(&rows, &[("one".to_owned(), "one".to_owned())]);
        let line = "| a | 100 | 11 (10–30) | 5 | 1.0 |";
        assert!(summary.contains(line), "{summary}");
    }

    #[test]
    fn the_size_of_a_case_is_that_of_its_correct_results() {
        let mut rows = [(10, 5), (30, 5), (1, 5)].map(|sizes| row("a", "one", sizes));
        rows[2].result = ResultKind::NoFailure;
        let summary = summary(&rows, &[("one".to_owned(), "one".to_owned())]);
        let line = "| a | 100 | 20 (10–30) ! | 5 | 1.0 |";
        assert!(summary.contains(line), "{summary}");
    }

    #[test]
    fn a_name_never_becomes_a_formula_or_a_cell_of_its_own() {
        let rows = [row("=cmd|x\u{1b}", "one", (1, 1))];
        let mut csv = Vec::new();
        let written = comparison_table(&rows).write_csv(&mut csv);
        written.expect("memory takes all bytes");
        let csv = String::from_utf8(csv).expect("text");
        assert!(csv.contains(",'=cmd|x\\u{1b},"), "{csv}");
        let summary = summary(&rows, &[("one".to_owned(), "a|b".to_owned())]);
        assert!(summary.contains("| one | a\\|b |"), "{summary}");
    }
}
