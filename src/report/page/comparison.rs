//! The page of a comparison of tools: a line for each case with the size of each tool's result, and the details of each
//! call.

use super::data::{Detail, Field, PageRow, Place};
use super::document::Document;
use crate::event::{Measurement, ReportCell, ResultKind, ToolEnd, anchor};
use crate::report::csv::harmless;
use crate::report::plots::Plot;
use crate::report::thousands;
use std::collections::BTreeMap;

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

/// The page of these calls of tools. What counts as the size of a tool's result is the median over its repetitions, of the
/// results that fail in the same way as the original.
pub fn comparison_page(measurements: &[Measurement], plots: &[Plot]) -> String {
    let tools = tools(measurements);
    let cases = Compared::all(measurements);
    let sizes: Vec<Vec<Option<u64>>> = cases
        .iter()
        .map(|case| tools.iter().map(|tool| case.size(tool)).collect())
        .collect();
    let document = Document {
        title: format!("smelt, a comparison of {} tools", tools.len()),
        heading: heading(&tools, &sizes),
        counts: Vec::new(),
        by: "",
        fields: fields(&tools),
        rows: cases
            .iter()
            .zip(&sizes)
            .map(|(case, sizes)| case.row(sizes))
            .collect(),
        plots,
    };
    document.html(&|number| {
        cases
            .get(number)
            .map_or_else(Detail::default, Compared::detail)
    })
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
fn heading(tools: &[&str], sizes: &[Vec<Option<u64>>]) -> Vec<String> {
    let has_least = |sizes: &&Vec<Option<u64>>, tool: usize| {
        let least = sizes.iter().flatten().min();
        least.is_some() && sizes.get(tool).is_some_and(|size| size.as_ref() == least)
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

    /// The size of a tool's result; the smaller one of the two in the middle, if there are two.
    fn size(&self, tool: &str) -> Option<u64> {
        let calls = self.calls.iter().filter(|call| call.tool == tool);
        let valid = calls.filter(|call| call.result == ResultKind::Same);
        let mut sizes: Vec<u64> = valid.filter_map(|call| call.bytes_after).collect();
        sizes.sort_unstable();
        sizes.get(sizes.len().saturating_sub(1) / 2).copied()
    }

    fn row(&self, sizes: &[Option<u64>]) -> PageRow {
        let words = [self.case, self.set, self.solver];
        let words = words.map(|word| ReportCell::Text(word.to_owned()));
        let original = self.calls.iter().map(|call| call.bytes_before).max();
        let sizes = std::iter::once(original).chain(sizes.iter().copied());
        let sizes = sizes.map(|size| size.map_or(ReportCell::Empty, ReportCell::Count));
        PageRow {
            anchor: anchor(self.case, self.solver, ""),
            cells: words.into_iter().chain(sizes).collect(),
        }
    }

    fn detail(&self) -> Detail {
        let valid = self.calls.iter();
        let valid = valid.filter(|call| call.result == ResultKind::Same);
        let least = valid.filter_map(|call| call.bytes_after).min();
        let mut calls = vec![CALLS.map(str::to_owned).to_vec()];
        calls.extend(self.calls.iter().map(|call| cells(call, least).to_vec()));
        Detail {
            calls,
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
    use super::{Compared, comparison_page};
    use crate::event::{Measurement, ResultKind};

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
            [Some(30), None, None]
        );
        let bytes: Vec<_> = cases[0]
            .detail()
            .calls
            .iter()
            .map(|row| row[4].clone())
            .collect();
        assert_eq!(bytes, ["bytes", "30", "20 ★", "90", "5"]);
        let page = comparison_page(&calls, &[]);
        assert!(page.contains("ties included: smelt 1, ddsmt 0."), "{page}");
        assert!(!page.contains("a<b"));
    }
}
