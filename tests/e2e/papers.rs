//! `smelt report` on tools side by side: tables, plots, JUnit and BenchExec.

use crate::support::Bench;
use serde_json::json;
use smelt::event::{Event, Measurement, ResultKind, ToolEnd};
use std::fs;

/// A journal of two tools on two cases, as `smelt compare` writes it.
fn compared() -> Bench {
    let bench = Bench::new();
    let tools = ["auto", "ddsmt"].map(|tool| (tool.to_owned(), format!("run {tool}")));
    let mut events = vec![Event::Compares {
        tools: tools.into(),
    }];
    let done = Measurement {
        set: "bv".to_owned(),
        solver: "z3".to_owned(),
        language: "smtlib".to_owned(),
        signature: Some("signal 11".to_owned()),
        group: Some("0123456789ab".to_owned()),
        repetition: 1,
        result: ResultKind::Same,
        ..Measurement::default()
    };
    for (case, tool, bytes, costs) in [
        (
            "bv/a.smt2",
            "auto",
            (1000, Some(10)),
            (100, 2.0, 1.5, Some(20.0)),
        ),
        (
            "bv/a.smt2",
            "ddsmt",
            (1000, Some(40)),
            (400, 4.0, 3.0, Some(10.0)),
        ),
        (
            "bv/b.smt2",
            "auto",
            (400, Some(40)),
            (50, 4.0, 3.5, Some(40.0)),
        ),
        ("bv/b.smt2", "ddsmt", (400, None), (7, 1.0, 1.0, None)),
    ] {
        let mut row = Measurement {
            case: case.to_owned(),
            tool: tool.to_owned(),
            bytes_before: bytes.0,
            bytes_after: bytes.1,
            runs: costs.0,
            wall_seconds: costs.1,
            cpu_seconds: costs.2,
            memory_mb: costs.3,
            ..done.clone()
        };
        if bytes.1.is_none() {
            row.end = ToolEnd::Error;
            row.result = ResultKind::Missing;
        }
        events.push(Event::Measured {
            config: String::new(),
            measurement: Box::new(row),
        });
    }
    let start = "{\"event\":\"start\",\"version\":1,\"smelt\":\"0.1.0\",\"salt\":\"\"}".to_owned();
    let lines = events
        .iter()
        .map(|event| serde_json::to_string(event).expect("JSON"));
    let lines: Vec<String> = std::iter::once(start).chain(lines).collect();
    bench.write("out/journal.jsonl", lines.join("\n") + "\n");
    bench
}

#[test]
fn the_reports_of_a_comparison_are_written_again_byte_for_byte() {
    let bench = compared();
    bench.smelt(&["report", "out", "--write"]).exits(0);
    let names = [
        "comparison.csv",
        "summary.md",
        "report.html",
        "tables.md",
        "plots/survival-size.svg",
        "benchexec/2-ddsmt.xml",
    ];
    let texts = names.map(|name| bench.text(&format!("out/{name}")));
    let tables = &texts[3];
    assert_eq!(texts[2].matches("class=\"smelt-plot\"").count(), 6);
    assert!(tables.starts_with("## Tools compared with auto\n\n| tool | cases | correct |"));
    assert!(tables.ends_with("![time-2-ddsmt](plots/time-2-ddsmt.svg)\n\n"));
    assert!(tables.contains("| ddsmt | bv | 2 | 48.0 | 0.0 | 96.0 |"));
    for name in names {
        fs::remove_file(bench.path(&format!("out/{name}"))).expect("a file");
    }
    bench.smelt(&["report", "out", "--write"]).exits(0);
    assert_eq!(names.map(|name| bench.text(&format!("out/{name}"))), texts);
    assert_eq!(bench.smelt(&["report", "out"]).exits(0).out, texts[1]);
    let rows = bench
        .smelt(&["report", "out", "--format", "csv"])
        .exits(0)
        .out;
    assert_eq!(rows, texts[0]);
}

#[test]
fn the_rows_of_a_comparison_are_also_json() {
    let bench = compared();
    let report = ["report", "out", "--format", "json"];
    let rows: serde_json::Value =
        serde_json::from_str(&bench.smelt(&report).exits(0).out).expect("JSON");
    assert_eq!(rows.as_array().map(Vec::len), Some(4));
    let (first, last) = (&rows[0], &rows[3]);
    for (column, value) in [
        ("tool", json!("auto")),
        ("bytes_after", json!(10)),
        ("signature", json!("signal 11")),
        ("memory_mb", json!(20.0)),
    ] {
        assert_eq!(first[column], value, "{column}");
    }
    assert!(last["bytes_after"].is_null() && last["result"] == "missing");
}

#[test]
fn the_classes_of_a_comparison_are_the_groups_of_its_cases() {
    let bench = compared();
    let table = ["report", "out", "--tables", "deltaasp", "--format", "csv"];
    let table = bench.smelt(&table).exits(0).out;
    assert!(table.contains("\nbv,z3,2,1,"), "{table}");
}

#[test]
fn the_page_of_a_comparison_has_the_texts_that_are_kept_and_says_which_are_not() {
    let bench = compared();
    bench.write("out/originals/bv/a.smt2", "(assert <b>)");
    bench.write("out/results/auto/bv/a.smt2", "(assert <c>)");
    let page = ["report", "out", "--format", "html"];
    let page = bench.smelt(&page).exits(0).out;
    for words in ["\\u003cb>", "\\u003cc>", "not shown: "] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("<b>") && !page.contains("<c>"));
    // What a link in its place leads to is not shown.
    bench.write("secret", "do not show");
    let kept = bench.path("out/results/ddsmt/bv");
    fs::create_dir_all(kept.parent().expect("a directory")).expect("a directory");
    std::os::unix::fs::symlink(bench.path("."), &kept).expect("a link");
    fs::rename(bench.path("secret"), bench.path("a.smt2")).expect("a name");
    let page = ["report", "out", "--format", "html"];
    assert!(!bench.smelt(&page).exits(0).out.contains("do not show"));
}

#[test]
fn a_table_is_printed_in_three_formats_for_the_tools_that_are_named() {
    let bench = compared();
    let report = |more: &[&str]| bench.smelt(&[&["report", "out"], more].concat());
    let csv = report(&[
        "--tables",
        "ddsmt2013",
        "--format",
        "csv",
        "--tools",
        "ddsmt",
    ])
    .exits(0)
    .out;
    assert_eq!(csv.lines().count(), 2);
    assert!(
        csv.contains("\nddsmt,bv,2,48,0,96,2.5,1,4,203.5,7,400,10,10,10"),
        "{csv}"
    );
    let latex = report(&["--tables", "overview,deltaasp", "--format", "latex"])
        .exits(0)
        .out;
    assert_eq!(latex.matches("\\begin{table}").count(), 2);
    let all = report(&["--tables", "all"]).exits(0).out;
    for unused in [
        &["--tools", "ddsmt"][..],
        &["--format", "junit", "--stable"],
        &["--format", "benchexec", "--tools", "ddsmt", "--mutators"],
    ] {
        report(unused).exits(2).says(&["leave"]);
    }
    assert_eq!(all.matches("\n## ").count() + 1, 4, "{all}");
    report(&["--tables", "all", "--format", "csv"])
        .exits(2)
        .says(&["different columns"]);
    report(&["--tables", "ddsmt2", "--tools", "gone"])
        .exits(2)
        .says(&["no tool `gone`", "`auto`, `ddsmt`"]);
    report(&["--tables", "fuzzasp"])
        .exits(2)
        .says(&["not the output of `smelt fuzz asp`"]);
    report(&["--tables", "ddsmt2", "--format", "json"])
        .exits(2)
        .says(&["not available in this format"]);
    report(&["--format", "latex"])
        .exits(2)
        .says(&["not available in this format"]);
}

#[test]
fn benchexec_and_junit_have_a_run_for_each_case() {
    let bench = compared();
    let xml = bench
        .smelt(&["report", "out", "--format", "benchexec", "--tools", "ddsmt"])
        .exits(0)
        .out;
    let generator = format!("generator=\"smelt {}\"", env!("CARGO_PKG_VERSION"));
    let expected = fs::read_to_string("tests/data/benchexec.xml").expect("the fixture");
    assert_eq!(xml.replace(&generator, "generator=\"smelt\""), expected);
    let ran = bench
        .smelt(&["report", "out", "--format", "benchexec"])
        .exits(2);
    ran.says(&["one tool, and here are 2", "`auto`, `ddsmt`"]);
    let tests = bench
        .smelt(&["report", "out", "--format", "junit"])
        .exits(0)
        .out;
    assert!(
        tests.contains("tests=\"4\" skipped=\"0\" failures=\"0\" errors=\"1\""),
        "{tests}"
    );
    assert!(tests.contains("there is no result"));
}

#[test]
fn a_batch_has_tables_plots_and_tests_of_its_searches() {
    let bench = Bench::new();
    bench.write(
        "cases/a.smt2",
        "(assert true)\n(assert false)\n(check-sat)\n",
    );
    let solver = bench.script("solver", "#!/bin/sh\n! grep -q check-sat \"$1\"\n");
    let solver = solver.to_string_lossy();
    for strategy in ["auto", "ddmin"] {
        let batch = [
            "batch",
            "cases",
            "--cache",
            "none",
            "--allow-trivial",
            "--trace",
            "--strategy",
            strategy,
            "--out",
            "out",
            "--",
            &solver,
        ];
        bench.smelt(&batch).exits(0);
    }
    let table = bench
        .smelt(&["report", "out", "--tables", "ddsmt2", "--format", "csv"])
        .exits(0)
        .out;
    assert!(table.starts_with(",auto,ddmin\nerrors,0,0\n"), "{table}");
    let ran = bench.smelt(&["report", "out", "--plots", "plots"]).exits(0);
    let names = fs::read_dir(bench.path("plots")).expect("plots");
    let mut names: Vec<String> = names
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort_unstable();
    assert_eq!(names.len(), 9, "{names:?}");
    ran.says(&["plots=9 in plots"]);
    assert_eq!(
        names
            .iter()
            .filter(|name| name.starts_with("mutators-"))
            .count(),
        2
    );
    assert!(
        names
            .iter()
            .any(|name| name.starts_with("progress-a.smt2-case-"))
    );
    let tests = bench
        .smelt(&["report", "out", "--format", "junit"])
        .exits(0)
        .out;
    assert!(tests.contains("<testsuites name=\"out, run of"), "{tests}");
    // What another output has of the same search is another plot.
    fs::create_dir(bench.path("other")).expect("a directory");
    fs::copy(
        bench.path("out/journal.jsonl"),
        bench.path("other/journal.jsonl"),
    )
    .expect("a journal");
    let by_mutator = |into: &str, options: &[&str]| {
        let report = [&["report", "out", "other", "--plots", into], options].concat();
        bench.smelt(&report).exits(0);
        let plots = fs::read_dir(bench.path(into)).expect("plots").flatten();
        let names = plots.map(|plot| plot.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with("mutators-")).count()
    };
    assert_eq!(by_mutator("both", &[]), 4);
    assert_eq!(by_mutator("some", &["--tools", "out/auto,other/ddmin"]), 2);
    bench.write("file", "");
    bench
        .smelt(&["report", "out", "--plots", "file/below"])
        .exits(3)
        .says(&["cannot write a report"]);
}
