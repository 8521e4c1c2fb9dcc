//! Interestingness scripts: where they run, what they are given, and what is refused.

use crate::support::{Bench, INPUT, guide_call};

/// Interesting with `get-value`; it knows the file by its name, and nothing else lies beside that.
const BY_NAME: &str = "#!/bin/sh
[ $# = 1 ] && [ \"$1\" = bug.smt2 ] && [ \"$(ls)\" = bug.smt2 ] && grep -q get-value bug.smt2
";

fn bench(script: &str) -> Bench {
    let bench = Bench::new();
    bench.write("bug.smt2", INPUT);
    bench.script("test.sh", script);
    bench
}

const REDUCE: [&str; 6] = [
    "reduce", "--cache", "none", "--script", "test.sh", "bug.smt2",
];

#[test]
fn the_readmes_call_for_a_script_keeps_what_the_script_accepts() {
    let bench = bench(BY_NAME);
    let call = guide_call("--script");
    let words: Vec<&str> = call.iter().map(String::as_str).collect();
    bench.smelt(&words).exits(0).says(&["reduced"]);
    let small = bench.text("small.smt2");
    assert!(
        small.contains("get-value") && !small.contains("assert"),
        "{small}"
    );
}

#[test]
fn a_script_on_path_is_not_taken_for_the_one_that_is_named() {
    // `test` is a program on every PATH.
    let bench = bench(BY_NAME);
    bench.script("test", BY_NAME);
    let words = ["check", "--cache", "none", "--script", "test", "bug.smt2"];
    let ran = bench.smelt(&words).exits(0);
    assert!(ran.out.contains("the script exits with code 0"), "{ran:#?}");
}

#[test]
fn a_batch_gives_each_case_its_own_name() {
    let bench = Bench::new();
    for name in ["a.smt2", "sub/b.smt2"] {
        bench.write(&format!("bugs/{name}"), INPUT);
    }
    bench.script(
        "test.sh",
        "#!/bin/sh\ncase $1 in a.smt2|b.smt2) grep -q get-value \"$1\" ;; *) exit 1 ;; esac\n",
    );
    let words = [
        "batch",
        "--cache",
        "none",
        "bugs",
        "--out",
        "out",
        "--script",
        "./test.sh",
    ];
    bench.smelt(&words).exits(0);
    for case in ["a.smt2", "sub/b.smt2"] {
        let row = bench.row("out", case);
        assert_eq!(
            (&*row["status"], &*row["solver"], &*row["oracle"]),
            ("reduced", "test.sh", "script")
        );
        assert!(
            bench
                .text(&format!("out/minimized/{case}"))
                .contains("get-value")
        );
    }
}

#[test]
fn the_root_file_may_name_the_script_of_its_directory() {
    let bench = Bench::new();
    bench.write("bugs/bug.smt2", INPUT);
    bench.write("bugs/smelt.toml", "[defaults]\nscript = 'test.sh'\n");
    bench.script("bugs/test.sh", BY_NAME);
    bench
        .smelt(&["batch", "--cache", "none", "bugs", "--out", "out"])
        .exits(0);
    assert!(bench.text("out/minimized/bug.smt2").contains("get-value"));
}

#[test]
fn a_name_that_looks_like_an_option_is_given_as_a_path() {
    let bench = Bench::new();
    bench.write("-x.smt2", INPUT);
    bench.script("test.sh", "#!/bin/sh\ngrep -q get-value $1\n");
    let words = [
        "reduce",
        "--cache",
        "none",
        "--script",
        "test.sh",
        "./-x.smt2",
        "small.smt2",
    ];
    bench.smelt(&words).exits(0);
    assert!(bench.text("small.smt2").contains("get-value"));
}

#[test]
fn a_script_that_cannot_be_run_is_refused_before_anything_runs() {
    let bench = bench(BY_NAME);
    bench.write("bugs/bug.smt2", INPUT);
    bench.write("plain.sh", BY_NAME);
    bench.script("bare.sh", "exit 0\n");
    bench.script("windows.sh", "#!/bin/sh\r\nexit 0\r\n");
    for (script, said) in [
        ("plain.sh", &["it is not executable", "chmod +x"][..]),
        ("bare.sh", &["it has no `#!` line", "#!/bin/sh"]),
        ("windows.sh", &["its interpreter", "carriage return"]),
        ("gone.sh", &["cannot read the script"]),
        ("bugs", &["it is not a file"]),
    ] {
        let one = ["reduce", "--script", script, "bug.smt2", "small.smt2"];
        bench.smelt(&one).exits(2).says(said);
        bench
            .smelt(&["check", "--script", script, "bug.smt2"])
            .exits(2)
            .says(said);
        bench
            .smelt(&["batch", "bugs", "--out", "out", "--script", script])
            .exits(2)
            .says(said);
    }
    assert!(!bench.path("small.smt2").exists() && !bench.path("out").exists());
}

#[test]
fn a_script_and_a_command_at_once_are_refused() {
    let bench = bench(BY_NAME);
    let said = ["`--script` and a command are both given"];
    bench
        .smelt(&[&REDUCE[..], &["small.smt2", "false"]].concat())
        .exits(2)
        .says(&said);
    let batch = [
        "batch", ".", "--out", "out", "--script", "test.sh", "--", "false",
    ];
    bench.smelt(&batch).exits(2).says(&said);
    bench
        .smelt(&["reduce", "--config", "none.toml", "bug.smt2", "small.smt2"])
        .exits(2);
}

#[test]
fn a_script_that_does_not_accept_the_file_is_quoted_with_what_it_may_lack() {
    let bench = bench("#!/bin/sh\n$SOLVER_OF_MINE \"$1\"\n");
    bench
        .smelt(&[&REDUCE[..], &["small.smt2"]].concat())
        .exits(3)
        .says(&[
            "does not accept this file",
            "bug.smt2: not found",
            "--env NAME",
            "--depends",
        ]);
    assert!(!bench.path("small.smt2").exists());
}

#[test]
fn a_script_that_accepts_only_the_original_is_told_that_printing_makes_the_difference() {
    let bench = bench("#!/bin/sh\ngrep -q '^; a comment' \"$1\"\n");
    bench.write("bug.smt2", format!("; a comment\n{INPUT}"));
    bench
        .smelt(&[&REDUCE[..], &["small.smt2"]].concat())
        .exits(3)
        .says(&[
            "printing makes the difference",
            "comments are left out",
            "--language lines",
        ]);
}

#[test]
fn what_a_script_leaves_behind_is_gone_in_the_next_run() {
    let bench = bench("#!/bin/sh\n[ ! -e left ] && touch left && grep -q get-value bug.smt2\n");
    bench
        .smelt(&[&REDUCE[..], &["small.smt2"]].concat())
        .exits(0);
    assert!(!bench.path("left").exists());
}
