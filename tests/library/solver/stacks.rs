//! The stacks of crashes, read from a program that is compiled for it (`tests/solver/crash.rs`).

use super::{fake, observed, slot, wide};
use smelt::observation::{CrashSite, End, Observation, Stack};
use smelt::solver::{CommandSpec, Invocation, Slot, dialect};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The compiled program: linked dynamically, linked statically, and without symbols.
fn programs() -> &'static [PathBuf; 3] {
    static PROGRAMS: OnceLock<[PathBuf; 3]> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        [
            compiled("crash-dynamic", &[]),
            compiled("crash-static", &["-C", "target-feature=+crt-static"]),
            compiled("crash-stripped", &["-C", "strip=symbols"]),
        ]
    })
}

/// The program, compiled with more options. Processes of several tests may do this at once.
fn compiled(name: &str, options: &[&str]) -> PathBuf {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let draft = program.with_extension(std::process::id().to_string());
    let status = Command::new("rustc")
        .args(["--edition=2024", "-O", "-C", "panic=abort"])
        .args(options)
        .arg("-o")
        .args([&draft, &fake("crash.rs")])
        .status();
    assert!(status.expect("rustc").success());
    std::fs::rename(draft, &program).expect("a program");
    program
}

fn invocation(program: &Path, how: &str) -> Invocation {
    let spec = CommandSpec {
        argv: vec![program.into(), how.into(), "{}".into()],
        extension: "smt2".into(),
        ..CommandSpec::default()
    };
    Invocation::resolve(&spec).expect("a command").traced()
}

fn crash(slot: &mut Slot, program: &Path, how: &str) -> Observation {
    let run = slot.run(&invocation(program, how), b"", &wide());
    observed(run.expect("a run"))
}

fn site(run: &Observation) -> CrashSite {
    let failures = dialect::failures(run);
    let site = failures.first().and_then(|failure| failure.site.clone());
    site.expect("a crash whose stack was read")
}

#[test]
fn a_crash_tells_the_function_in_which_it_happened() {
    let mut slot = slot();
    let [dynamic, linked, _] = programs();
    for program in [dynamic, linked] {
        for (how, functions) in [
            ("write", &["write_nowhere", "caller_of_write"][..]),
            ("write-otherwise", &["write_nowhere", "other_caller"]),
            ("nothing", &["call_nothing"]),
            ("abort", &["fail_assertion"]),
            ("copy", &["copy_nowhere"]),
            ("thread", &["write_nowhere", "caller_of_write"]),
        ] {
            let run = crash(&mut slot, program, how);
            let site = site(&run);
            let own: Vec<&str> = site.functions.iter().map(String::as_str).collect();
            let own: Vec<&str> = own
                .into_iter()
                .filter(|name| !name.contains("::"))
                .collect();
            assert_eq!(&own[..functions.len()], functions, "{how} {run:?}");
            assert!(!site.is_overflow, "{how}");
        }
    }
}

#[test]
fn a_stack_overflow_tells_the_functions_of_the_recursion() {
    let mut slot = slot();
    let [dynamic, linked, _] = programs();
    for program in [dynamic, linked] {
        for how in ["overflow", "thread-overflow"] {
            let site = site(&crash(&mut slot, program, how));
            assert!(site.is_overflow, "{how}: {site:?}");
            assert_eq!(site.functions, ["down", "further_down"], "{how}");
        }
    }
}

#[test]
fn without_symbols_functions_are_told_by_build_id_and_offset() {
    let mut slot = slot();
    let [.., stripped] = programs();
    let one = site(&crash(&mut slot, stripped, "write"));
    let other = site(&crash(&mut slot, stripped, "write-otherwise"));
    let first = one.functions.first().expect("a function");
    assert!(first.starts_with("crash-stripped"), "{first}");
    assert!(first.contains("+0x"), "{first}");
    assert!(one.agrees(&other, 1), "{one:?} {other:?}");
    assert!(!one.agrees(&other, 2), "{one:?} {other:?}");
    let aborted = site(&crash(&mut slot, stripped, "abort"));
    assert!(!one.agrees(&aborted, 1), "{one:?} {aborted:?}");
}

#[test]
fn a_program_without_an_index_of_its_unwind_entries_is_read_like_others() {
    let program = compiled("crash-unindexed", &["-C", "link-arg=-Wl,--no-eh-frame-hdr"]);
    let site = site(&crash(&mut slot(), &program, "write"));
    assert_eq!(site.functions[..2], ["write_nowhere", "caller_of_write"]);
}

#[test]
fn the_crash_of_a_program_that_a_shell_started_is_told() {
    let mut slot = slot();
    let [dynamic, ..] = programs();
    let script = format!("'{}' write {{}}; exit $?", dynamic.display());
    let spec = CommandSpec {
        argv: ["sh".into(), "-c".into(), script.into()].into(),
        extension: "smt2".into(),
        ..CommandSpec::default()
    };
    let traced = Invocation::resolve(&spec).expect("a command").traced();
    let run = observed(slot.run(&traced, b"", &wide()).expect("a run"));
    assert_eq!(run.end, End::Exited(139));
    assert_eq!(site(&run).functions[0], "write_nowhere");
}

#[test]
fn the_signature_names_the_function() {
    let run = crash(&mut slot(), &programs()[0], "write");
    let failures = dialect::failures(&run);
    assert_eq!(failures[0].signature, "SIGSEGV in write_nowhere");
}

#[test]
fn a_run_without_a_crash_and_one_that_is_not_traced_have_no_stack() {
    let mut slot = slot();
    let run = crash(&mut slot, &programs()[0], "nothing-of-these");
    assert_eq!((run.end, run.stack), (End::Exited(0), None));
    let spec = CommandSpec {
        argv: vec![programs()[0].clone().into(), "write".into(), "{}".into()],
        extension: "smt2".into(),
        ..CommandSpec::default()
    };
    let untraced = Invocation::resolve(&spec).expect("a command");
    let run = observed(slot.run(&untraced, b"", &wide()).expect("a run"));
    assert_eq!((run.end, run.stack), (End::Signaled(libc::SIGSEGV), None));
}

#[test]
fn a_signal_that_was_sent_tells_no_function() {
    let spec = CommandSpec {
        argv: vec![fake("signal.sh").into(), "11".into(), "{}".into()],
        extension: "smt2".into(),
        ..CommandSpec::default()
    };
    let traced = Invocation::resolve(&spec).expect("a command").traced();
    let run = observed(slot().run(&traced, b"", &wide()).expect("a run"));
    assert_eq!(run.stack, Some(Stack::default()));
    assert_eq!(dialect::failures(&run)[0].signature, "SIGSEGV");
}
