//! Events become rows, and rows become text.

mod groups;
mod plots;
mod tables;

use smelt::event::{Event, MutatorCounts, OneMinimal, PackedRow, Row, Status};
use smelt::report::{
    Columns, Comparison, DataTable, Earlier, History, Rows, Selection, counts, mutators, results,
    summary,
};

/// A row with the figures that a summary is made of: percent, seconds, runs and MB.
fn row(case: &str, solver: &str, status: Status, figures: (f64, f64, u64, Option<f64>)) -> Row {
    let (percent, wall_seconds, runs, solver_max_rss_mb) = figures;
    Row {
        case: case.to_owned(),
        solver: solver.to_owned(),
        strategy: "hybrid".to_owned(),
        status,
        reduction_percent: Some(percent),
        wall_seconds,
        runs,
        solver_max_rss_mb,
        ..Row::default()
    }
}

fn csv(table: DataTable<'_>) -> String {
    let mut text = Vec::new();
    let written = table.write_csv(&mut text);
    written.expect("memory takes all bytes");
    String::from_utf8(text).expect("UTF-8")
}

fn text(rows: &[Row]) -> String {
    csv(results(&Selection::of(rows), Columns::All))
}

#[test]
fn the_header_has_the_columns_of_the_contract_in_order() {
    let header = "case,status,language,logic,solver,oracle,strategy,minimiser,effort,reduced_command,bytes_before,bytes_printed,\
        bytes_after,reduction_percent,tokens_before,tokens_after,sexprs_before,sexprs_after,\
        commands_before,commands_after,checks,held,accepted,or_tests,hints,one_minimal,well_formed,golden,\
        signature,failure_rate,signature_after,same_failure,canonical_hash,duplicate_of,group,source_blake3,\
        minimized_blake3,detail,hits,runs,runs_wasted,limit_hits,wall_kills,near_limit,starts,wall_seconds,\
        solver_seconds,solver_cpu_seconds,golden_cpu_seconds,overhead_percent,solver_max_rss_mb,self_max_rss_mb,\
        cpu_limit_seconds,wall_limit_seconds,memory_limit_mb,arguments,command,other_commands,solver_blake3,solver_version,\
        smelt_version,host,started,ended,notes\n";
    assert_eq!(text(&[]), header);
    assert_eq!(Row::columns().count(), Row::default().cells().len());
}

#[test]
fn words_never_become_a_formula_and_numbers_have_sensible_digits() {
    let table = [
        ("=1+1", "'=1+1"),
        ("+x", "'+x"),
        ("-x", "'-x"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("a\rx", "a\\u{d}x"),
        ("x=1", "x=1"),
        ("a,\"b\"\nc", "a,\"b\"\nc"),
        ("a\x1b[31mb\u{9b}c\x07", "a\\u{1b}[31mb\\u{9b}c\\u{7}"),
        (
            "a\u{202e}b\u{200b}c\u{feff}",
            "a\\u{202e}b\\u{200b}c\\u{feff}",
        ),
    ];
    for (given, shown) in table {
        let row = Row {
            detail: given.to_owned(),
            reduction_percent: Some(-12.5),
            wall_seconds: 0.1 + 0.2,
            ..Row::default()
        };
        let text = text(&[row]);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let at = |name| {
            Row::columns()
                .position(|column| column == name)
                .expect("a column")
        };
        let record = reader.records().next().expect("a row").expect("RFC 4180");
        assert_eq!(&record[at("detail")], shown);
        assert_eq!(&record[at("reduction_percent")], "-12.5");
        assert_eq!(&record[at("wall_seconds")], "0.3");
        assert_eq!(&record[at("logic")], "", "what is not known is empty");
    }
}

#[test]
fn rows_are_sorted_whatever_order_they_came_in() {
    let a = row("a", "z3", Status::Reduced, (1.0, 1.0, 1, None));
    let b = row("b", "cvc5", Status::Reduced, (1.0, 1.0, 1, None));
    assert_eq!(text(&[b.clone(), a.clone()]), text(&[a, b]));
}

#[test]
fn a_row_read_back_from_the_journal_is_the_row_that_was_written() {
    let row = Row {
        reduction_percent: Some(99.123_456_789_012_35),
        one_minimal: Some(OneMinimal::Known(false)),
        ..row(
            "c",
            "s",
            Status::AlreadyMinimal,
            (0.1, 1e-7, u64::MAX, Some(1.1)),
        )
    };
    let line = serde_json::to_string(&row).expect("JSON");
    assert_eq!(serde_json::from_str::<Row>(&line).expect("a row"), row);
}

#[test]
fn what_two_searches_find_to_be_the_same_is_listed_for_each() {
    let found = |case: &str, effort: &str, first: Option<&str>| Row {
        effort: effort.to_owned(),
        duplicate_of: first.map(str::to_owned),
        ..row(case, "z3", Status::Reduced, (90.0, 1.0, 100, None))
    };
    let rows = [
        found("a", "normal", None),
        found("b", "normal", Some("a")),
        found("c", "normal", Some("a")),
        found("a", "deep", None),
        found("b", "deep", Some("a")),
    ];
    let text = summary(&Selection::of(&rows), 0, Columns::All);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("| a | b"))
        .collect();
    assert_eq!(lines, ["| a | b, c | 3 |", "| a | b | 2 |"]);
}

#[test]
fn the_summary_has_average_least_and_greatest_of_each_solver() {
    let rows = [
        row("a", "z3", Status::Reduced, (90.0, 1.0, 100, Some(10.0))),
        row("b", "z3", Status::AlreadyMinimal, (0.0, 2.0, 5, Some(20.0))),
        row("c", "z3", Status::Reduced, (60.0, 6.0, 30, None)),
        row("d", "z3", Status::Failed, (1.0, 100.0, 1000, Some(999.0))),
        row("e|x", "cvc4", Status::NotReproduced, (0.0, 0.0, 1, None)),
    ];
    let text = summary(&Selection::of(&rows), 2, Columns::All);
    let line = |start: &str| {
        text.lines()
            .find(|line| line.starts_with(start))
            .expect(start)
    };
    let figures = "50.0 | 0.0 | 90.0 | 3.0 | 1.0 | 6.0 | 45 | 5 | 100 | 15.0 | 10.0 | 20.0 |";
    assert_eq!(line("| z3 |"), format!("| z3 | hybrid | 4 | {figures}"));
    assert_eq!(line("| all |"), format!("| all |  | 5 | {figures}"));
    assert_eq!(
        line("| cvc4 |"),
        format!("| cvc4 | hybrid | 1 |{}", " – |".repeat(12))
    );
    let counted = "7 cases: 2 reduced, 1 already-minimal, 1 not-reproduced, 1 failed, 2 pending.";
    assert!(text.contains(counted), "{text}");
    assert!(text.contains("| e\\|x | cvc4 | not-reproduced |"), "{text}");
    assert_eq!(
        counts(&rows.iter().map(|row| row.status).collect::<Vec<_>>()),
        "cases=5 reduced=2 already-minimal=1 not-reproduced=1 flaky=0 fixed=0 regressed=0 changed=0 \
         stopped=0 failed=1"
    );
}

#[test]
fn the_summary_begins_with_all_cases_and_those_with_trouble_come_first() {
    let rows = [
        Row {
            bytes_before: 19_332,
            bytes_after: Some(1_234),
            signature: Some("assertion `x|y` in a.cpp:7".to_owned()),
            ..row("b", "z3", Status::Reduced, (93.62, 1.25, 1_040, None))
        },
        row("a", "z3", Status::AlreadyMinimal, (0.0, 2.0, 5, None)),
        Row {
            reduction_percent: None,
            bytes_before: 7,
            ..row("c", "z3", Status::Stopped, (0.0, 0.5, 1, None))
        },
        Row {
            reduction_percent: None,
            bytes_before: 7,
            ..row("d\n| e", "z3", Status::Failed, (0.0, 0.5, 1, None))
        },
    ];
    let begin = |columns| {
        let text = summary(&Selection::of(&rows), 0, columns);
        let table = text.strip_prefix("# Summary\n\n").expect("a heading");
        table.split("\n\n").next().expect("a table").to_owned()
    };
    assert_eq!(
        begin(Columns::All),
        "| case | status | bytes before | bytes after | reduction % | runs | time s | signature |\n\
         | --- | --- | --: | --: | --: | --: | --: | --- |\n\
         | d \\| e | failed | 7 | – | – | 1 | 0.5 | – |\n\
         | c | stopped | 7 | – | – | 1 | 0.5 | – |\n\
         | a | already-minimal | 0 | – | 0.0 | 5 | 2.0 | – |\n\
         | b | reduced | 19,332 | 1,234 | 93.6 | 1,040 | 1.2 | assertion \\`x\\|y\\` in a.cpp:7 |"
    );
    let stable = begin(Columns::Stable);
    assert!(
        stable.ends_with(
            "| b | reduced | 19,332 | 1,234 | 93.6 | assertion \\`x\\|y\\` in a.cpp:7 |"
        ),
        "{stable}"
    );
    assert!(summary(&Selection::default(), 3, Columns::All).starts_with("# Summary\n\n| solver |"));
}

#[test]
fn what_a_time_or_a_store_changes_is_in_no_stable_report() {
    let one = row("a", "z3", Status::Reduced, (90.0, 1.0, 100, Some(10.0)));
    let other = row("a", "z3", Status::Reduced, (90.0, 7.0, 3, None));
    let stable = |row: &Row| csv(results(&Selection::of([row]), Columns::Stable));
    assert_eq!(stable(&one), stable(&other));
    let header = stable(&one);
    assert!(header.starts_with("case,status,") && header.contains(",detail\n"));
    let summary = summary(&Selection::of(&[one]), 0, Columns::Stable);
    assert!(
        summary.contains("| z3 | hybrid | 1 | 90.0 | 90.0 | 90.0 |\n"),
        "{summary}"
    );
    for word in ["time", "runs", "memory"] {
        assert!(!summary.contains(word), "{word}: {summary}");
    }
}

#[test]
fn a_line_of_mutators_tells_what_one_of_them_did_in_one_case() {
    let row = Row {
        mutators: vec![
            MutatorCounts {
                mutator: "erase-node".to_owned(),
                checks: 9,
                runs: 8,
                accepted: 2,
                bytes_removed: -7,
                solver_seconds: 0.5,
            },
            MutatorCounts {
                mutator: "constants".to_owned(),
                ..MutatorCounts::default()
            },
        ],
        ..row("=a", "z3", Status::Reduced, (1.0, 1.0, 1, None))
    };
    let text = |columns| csv(mutators(&Selection::of([&row]), columns));
    let all = "case,solver,strategy,minimiser,effort,mutator,checks,runs,accepted,bytes_removed,solver_seconds\n\
        '=a,z3,hybrid,,,erase-node,9,8,2,-7,0.5\n'=a,z3,hybrid,,,constants,0,0,0,0,0\n";
    assert_eq!(text(Columns::All), all);
    let stable = "case,solver,strategy,minimiser,effort,mutator,checks,accepted,bytes_removed\n\
        '=a,z3,hybrid,,,erase-node,9,2,-7\n'=a,z3,hybrid,,,constants,0,0,0\n";
    assert_eq!(text(Columns::Stable), stable);
}

#[test]
fn the_rows_are_those_taken_up_or_finished_since_the_last_start() {
    let start = Event::Start {
        version: 1,
        smelt: String::new(),
        call: None,
        at: None,
        nonce: String::new(),
    };
    let finished = |case, status| Event::Finished {
        config: String::new(),
        row: PackedRow::of(&row(case, "z3", status, (1.0, 1.0, 1, None))),
    };
    let taken_up = |case| Event::TakenUp {
        key: row(case, "z3", Status::Reduced, (1.0, 1.0, 1, None)).key(),
    };
    let events = [
        start.clone(),
        finished("b", Status::Failed),
        finished("a", Status::Reduced),
        finished("gone", Status::Reduced),
        start.clone(),
        taken_up("a"),
        taken_up("unread"),
        finished("b", Status::Reduced),
    ];
    let shown = |events: &[Event]| {
        let rows: Vec<Row> = Rows::of(events).current().iter().collect();
        let shown = rows
            .iter()
            .map(|row| format!("{} {}", row.case, row.status));
        shown.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(shown(&events), "a reduced, b reduced");
    assert_eq!(shown(&events[..4]), "a reduced, b failed, gone reduced");
    assert_eq!(shown(&events[..5]), "", "a run that has just begun");
    assert_eq!(shown(&events[..6]), "a reduced");
}

#[test]
fn a_row_of_a_smelt_that_did_not_count_mutators_is_read() {
    let old = r#"{"event":"finished","config":"","row":{"case":"a","status":"reduced"}}"#;
    let events = [serde_json::from_str(old).expect("an event")];
    let row = Rows::of(&events).current().iter().next();
    assert_eq!(row.expect("a row").mutators, []);
}

/// The journal of two nights: `a` gets smaller, `b` is fixed, `c` is new, and the search of `d` has begun.
fn two_nights() -> Vec<Event> {
    let start = |at: &str| Event::Start {
        version: 3,
        smelt: String::new(),
        call: None,
        at: at.parse().ok(),
        nonce: String::new(),
    };
    let finished = |case, status, bytes, at: &str| Event::Finished {
        config: String::new(),
        row: PackedRow::of(&Row {
            bytes_before: 100,
            bytes_after: Some(bytes),
            signature: Some("SIGSEGV".to_owned()),
            ended: at.parse().ok(),
            ..row(case, "z3", status, (1.0, 1.0, 1, None))
        }),
    };
    let begun = Event::Begun {
        key: row("d", "z3", Status::Reduced, (1.0, 1.0, 1, None)).key(),
        config: String::new(),
        source: String::new(),
    };
    vec![
        start("2026-11-24T22:00:00Z"),
        Event::Planned {
            cases: 2,
            on_builds: false,
            part: None,
        },
        finished("a", Status::Reduced, 20, "2026-11-24T22:05:00Z"),
        finished("b", Status::Reduced, 30, "2026-11-24T23:05:00Z"),
        start("2026-11-25T22:00:00Z"),
        Event::Planned {
            cases: 6,
            on_builds: false,
            part: None,
        },
        finished("a", Status::Reduced, 15, "2026-11-25T22:05:00Z"),
        finished("b", Status::Fixed, 30, "2026-11-25T22:06:00Z"),
        finished("c", Status::AlreadyMinimal, 90, "2026-11-25T22:07:00Z"),
        begun,
    ]
}

fn standings(comparison: &Comparison) -> String {
    let entries = comparison.entries.iter();
    let words = entries.map(|entry| format!("{} {}", entry.case, entry.standing));
    words.collect::<Vec<_>>().join(", ")
}

/// The history of these events, with the rows at this time.
fn history_at(events: &[Event], time: &str) -> History {
    let mut history = History::with(Some(time.parse().expect("a time")));
    for event in events {
        history.see(event);
    }
    history
}

#[test]
fn a_journal_is_compared_with_what_it_said_at_any_earlier_time() {
    let events = two_nights();
    let now = Rows::of(&events);
    let since = |time: &str| {
        let history = history_at(&events, time);
        let then = history.then().expect("times");
        standings(&Comparison::of(&now, Earlier::State(then)))
    };
    let all_new = "a new, c new, b fixed, d unfinished";
    let night = "c new, b fixed, a smaller, d unfinished";
    assert_eq!(since("2026-11-01T00:00:00Z"), all_new);
    assert_eq!(since("2026-11-24T22:05:00Z"), night);
    assert_eq!(since("2026-11-25T12:00:00Z"), night);
    assert_eq!(
        since("2026-11-25T22:05:30Z"),
        "c new, b fixed, a still open, d unfinished"
    );
    let before = History::of(&events).before;
    let comparison = Comparison::of(&now, Earlier::State(&before));
    assert_eq!(standings(&comparison), night);
    let counted = "6 cases: 1 new, 1 fixed, 1 smaller, 1 unfinished, 2 waiting";
    assert_eq!(comparison.counted(), counted);
}

#[test]
fn what_was_known_at_a_time_does_not_depend_on_the_order_of_the_rows() {
    let mut events = two_nights();
    let now = Rows::of(&events);
    // As in the merged journal of shards.
    events.swap(2, 3);
    let history = history_at(&events, "2026-11-24T22:30:00Z");
    let then = history.then().expect("times");
    let standings = standings(&Comparison::of(&now, Earlier::State(then)));
    assert_eq!(standings, "c new, b fixed, a smaller, d unfinished");
}

#[test]
fn results_without_times_belong_to_no_time_before_the_first_one_that_is_known() {
    let mut events = two_nights();
    for event in &mut events[..4] {
        match event {
            Event::Start { at, .. } => *at = None,
            Event::Finished { row, .. } => {
                *row = PackedRow::of(&Row {
                    ended: None,
                    ..row.row()
                });
            }
            _ => {}
        }
    }
    let known = |time| history_at(&events, time).then().is_some();
    assert!(!known("2026-11-25T12:00:00Z") && known("2026-11-25T22:00:00Z"));
    assert!(history_at(&[], "2026-11-25T12:00:00Z").then().is_some());
}

#[test]
fn another_output_is_compared_by_case_whatever_its_solver_is_called() {
    let of = |solver, signature: &str, bytes| {
        let row = Row {
            bytes_before: 100,
            bytes_after: Some(bytes),
            signature: Some(signature.to_owned()),
            ..row("a", solver, Status::Reduced, (1.0, 1.0, 1, None))
        };
        Rows::of(&[Event::Finished {
            config: String::new(),
            row: PackedRow::of(&row),
        }])
    };
    let now = of("z3-4.13", "SIGSEGV", 15);
    for (then, standing) in [
        (of("z3-4.8", "SIGSEGV", 20), "a smaller"),
        (of("z3-4.8", "SIGSEGV", 15), "a still open"),
        (of("z3-4.8", "SIGABRT", 20), "a changed"),
        (Rows::default(), "a new"),
    ] {
        let comparison = Comparison::of(&now, Earlier::Output(&then));
        assert_eq!(standings(&comparison), standing);
    }
}

#[test]
fn a_row_in_json_has_numbers_flags_and_nulls_in_the_order_of_the_columns() {
    let row = Row {
        signature: Some("=SIGSEGV".to_owned()),
        signature_after: Some("=SIGSEGV".to_owned()),
        wall_seconds: 0.1 + 0.2,
        well_formed: Some(false),
        ..row("a", "z3", Status::Reduced, (99.999_9, 1.0, 7, None))
    };
    let json = |rows: &Selection| {
        let mut text = Vec::new();
        let written = results(rows, Columns::All).write_json(&mut text);
        written.expect("memory takes all bytes");
        text
    };
    let text = json(&Selection::of([&row]));
    let rows: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let names = rows[0].as_object().expect("an object").keys();
    assert!(names.map(String::as_str).eq(Row::columns()));
    for (column, value) in [
        ("runs", serde_json::json!(7)),
        ("reduction_percent", serde_json::json!(99.9999)),
        ("wall_seconds", serde_json::json!(0.3)),
        ("well_formed", serde_json::json!(false)),
        ("same_failure", serde_json::json!(true)),
        ("signature", serde_json::json!("=SIGSEGV")),
        ("logic", serde_json::Value::Null),
    ] {
        assert_eq!(rows[0][column], value, "{column}");
    }
    assert_eq!(json(&Selection::default()), b"[\n]\n");
}
