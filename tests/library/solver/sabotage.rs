//! A solver that harms its directory or its helper harms neither the next run nor anything outside.

use super::{lives, observed, resolve, slot, spec, text, wide};
use smelt::observation::End;
use smelt::solver::{Interrupter, Ran, Slot, Unresolved};
use std::fs;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A directory with a file that must survive.
fn outside() -> TempDir {
    let outside = tempfile::tempdir().expect("a directory");
    fs::write(outside.path().join("kept"), "kept").expect("a file");
    outside
}

fn sabotage(slot: &mut Slot, how: &str, outside: &TempDir) -> Ran {
    let path = outside.path().to_string_lossy();
    let sabotage = resolve(&spec("sabotage.sh", &[how, &path]));
    slot.run(&sabotage, b"", &wide()).expect("a run")
}

/// The next run finds its candidate and nothing else.
fn works(slot: &mut Slot) {
    let lists = resolve(&spec("litter.sh", &[]));
    let seen = observed(slot.run(&lists, b"x", &wide()).expect("a run"));
    assert_eq!(text(&seen.out), "case.smt2\n", "{}", text(&seen.err));
}

#[test]
fn a_slot_that_a_solver_removes_replaces_locks_or_fills_deeply_is_clean_at_the_next_run() {
    for how in ["remove", "replace", "link", "lock", "readonly", "deep"] {
        let outside = outside();
        let mut slot = slot();
        let first = slot.directory().to_owned();
        let seen = observed(sabotage(&mut slot, how, &outside));
        assert_eq!(seen.end, End::Exited(0), "{how}: {}", text(&seen.err));
        works(&mut slot);
        works(&mut slot);
        let kept = fs::read_to_string(outside.path().join("kept"));
        assert_eq!(kept.ok().as_deref(), Some("kept"), "{how}");
        let last = slot.directory().to_owned();
        let is_mended = ["lock", "readonly"].contains(&how);
        assert!(!is_mended || first == last, "{how}");
        drop(slot);
        assert!(!last.exists(), "{how}");
        assert!(how == "replace" || !first.exists(), "{how}");
        let _ = fs::remove_file(first);
    }
}

#[test]
fn a_directory_that_is_deep_or_without_rights_is_removed_with_its_slot() {
    for how in ["deep", "lock", "readonly"] {
        let mut slot = slot();
        observed(sabotage(&mut slot, how, &outside()));
        let directory = slot.directory().to_owned();
        drop(slot);
        assert!(!directory.exists(), "{how}");
    }
}

#[test]
fn a_helper_that_a_solver_stops_is_replaced_and_the_text_is_unresolved() {
    let mut slot = slot();
    let helper = slot.helper_id().expect("a helper").to_string();
    let began = Instant::now();
    let ran = sabotage(&mut slot, "stop", &outside());
    assert_eq!(ran, Ran::Unresolved(Unresolved::HelperDied));
    assert!(began.elapsed() < Duration::from_secs(28), "two runs");
    assert!(!lives(&helper));
    works(&mut slot);
}

#[test]
fn an_interrupt_ends_a_run_whose_helper_is_stopped_within_two_seconds() {
    let mut slot = slot();
    let interrupter: Interrupter = slot.interrupter();
    let waiting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        interrupter.stop();
        Instant::now()
    });
    sabotage(&mut slot, "stop", &outside());
    let since = waiting.join().expect("no panic");
    assert!(since.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_long_run_is_told_from_a_helper_that_is_silent() {
    let mut slot = slot();
    let seen = observed(sabotage(&mut slot, "wait", &outside()));
    assert_eq!(seen.end, End::Exited(0));
}
