//! `smelt report` on tools side by side: tables, plots, JUnit and BenchExec.

use crate::support::Bench;
use std::fs;

/// Rows of two tools on two cases, as `smelt compare` writes them.
const ROWS: &str = "\
set,case,solver,tool,repetition,end,result,bytes_before,bytes_after,runs,checks,wall_seconds,cpu_seconds,memory_mb
bv,bv/a.smt2,z3,auto,1,finished,same,1000,10,100,90,2,1.5,20
bv,bv/a.smt2,z3,ddsmt,1,finished,same,1000,40,400,,4,3,10
bv,bv/b.smt2,z3,auto,1,finished,same,400,40,50,45,4,3.5,40
bv,bv/b.smt2,z3,ddsmt,1,error,missing,400,,7,,1,1,
";

fn compared() -> Bench {
    let bench = Bench::new();
    bench.write("out/comparison.csv", ROWS);
    bench
}

#[test]
fn the_reports_of_a_comparison_are_written_again_byte_for_byte() {
    let bench = compared();
    bench.smelt(&["report", "out", "--write"]).exits(0);
    let names = [
        "tables.md",
        "plots/survival-size.svg",
        "benchexec/2-ddsmt.xml",
    ];
    let texts = names.map(|name| bench.text(&format!("out/{name}")));
    assert!(
        texts[0].starts_with("## Tools compared with auto\n\n| tool | cases | correct |"),
        "{}",
        texts[0]
    );
    assert!(texts[0].ends_with("![time-2-ddsmt](plots/time-2-ddsmt.svg)\n\n"));
    assert!(texts[0].contains("| ddsmt | bv | 2 | 48.0 | 0.0 | 96.0 |"));
    for name in names {
        fs::remove_file(bench.path(&format!("out/{name}"))).expect("a file");
    }
    bench.smelt(&["report", "out", "--write"]).exits(0);
    assert_eq!(names.map(|name| bench.text(&format!("out/{name}"))), texts);
    let printed = bench.smelt(&["report", "out"]).exits(0).out;
    assert!(
        printed.len() > 1000 && texts[0].starts_with(&printed),
        "but for the plots"
    );
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
    bench
        .smelt(&["report", "out", "--write"])
        .exits(2)
        .says(&["not the output of `smelt compare`"]);
    bench.write("file", "");
    bench
        .smelt(&["report", "out", "--plots", "file/below"])
        .exits(3)
        .says(&["cannot write a report"]);
}

#[test]
fn what_is_no_row_of_a_comparison_is_refused() {
    let bench = Bench::new();
    bench.write("out/comparison.csv", "case,tool,runs\na,b,many\n");
    bench
        .smelt(&["report", "out"])
        .exits(2)
        .says(&["cannot read `out/comparison.csv`"]);
}
