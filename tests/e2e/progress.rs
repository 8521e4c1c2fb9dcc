//! What is said while a run goes on: on a terminal, elsewhere, and with `-v`.

use crate::support::{Bench, INPUT};
use crate::terminal::Terminal;

/// A solver whose runs take so long, and which fails on a text with `check-sat` and `> x 0`.
fn solver(bench: &Bench, seconds: &str) -> String {
    let text = format!(
        "#!/bin/sh\nsleep {seconds}\n\
         if grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then echo 'internal error: made up' >&2; exit 9; fi\n"
    );
    bench.script("solver", &text).to_string_lossy().into_owned()
}

/// Three screens, each unlike the one before, all of which say this.
fn moves(terminal: &Terminal, phrase: &str) {
    let mut last = terminal.wait_for(phrase, |screen| screen.contains(phrase));
    for _ in 0..3 {
        let next = terminal.wait_for("another screen", |screen| screen != last);
        assert!(next.contains(phrase), "{next}");
        last = next;
    }
}

#[test]
fn a_line_moves_while_a_single_run_goes_on() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = solver(&bench, "4.5");
    let reduce = ["reduce", "--cache", "none", "case.smt2", "small.smt2"];
    let check = ["check", "--cache", "none", "case.smt2"];
    for arguments in [&reduce[..], &check] {
        let arguments = [arguments, &[&solver]].concat();
        let terminal = Terminal::start(&bench, 100, &arguments);
        moves(&terminal, "case.smt2  original run");
        terminal.wait_for("the time of the run", |screen| {
            screen.contains("this run 1 s")
        });
    }
}

#[test]
fn a_line_says_that_a_large_file_is_being_read() {
    let bench = Bench::new();
    let operands = " p q".repeat(1_000_000);
    bench.write("large.smt2", format!("(assert (and{operands}))\n{INPUT}"));
    let solver = solver(&bench, "0");
    let arguments = [
        "reduce",
        "--cache",
        "none",
        "large.smt2",
        "small.smt2",
        &solver,
    ];
    let terminal = Terminal::start(&bench, 100, &arguments);
    terminal.wait_for("that it is read", |screen| {
        screen.contains("large.smt2  preparing")
    });
}

#[test]
fn a_batch_has_a_line_above_those_of_its_running_cases() {
    let bench = Bench::new();
    for name in ["a.smt2", "b.smt2", "c.smt2"] {
        bench.write(&format!("cases/{name}"), INPUT);
    }
    bench.write("cases/a.smt2", INPUT.repeat(2));
    bench.write("cases/b.smt2", format!("{INPUT}(exit)\n"));
    let solver = solver(&bench, "4.5");
    let arguments = [
        "batch", "cases", "--out", "out", "-j", "2", "--budget", "1h",
    ];
    let last = ["--cache", "none", "--", &solver];
    let terminal = Terminal::start(&bench, 60, &[&arguments[..], &last].concat());
    let screen = terminal.wait_for("two cases", |screen| {
        screen.matches("original run").count() == 2
    });
    let lines: Vec<&str> = screen.lines().collect();
    assert!(lines[0].starts_with('0'), "{screen}");
    assert!(
        lines[0].contains("bytes gone") && lines[0].contains("budget 59:5"),
        "{screen}"
    );
    for case in ["a.smt2", "b.smt2"] {
        let has_line = |line: &&str| line.contains(&format!("{case}  original run"));
        assert!(lines[1..].iter().any(has_line), "{screen}");
    }
    moves(&terminal, "original run");
}

#[test]
fn a_hostile_name_steers_no_narrow_terminal_and_the_display_leaves_nothing_behind() {
    let bench = Bench::new();
    let name = "\u{1b}[2Ja\nb\u{202e}漢字-a-name-that-is-far-too-long-for-it.smt2";
    bench.write(name, INPUT);
    // Slow enough for the search to be seen on a busy machine. What is said in the end is not cut to the terminal's width.
    let slow = solver(&bench, "0.5");
    let arguments = ["reduce", "--cache", "none", name, "small.smt2", &slow];
    let terminal = Terminal::start(&bench, 40, &arguments);
    let screen = terminal.wait_for("the search", |screen| screen.contains("erase-node"));
    assert_eq!(screen.lines().count(), 1, "{screen}");
    drop(terminal);

    bench.write("case.smt2", INPUT);
    let solver = solver(&bench, "0.05");
    let arguments = [
        "reduce",
        "--cache",
        "none",
        "case.smt2",
        "other.smt2",
        &solver,
    ];
    let (status, screen) = Terminal::start(&bench, 300, &arguments).end();
    assert!(status.success());
    assert!(screen.starts_with("case.smt2: reduced, "), "{screen}");
    assert_eq!(screen.lines().count(), 1, "{screen}");
}

#[test]
fn where_standard_error_is_no_terminal_nothing_is_rewritten() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = solver(&bench, "0");
    let ran = bench.reduce("case.smt2", &solver).exits(0);
    assert_eq!(ran.err.lines().count(), 1, "{ran:#?}");
    assert!(!ran.err.contains(['\u{1b}', '\r']), "{ran:#?}");
}

#[test]
fn each_v_says_more_of_a_search() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = solver(&bench, "0");
    let said = |level: &str| {
        let arguments = [
            "reduce",
            level,
            "--cache",
            "none",
            "case.smt2",
            "small.smt2",
            &solver,
        ];
        bench.smelt(&arguments).exits(0).err
    };
    let (quiet, some, more) = (said("-q"), said("-v"), said("-vv"));
    assert_eq!(quiet, "");
    for phrase in [
        "case.smt2: failure to keep: exit 9: internal error: made up (",
        "case.smt2: limits of a candidate's run: 1.75 s CPU, ",
        "case.smt2: strategy auto with ",
        "case.smt2: commands begins at ",
        "case.smt2: commands ends: ",
        "case.smt2: proof ends: ",
    ] {
        assert!(some.contains(phrase), "{phrase}: {some}");
    }
    assert!(!some.contains("accepted erase-node"), "{some}");
    assert!(more.contains("case.smt2: accepted erase-node"), "{more}");
    let begun = some.matches(" begins at ").count();
    assert_eq!(begun, some.matches(" ends: ").count(), "{some}");
}

#[test]
fn a_resumed_reduction_says_so_first() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = solver(&bench, "0.25");
    let reduce = |budget: &[&str]| {
        let first = ["reduce", "--cache", "none"];
        bench.smelt(&[&first[..], budget, &["case.smt2", "small.smt2", &solver]].concat())
    };
    let first = reduce(&["--budget", "2s"]).exits(5);
    assert!(!first.err.contains("resuming"), "{first:#?}");
    let kept = bench.read("small.smt2").len();
    let second = reduce(&[]).exits(0);
    let says = format!(
        "resuming small.smt2: started once before, {kept} of {} bytes kept\n",
        INPUT.len()
    );
    assert!(second.err.starts_with(&says), "{says}{second:#?}");
}

#[test]
fn a_resumed_batch_says_first_how_much_is_done() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write("cases/b.smt2", "(assert (> x 0))\n(check-sat)\n(exit)\n");
    let solver = solver(&bench, "0");
    let batch = || {
        let first = ["batch", "cases", "--out", "out", "--cache", "none", "--"];
        bench.smelt(&[&first[..], &[&solver]].concat()).exits(0)
    };
    assert!(!batch().err.contains("resuming"));
    let kept = ["a", "b"].map(|case| bench.read(&format!("out/minimized/{case}.smt2")).len());
    let kept: usize = kept.iter().sum();
    let again = batch();
    let says = format!("resuming out: 2 of 2 done, {kept} bytes kept\n");
    assert!(again.err.starts_with(&says), "{says}{again:#?}");
}
