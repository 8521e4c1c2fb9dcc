//! How a run that is cut says why: a signal, a budget; and what a hang-up does.

use crate::support::{Bench, INPUT};
use std::fs::File;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A solver that fails on `> x 0`, and takes its time from its tenth run on.
fn slow_later(bench: &Bench) -> String {
    let runs = bench.path("runs");
    let text = format!(
        "#!/bin/sh\necho $$ >>'{0}'\nif [ $(wc -l <'{0}') -gt 10 ]; then sleep 60; fi\n\
         if grep -q '> x 0' \"$1\"; then exit 9; fi\n",
        runs.display()
    );
    bench.script("solver", &text).to_string_lossy().into_owned()
}

/// Starts a reduction under `env`, which can say what becomes of a signal.
fn start(bench: &Bench, of_signal: &str, solver: &str) -> Running {
    let child = Command::new("env")
        .arg(of_signal)
        .arg(env!("CARGO_BIN_EXE_smelt"))
        .args([
            "reduce",
            "--cache",
            "none",
            "case.smt2",
            "small.smt2",
            solver,
        ])
        .current_dir(bench.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(bench.path("stderr")).expect("a file"))
        .spawn();
    Running(child.expect("the program starts"))
}

/// The program, which a test that fails does not leave behind.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    fn hang_up(&self) {
        let sent = Command::new("kill")
            .args(["-HUP", &self.0.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
    }

    #[track_caller]
    fn ended(&mut self) -> Option<i32> {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_mins(1) {
            if let Some(status) = self.0.try_wait().expect("it can be waited for") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not end");
    }
}

/// Waits until the solver has been run so often.
#[track_caller]
fn wait_for_runs(bench: &Bench, runs: usize) {
    let begin = Instant::now();
    while !bench.path("runs").exists() || bench.text("runs").lines().count() < runs {
        assert!(begin.elapsed() < Duration::from_mins(1), "too few runs");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_hang_up_ends_a_run_as_an_interrupt_does() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = slow_later(&bench);
    let mut running = start(&bench, "--default-signal=HUP", &solver);
    wait_for_runs(&bench, 11);
    running.hang_up();
    assert_eq!(running.ended(), Some(129));
    let said = bench.text("stderr");
    assert!(
        said.contains(
            "interrupted; the best result so far is in the output. Run the same command to continue"
        ),
        "{said}"
    );
    assert!(bench.read("small.smt2").len() < INPUT.len());
}

#[test]
fn a_hang_up_that_the_caller_ignores_ends_nothing() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = bench.script(
        "solver",
        &format!(
            "#!/bin/sh\necho $$ >>'{}'\nif grep -q '> x 0' \"$1\"; then exit 9; fi\n",
            bench.path("runs").display()
        ),
    );
    let mut running = start(&bench, "--ignore-signal=HUP", &solver.to_string_lossy());
    wait_for_runs(&bench, 1);
    running.hang_up();
    assert_eq!(running.ended(), Some(0), "{}", bench.text("stderr"));
}

#[test]
fn a_budget_that_is_spent_reads_otherwise_than_an_interrupt() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = slow_later(&bench);
    let words = ["reduce", "--cache", "none", "--budget", "2s", "case.smt2"];
    let ran = bench.smelt(&[&words[..], &["small.smt2", &solver]].concat());
    ran.exits(5).says(&["the budget is spent; "]);
}
