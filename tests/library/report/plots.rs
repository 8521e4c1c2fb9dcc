//! Plots: well-formed, the same each time, with a link for each case, and with nothing in them that a name has smuggled in.

use quick_xml::Reader;
use quick_xml::events::Event;
use smelt::event::{Measurement, MutatorCounts, ResultKind, Row, Status, ToolEnd};
use smelt::report::Trials;
use smelt::report::plots::{
    Plot, TraceCurve, comparison_plots, mutator_plots, progress_plot, read_trace,
};

const HOSTILE: &str = "a\"<script>alert(1)</script>&\u{1b}[31m\u{202e}\u{ffff}";

fn measured(case: &str, tool: &str, after: u64, end: ToolEnd) -> Measurement {
    Measurement {
        case: case.to_owned(),
        solver: "z3".to_owned(),
        tool: tool.to_owned(),
        end,
        result: ResultKind::Same,
        bytes_before: 1000,
        bytes_after: Some(after),
        runs: 10 * after,
        wall_seconds: 0.5,
        ..Measurement::default()
    }
}

fn rows() -> Vec<Measurement> {
    let mut rows = vec![
        measured("one", "new", 10, ToolEnd::Finished),
        measured("one", HOSTILE, 40, ToolEnd::Finished),
        measured(HOSTILE, "new", 20, ToolEnd::Finished),
        measured(HOSTILE, HOSTILE, 800, ToolEnd::TimeLimit),
        measured("three", "new", 0, ToolEnd::Finished),
        measured("three", HOSTILE, 0, ToolEnd::Error),
    ];
    rows[5].result = ResultKind::NoFailure;
    rows
}

/// The names of the elements of a plot, which must be well-formed; and what `<text>` elements and titles say.
fn elements(plot: &Plot) -> (Vec<String>, Vec<String>) {
    let mut reader = Reader::from_str(&plot.svg);
    let (mut names, mut words) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(tag) | Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    attribute.expect("well-formed");
                }
                names.push(String::from_utf8_lossy(tag.name().as_ref()).into_owned());
            }
            Event::Text(text) => words.push(String::from_utf8_lossy(&text).trim().to_owned()),
            Event::Eof => return (names, words),
            _ => {}
        }
    }
}

#[test]
fn tools_are_compared_by_survival_curves_and_scatter_plots_of_size_runs_and_time() {
    let trials = Trials::of_measurements(&rows());
    let plots = comparison_plots(&trials).expect("plots");
    let names: Vec<&str> = plots.iter().map(|plot| &*plot.name).collect();
    assert_eq!(
        names,
        [
            "survival-size",
            "survival-runs",
            "survival-time",
            "size-2-a__script_alert_1___script____31m__",
            "runs-2-a__script_alert_1___script____31m__",
            "time-2-a__script_alert_1___script____31m__",
        ]
    );
    assert_eq!(
        plots,
        comparison_plots(&trials).expect("plots"),
        "the same each time"
    );
    for plot in &plots {
        let (elements, words) = elements(plot);
        assert!(!elements.contains(&"script".to_owned()), "{}", plot.svg);
        assert!(!plot.svg.contains(['\u{1b}', '\u{202e}', '\u{ffff}']));
        assert!(
            !plot.svg.contains("\"#000000\""),
            "text has the colour of the text around it"
        );
        assert!(
            words.iter().any(|words| words.contains("[s]")
                || words.contains('%')
                || words.contains("runs"))
        );
    }
    let (elements, words) = elements(&plots[3]);
    assert_eq!(
        elements.iter().filter(|name| *name == "a").count(),
        3,
        "a link for each case"
    );
    for label in ["T", "E", "new: size of the result [% of the original]"] {
        assert!(words.contains(&label.to_owned()), "{words:?}");
    }
    assert!(plots[3].svg.contains("<a href=\"#case-"));
    assert_eq!(comparison_plots(&Trials::default()).expect("plots"), []);
}

#[test]
fn a_trace_becomes_a_curve_even_while_it_is_written() {
    let trace =
        b"step,mutator,bytes,shortest_bytes,tokens,checks,runs,solver_seconds,wall_seconds\n\
        0,,900,900,9,0,2,0,0\n1,a,500,500,7,3,40,0,0\n2,b,30,30,2,9,700,0,0\n3,b,2";
    let points = read_trace(trace).expect("a trace");
    assert_eq!(points, [[2, 900], [40, 500], [700, 30]]);
    assert_eq!(
        read_trace(b"a,b\n"),
        Err("there is no column `runs`".to_owned())
    );
    let curves = ["auto", HOSTILE].map(|search| TraceCurve {
        search: search.to_owned(),
        points: points.clone(),
    });
    let plot = progress_plot(HOSTILE, "z3", &curves).expect("a plot");
    let (elements, words) = elements(&plot);
    assert_eq!(elements.iter().filter(|name| *name == "a").count(), 2);
    assert!(words.contains(&"size of the shortest text [bytes]".to_owned()));
    let other = progress_plot(&HOSTILE.replace('"', "'"), "z3", &curves).expect("a plot");
    assert_ne!(
        plot.name, other.name,
        "different cases have different files"
    );
}

#[test]
fn what_mutators_removed_is_added_up_over_all_cases_of_a_search() {
    let counts = |mutator: &str, bytes_removed| MutatorCounts {
        mutator: mutator.to_owned(),
        bytes_removed,
        ..MutatorCounts::default()
    };
    let row = |case: &str, mutators| Row {
        case: case.to_owned(),
        strategy: "auto".to_owned(),
        status: Status::Reduced,
        mutators,
        ..Row::default()
    };
    let rows = [
        row(
            "a",
            vec![
                counts("erase", 700),
                counts("inline", -20),
                counts("idle", 0),
            ],
        ),
        row("b", vec![counts("erase", 800)]),
    ];
    let rows = rows.into_iter().map(|row| ("auto".to_owned(), row));
    let plots = mutator_plots(rows).expect("plots");
    let [plot] = &plots[..] else {
        panic!("one search, one plot");
    };
    let (_, words) = elements(plot);
    assert!(
        words.contains(&"erase: 1,500 bytes".to_owned()),
        "{words:?}"
    );
    assert!(words.contains(&"inline: -20 bytes".to_owned()));
    assert!(!words.iter().any(|words| words.starts_with("idle")));
    assert!(words.contains(&"bytes removed in all cases".to_owned()));
}
