//! Interruptions of the real binary: signals, kill -9, and the same command again.

use crate::budget::thinks_for_long;
use crate::support::{Bench, INPUT};
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A solver that fails on a text with `check-sat` and `> x 0`, counts its runs, and hangs after so many. The number
/// stands in a file outside, so that the script stays the same when it changes.
pub(crate) fn hangs_after(bench: &Bench, runs: usize) -> String {
    bench.write("runs", "");
    bench.write("limit", runs.to_string());
    let here = bench.path("");
    let text = format!(
        "#!/bin/sh\ncd '{}'\necho $$ >>runs\nif [ $(wc -l <runs) -gt $(cat limit) ]; then sleep 77; fi\n\
         cd \"$OLDPWD\"\nif grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n",
        here.display()
    );
    bench.script("solver", &text).to_string_lossy().into_owned()
}

pub(crate) fn runs(bench: &Bench) -> usize {
    bench.text("runs").lines().count()
}

/// The program, which a test that fails does not leave behind.
pub(crate) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }
}

/// Starts the program in the bench's directory.
pub(crate) fn start(bench: &Bench, arguments: &[&str]) -> Running {
    Running(
        command(bench, arguments)
            .spawn()
            .expect("the program starts"),
    )
}

/// The same as a shell with job control does it.
pub(crate) fn start_in_its_own_group(bench: &Bench, arguments: &[&str]) -> Running {
    let child = command(bench, arguments).process_group(0).spawn();
    Running(child.expect("the program starts"))
}

fn command(bench: &Bench, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_smelt"));
    command
        .args(arguments)
        .current_dir(bench.path("."))
        .env("HOME", bench.path("home"))
        .env("XDG_CACHE_HOME", bench.path("home/cache"))
        .env_remove("SMELT_CACHE")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(bench.path("stderr")).expect("a file"));
    command
}

/// The reduction of `case.smt2` to `small.smt2`, without a store.
pub(crate) fn reduction(solver: &str) -> [&str; 6] {
    [
        "reduce",
        "--cache",
        "none",
        "case.smt2",
        "small.smt2",
        solver,
    ]
}

/// Waits until this holds; fails the test after twenty seconds.
#[track_caller]
pub(crate) fn wait(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(20), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether the program has ended.
pub(crate) fn has_ended(child: &mut Running) -> bool {
    child.0.try_wait().expect("a child").is_some()
}

pub(crate) fn signal(child: &Running, name: &str) {
    send(child.0.id(), name);
}

fn send(process: u32, name: &str) {
    let sent = Command::new("kill")
        .args([format!("-{name}"), process.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}

#[track_caller]
pub(crate) fn ends(child: &mut Running) -> Option<i32> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.0.try_wait().expect("a child") {
            return status.code();
        }
        let long = begin.elapsed() > Duration::from_secs(20);
        assert!(!long, "the program does not end");
        thread::sleep(Duration::from_millis(5));
    }
}

/// No solver that was started is left.
#[track_caller]
fn nobody_is_left(bench: &Bench) {
    for pid in bench.text("runs").lines() {
        let stat = Path::new("/proc").join(pid).join("cmdline");
        wait("a solver is left", || {
            !std::fs::read_to_string(&stat)
                .is_ok_and(|line| line.contains(&bench.path("solver").display().to_string()))
        });
    }
}

#[test]
fn sigint_writes_the_best_so_far_and_exits_with_130() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let bench = Bench::new();
        bench.write("case.smt2", INPUT);
        let solver = hangs_after(&bench, 12);
        let command = reduction(&solver);
        let mut child = start(&bench, &command);
        wait("it begins", || runs(&bench) > 12);
        signal(&child, name);
        assert_eq!(ends(&mut child), Some(code), "{}", bench.text("stderr"));
        let small = bench.text("small.smt2");
        assert!(small.contains("check-sat") && small.len() < INPUT.len());
        nobody_is_left(&bench);
    }
}

#[test]
fn a_signal_ends_a_search_that_thinks_for_long() {
    let (bench, solver) = thinks_for_long();
    let command = reduction(&solver);
    let mut child = start(&bench, &command);
    wait("it begins", || runs(&bench) > 2);
    thread::sleep(Duration::from_secs(2));
    signal(&child, "INT");
    assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
}

#[test]
fn what_a_killed_program_and_its_killed_helpers_leave_is_removed_by_the_next_call() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = hangs_after(&bench, 0);
    let child = start(&bench, &reduction(&solver));
    wait("it begins", || runs(&bench) > 0);
    let driver = child.0.id();
    let helpers = children(driver);
    assert!(!helpers.is_empty());
    // A helper that has stopped cannot clean up when the driver is gone.
    let [stop, kill] = ["STOP", "KILL"].map(|name| {
        let helpers = helpers.clone();
        move || helpers.iter().for_each(|&helper| send(helper, name))
    });
    stop();
    drop(child);
    kill();
    let left = || {
        let bases = [PathBuf::from("/dev/shm"), std::env::temp_dir()];
        let entries = bases.into_iter().filter_map(|base| base.read_dir().ok());
        let mut names = entries.flatten().flatten().map(|entry| entry.file_name());
        names.any(|name| {
            let name = name.to_string_lossy();
            name.starts_with(&format!("smelt-{driver}-"))
        })
    };
    assert!(left());
    let ok = bench.script("ok", "#!/bin/sh\nexit 9\n");
    bench.reduce("case.smt2", ok);
    assert!(!left());
}

/// The processes that this one has started.
fn children(of: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{of}/task")).expect("threads");
    let lists = threads
        .flatten()
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| {
            let numbers = list.split_whitespace().map(str::parse);
            numbers.filter_map(Result::ok).collect::<Vec<u32>>()
        })
        .collect()
}

#[test]
fn a_second_signal_ends_the_program_at_once_and_leaves_nobody() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = hangs_after(&bench, 12);
    let command = reduction(&solver);
    let mut child = start(&bench, &command);
    wait("it begins", || runs(&bench) > 12);
    signal(&child, "INT");
    signal(&child, "INT");
    assert_eq!(ends(&mut child), Some(130));
    nobody_is_left(&bench);
}

#[test]
fn a_stopped_batch_says_so_in_its_rows_and_goes_on_when_called_again() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = hangs_after(&bench, 12);
    let command = ["batch", "cases", "--out", "out", "--", &solver];
    let mut child = start(&bench, &command);
    wait("it begins", || runs(&bench) > 12);
    signal(&child, "INT");
    assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
    assert_eq!(bench.row("out", "a.smt2")["status"], "stopped");
    let said = bench.text("stderr");
    let last = said.lines().last().expect("a last line");
    assert!(last.starts_with("cases=1 reduced=0 "), "{said}");
    assert!(
        last.contains(" stopped=1 ") && last.contains(" pending=0 "),
        "{said}"
    );
    let solver = hangs_after(&bench, 9999);
    bench
        .smelt(&["batch", "cases", "--out", "out", "--", &solver])
        .exits(0);
    let row = bench.row("out", "a.smt2");
    assert_eq!(row["status"], "reduced");
    assert_eq!(row["starts"], "2");
}

#[test]
fn a_running_batch_is_reported_on_and_when_stopped_tells_what_it_has_not_begun() {
    let bench = Bench::new();
    let solver = "#!/bin/sh\necho $$ >>\"$RUNS\"\ngrep -q slow \"$1\" && sleep 77\nexit 9\n";
    let runs = bench.write("runs", "");
    let solver = solver.replace("$RUNS", &runs.display().to_string());
    let solver = bench.script("solver", &solver);
    let solver = solver.to_string_lossy();
    bench.write("cases/a.smt2", INPUT);
    bench.write("cases/b.smt2", "(echo slow)\n(exit)\n");
    bench.write("cases/c.smt2", "(echo slow)\n");
    let mut child = start(
        &bench,
        &["batch", "cases", "--out", "out", "-j", "1", "--", &solver],
    );
    let begun = |case: &str| bench.text("out/journal.jsonl").contains(case);
    let has_reported = |case: &str| {
        let results = bench.path("out/results.csv");
        results.exists() && bench.text("out/results.csv").contains(case)
    };
    wait("a case is reported, and the next one runs", || {
        has_reported("a.smt2") && begun("\"case\":\"b.smt2\"")
    });
    let report = bench.smelt_beside(&["report", "out", "--format", "csv"]);
    assert_eq!(report.exits(0).out, bench.text("out/results.csv"));
    signal(&child, "INT");
    assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
    let said = bench.text("stderr");
    let last = said.lines().last().expect("a last line");
    assert!(
        last.starts_with("cases=2 ") && last.contains(" pending=1 "),
        "{said}"
    );
    nobody_is_left(&bench);
}

#[test]
fn after_kill_9_the_same_command_ends_as_if_nothing_had_happened() {
    let whole = Bench::new();
    let cut = Bench::new();
    for bench in [&whole, &cut] {
        bench.write("cases/a.smt2", INPUT);
        bench.write("cases/b.smt2", "(assert (> x 0))\n(check-sat)\n(exit)\n");
        bench.write("needed", "");
    }
    let solver = hangs_after(&whole, 9999);
    let options = [
        "batch",
        "cases",
        "--out",
        "out",
        "--depends",
        "needed",
        "-j",
        "1",
        "--",
    ];
    whole.smelt(&[&options[..], &[&solver]].concat()).exits(0);
    let all = runs(&whole);
    let solver = hangs_after(&cut, all - 3);
    let mut child = start(&cut, &[&options[..], &[&solver]].concat());
    wait("it gets far", || runs(&cut) > all - 3);
    signal(&child, "KILL");
    ends(&mut child);
    nobody_is_left(&cut);
    cut.write("runs", "");
    cut.write("limit", "9999");
    cut.smelt(&[&options[..], &[&solver]].concat()).exits(0);
    for table in [&["--mutators"][..], &[]] {
        let report = |bench: &Bench| {
            let command = ["report", "out", "--format", "csv", "--stable"];
            bench.smelt(&[&command, table].concat()).exits(0).out
        };
        assert_eq!(report(&whole), report(&cut));
    }
    for case in ["a.smt2", "b.smt2"] {
        let path = format!("out/minimized/{case}");
        assert_eq!(whole.read(&path), cut.read(&path));
        assert_eq!(
            whole.row("out", case)["checks"],
            cut.row("out", case)["checks"]
        );
    }
    assert!(runs(&cut) < all / 2, "{} of {all}", runs(&cut));
}

#[test]
fn what_an_opaque_command_did_serves_the_same_output_only() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = hangs_after(&bench, 12);
    let to = |output| {
        [
            "reduce",
            "--cache",
            "store.db",
            "case.smt2",
            output,
            &solver,
        ]
    };
    let mut child = start(&bench, &to("one.smt2"));
    wait("it begins", || runs(&bench) > 12);
    signal(&child, "INT");
    assert_eq!(ends(&mut child), Some(130));
    assert!(bench.path("one.smt2.smelt-run").exists());
    bench.write("runs", "");
    bench.write("limit", "9999");
    bench.smelt(&to("one.smt2")).exits(0);
    let resumed = runs(&bench);
    assert!(!bench.path("one.smt2.smelt-run").exists());
    let solver = hangs_after(&bench, 9999);
    let command = [
        "reduce",
        "--cache",
        "store.db",
        "case.smt2",
        "two.smt2",
        &solver,
    ];
    bench.smelt(&command).exits(0);
    assert!(runs(&bench) > resumed, "{resumed} resumed");
    assert_eq!(bench.read("one.smt2"), bench.read("two.smt2"));
}

#[test]
fn cache_none_writes_no_file_beside_the_result() {
    let bench = Bench::new();
    bench.write("dir/case.smt2", INPUT);
    let solver = hangs_after(&bench, 9999);
    let command = [
        "reduce",
        "--cache",
        "none",
        "dir/case.smt2",
        "dir/small.smt2",
        &solver,
    ];
    bench.smelt(&command).exits(0);
    let mut names: Vec<_> = std::fs::read_dir(bench.path("dir"))
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["case.smt2", "small.smt2"]);
    assert!(!bench.path("home").exists());
}

#[test]
fn a_second_run_into_the_same_output_is_refused_while_the_first_one_runs() {
    let bench = Bench::new();
    bench.write("cases/case.smt2", INPUT);
    let solver = hangs_after(&bench, 12);
    let single = ["reduce", "--cache", "none", "cases/case.smt2", "small.smt2"];
    let batch = ["batch", "cases", "--cache", "none", "--out", "out", "--"];
    for command in [&single[..], &batch] {
        bench.write("runs", "");
        let command = [command, &[&solver]].concat();
        let mut first = start(&bench, &command);
        wait("it begins", || runs(&bench) > 12);
        bench.smelt(&command).exits(2).says(&["in use"]);
        signal(&first, "KILL");
        ends(&mut first);
        nobody_is_left(&bench);
    }
}

#[test]
fn what_a_cut_run_left_is_not_replaced_by_something_longer() {
    let bench = Bench::new();
    bench.write("case.smt2", INPUT);
    let solver = hangs_after(&bench, 20);
    let command = [
        "reduce",
        "--cache",
        "none",
        "-j",
        "1",
        "--strategy",
        "hybrid", // It needs enough runs to be cut.
        "case.smt2",
        "small.smt2",
        &solver,
    ];
    let cut = |runs_before: usize| {
        let mut child = start(&bench, &command);
        wait("it begins", || runs(&bench) > runs_before);
        signal(&child, "INT");
        assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
        bench.text("small.smt2")
    };
    let small = cut(20);
    bench.write("runs", "");
    bench.write("limit", "12");
    assert_eq!(cut(12), small, "the second run was cut earlier");
    assert!(small.len() < INPUT.len());

    bench.write("runs", "");
    let mut child = start(&bench, &command);
    wait("it begins again", || runs(&bench) > 12);
    std::fs::remove_file(&solver).expect("the solver");
    let pid = bench.text("runs").lines().last().expect("a run").to_owned();
    let killed = Command::new("kill").args(["-KILL", &pid]).status();
    assert!(killed.expect("kill runs").success());
    assert_eq!(ends(&mut child), Some(3), "{}", bench.text("stderr"));
    assert_eq!(bench.text("small.smt2"), small, "the third run failed");
}

#[test]
fn a_night_that_ends_before_a_search_begins_leaves_what_the_last_one_found() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    let solver = hangs_after(&bench, 20);
    let options = "batch cases --out out --cache none -j 1 --strategy hybrid --";
    let batch: Vec<&str> = options.split(' ').chain([&*solver]).collect();
    for limit in [20, 1, 0] {
        bench.write("runs", "");
        bench.write("limit", limit.to_string());
        let mut child = start(&bench, &batch);
        wait("it gets there", || runs(&bench) > limit);
        signal(&child, "INT");
        assert_eq!(ends(&mut child), Some(130), "{}", bench.text("stderr"));
        let row = bench.row("out", "a.smt2");
        let small = bench.read("out/minimized/a.smt2");
        assert_eq!(
            (&*row["status"], &*row["bytes_after"]),
            ("stopped", &*small.len().to_string())
        );
        assert!(small.len() < INPUT.len(), "{row:#?}");
    }
}
