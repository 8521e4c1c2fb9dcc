//! What a process inherits from the shell that calls smelt changes no result.

use crate::support::{Bench, Ran};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// A case, and a solver that fails and tells its limits.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("cases/a.smt2", "(assert true)\n(check-sat)\n");
    bench.write("needed", "");
    bench.script(
        "solver",
        "#!/bin/sh\necho \"stack $(ulimit -s) files $(ulimit -n)\"\ngrep -q assert \"$1\" && grep -q check-sat \"$1\" && exit 9\n",
    );
    bench
}

/// Runs a batch in a shell, after these commands.
fn under(bench: &Bench, shell: &str, out: &str) -> Ran {
    let words = "batch cases --cache s.db --match exact --depends needed -j 1";
    let command = format!(
        "{shell}; exec '{}' {words} --out {out} -- '{}'",
        env!("CARGO_BIN_EXE_smelt"),
        bench.path("solver").display()
    );
    bench.through(Command::new("bash").args(["-c", &command]))
}

#[test]
fn soft_limits_of_the_calling_shell_do_not_reach_the_solver() {
    let bench = bench();
    under(&bench, "true", "first").exits(0);
    let first = bench.row("first", "a.smt2");
    for (nth, shell) in ["ulimit -S -s 512", "ulimit -S -s 65536", "ulimit -S -n 700"]
        .into_iter()
        .enumerate()
    {
        let out = format!("out{nth}");
        under(&bench, shell, &out).exits(0);
        let row = bench.row(&out, "a.smt2");
        assert_eq!(row["checks"], first["checks"], "{shell}");
        let runs: u64 = row["runs"].parse().expect("a number");
        let hits: u64 = row["hits"].parse().expect("a number");
        assert!(hits > 0 && runs < 8, "{shell}: {row:#?}");
    }
}

#[test]
fn hard_limits_that_are_lower_belong_to_the_question() {
    let bench = bench();
    under(&bench, "true", "first").exits(0);
    let first = bench.row("first", "a.smt2");
    for (nth, shell) in ["ulimit -s 4096", "ulimit -v 2000000"]
        .into_iter()
        .enumerate()
    {
        let out = format!("out{nth}");
        under(&bench, shell, &out).exits(0);
        let row = bench.row(&out, "a.smt2");
        assert_eq!(row["runs"], first["runs"], "{shell}");
    }
    // Two million KB, and not the usual limit.
    assert_eq!(bench.row("out1", "a.smt2")["memory_limit_mb"], "1953.125");
    let check = |shell: &str| {
        let command = format!(
            "{shell}; exec '{}' check cases/a.smt2 -- '{}'",
            env!("CARGO_BIN_EXE_smelt"),
            bench.path("solver").display()
        );
        let ran = bench.through(Command::new("bash").args(["-c", &command]));
        ran.exits(0).out
    };
    assert!(check("ulimit -S -s 512").contains("8 MB stack"));
    assert!(check("ulimit -s 4096").contains("4 MB stack"));
    assert!(check("ulimit -v 2000000").contains("1953 MB memory"));
}

#[test]
fn what_is_written_has_the_rights_that_the_umask_leaves() {
    let bench = bench();
    for (umask, rights) in [("077", 0o600), ("022", 0o644)] {
        let out = format!("out{umask}");
        under(&bench, &format!("umask {umask}"), &out).exits(0);
        for file in ["minimized/a.smt2", "results.csv", "journal.jsonl"] {
            let path = bench.path(&format!("{out}/{file}"));
            let found = std::fs::metadata(path).expect(file).permissions().mode();
            assert_eq!(found & 0o777, rights, "{umask}: {file}");
        }
    }
}

#[test]
fn without_memory_for_a_search_the_program_says_so_and_the_next_call_goes_on() {
    let bench = bench();
    let many = (0..50_000).map(|nth| format!("(assert (= x{nth} x{nth}))\n"));
    bench.write("cases/a.smt2", many.collect::<String>() + "(check-sat)\n");
    let ran = under(&bench, "ulimit -v 90000", "out");
    let ran = ran
        .exits(70)
        .says(&["no memory left", "`ulimit -v`", "-j 1"]);
    assert!(!ran.err.contains("panicked"), "{ran:#?}");
    under(&bench, "true", "out").exits(0);
}

#[test]
#[expect(clippy::print_stderr, reason = "it says that it was skipped")]
fn in_a_pid_namespace_with_the_outer_proc_runs_are_limited_and_no_stranger_is_killed() {
    let can = Command::new("unshare").args(["-pf", "true"]).output();
    if !can.is_ok_and(|ran| ran.status.success()) {
        eprintln!("skipped: this process may not make a PID namespace");
        return;
    }
    let bench = bench();
    // Its own child leaves the group, and has a number that means another process outside.
    bench.script(
        "solver",
        "#!/bin/sh\ngrep -q assert \"$1\" || exit 0\nsetsid sleep 0.5 &\nwhile :; do :; done\n",
    );
    let stranger = Command::new("sleep").arg("60").spawn();
    let mut stranger = stranger.expect("a process");
    let mut command = Command::new("unshare");
    command
        .args(["-pf", env!("CARGO_BIN_EXE_smelt"), "reduce"])
        .args(["--cache", "none", "--hangs=0.3", "-j", "1"])
        .args(["cases/a.smt2", "small.smt2", "--"])
        .arg(bench.path("solver"));
    let ran = bench.through(&mut command).exits(0);
    ran.says(&[
        "note: `/proc` is that of another PID namespace",
        "--mount-proc",
    ]);
    assert!(bench.text("small.smt2").contains("assert"));
    let lives = stranger.try_wait().expect("a child").is_none();
    let _ = stranger.kill();
    let _ = stranger.wait();
    assert!(lives);
}

#[test]
fn a_named_store_without_room_is_not_used_and_the_reduction_goes_on() {
    let bench = bench();
    // A file may have 8 KiB, which is less than a store begins with.
    let command = format!(
        "trap '' XFSZ; ulimit -S -f 8; exec '{}' reduce --cache s.db cases/a.smt2 small.smt2 -- '{}'",
        env!("CARGO_BIN_EXE_smelt"),
        bench.path("solver").display()
    );
    let ran = bench.through(Command::new("bash").args(["-c", &command]));
    ran.exits(0)
        .says(&["no verdict store is used", "make room"]);
}
