//! `smelt import`: conventions of other tools become tables of a smelt.toml, and programs stay those of the user.

use crate::support::{Bench, Ran};

const SMELT_TOML: &str = "# Mine.
[solver.cvc5]
command = [\"../cvc5\"]

[solver.\"z3-79734f2\"]
command = [\"../z3\"]

[solver.trusted]
command = [\"../trusted\"]

# All others.
[[case]]
glob = \"*\"
solver = \"cvc5\"
";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("cases/smelt.toml", SMELT_TOML);
    bench
}

fn import(bench: &Bench, words: &[&str]) -> Ran {
    bench.smelt(&[&["import"], words].concat())
}

/// The line of `smelt check --explain` for a setting.
fn explained(bench: &Bench, case: &str, setting: &str) -> String {
    let ran = bench.smelt(&["check", "--explain", case]).exits(0);
    let line = ran.out.lines().find(|line| line.starts_with(setting));
    line.unwrap_or_else(|| panic!("{setting} in {ran:#?}"))
        .to_owned()
}

#[test]
fn headers_of_cvc5_give_arguments_and_on_demand_the_expected_output() {
    let bench = bench();
    let case = |header: &str| format!("{header}(check-sat)\n");
    for (name, header) in [
        (
            "a.smt2",
            "; COMMAND-LINE: --strings-exp -i\n; EXPECT: sat\n; EXPECT: unsat\n",
        ),
        (
            "b.smt2",
            "; COMMAND-LINE: --strings-exp -i\n; EXPECT: sat\n; EXPECT: unsat\n",
        ),
        ("error.smt2", "; EXPECT-ERROR: (error \"no\")\n; EXIT: 1\n"),
        ("evil.smt2", "; COMMAND-LINE: -x | touch /tmp/x\n"),
        ("file.smt2", "; COMMAND-LINE: --dump-to=/etc/x\n"),
        (
            "scrubbed.smt2",
            "; SCRUBBER: touch scrubbed\n; EXPECT: sat\n; COMMAND-LINE: -q\n",
        ),
        ("none.smt2", "; a comment\n"),
    ] {
        bench.write(&format!("cases/regress/{name}"), case(header));
    }
    let ran = import(&bench, &["cvc5", "cases/regress", "--into", "cases"]).exits(0);
    let ran = ran.says(&[
        "3 cases added",
        "already there: 1 case",
        "regress/evil.smt2: `|` would start",
        "file.smt2: the argument",
    ]);
    assert_eq!(ran.out.lines().count(), 3, "{ran:#?}");
    let written = bench.text("cases/smelt.toml");
    let (before, after) = SMELT_TOML.split_once("[[case]]").expect("a table");
    assert!(
        written.starts_with(before) && written.ends_with(after),
        "{written}"
    );
    assert_eq!(written.matches("[[case]]").count(), 3, "{written}");
    assert!(
        explained(&bench, "cases/regress/b.smt2", "command").contains("cvc5 --strings-exp -i ")
    );
    assert!(!bench.path("scrubbed").exists());
    let again = import(&bench, &["cvc5", "cases/regress", "--into", "cases"]).exits(0);
    again.says(&["0 cases added", "already there: 4 cases"]);
    assert_eq!(bench.text("cases/smelt.toml"), written);
    bench.write("cases/smelt.toml", SMELT_TOML);
    let words = [
        "cvc5",
        "cases/regress",
        "--into",
        "cases",
        "--match-expected",
    ];
    import(&bench, &words)
        .exits(0)
        .says(&["scrubbed.smt2: its output is compared after a scrubber"]);
    let written: toml::Table = bench
        .text("cases/smelt.toml")
        .parse()
        .expect("a file in TOML");
    let tables = written["case"].as_array().expect("tables");
    let has = |key: &str, value: &str| {
        let mut values = tables.iter().filter_map(|table| table.get(key)?.as_str());
        values.any(|found| found == value)
    };
    assert!(has("match-out", "sat\nunsat"), "{tables:#?}");
    assert!(has("match-err", "(error \"no\")"), "{tables:#?}");
}

#[test]
fn an_expected_output_beside_a_case_marks_a_test_of_z3() {
    let bench = bench();
    bench.write("cases/t/a.smt2", "(check-sat)\n");
    bench.write("cases/t/a.expected.out", "unsat\n(error \"x\")\n");
    bench.write("cases/t/b.smt2", "(check-sat)\n");
    std::os::unix::fs::symlink("/etc/passwd", bench.path("cases/t/b.expected.out"))
        .expect("a link");
    let ran = import(&bench, &["z3", "cases", "--match-expected"]).exits(0);
    assert_eq!(ran.out, "added t/a.smt2\n");
    assert!(ran.err.contains("left out: t/b.expected.out"), "{ran:#?}");
    assert!(explained(&bench, "cases/t/a.smt2", "solver").contains("z3-79734f2"));
    let written = bench.text("cases/smelt.toml");
    assert!(
        written.contains("unsat\n(error \"x\")") && !written.contains("root"),
        "{written}"
    );
}

#[test]
fn the_database_of_ddsmts_artifact_names_builds_arguments_and_what_shows_the_failure() {
    let bench = bench();
    for name in ["one", "two", "three", "four", "five"] {
        bench.write(&format!("cases/inputs/{name}.smt2"), "(check-sat)\n");
    }
    bench.write("secret.smt2", "(check-sat)\n");
    let database = r#"{
        "one.smt2": {"z3-commit": "79734f2", "args": ["-v:1"], "match": "stderr", "stderr": "a \"text\""},
        "two.smt2": {"cvc5-commit": "0f9e45f", "cvc5-mode": "debug", "match": "exitcode"},
        "three.smt2": {"binary": "cvc5", "match": "incorrect"},
        "four.smt2": {"yices-commit": "0f9e45f", "match": "stdout", "stdout": "x"},
        "five.smt2": {"binary": "cvc5", "match": "magic"},
        "gone.smt2": {"binary": "cvc5", "match": "exitcode"},
        "../secret.smt2": {"binary": "cvc5", "match": "exitcode"},
        "/etc/passwd": {"binary": "sh", "match": "exitcode"},
        "odd.smt2": 7
    }"#;
    bench.write("cases/database.json", database);
    let words = ["ddsmt", "cases/database.json"];
    import(&bench, &words).exits(0).says(&[
        "2 cases added",
        "inputs/three.smt2: its failure is a wrong answer",
        "inputs/four.smt2: the configuration defines none of the solvers yices-0f9e45f, yices",
        "five.smt2: `match` may not be `magic`",
        "gone.smt2: there is no such case",
        "../secret.smt2: `../secret.smt2` leaves the directory",
        "/etc/passwd: `/etc/passwd` leaves the directory",
        "odd.smt2: invalid type",
    ]);
    assert!(explained(&bench, "cases/inputs/one.smt2", "command").contains("z3 -v:1 "));
    let rule = explained(&bench, "cases/inputs/one.smt2", "rule");
    assert!(
        rule.contains("a \"text\"") || rule.contains("text"),
        "{rule}"
    );
    let words = [&words[..], &["--reference", "trusted", "--solver", "cvc5"]].concat();
    let ran = import(&bench, &words).exits(0);
    assert_eq!(ran.out, "added inputs/four.smt2\nadded inputs/three.smt2\n");
    let others = explained(&bench, "cases/inputs/three.smt2", "other solvers");
    assert!(others.contains("trusted"), "{others}");
    import(&bench, &["ddsmt", "cases/smelt.toml"])
        .exits(2)
        .says(&["is no database"]);
    import(&bench, &["ddsmt", "cases/none.json"])
        .exits(2)
        .says(&["does not exist"]);
    import(&bench, &["ddsmt", "cases/database.json", "--solver", "sh"])
        .exits(2)
        .says(&["unknown solver `sh`"]);
}

#[test]
fn task_definitions_of_benchexec_name_inputs_and_verdicts() {
    let bench = bench();
    for name in ["a", "b", "c"] {
        bench.write(&format!("cases/x/{name}.smt2"), "(check-sat)\n");
    }
    bench.write("cases/x/lemmas.txt", "");
    let task = |name: &str, text: &str| bench.write(&format!("cases/x/{name}.yml"), text);
    let properties = "properties:\n  - property_file: ../sat.prp\n    expected_verdict: false\n";
    task(
        "a",
        &format!(
            "format_version: '2.0'\ninput_files: 'a.smt2'\n{properties}options:\n  language: SMT\n"
        ),
    );
    task(
        "b",
        &format!("format_version: '2.0'\ninput_files:\n  - b.smt2\n  - lemmas.txt\n{properties}"),
    );
    task(
        "c",
        "format_version: '2.0'\ninput_files: ../../secret.smt2\n",
    );
    task("d", "format_version: '1.0'\ninput_files: c.smt2\n");
    task("e", "format_version: '2.0'\ninput_files: 'c.*'\n");
    task("f", "a: &a [x, x]\nb: &b [*a, *a\n");
    task("g", "format_version: '2.0'\ninput_files: c.smt2\n");
    let words = ["benchexec", "cases", "--solver", "cvc5", "--match-expected"];
    import(&bench, &words).exits(0).says(&[
        "2 cases added",
        "x/c.yml: `../../secret.smt2` leaves the directory",
        "x/d.yml: its `format_version` is not 2.0",
        "x/e.yml: `c.*` is a pattern",
        "x/f.yml: it is no task definition",
        "x/g.yml: none of its properties",
    ]);
    let written = bench.text("cases/smelt.toml");
    assert_eq!(written.matches("(?m)^unsat$").count(), 2, "{written}");
    assert!(explained(&bench, "cases/x/b.smt2", "depends").contains("x/lemmas.txt"));
    import(&bench, &["benchexec", "cases"])
        .exits(0)
        .says(&["several solvers are defined", "already there: 2 cases"]);
}

#[test]
fn without_a_configuration_or_anything_to_import_it_says_what_to_do() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", "(check-sat)\n");
    import(&bench, &["cvc5", "cases"])
        .exits(2)
        .says(&["write one with `smelt init cases`"]);
    bench.write("cases/smelt.toml", SMELT_TOML);
    import(&bench, &["cvc5", "cases"])
        .exits(4)
        .says(&["0 cases added"]);
    assert_eq!(bench.text("cases/smelt.toml"), SMELT_TOML);
    import(&bench, &["cvc5", "elsewhere"]).exits(2);
    bench.write("other/b.smt2", "; COMMAND-LINE: -i\n");
    import(&bench, &["cvc5", "other", "--into", "cases"])
        .exits(4)
        .says(&["is not below"]);
}

#[test]
fn what_is_imported_of_one_case_does_not_hold_for_a_case_that_is_added_later() {
    let bench = Bench::new();
    bench.write("cases/smelt.toml", "[solver.z3]\ncommand = [\"../z3\"]\n");
    for name in ["x", "sub/x"] {
        bench.write(&format!("cases/{name}.smt2"), "(check-sat)\n");
        bench.write(&format!("cases/{name}.expected.out"), "sat\n");
    }
    let add = || {
        import(&bench, &["z3", "cases", "--match-expected"]).exits(0);
    };
    add();
    for name in ["y", "sub/y"] {
        bench.write(&format!("cases/{name}.smt2"), "(check-sat)\n");
        bench.write(&format!("cases/{name}.expected.out"), "unsat\n");
    }
    add();
    for (name, expected) in [
        ("x", "\"sat\""),
        ("sub/x", "\"sat\""),
        ("y", "unsat"),
        ("sub/y", "unsat"),
    ] {
        let rule = explained(&bench, &format!("cases/{name}.smt2"), "rule");
        assert!(rule.contains(expected), "{name}: {rule}");
    }
}

#[test]
fn a_case_with_an_odd_name_gets_its_table_once_or_is_left_out() {
    let bench = bench();
    for name in ["back\\slash", "star*[x]{a,b}?", "!not", "line\nbreak"] {
        bench.write(&format!("cases/{name}.smt2"), "; COMMAND-LINE: -q\n");
    }
    let add = || import(&bench, &["cvc5", "cases", "--solver", "trusted"]).exits(0);
    let left = "left out: line%0Abreak.smt2: its name has characters";
    let first = add().says(&["3 cases added", left]);
    assert_eq!(first.out.lines().count(), 3, "{first:#?}");
    let command = explained(&bench, "cases/back\\slash.smt2", "command");
    assert!(command.contains("trusted -q"), "{command}");
    add().says(&["0 cases added", "already there: 3 cases", left]);
}
