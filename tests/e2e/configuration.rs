//! Configuration from the root file down to the comments of a case.

use crate::support::{Bench, script};

const GOOD: &str = "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";

/// A corpus whose solver fails on what its case says.
fn corpus() -> Bench {
    let bench = Bench::new();
    let root = format!(
        "[solver.contains]\ncommand = ['{}']\ncase_arguments = true\nallow-trivial = true\n[[case]]\nglob = '*'\nsolver = 'contains'\n",
        script("contains.sh")
    );
    bench.write("cases/smelt.toml", root);
    bench.write("cases/a/smelt.toml", "[defaults]\nignore-output = true\n");
    bench.write(
        "cases/a/x.smt2",
        format!("; COMMAND-LINE: check-sat\n{GOOD}"),
    );
    bench
}

#[test]
fn a_wrong_file_beside_a_case_is_a_row_and_the_others_go_on() {
    let bench = corpus();
    bench.write("cases/bad.smt2", GOOD);
    bench.write("cases/bad.smt2.smelt.toml", "\ncommand = 'rm -r .'\n");
    bench
        .smelt(&["batch", "cases", "--out", "out", "--cache", "none"])
        .exits(3);
    let bad = bench.row("out", "bad.smt2");
    assert_eq!(bad["status"], "failed", "{bad:#?}");
    assert!(
        bad["detail"].contains("cases/bad.smt2.smelt.toml`: line 2: `command` may only"),
        "{bad:#?}"
    );
    let good = bench.row("out", "a/x.smt2");
    assert_eq!(good["status"], "reduced", "{good:#?}");
    assert_eq!(bench.text("out/minimized/a/x.smt2"), "(check-sat)\n");
}

#[test]
fn check_explains_where_settings_are_from_and_runs_nothing() {
    let bench = corpus();
    let ran = bench.smelt(&["check", "--timeout", "3", "--explain", "cases/a/x.smt2"]);
    let ran = ran.exits(0);
    let expected = [
        ("solver ", "contains", "cases/smelt.toml, [[case]] '*'"),
        (
            "command ",
            "contains.sh check-sat",
            "header, line 1, COMMAND-LINE",
        ),
        (
            "rule ",
            "ignore-out, ignore-err",
            "cases/a/smelt.toml, [defaults]",
        ),
        ("timeout ", "3 s", "command line"),
    ];
    for (setting, value, from) in expected {
        let line = ran.out.lines().find(|line| line.starts_with(setting));
        let line = line.unwrap_or_else(|| panic!("{setting} in {ran:#?}"));
        assert!(line.contains(value) && line.ends_with(from), "{line}");
    }
    bench.write(
        "night.toml",
        "[solver.x]\ncommand = 'x'\n[[case]]\nglob = '*'\nsolver = 'x'\n",
    );
    let ran = bench
        .smelt(&[
            "check",
            "--explain",
            "--config",
            "night.toml",
            "cases/a/x.smt2",
        ])
        .exits(0);
    assert!(ran.out.contains("night.toml, [[case]] '*'"), "{ran:#?}");
    assert!(
        ran.out
            .contains("not used:\n  header, line 1, COMMAND-LINE"),
        "{ran:#?}"
    );

    bench.write("cases/a/x.smt2.smelt.toml", "solver = 'gone'");
    bench
        .smelt(&["check", "--explain", "cases/a/x.smt2"])
        .exits(3)
        .says(&["unknown solver `gone`"]);
    bench.smelt(&["check", "cases/a/x.smt2"]).exits(2);
}

#[test]
fn a_batch_names_the_globs_that_match_no_case_once_for_each_file() {
    let bench = corpus();
    let root = bench.text("cases/smelt.toml");
    let misspelt = "[[case]]\nglob = 'strngs/*'\nsolver = 'contains'\n\
                    [[case]]\nglob = '*.smt'\nsolver = 'contains'\n";
    let (solvers, cases) = root.split_once("[[case]]").expect("a table");
    bench.write(
        "cases/smelt.toml",
        format!("{solvers}{misspelt}[[case]]{cases}"),
    );
    let near = bench.text("cases/a/smelt.toml");
    let table = "[[case]]\nglob = 'x.smt2'\n[[case]]\nglob = 'a/x.smt2'\n";
    bench.write("cases/a/smelt.toml", format!("{near}{table}"));
    let batch = ["batch", "cases", "--out", "out", "--cache", "none"];
    let ran = bench.smelt(&batch).exits(0).says(&[
        "note: in `cases/smelt.toml`, 2 globs match no case: `strngs/*`, `*.smt`\n",
        "a/smelt.toml`, this glob matches no case: `a/x.smt2`\n",
    ]);
    assert_eq!(ran.err.matches("match").count(), 2, "{ran:#?}");
    bench.write("cases/smelt.toml", root);
    bench.write("cases/a/smelt.toml", near);
    let ran = bench.smelt(&batch).exits(0);
    assert!(!ran.err.contains("glob"), "{ran:#?}");
}

#[test]
fn init_writes_a_configuration_once() {
    let bench = Bench::new();
    bench.write("cases/x.smt2", GOOD);
    let ran = bench.smelt(&["init", "cases"]).exits(0);
    assert_eq!(ran.out, "cases/smelt.toml\n");
    let written = bench.text("cases/smelt.toml");
    assert!(written.contains("1 (1 .smt2)"), "{written}");
    bench.write("cases/x.smt2", "(exit)");
    bench
        .smelt(&["init", "cases"])
        .exits(2)
        .says(&["cases/smelt.toml", "already", "hint"]);
    assert_eq!(bench.text("cases/smelt.toml"), written);
    bench
        .smelt(&[
            "batch", "cases", "--out", "out", "--cache", "none", "--", "true",
        ])
        .exits(3);
    bench.smelt(&["init", "gone"]).exits(2).says(&["gone"]);
}
