//! Where solvers run, and what they find there.

use super::{caller, fake, observed, resolve, slot, spec, text, wide};
use smelt::observation::End;
use smelt::solver::{Caller, Invocation, SLOT_PLACEHOLDER};
use std::path::Path;

#[test]
fn litter_is_gone_before_the_next_run() {
    let mut slot = slot();
    let invocation = resolve(&spec("litter.sh", &[]));
    for _ in 0..3 {
        let seen = observed(slot.run(&invocation, b"x", &wide()).expect("a run"));
        assert_eq!(text(&seen.out), "case.smt2\n");
        assert_eq!(seen.end, End::Exited(0));
    }
    assert!(Path::new("/etc/passwd").exists());
}

#[test]
fn files_to_depend_on_are_there_and_mended_for_every_run() {
    let directory = tempfile::tempdir().expect("a directory");
    let rules = directory.path().join("rules");
    std::fs::write(&rules, "r\n").expect("a file");
    let mut spec = spec("litter.sh", &[]);
    spec.depends = vec![rules];
    let litter = resolve(&spec);
    spec.argv = vec![fake("cat.sh").into(), "rules".into(), "{}".into()];
    let cat = resolve(&spec);
    let mut slot = slot();
    for _ in 0..2 {
        let seen = observed(slot.run(&litter, b"x", &wide()).expect("a run"));
        assert_eq!(text(&seen.out), "case.smt2\nrules\n");
        let seen = observed(slot.run(&cat, b"x", &wide()).expect("a run"));
        assert_eq!(text(&seen.out), "r\nx");
    }
}

#[test]
fn the_environment_is_clean_and_slot_paths_are_a_placeholder() {
    let mut caller = caller();
    for (name, value) in [
        ("SECRET", "s"),
        ("WANTED", "w"),
        ("ASAN_OPTIONS", "a=1"),
        ("LD_LIBRARY_PATH", "/lib"),
    ] {
        caller.env.retain(|(other, _)| other != name);
        caller.env.push((name.into(), value.into()));
    }
    let path = caller.variable("PATH").expect("a PATH").to_owned();
    let mut spec = spec("report.sh", &[]);
    spec.env = vec!["WANTED".into(), "UNSET".into()];
    let invocation = Invocation::resolve_for(&spec, &caller).expect("resolves");
    let seen = observed(slot().run(&invocation, b"text\n", &wide()).expect("a run"));
    let environment = [
        "ASAN_OPTIONS=a=1",
        &format!("HOME={SLOT_PLACEHOLDER}"),
        "LC_ALL=C",
        "LD_LIBRARY_PATH=/lib",
        &format!("PATH={}", path.display()),
        &format!("PWD={SLOT_PLACEHOLDER}"), // set by the shell
        &format!("TMPDIR={SLOT_PLACEHOLDER}"),
        "TZ=UTC",
        "WANTED=w",
    ];
    let told = format!("{SLOT_PLACEHOLDER}\ncase.smt2\ntext\n");
    let shell = |line: &&str| !line.starts_with("_=") && !line.starts_with("OLDPWD");
    let out = text(&seen.out);
    let found: Vec<&str> = out
        .strip_prefix(&told)
        .expect("told")
        .lines()
        .filter(shell)
        .collect();
    assert_eq!(found, environment);
}

#[test]
fn two_slots_give_equal_output() {
    let mut spec = spec("report.sh", &[]);
    spec.absolute_path = true;
    let invocation = resolve(&spec);
    let run = || observed(slot().run(&invocation, b"x", &wide()).expect("a run"));
    let (one, two) = (run(), run());
    assert_eq!(one.out, two.out);
    assert!(text(&one.out).contains(&format!("{SLOT_PLACEHOLDER}/case.smt2")));
}

#[test]
fn another_directory_gets_the_absolute_path() {
    let directory = tempfile::tempdir().expect("a directory");
    let real = directory.path().canonicalize().expect("a path");
    let mut spec = spec("report.sh", &[]);
    spec.cwd = Some(real.clone());
    let seen = observed(slot().run(&resolve(&spec), b"x\n", &wide()).expect("a run"));
    let told = format!("{}\n{SLOT_PLACEHOLDER}/case.smt2\nx\n", real.display());
    assert!(text(&seen.out).starts_with(&told));
    assert_eq!(std::fs::read_dir(&real).expect("entries").count(), 0);
}

#[test]
fn a_run_in_place_has_the_callers_directory_and_environment() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("marker"), "").expect("a file");
    std::fs::write(directory.path().join("input.smt2"), "source").expect("a file");
    let caller = Caller {
        dir: directory.path().to_owned(),
        env: vec![
            ("ONLY".into(), "this".into()),
            ("PATH".into(), "/usr/bin:/bin".into()),
        ],
    };
    let mut slot = slot();
    let here = Invocation::resolve_for(&spec("here.sh", &[]), &caller).expect("resolves");
    let file = Path::new("input.smt2");
    let source = observed(slot.run_in_place(&here, file, &wide()).expect("a run"));
    assert_eq!(source.end, End::Exited(9));
    let golden = observed(slot.run(&here, b"source", &wide()).expect("a run"));
    assert_eq!(golden.end, End::Exited(0));
    let report = Invocation::resolve_for(&spec("report.sh", &[]), &caller).expect("resolves");
    let seen = observed(slot.run_in_place(&report, file, &wide()).expect("a run"));
    let out = text(&seen.out);
    assert!(out.contains("input.smt2\nsource") && out.contains("ONLY=this"));
    assert!(!out.contains("TZ="));
}

#[test]
fn a_slot_serves_commands_in_turn() {
    let mut slot = slot();
    let (cat, bytes) = (
        resolve(&spec("cat.sh", &[])),
        resolve(&spec("bytes.sh", &[])),
    );
    for _ in 0..2 {
        let seen = observed(slot.run(&cat, b"one", &wide()).expect("a run"));
        assert_eq!(text(&seen.out), "one");
        let seen = observed(slot.run(&bytes, b"two", &wide()).expect("a run"));
        assert_eq!(seen.out.len, 5);
    }
}
