//! Commands with a mistake in them: each ends with an error that quotes the solver, and none with a minimized file.

use crate::support::{Bench, INPUT};

/// What a solver does that never looks at its input, and what the message must say.
const NEVER_LOOK: [(&str, &str, &str); 6] = [
    (
        "an option of another solver",
        "echo 'ERROR: unknown option: --model-validate=true' >&2; exit 1",
        "ERROR: unknown option: --model-validate=true",
    ),
    ("a solver that always crashes", "kill -SEGV $$", "SIGSEGV"),
    (
        "a solver that always aborts with a word",
        "echo 'Fatal failure within main' >&2; echo 'Fatal failure within main at x.cpp:7' >&2; kill -ABRT $$",
        "Fatal failure within main",
    ),
    (
        "a missing license file",
        "echo 'license file not found: /opt/license' >&2; exit 3",
        "license file not found",
    ),
    (
        "a script that is always interesting",
        "echo interesting; exit 1",
        "interesting",
    ),
    (
        "a solver that fails on every query",
        "grep -q check-sat \"$1\" && { echo 'no theory is configured' >&2; exit 1; }; exit 0",
        "no theory is configured",
    ),
];

#[test]
fn a_failure_that_does_not_depend_on_the_input_is_refused_with_the_solvers_words() {
    for (name, script, words) in NEVER_LOOK {
        let bench = Bench::new();
        bench.write("bugs/case.smt2", INPUT);
        let solver = bench.script("solver", &format!("#!/bin/sh\n{script}\n"));
        let solver = solver.to_string_lossy();
        let reduce = ["reduce", "--cache", "none", "bugs/case.smt2", "small.smt2"];
        let said = bench.smelt(&[&reduce[..], &[&solver]].concat()).exits(3);
        let said = said.says(&["does not depend on the input", &solver, "--allow-trivial"]);
        said.says(&[words]);
        for left in ["small.smt2", "small.smt2.smelt-run"] {
            assert!(!bench.path(left).exists(), "{name}: {left}");
        }
        let check = ["check", "--cache", "none", "bugs/case.smt2"];
        let checked = bench.smelt(&[&check[..], &[&solver]].concat()).exits(3);
        checked.says(&["does not depend on the input"]);
        let batch = ["batch", "bugs", "--out", "out", "--cache", "none", "--"];
        bench.smelt(&[&batch[..], &[&solver]].concat()).exits(3);
        let row = bench.row("out", "case.smt2");
        assert_eq!(row["status"], "failed", "{name}: {row:#?}");
        assert!(!bench.path("out/minimized/case.smt2").exists(), "{name}");
    }
}

#[test]
fn such_a_failure_is_refused_however_the_search_ends() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = bench.script("solver", "#!/bin/sh\nexit 7\n");
    let solver = solver.to_string_lossy();
    let table: [&[&str]; 6] = [
        &["--max-checks", "1"],
        &["--stop-at", "60"],
        &["--effort", "quick"],
        &["--mutators", "-erase-node"],
        &["--strategy", "ddmin"],
        &["--disable-all"],
    ];
    for options in table {
        let reduce = ["reduce", "--cache", "none"];
        let files = ["case.smt2", "small.smt2", &solver];
        let said = bench.smelt(&[&reduce[..], options, &files].concat());
        said.exits(3).says(&["does not depend on the input"]);
        for left in ["small.smt2", "small.smt2.smelt-run"] {
            assert!(!bench.path(left).exists(), "{options:?}: {left}");
        }
    }
}

#[test]
fn a_script_that_is_always_or_never_interesting_is_refused() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.script("always.sh", "#!/bin/sh\nexit 0\n");
    bench.script("never.sh", "#!/bin/sh\necho 'no bug here'\nexit 1\n");
    for (script, words) in [
        ("./always.sh", "does not depend on the input"),
        ("./never.sh", "no bug here"),
    ] {
        let reduce = ["reduce", "--cache", "none", "--script", script];
        let files = ["case.smt2", "small.smt2"];
        bench
            .smelt(&[&reduce[..], &files].concat())
            .exits(3)
            .says(&["script", words]);
        assert!(!bench.path("small.smt2").exists(), "{script}");
    }
}

#[test]
fn allow_trivial_reduces_such_a_failure_all_the_same() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = bench.script("solver", "#!/bin/sh\nexit 7\n");
    let reduce = ["reduce", "--cache", "none", "--allow-trivial"];
    let files = ["case.smt2", "small.smt2"];
    let solver = solver.to_string_lossy();
    bench
        .smelt(&[&reduce[..], &files, &[&solver]].concat())
        .exits(0);
    assert_eq!(bench.text("small.smt2"), "");
}

#[test]
fn a_command_that_never_fails_or_never_starts_is_an_error() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.write("no-program", "#!/bin/sh\nexit 1\n");
    let missing = bench.script("missing-interpreter", "#!/no/such/shell\n");
    let garbage = bench.script("garbage", "no program at all\n");
    let loader = bench.script(
        "loader",
        "#!/bin/sh\necho 'solver: error while loading shared libraries: libgmp.so' >&2\nexit 127\n",
    );
    let table: [(&str, i32, &str); 6] = [
        ("true", 3, "reports no failure"),
        ("no-such-solver", 2, "no such file"),
        ("./no-program", 2, "not executable"),
        (&missing.to_string_lossy(), 3, "interpreter"),
        (&garbage.to_string_lossy(), 3, "script"),
        (&loader.to_string_lossy(), 3, "libgmp.so"),
    ];
    for (command, code, words) in table {
        let ran = bench.reduce("case.smt2", command);
        ran.exits(code).says(&[words]);
        assert!(!bench.path("small.smt2").exists(), "{command}");
    }
}

#[test]
fn a_sound_case_pays_nothing_for_the_check() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    bench.write("runs", "");
    let text = format!(
        "#!/bin/sh\necho run >>'{}'\ngrep -q '> x 0' \"$1\" && exit 9\nexit 0\n",
        bench.path("runs").display()
    );
    let solver = bench.script("solver", &text);
    let solver = solver.to_string_lossy();
    let runs = |options: &[&str]| {
        bench.write("runs", "");
        let reduce = ["reduce", "--cache", "none", "-j", "1"];
        let files = ["case.smt2", "small.smt2", &solver];
        bench
            .smelt(&[&reduce[..], options, &files].concat())
            .exits(0);
        bench.text("runs").lines().count()
    };
    assert_eq!(runs(&[]), runs(&["--allow-trivial"]));
}

#[test]
fn running_out_of_memory_under_the_limit_is_no_failure() {
    let words = "#!/bin/sh\necho '(error \"out of memory\")'\nexit 101\n";
    // Under the limit the shell can hold no more than it; it ends by itself just below.
    let near = "#!/bin/sh\nhead -c 47000000 /dev/zero | tail -c 47000000 >/dev/null\ngrep -q '> x 0' \"$1\" && exit 9\n";
    for (script, said) in [
        (words, "out of memory"),
        (near, "came near the memory limit"),
    ] {
        let bench = Bench::new();
        bench.write("case.smt2", INPUT);
        let solver = bench.script("solver", script);
        let check = ["check", "--cache", "none", "--memout", "50", "case.smt2"];
        bench
            .smelt(&[&check[..], &[&solver.to_string_lossy()]].concat())
            .exits(3)
            .says(&[said, "--memout", "--match-out"]);
    }
}

#[test]
fn a_message_about_memory_that_the_user_names_is_looked_for() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let script =
        "#!/bin/sh\ngrep -q '> x 0' \"$1\" && { echo 'std::bad_alloc'; exit 101; }\nexit 0\n";
    let solver = bench.script("solver", script);
    let reduce = ["reduce", "--cache", "none", "--match-out", "bad_alloc"];
    let files = ["case.smt2", "small.smt2", &solver.to_string_lossy()];
    bench.smelt(&[&reduce[..], &files].concat()).exits(0);
    assert!(bench.text("small.smt2").contains("> x 0"));
}
