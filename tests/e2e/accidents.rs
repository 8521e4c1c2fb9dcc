//! Accidents in a reduction: a helper dies, the slot or the copy of the user's file vanishes, or a run takes longer than
//! all others. The run is made again, and the result is that of an undisturbed reduction. A solver that cannot be killed
//! holds up nothing, and one that takes rights away leaves nothing.

use crate::support::{Bench, INPUT};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A solver that fails on a text with `check-sat` and `> x 0`, counts its runs, and does something else in one of them.
fn in_one_run(bench: &Bench, number: usize, accident: &str) -> String {
    let runs = bench.write("runs", "");
    let text = format!(
        "#!/bin/sh\necho run >>'{0}'\nif [ $(wc -l <'{0}') = {number} ]; then {accident}; fi\n\
         grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\" && exit 9\n",
        runs.display()
    );
    bench.script("solver", &text).to_string_lossy().into_owned()
}

/// What a reduction leaves in whose run of this number there is an accident, and how many runs there were.
fn reduced(number: usize, accident: &str) -> (String, usize) {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = in_one_run(&bench, number, accident);
    let options = ["reduce", "--cache", "none", "-j", "1"];
    bench
        .smelt(&[&options[..], &["case.smt2", "small.smt2", &solver]].concat())
        .exits(0);
    assert_eq!(bench.text("case.smt2"), INPUT);
    (bench.text("small.smt2"), bench.text("runs").lines().count())
}

#[test]
fn one_accident_in_any_run_costs_a_run_and_changes_nothing() {
    let (expected, all) = reduced(0, "true");
    assert!(expected.len() < INPUT.len());
    // The first run is on a copy of the file, the next two are the golden runs, the last one confirms the result.
    for accident in [
        "kill -9 $PPID; sleep 5",
        "rm -rf \"$PWD\"; exit 1",
        "mv \"$PWD\" \"$PWD.elsewhere\"; exit 1",
        "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done",
    ] {
        for number in [2, 3, 4, all / 3, all / 2, all] {
            let (small, runs) = reduced(number, accident);
            assert_eq!(small, expected, "{accident} in run {number}");
            assert!(runs <= all + 1, "{accident} in run {number}: {runs}");
        }
    }
}

#[test]
fn a_copy_of_the_file_that_vanishes_with_its_directory_is_made_again() {
    let (expected, all) = reduced(0, "true");
    // As programs do that clean up temporary files.
    let (small, runs) = reduced(1, "rm -rf \"$(dirname \"$1\")\"; exit 1");
    assert_eq!((small, runs), (expected, all + 1));
}

/// Somebody who is not root.
const USER: u32 = 65534;

/// Another one, of whom nothing else runs here.
const LONELY: u32 = 65533;

/// A program that this test's own solver may start and not kill: root's, when the caller is somebody else. None if this
/// is not run by root, which is said.
#[expect(clippy::print_stderr, reason = "it says that it was skipped")]
fn unkillable(bench: &Bench, user: u32) -> Option<String> {
    let sleep = bench.path("unkillable");
    std::fs::copy("/bin/sleep", &sleep).expect("a program");
    let mode = std::fs::Permissions::from_mode(0o4755);
    std::fs::set_permissions(&sleep, mode).expect("permissions");
    let owner = std::fs::metadata(&sleep).expect("a file").uid();
    let can = Command::new("setpriv")
        .args([format!("--reuid={user}"), "true".to_owned()])
        .status();
    if owner != 0 || !can.is_ok_and(|status| status.success()) {
        eprintln!("skipped: this process may not become another user");
        return None;
    }
    chown(bench.path(""), Some(user), Some(user)).expect("a directory of that user");
    Some(sleep.to_string_lossy().into_owned())
}

/// The arguments of a reduction by somebody who is not root.
fn as_user(bench: &Bench, user: u32) -> Vec<String> {
    // The program may lie where only root can read it.
    let smelt = bench.path("smelt");
    std::fs::copy(env!("CARGO_BIN_EXE_smelt"), &smelt).expect("the program");
    let words = format!("--reuid={user} --regid={user} --clear-groups");
    let smelt = smelt.to_string_lossy();
    let reduce = "reduce --cache none -j 1 --timeout 1 case.smt2 small.smt2";
    let words = words.split(' ').chain([&*smelt]).chain(reduce.split(' '));
    words.map(str::to_owned).collect()
}

#[test]
fn no_directory_is_left_of_a_solver_that_takes_the_rights_from_its_own() {
    for rights in ["500", "000"] {
        let bench = Bench::new();
        if unkillable(&bench, USER).is_none() {
            return;
        }
        bench.write("case.smt2", INPUT);
        // Not in the source run, which is in the directory of the caller.
        let text = format!(
            "#!/bin/sh\ngrep -q check-sat \"$1\" && grep -q '> x 0' \"$1\" && code=9\n\
             case $PWD in */run-*) pwd >>'{}'; chmod {rights} . ;; esac\nexit ${{code:-0}}\n",
            bench.path("slots").display()
        );
        bench.script("solver", &text);
        let mut command = Command::new("setpriv");
        command.args(as_user(&bench, USER)).arg("./solver");
        bench.through(&mut command).exits(0);
        for slot in bench.text("slots").lines() {
            assert!(!Path::new(slot).exists(), "{rights}: {slot}");
        }
    }
}

#[test]
fn a_solver_that_cannot_be_killed_holds_up_neither_a_limit_nor_the_case() {
    let bench = Bench::new();
    let Some(sleep) = unkillable(&bench, USER) else {
        return;
    };
    bench.write("case.smt2", INPUT);
    let text = format!(
        "#!/bin/sh\ngrep -q check-sat \"$1\" || '{sleep}' 40\ngrep -q '> x 0' \"$1\" && exit 9\n"
    );
    bench.script("solver", &text);
    let begin = Instant::now();
    let mut command = Command::new("setpriv");
    command.args(as_user(&bench, USER)).arg("./solver");
    bench.through(&mut command).exits(0);
    // The slowest wait is the one for a helper that cannot end; it is ten seconds.
    assert!(
        begin.elapsed() < Duration::from_secs(30),
        "{:?}",
        begin.elapsed()
    );
    let small = bench.text("small.smt2");
    assert!(small.contains("check-sat") && small.len() < INPUT.len());
}

#[test]
fn an_interrupt_is_not_held_up_by_a_solver_that_cannot_be_killed() {
    let bench = Bench::new();
    let Some(sleep) = unkillable(&bench, USER) else {
        return;
    };
    bench.write("case.smt2", INPUT);
    let text = format!("#!/bin/sh\nexec '{sleep}' 40\n");
    bench.script("solver", &text);
    let mut command = Command::new("timeout");
    let at_3 = ["--foreground", "--preserve-status", "--signal=INT", "3"];
    let as_user = as_user(&bench, USER);
    command
        .args(at_3)
        .arg("setpriv")
        .args(as_user)
        .arg("./solver");
    let begin = Instant::now();
    bench.through(&mut command).exits(130);
    // Three seconds until the signal, two until the end, and as much again on a busy machine.
    assert!(
        begin.elapsed() < Duration::from_secs(10),
        "{:?}",
        begin.elapsed()
    );
}

#[test]
fn where_no_thread_or_process_can_be_had_the_program_says_which_limit_to_raise() {
    let bench = Bench::new();
    if unkillable(&bench, LONELY).is_none() {
        return;
    }
    bench.write("case.smt2", INPUT);
    bench.script("solver", "#!/bin/sh\ngrep -q '> x 0' \"$1\" && exit 9\n");
    // One process: the program itself. Five: its threads, and no helper. All of them together: enough.
    for (processes, code) in [(1, Some(70)), (5, Some(3)), (200, Some(0))] {
        let limit = format!("ulimit -u {processes}; exec \"$@\"");
        let mut command = Command::new("setpriv");
        let words = as_user(&bench, LONELY);
        let (ids, reduce) = words.split_at(3);
        command.args(ids).args(["bash", "-c", &limit, "bash"]);
        let ran = bench.through(command.args(reduce).arg("./solver"));
        assert_eq!(ran.code, code, "{processes}: {ran:#?}");
        if code != Some(0) {
            ran.says(&["Resource temporarily unavailable"]);
        }
    }
}
