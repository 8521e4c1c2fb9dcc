//! A program that is stopped and goes on, and one whose reader goes away.

use crate::interruption::{ends, signal, start_in_its_own_group, wait};
use crate::support::{Bench, script};
use crate::toys::{SOLVER, case};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The letter in `/proc/PID/stat`.
fn state(process: u32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    stat.rsplit(") ").next()?.chars().next()
}

#[test]
fn a_run_that_is_stopped_from_the_keyboard_goes_on_to_the_same_result() {
    let bench = Bench::new();
    bench.write("case.smt2", case(5));
    let reduce = |output| {
        let begin = ["reduce", "--cache", "none", "-j", "2", "case.smt2", output];
        [&begin[..], &SOLVER].concat()
    };
    bench.smelt(&reduce("whole.smt2")).exits(0);
    // At several points: a slot may be starting a solver, waiting for it, or between two runs.
    for pause in [20, 40, 80, 120] {
        let mut child = start_in_its_own_group(&bench, &reduce("small.smt2"));
        sleep(Duration::from_millis(pause));
        signal(&child, "TSTP");
        wait("it stops", || matches!(state(child.id()), Some('T' | 'Z')));
        sleep(Duration::from_millis(300));
        signal(&child, "CONT");
        assert_eq!(ends(&mut child), Some(0), "{}", bench.text("stderr"));
        assert_eq!(bench.text("small.smt2"), bench.text("whole.smt2"));
        std::fs::remove_file(bench.path("small.smt2")).expect("a result");
    }
}

#[test]
fn a_crash_is_a_crash_however_long_smelt_was_stopped_while_it_held_the_solver() {
    let bench = Bench::new();
    bench.write("case.smt2", case(1));
    let program =
        "#include <unistd.h>\nint main(void) { usleep(300000); return *(volatile int *)0; }\n";
    bench.write("crash.c", program);
    let compiled = Command::new("cc")
        .args(["crash.c", "-o", "crash"])
        .current_dir(bench.path("."))
        .status();
    assert!(compiled.expect("a C compiler").success());
    // The idle limit is reached while smelt is stopped.
    let check = [
        "check",
        "--cache",
        "none",
        "--allow-trivial",
        "--idle",
        "1",
        "case.smt2",
        "./crash",
    ];
    let mut child = start_in_its_own_group(&bench, &check);
    sleep(Duration::from_millis(200));
    signal(&child, "STOP");
    sleep(Duration::from_secs(3));
    signal(&child, "CONT");
    assert_eq!(ends(&mut child), Some(0), "{}", bench.text("stderr"));
}

#[test]
fn a_reader_that_goes_away_after_a_line_ends_a_call_without_a_word() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", case(1));
    let solver = script("contains.sh");
    let batch = ["batch", "cases", "--out", "out", "--cache", "none", "--"];
    bench
        .smelt(&[&batch[..], &[&*solver, "check-sat", "> x"]].concat())
        .exits(0);
    let calls = [
        "list mutators",
        "reduce --help",
        "man",
        "completions bash",
        "mutations cases/a.smt2",
        "report out",
        "report out --format csv",
        "check --explain cases/a.smt2 \"$2\" check-sat",
        "batch cases --out out --cache none -- \"$2\" check-sat '> x'",
    ];
    for call in calls {
        // The first reader is gone before anything is written, the second one after a line of it.
        for reader in ["true", "head -1 >/dev/null"] {
            let shell =
                format!("{{ sleep 0.05; \"$1\" {call}; echo $? >code; }} 2>said | {reader}");
            let ran = Command::new("sh")
                .args(["-c", &shell, "sh", env!("CARGO_BIN_EXE_smelt"), &solver])
                .current_dir(bench.path("."))
                .status();
            assert!(ran.expect("a shell").success());
            assert_eq!(bench.text("code"), "0\n", "{call}: {}", bench.text("said"));
            let said = bench.text("said").to_lowercase();
            let complains = ["pipe", "panic"].iter().any(|word| said.contains(word));
            assert!(!complains, "{call}: {said}");
        }
    }
}

#[test]
fn candidates_are_not_made_for_a_reader_that_has_gone() {
    let bench = Bench::new();
    // All candidates together have more than 2 GB.
    let assertions = "(assert (> x (+ 1 2 3)))\n".repeat(4_000);
    bench.write("a.smt2", format!("(declare-const x Int)\n{assertions}"));
    let begun = Instant::now();
    let ran = Command::new("sh")
        .args(["-c", "\"$1\" mutations a.smt2 | head -1 >/dev/null", "sh"])
        .arg(env!("CARGO_BIN_EXE_smelt"))
        .current_dir(bench.path("."))
        .status();
    assert!(ran.expect("a shell").success());
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
}
