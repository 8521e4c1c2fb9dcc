//! `--budget`: what was found until then is on the disk, the exit code is 5, and the next call goes on.

use crate::support::{Bench, INPUT, nested};
use std::time::{Duration, Instant};

/// A solver that takes a fifth of a second and fails on a text with `check-sat` and `> x 0`.
fn slow(bench: &Bench) -> String {
    let text = "#!/bin/sh\nsleep 0.2\n\
                if grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n";
    bench.script("solver", text).to_string_lossy().into_owned()
}

#[test]
fn a_budget_ends_a_reduction_with_code_5_and_the_best_so_far_which_was_run_again() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = slow(&bench);
    let begin = Instant::now();
    let options = ["reduce", "--cache", "none", "--budget", "1s"];
    bench
        .smelt(&[&options[..], &["case.smt2", "small.smt2", &solver]].concat())
        .exits(5)
        .says(&["stopped"]);
    assert!(begin.elapsed() < Duration::from_secs(7));
    assert!(bench.path("small.smt2.smelt-run").exists());
    let small = bench.text("small.smt2");
    assert!(small.contains("check-sat") && small.len() < INPUT.len());
    assert!(!bench.text("stderr").contains("no time was left"));
}

#[test]
fn three_short_nights_and_a_long_one_end_at_the_bytes_of_one_undisturbed_run() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("cases/b.smt2", "(assert (> x 0))\n(check-sat)\n(exit)\n");
    bench.write("needed", "");
    let solver = slow(&bench);
    let night = |out: &str, budget: &[&str]| {
        let fixed = ["batch", "cases", "--out", out, "--depends", "needed"];
        let cache = format!("{out}.db");
        let last = ["--cache", &cache, "--", &solver];
        bench.smelt(&[&fixed[..], budget, &last].concat())
    };
    let mut shortest = usize::MAX;
    for _ in 0..3 {
        let ran = night("cut", &["--budget", "1.2"]);
        assert!(matches!(ran.code, Some(0 | 5)), "{ran:?}");
        let text = std::fs::read(bench.path("cut/minimized/a.smt2"));
        let now = text.map_or(usize::MAX, |text| text.len());
        assert!(now <= shortest, "a larger text has replaced a smaller one");
        shortest = now;
    }
    night("cut", &[]).exits(0);
    night("whole", &[]).exits(0);
    for case in ["a.smt2", "b.smt2"] {
        let path = |out: &str| format!("{out}/minimized/{case}");
        assert_eq!(bench.read(&path("cut")), bench.read(&path("whole")));
        assert_eq!(
            bench.row("cut", case)["checks"],
            bench.row("whole", case)["checks"]
        );
    }
}

#[test]
fn a_budget_that_ends_before_the_last_case_is_begun_is_told_by_the_exit_code() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("cases/b.smt2", "(assert (> x 0))\n(check-sat)\n(exit)\n");
    // The runs before a search, in which no turn ends, take longer than the budget.
    let text = "#!/bin/sh\nsleep 0.6\ngrep -q '> x 0' \"$1\" && exit 9\n";
    let solver = bench.script("solver", text).to_string_lossy().into_owned();
    let options = ["batch", "cases", "--out", "out", "-j", "1", "--budget", "1"];
    let ran = bench.smelt(&[&options[..], &["--cache", "none", "--", &solver]].concat());
    let ran = ran.exits(5).says(&["pending=1"]);
    assert!(ran.err.contains("stopped=1"), "{ran:#?}");
}

#[test]
fn a_case_that_is_thought_about_for_long_leaves_its_neighbour_its_turn() {
    let bench = Bench::new();
    bench.write("cases/deep.smt2", nested(100_000));
    bench.write("cases/small.smt2", INPUT);
    let text = "#!/bin/sh\ngrep -q -e '((' -e '> x 0' \"$1\" && exit 9\n";
    let solver = bench.script("solver", text);
    let options = ["batch", "cases", "--out", "out", "-j", "2", "--budget", "8"];
    let last = ["--cache", "none", "--", &*solver.to_string_lossy()];
    let ran = bench.smelt(&[&options[..], &last].concat()).exits(5);
    // On a busy machine, the end may come in the middle of a step on the deep text, which then has no row.
    if !ran.err.contains("in the middle of a long step") {
        assert_eq!(bench.row("out", "deep.smt2")["status"], "stopped");
    }
    assert_eq!(bench.row("out", "small.smt2")["status"], "reduced");
}

#[test]
fn a_budget_that_is_no_time_is_refused() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    for budget in ["0", "soon", "-1s"] {
        let options = [&*format!("--budget={budget}"), "case.smt2", "small.smt2"];
        bench
            .smelt(&[&["reduce"], &options[..], &["true"]].concat())
            .exits(2)
            .says(&["--budget"]);
    }
}

/// A solver that fails on texts with `> x 0`, and slowly on texts with forty lines that are all needed.
fn slow_or_quick(bench: &Bench) -> String {
    let text = "#!/bin/sh\nif grep -q needed \"$1\"; then sleep 0.2; \
                [ \"$(grep -c needed \"$1\")\" = 40 ] && exit 9; exit 0; fi\n\
                grep -q '> x 0' \"$1\" && exit 9\n";
    bench.script("solver", text).to_string_lossy().into_owned()
}

#[test]
fn slow_cases_take_turns_so_that_all_others_are_finished_within_the_budget() {
    let bench = Bench::new();
    for name in ["slow-1", "slow-2"] {
        let lines: Vec<String> = (0..40).map(|nth| format!("(assert needed{nth})")).collect();
        bench.write(
            &format!("cases/{name}.smt2"),
            lines.join("\n") + "\n; " + name,
        );
    }
    let quick = ["a", "b", "c", "d"];
    for name in quick {
        bench.write(
            &format!("cases/{name}.smt2"),
            "(assert (> x 0))\n(check-sat)\n(exit)\n",
        );
    }
    let solver = slow_or_quick(&bench);
    // The slow cases begin, because they are the largest ones, and would need a minute each.
    let options = [
        "batch", "cases", "--out", "out", "-j", "1", "--budget", "14",
    ];
    bench
        .smelt(&[&options[..], &["--cache", "s.db", "--", &solver]].concat())
        .exits(5)
        .says(&["reduced=4", "stopped=2", "pending=0"]);
    for name in ["slow-1.smt2", "slow-2.smt2"] {
        let row = bench.row("out", name);
        assert_eq!(row["status"], "stopped");
        let checks: u64 = row["checks"].parse().expect("a number");
        assert!(checks > 1, "{name} has had its turns: {row:#?}");
    }
}

#[test]
fn a_bound_on_the_runs_of_a_case_cuts_it_and_the_next_nights_go_on_to_the_same_bytes() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("needed", "");
    let text = "#!/bin/sh\ngrep -q check-sat \"$1\" && grep -q '> x 0' \"$1\" && exit 9\n";
    let solver = bench.script("solver", text).to_string_lossy().into_owned();
    let night = |out: &str, bound: &[&str]| {
        let fixed = [
            "batch",
            "cases",
            "--out",
            out,
            "-j",
            "1",
            "--depends",
            "needed",
        ];
        let cache = format!("{out}.db");
        bench.smelt(&[&fixed[..], bound, &["--cache", &cache, "--", &solver]].concat())
    };
    night("whole", &[]).exits(0);
    let first = night("cut", &["--max-runs", "6"]).exits(5);
    assert!(first.err.contains("stopped=1"), "{first:#?}");
    let row = bench.row("cut", "a.smt2");
    assert!(
        row["detail"].contains("`--max-runs` is reached"),
        "{row:#?}"
    );
    let mut nights = 1;
    // The bound of the case is no setting: what was found with another one counts.
    while night("cut", &["--max-runs", "5"]).code == Some(5) {
        nights += 1;
        assert!(nights < 40, "each night goes on");
    }
    assert!(nights > 1);
    let path = |out: &str| format!("{out}/minimized/a.smt2");
    assert_eq!(bench.read(&path("cut")), bench.read(&path("whole")));
    assert_eq!(
        bench.row("cut", "a.smt2")["checks"],
        bench.row("whole", "a.smt2")["checks"]
    );
}

#[test]
fn a_budget_of_runs_ends_the_night_and_new_cases_come_first_in_the_next_one() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("cases/b.smt2", "(assert (> x 0))\n(check-sat)\n(exit)\n");
    bench.write("needed", "");
    let text = "#!/bin/sh\ngrep -q check-sat \"$1\" && grep -q '> x 0' \"$1\" && exit 9\n";
    let solver = bench.script("solver", text).to_string_lossy().into_owned();
    let night = |budget: &[&str]| {
        let fixed = [
            "batch",
            "cases",
            "--out",
            "out",
            "-j",
            "1",
            "--depends",
            "needed",
        ];
        bench.smelt(&[&fixed[..], budget, &["--cache", "s.db", "--", &solver]].concat())
    };
    let first = night(&["--budget-runs", "8"]).exits(5);
    assert!(
        first.err.contains("stopped=1") && first.err.contains("pending=1"),
        "{first:#?}"
    );
    let row = bench.row("out", "a.smt2");
    assert!(row["detail"].contains("budget is spent"), "{row:#?}");
    // The new case is smaller, but nothing is known of it yet.
    let second = night(&["--budget-runs", "8"]).exits(5);
    assert!(
        second.err.contains("pending=0") || second.err.contains("pending=1"),
        "{second:#?}"
    );
    assert_ne!(bench.row("out", "b.smt2")["status"], "");
    night(&[]).exits(0);
    night(&["--budget-cpu", "1h"]).exits(0);
}

/// A text for which the next candidate is looked for so long that nobody waits, and its solver.
pub(crate) fn thinks_for_long() -> (Bench, String) {
    let bench = Bench::new();
    bench.write("case.smt2", nested(100_000));
    let text = format!(
        "#!/bin/sh\necho run >>'{}'\ngrep -q '((' \"$1\" && exit 9\n",
        bench.path("runs").display()
    );
    let solver = bench.script("solver", &text);
    bench.write("runs", "");
    let solver = solver.to_string_lossy().into_owned();
    (bench, solver)
}

#[test]
fn a_search_that_thinks_for_long_ends_when_the_case_has_had_its_time() {
    let (bench, solver) = thinks_for_long();
    let options = ["reduce", "--max-time", "3s", "--cache", "none"];
    let begin = Instant::now();
    bench
        .smelt(&[&options[..], &["case.smt2", "small.smt2", &solver]].concat())
        .exits(5)
        .says(&["`--max-time` is reached"]);
    assert!(begin.elapsed() < Duration::from_secs(30));
}
