//! The page of a comparison of tools: a line for each case with the size of each tool's result, and the details of each
//! call.

use super::FileText;
use super::data::{Detail, DetailText, Field, PageRow, PageRows, Place};
use super::document::Document;
use crate::event::{Measurement, ReportCell, ResultKind, ToolEnd, anchor, harmless};
use crate::language::language_or_plain;
use crate::report::comparison_texts::{original_place, result_place};
use crate::report::plots::Plot;
use crate::report::statistics::median;
use crate::report::thousands;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// Reads the text that is kept at a path below the output.
type ReadText<'a> = &'a dyn Fn(&Path) -> FileText;

/// The columns of the calls of a case.
const CALLS: [&str; 11] = [
    "tool",
    "repetition",
    "it ended",
    "its result",
    "bytes",
    "runs",
    "checks",
    "wall s",
    "CPU s",
    "memory MB",
    "why",
];

/// Writes the page of these calls of tools. What counts as the size of a tool's result is the median over its repetitions,
/// of the results that fail in the same way as the original.
///
/// # Errors
/// Those of `out`.
pub(in crate::report) fn write_comparison_page(
    measurements: &[Measurement],
    plots: &[Plot],
    read: ReadText<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let tools = tools(measurements);
    let cases = Compared::all(measurements);
    let sizes: Vec<Vec<Option<f64>>> = cases
        .iter()
        .map(|case| tools.iter().map(|tool| case.size(tool)).collect())
        .collect();
    let document = Document {
        title: format!("smelt, a comparison of {} tools", tools.len()),
        heading: heading(&tools, &sizes),
        counts: Vec::new(),
        by: "",
        fields: fields(&tools),
        rows: PageRows {
            count: cases.len(),
            row: &|number| cases[number].row(&sizes[number]),
        },
        plots,
    };
    let detail = |number: usize| {
        let case = cases.get(number);
        case.map_or_else(Detail::default, |case| case.detail(read))
    };
    document.write(&detail, out)
}

/// The tools, in the order in which they were first called.
fn tools(measurements: &[Measurement]) -> Vec<&str> {
    let mut tools: Vec<&str> = Vec::new();
    for Measurement { tool, .. } in measurements {
        if !tools.contains(&&**tool) {
            tools.push(tool);
        }
    }
    tools
}

/// What is compared, and how often each tool has the smallest result.
fn heading(tools: &[&str], sizes: &[Vec<Option<f64>>]) -> Vec<String> {
    let has_least = |sizes: &&Vec<Option<f64>>, tool: usize| {
        let is_least = |size| sizes.iter().flatten().all(|other| size <= *other);
        sizes.get(tool).copied().flatten().is_some_and(is_least)
    };
    let wins = tools.iter().enumerate().map(|(at, tool)| {
        let count = sizes.iter().filter(|sizes| has_least(sizes, at)).count();
        format!("{} {}", harmless(tool), thousands(count as u64))
    });
    vec![
        format!(
            "Cases with their solvers: {}. Sizes are bytes without comments and extra white space, medians over the \
             repetitions, of results that fail in the same way as the original. ★ is the smallest of a case.",
            thousands(sizes.len() as u64)
        ),
        format!(
            "How often each tool has the smallest result, ties included: {}.",
            wins.collect::<Vec<_>>().join(", ")
        ),
    ]
}

fn fields(tools: &[&str]) -> Vec<Field> {
    let field = |name: &str, text, choice| Field {
        name: name.to_owned(),
        label: name.replace('_', " "),
        text,
        choice,
        ..Field::default()
    };
    let mut fields = vec![
        field("case", true, false),
        field("set", true, true),
        field("solver", true, true),
        Field {
            unit: "bytes",
            ..field("original", false, false)
        },
    ];
    for tool in tools {
        fields.push(Field {
            label: harmless(tool),
            unit: "bytes",
            place: Place::Table,
            rival: true,
            ..field(&format!("tool:{tool}"), false, false)
        });
    }
    fields.push(Field {
        label: "failure of the original".to_owned(),
        place: Place::Facts,
        ..field("signature", true, true)
    });
    fields
}

/// A case with a solver, and the calls of all tools on it.
struct Compared<'a> {
    set: &'a str,
    case: &'a str,
    solver: &'a str,
    calls: Vec<&'a Measurement>,
}

impl<'a> Compared<'a> {
    fn all(measurements: &'a [Measurement]) -> Vec<Compared<'a>> {
        let mut cases: BTreeMap<[&str; 3], Vec<&Measurement>> = BTreeMap::new();
        for call in measurements {
            let key = [&*call.set, &*call.case, &*call.solver];
            cases.entry(key).or_default().push(call);
        }
        let cases = cases.into_iter();
        cases
            .map(|([set, case, solver], calls)| Compared {
                set,
                case,
                solver,
                calls,
            })
            .collect()
    }

    /// The size of a tool's result.
    fn size(&self, tool: &str) -> Option<f64> {
        let calls = self.calls.iter().filter(|call| call.tool == tool);
        let valid = calls.filter(|call| call.result == ResultKind::Same);
        let sizes = valid.filter_map(|call| call.bytes_after);
        median(sizes.map(|bytes| bytes as f64).collect())
    }

    fn row(&self, sizes: &[Option<f64>]) -> PageRow {
        let words = [self.case, self.set, self.solver];
        let words = words.map(|word| ReportCell::Text(word.to_owned()));
        let original = self.calls.iter().map(|call| call.bytes_before).max();
        let original = original.map_or(ReportCell::Empty, ReportCell::Count);
        let sizes = sizes.iter();
        let sizes = sizes.map(|size| size.map_or(ReportCell::Empty, ReportCell::Number));
        let signature = self.calls.iter().find_map(|call| call.signature.clone());
        let signature = signature.map_or(ReportCell::Empty, ReportCell::Text);
        let cells = words.into_iter().chain([original]).chain(sizes);
        PageRow {
            anchor: anchor(self.case, self.solver, ""),
            cells: cells.chain([signature]).collect(),
        }
    }

    /// The original and the results of the first repetition, the smallest correct one first; equal ones once.
    fn texts(&self, read: ReadText<'_>) -> Vec<DetailText> {
        let mut first: Vec<_> = self.calls.iter().filter(|it| it.repetition <= 1).collect();
        first.sort_by_key(|call| (call.result != ResultKind::Same, call.bytes_after));
        let mut results: Vec<(String, FileText)> = Vec::new();
        for call in first.into_iter().filter(|it| it.bytes_after.is_some()) {
            let text = read(&result_place(call));
            let mut title = harmless(&call.tool);
            if call.result != ResultKind::Same {
                title = format!("{title} ({})", result(call.result));
            }
            match results.iter_mut().find(|(_, other)| *other == text) {
                Some((titles, _)) => *titles = format!("{titles}, {title}"),
                None => results.push((title, text)),
            }
        }
        let language = self.calls.first().map_or("", |call| &*call.language);
        super::texts::texts(
            language_or_plain(language),
            read(&original_place(self.case)),
            results,
        )
    }

    fn detail(&self, read: ReadText<'_>) -> Detail {
        let valid = self.calls.iter();
        let valid = valid.filter(|call| call.result == ResultKind::Same);
        let least = valid.filter_map(|call| call.bytes_after).min();
        let mut calls = vec![CALLS.map(str::to_owned).to_vec()];
        calls.extend(self.calls.iter().map(|call| cells(call, least).to_vec()));
        Detail {
            calls,
            texts: self.texts(read),
            ..Detail::default()
        }
    }
}

/// The cells of a call. `least` is the size of the smallest result of the case.
fn cells(call: &Measurement, least: Option<u64>) -> [String; CALLS.len()] {
    let unknown = || "–".to_owned();
    let is_least =
        call.result == ResultKind::Same && call.bytes_after.is_some() && call.bytes_after == least;
    let bytes = call.bytes_after.map_or_else(unknown, thousands);
    [
        harmless(&call.tool),
        call.repetition.to_string(),
        ended(call.end).to_owned(),
        result(call.result).to_owned(),
        if is_least {
            format!("{bytes} ★")
        } else {
            bytes
        },
        thousands(call.runs),
        call.checks.map_or_else(unknown, thousands),
        format!("{:.1}", call.wall_seconds),
        format!("{:.1}", call.cpu_seconds),
        call.memory_mb
            .map_or_else(unknown, |memory| format!("{memory:.1}")),
        harmless(&call.detail),
    ]
}

fn ended(end: ToolEnd) -> &'static str {
    match end {
        ToolEnd::Finished => "by itself",
        ToolEnd::TimeLimit => "at the time limit",
        ToolEnd::RunLimit => "at the limit of runs",
        ToolEnd::Error => "with an error",
    }
}

fn result(result: ResultKind) -> &'static str {
    match result {
        ResultKind::Same => "fails in the same way",
        ResultKind::OtherFailure => "fails in another way",
        ResultKind::NoFailure => "does not fail",
        ResultKind::Missing => "there is none",
    }
}

#[cfg(test)]
mod tests {
    use super::{Compared, FileText, write_comparison_page};
    use crate::event::{Measurement, ResultKind};
    use std::path::Path;

    fn call(tool: &str, repetition: u32, bytes: u64, result: ResultKind) -> Measurement {
        Measurement {
            case: "a<b.smt2".to_owned(),
            solver: "z3".to_owned(),
            tool: tool.to_owned(),
            repetition,
            bytes_before: 900,
            bytes_after: Some(bytes),
            result,
            ..Measurement::default()
        }
    }

    /// Each text is its path, but those of two tools are equal.
    fn named(below: &Path) -> FileText {
        let path = below.to_string_lossy().replace("cvise", "pydelta");
        FileText::of(format!("(a {path})").into_bytes())
    }

    #[test]
    fn equal_results_of_tools_are_shown_once_and_the_smallest_correct_one_first() {
        let calls = [
            call("smelt", 1, 30, ResultKind::Same),
            call("ddsmt", 1, 5, ResultKind::NoFailure),
            call("pydelta", 1, 20, ResultKind::Same),
            call("cvise", 1, 20, ResultKind::Same),
            call("cvise", 2, 10, ResultKind::Same),
        ];
        let texts = Compared::all(&calls)[0].texts(&named);
        let titles: Vec<&str> = texts.iter().map(|text| &*text.title).collect();
        assert_eq!(
            titles,
            [
                "original",
                "pydelta, cvise",
                "smelt",
                "ddsmt (does not fail)"
            ]
        );
    }

    #[test]
    fn the_median_of_a_tools_valid_results_counts_and_the_best_of_a_case_is_marked() {
        let calls = [
            call("smelt", 1, 30, ResultKind::Same),
            call("smelt", 2, 20, ResultKind::Same),
            call("smelt", 3, 90, ResultKind::Same),
            call("ddsmt", 1, 5, ResultKind::NoFailure),
        ];
        let cases = Compared::all(&calls);
        assert_eq!(
            ["smelt", "ddsmt", "x"].map(|tool| cases[0].size(tool)),
            [Some(30.0), None, None]
        );
        let bytes: Vec<_> = cases[0]
            .detail(&named)
            .calls
            .iter()
            .map(|row| row[4].clone())
            .collect();
        assert_eq!(bytes, ["bytes", "30", "20 ★", "90", "5"]);
        let mut page = Vec::new();
        write_comparison_page(&calls, &[], &named, &mut page).expect("memory takes all bytes");
        let page = String::from_utf8(page).expect("text");
        assert!(page.contains("ties included: smelt 1, ddsmt 0."), "{page}");
        assert!(!page.contains("a<b"));
    }
}
