//! Solver processes, tried with programs that behave badly (`tests/solver/*.sh`, `*.py`).

mod command;
mod ending;
mod identity;
mod limits;
mod location;
mod ownership;
mod sabotage;
mod stacks;

use smelt::observation::{Limits, Observation, Stream};
use smelt::solver::{Caller, CommandSpec, Invocation, Ran, Slot, use_runner};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A fake solver's path.
fn fake(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/library/solver")
        .join(name)
}

fn slot() -> Slot {
    use_runner(Path::new(env!("CARGO_BIN_EXE_smelt")));
    Slot::new().expect("a slot")
}

/// A command of a fake solver and its arguments.
fn spec(name: &str, arguments: &[&str]) -> CommandSpec {
    let mut argv = vec![fake(name).into_os_string()];
    argv.extend(arguments.iter().map(OsString::from));
    CommandSpec {
        argv,
        extension: "smt2".into(),
        ..CommandSpec::default()
    }
}

fn resolve(spec: &CommandSpec) -> Invocation {
    let invocation = Invocation::resolve(spec).expect("a command that resolves");
    // Traced as in a reduction: a tracer must not change what a fake does.
    invocation.traced()
}

/// Limits that no well-behaved fake reaches.
fn wide() -> Limits {
    Limits {
        wall: Duration::from_mins(1),
        idle: Duration::from_secs(30),
        ..Limits::of_cpu(Duration::from_secs(20))
    }
}

fn ran(name: &str, arguments: &[&str], limits: &Limits) -> Ran {
    let invocation = resolve(&spec(name, arguments));
    slot()
        .run(&invocation, b"(check-sat)\n", limits)
        .expect("a run")
}

fn observed(ran: Ran) -> Observation {
    match ran {
        Ran::Observed(observation) => observation,
        Ran::Unresolved(why) => panic!("unresolved: {why:?}"),
    }
}

fn text(stream: &Stream) -> String {
    String::from_utf8_lossy(stream.whole().expect("a short stream")).into_owned()
}

/// Whether a process exists and is no zombie.
fn lives(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

/// Waits until the process is gone; false after five seconds.
fn dies(pid: &str) -> bool {
    (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !lives(pid)
    })
}

/// This process, with other directory or variables.
fn caller() -> Caller {
    Caller::here().expect("a current directory")
}
