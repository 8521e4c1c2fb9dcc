//! `smelt batch` on several builds: the same cases in one table.

use crate::support::{Bench, INPUT};

/// A build that fails on texts with this phrase.
fn build(bench: &Bench, name: &str, phrase: &str) {
    let text = format!(
        "#!/bin/sh\ngrep -q -e '{phrase}' \"$1\" && {{ echo 'internal error: in {phrase}'; exit 134; }}\necho sat\n"
    );
    bench.script(&format!("builds/{name}"), &text);
}

fn three(bench: &Bench) {
    build(bench, "s-9", "> x 0");
    build(bench, "s-10", "> x 0");
    build(bench, "s-11", "no such text");
    bench.write("cases/a.smt2", INPUT);
    bench.write("cases/b.smt2", "(assert (> x 0))\n(check-sat)\n(exit)\n");
}

#[test]
fn each_case_has_a_row_for_each_build_and_the_table_a_column() {
    let bench = Bench::new();
    three(&bench);
    let options = [
        "batch", "cases", "--out", "out", "--cache", "s.db", "--builds", "builds",
    ];
    let ran = bench
        .smelt(&[&options[..], &["--", "builds/s-9"]].concat())
        .exits(0);
    let rows = bench.rows("out/results.csv");
    assert_eq!(rows.len(), 6, "{ran:#?}");
    let header = ran
        .out
        .lines()
        .find(|line| line.starts_with("case  "))
        .expect("a table");
    let columns: Vec<&str> = header.split_whitespace().collect();
    assert_eq!(columns, ["case", "s-9", "s-10", "s-11"]);
    let line = ran
        .out
        .lines()
        .find(|line| line.starts_with("a.smt2  fails"))
        .expect("a line");
    assert!(line.ends_with("does not fail"), "{line}");
    // A second call has nothing to do, and a proof finds the settings of each build.
    let again = bench
        .smelt(&[&options[..], &["--", "builds/s-9"]].concat())
        .exits(0);
    assert!(
        again.err.contains("runs=") && again.err.contains("pending=0"),
        "{again:#?}"
    );
    assert_eq!(bench.rows("out/results.csv").len(), 6);
    for build in ["s-9", "s-10"] {
        assert!(
            bench
                .path(&format!("out/minimized/{build}+auto/a.smt2"))
                .is_file()
        );
    }
    let bisected = [
        "bisect",
        "--builds",
        "builds",
        "out/minimized/s-9+auto/a.smt2",
    ];
    let found = bench.smelt(&bisected).exits(0);
    assert!(found.out.contains("first good build: s-11"), "{found:#?}");
    let proof = bench.smelt(&["check", "--minimal", "out"]);
    assert!(
        !proof.out.contains("configuration has changed"),
        "{proof:#?}"
    );
}

#[test]
fn builds_of_the_configuration_are_used_and_can_be_chosen_by_name() {
    let bench = Bench::new();
    three(&bench);
    let builds: String = ["s-9", "s-10", "s-11"]
        .map(|name| format!("\"{name}\" = \"../builds/{name}\"\n"))
        .concat();
    let config = format!(
        "[solver.s]\ncommand = \"../builds/s-9\"\n[[case]]\nglob = \"*\"\nsolver = \"s\"\n[build]\n{builds}"
    );
    bench.write("cases/smelt.toml", &config);
    let options = ["batch", "cases", "--cache", "s.db", "--out"];
    bench.smelt(&[&options[..], &["all"]].concat()).exits(0);
    assert_eq!(bench.rows("all/results.csv").len(), 6);
    bench
        .smelt(&[&options[..], &["two", "--builds", "s-10,s-11"]].concat())
        .exits(0);
    assert_eq!(bench.rows("two/results.csv").len(), 4);
    bench
        .smelt(&[&options[..], &["none", "--builds", "nothing"]].concat())
        .exits(2)
        .says(&["nothing"]);
    bench.write(
        "cases/smelt.toml",
        config.replace("../builds/s-11", "z3 -in"),
    );
    bench
        .smelt(&[&options[..], &["wrong"]].concat())
        .exits(2)
        .says(&["s-11", "[build]"]);
}

#[test]
fn a_case_that_fails_on_no_build_is_still_told_by_the_exit_code() {
    let bench = Bench::new();
    three(&bench);
    bench.write("cases/c.smt2", "(check-sat)\n");
    let options = [
        "batch", "cases", "--out", "out", "--cache", "none", "--builds", "builds",
    ];
    bench
        .smelt(&[&options[..], &["--", "builds/s-9"]].concat())
        .exits(3);
}
