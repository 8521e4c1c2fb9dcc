//! Nothing that a solver starts outlives its run, and nothing outlives the driver.

use super::{caller, dies, lives, observed, ran, resolve, slot, spec, text, wide};
use smelt::observation::{End, Limit, Limits};
use smelt::solver::{Invocation, SlotError};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn fork_leaves_a_child_with_both_pipes_and_it_is_killed_after_the_grace() {
    let began = Instant::now();
    let seen = observed(ran("fork.sh", &[], &wide()));
    assert_eq!(seen.end, End::Exited(3));
    assert!(began.elapsed() < Duration::from_secs(5));
    assert!(!lives(text(&seen.out).trim()));
}

#[test]
fn silent_fork_leaves_a_child_without_pipes_and_it_is_killed() {
    let seen = observed(ran("silent_fork.sh", &[], &wide()));
    assert_eq!(seen.end, End::Exited(0));
    assert!(!lives(text(&seen.out).trim()));
}

#[test]
fn a_detached_grandchild_is_killed_with_the_run() {
    let seen = observed(ran("detach.py", &["leave"], &wide()));
    assert_eq!(seen.end, End::Exited(4));
    assert!(!lives(text(&seen.out).trim()));
}

#[test]
fn a_fork_bomb_is_dead_when_its_run_has_ended() {
    let mut slot = slot();
    let directory = slot.directory().display().to_string();
    // Some hundred processes that stay, and a thousand that come and go.
    for (generations, seconds) in [("7", "100"), ("9", "0")] {
        let bomb = resolve(&spec("bomb.sh", &[generations, seconds]));
        let seen = observed(slot.run(&bomb, b"", &wide()).expect("a run"));
        assert_eq!(seen.end, End::Exited(3));
        assert_eq!(in_directory(&directory), [""; 0], "{seconds}");
    }
    observed(
        slot.run(&resolve(&spec("cat.sh", &[])), b"", &wide())
            .expect("a run"),
    );
}

#[test]
fn a_helper_killed_from_outside_is_replaced_and_the_run_is_repeated() {
    let mut slot = slot();
    let helper = slot.helper_id().expect("a helper").to_string();
    let sleep = resolve(&spec("sleep.sh", &[]));
    let killer = std::thread::spawn(move || {
        let children = format!("/proc/{helper}/task/{helper}/children");
        let began = Instant::now();
        let solver = loop {
            let solver = std::fs::read_to_string(&children).expect("children");
            if !solver.trim().is_empty() || began.elapsed() > Duration::from_secs(20) {
                break solver;
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        kill(&helper);
        solver
    });
    let limits = Limits {
        idle: Duration::from_secs(1),
        ..wide()
    };
    let seen = observed(slot.run(&sleep, b"", &limits).expect("a run"));
    assert_eq!(seen.end, End::LimitHit(Limit::Idle));
    let solver = killer.join().expect("no panic");
    assert!(!solver.trim().is_empty() && dies(solver.trim()));
    let cat = resolve(&spec("cat.sh", &[]));
    assert_eq!(
        text(&observed(slot.run(&cat, b"x", &wide()).expect("a run")).out),
        "x"
    );
}

#[test]
fn a_helper_killed_between_runs_is_replaced_unnoticed() {
    let mut slot = slot();
    let cat = resolve(&spec("cat.sh", &[]));
    for _ in 0..3 {
        let seen = observed(slot.run(&cat, b"x", &wide()).expect("a run"));
        assert_eq!(text(&seen.out), "x");
        let helper = slot.helper_id().expect("a helper").to_string();
        kill(&helper);
        assert!(dies(&helper));
    }
}

#[test]
fn a_dropped_slot_leaves_neither_helper_nor_directory() {
    let slot = slot();
    let helper = slot.helper_id().expect("a helper").to_string();
    let directory = slot.directory().to_owned();
    assert!(lives(&helper) && directory.is_dir());
    drop(slot);
    assert!(!lives(&helper) && !directory.exists());
}

/// Not a test: what `a_driver_killed_leaves_no_process` starts and kills.
#[test]
#[ignore = "hangs; it is the driver of another test"]
#[expect(clippy::print_stdout, reason = "it tells the test what to look at")]
fn driver() {
    let mut slot = slot();
    println!("\nhelper {}", slot.helper_id().expect("a helper"));
    println!("directory {}", slot.directory().display());
    let invocation = resolve(&spec("detach.py", &["hang"]));
    let _ = slot.run(&invocation, b"", &wide());
}

#[test]
fn a_driver_killed_leaves_no_process_and_no_directory() {
    let program = std::env::current_exe().expect("this program");
    let mut driver = Command::new(program)
        .args([
            "--exact",
            "solver::ownership::driver",
            "--ignored",
            "--nocapture",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("a driver");
    let lines = BufReader::new(driver.stdout.take().expect("a pipe")).lines();
    let (mut helper, mut directory) = (String::new(), String::new());
    for line in lines.map_while(Result::ok) {
        if let Some(pid) = line.strip_prefix("helper ") {
            pid.clone_into(&mut helper);
        } else if let Some(path) = line.strip_prefix("directory ") {
            path.clone_into(&mut directory);
            break;
        }
    }
    std::thread::sleep(Duration::from_millis(500));
    let solvers = of_session(&helper);
    assert!(solvers.len() >= 2, "{solvers:?}");
    let all = in_directory(&directory);
    assert!(
        all.len() >= 2,
        "the solver and its detached grandchild: {all:?}"
    );
    driver.kill().expect("a driver to kill");
    driver.wait().expect("a driver to reap");
    assert!(dies(&helper));
    assert!(solvers.iter().chain(&all).all(|pid| dies(pid)));
    assert!(!Path::new(&directory).exists());
}

/// Helper and solvers of a session.
fn of_session(session: &str) -> Vec<String> {
    processes(|pid| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let fields = stat.rsplit(") ").next()?;
        Some(fields.split(' ').nth(3)? == session)
    })
}

fn in_directory(directory: &str) -> Vec<String> {
    processes(|pid| {
        Some(std::fs::read_link(format!("/proc/{pid}/cwd")).ok()? == Path::new(directory))
    })
}

fn processes(is: impl Fn(&str) -> Option<bool>) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").expect("/proc").flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        .filter(|pid| is(pid).unwrap_or(false))
        .collect()
}

fn kill(pid: &str) {
    let status = Command::new("kill").args(["-9", pid]).status();
    assert!(status.expect("kill").success());
}

#[test]
fn what_cannot_be_started_is_an_error_and_the_slot_goes_on() {
    let mut slot = slot();
    let directory = tempfile::tempdir().expect("a directory");
    let program = directory.path().join("solver");
    let write = |content: &[u8]| {
        std::fs::write(&program, content).expect("a file");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).expect("permissions");
    };
    let mut spec = spec("cat.sh", &[]);
    spec.argv = vec![program.clone().into_os_string()];
    let cases: [(&[u8], &str); 3] = [
        (b"no program\n", "neither a program nor a script"),
        (b"#!/no/such/interpreter\n", "interpreter"),
        (b"\x7fELF", "neither a program nor a script"),
    ];
    for (content, message) in cases {
        write(content);
        let invocation = Invocation::resolve_for(&spec, &caller()).expect("resolves");
        let error = slot
            .run(&invocation, b"", &wide())
            .expect_err("not started");
        assert!(matches!(error, SlotError::Start { .. }));
        assert!(error.to_string().contains(message), "{error}");
    }
    write(b"#!/bin/sh\necho well\n");
    let invocation = resolve(&spec);
    let seen = observed(slot.run(&invocation, b"", &wide()).expect("a run"));
    assert_eq!(text(&seen.out), "well\n");
    std::fs::remove_file(&program).expect("removed");
    let error = slot.run(&invocation, b"", &wide()).expect_err("gone");
    assert!(error.to_string().contains("No such file"), "{error}");
}
