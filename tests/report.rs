//! Rows become text.

use smelt::event::{Row, Status};
use smelt::report::{counts, results_csv, summary};

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

fn text(rows: &[Row]) -> String {
    String::from_utf8(results_csv(rows).expect("a table")).expect("UTF-8")
}

#[test]
fn the_header_has_the_columns_of_the_contract_in_order() {
    let header = "case,status,language,logic,solver,oracle,strategy,bytes_before,bytes_printed,\
        bytes_after,reduction_percent,tokens_before,tokens_after,sexprs_before,sexprs_after,\
        commands_before,commands_after,checks,held,accepted,one_minimal,well_formed,golden,\
        signature,signature_after,canonical_hash,duplicate_of,source_blake3,minimized_blake3,\
        detail,hits,runs,runs_wasted,limit_hits,wall_kills,near_limit,starts,wall_seconds,\
        solver_seconds,overhead_percent,solver_max_rss_mb,self_max_rss_mb,notes\n";
    assert_eq!(text(&[]), header);
    assert_eq!(Row::columns().count(), Row::default().cells().len());
}

#[test]
fn words_never_become_a_formula_and_numbers_stay_as_measured() {
    let table = [
        ("=1+1", "'=1+1"),
        ("+x", "'+x"),
        ("-x", "'-x"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("x=1", "x=1"),
        ("a,\"b\"\nc", "a,\"b\"\nc"),
        ("a\x1b[31mb\u{9b}c\x07", "a\\u{1b}[31mb\\u{9b}c\\u{7}"),
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
        assert_eq!(&record[at("wall_seconds")], "0.30000000000000004");
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
        one_minimal: Some(false),
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
fn the_summary_has_average_least_and_greatest_of_each_solver() {
    let rows = [
        row("a", "z3", Status::Reduced, (90.0, 1.0, 100, Some(10.0))),
        row("b", "z3", Status::AlreadyMinimal, (0.0, 2.0, 5, Some(20.0))),
        row("c", "z3", Status::Reduced, (60.0, 6.0, 30, None)),
        row("d", "z3", Status::Failed, (1.0, 100.0, 1000, Some(999.0))),
        row("e|x", "cvc4", Status::NotReproduced, (0.0, 0.0, 1, None)),
    ];
    let text = summary(&rows);
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
    let counted = "5 cases: 2 reduced, 1 already-minimal, 1 not-reproduced, 1 failed.";
    assert!(text.contains(counted), "{text}");
    assert!(text.contains("| e\\|x | cvc4 | not-reproduced |"), "{text}");
    assert_eq!(
        counts(&rows),
        "cases=5 reduced=2 already-minimal=1 not-reproduced=1 flaky=0 fixed=0 changed=0 \
         stopped=0 failed=1"
    );
}
