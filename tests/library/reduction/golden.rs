//! What the source and golden runs must show before anything is searched for.

use super::{FAILS, INPUT, World};
use smelt::corpus::{IllFormedMode, MatchMode};
use smelt::event::{FailureRate, Status};
use smelt::reduction::Memory;
use smelt::reduction::Notice;
use std::sync::Mutex;
use std::time::Duration;

#[test]
fn a_file_that_does_not_fail_is_not_reproduced() {
    let world = World::of(INPUT, "exit 0");
    let row = world.reduce();
    assert_eq!(row.status, Status::NotReproduced);
    assert!(row.detail.contains("reports no failure"), "{row:#?}");
    assert_eq!(world.runs(), 2, "on a copy, and beside its neighbours");
    assert!(!world.path("small.smt2").exists());
}

#[test]
fn two_golden_runs_that_differ_are_flaky_if_no_other_run_shows_a_failure() {
    // The source and the first golden run fail, the second does not.
    let world = World::of(INPUT, &format!("if runs 2; then {FAILS}; fi"));
    let row = world.reduce();
    assert_eq!(row.status, Status::Flaky, "{row:#?}");
    assert!(
        row.detail.contains("Two runs of the reprinted copy"),
        "{row:#?}"
    );
    assert_eq!(world.runs(), 3 + 10);
}

/// Every third run fails in one way, the others in another.
const TWO_FAILURES: &str = "if [ $(($(wc -l <\"${0%/*}/runs\") % 3)) = 0 ]; then echo 'Fatal failure: one' >&2; \
                            kill -6 $$; else kill -11 $$; fi";

#[test]
fn of_a_file_that_fails_in_two_ways_the_commonest_failure_is_kept_and_its_rate_is_told() {
    let row = World::of(INPUT, TWO_FAILURES).reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert_eq!(row.signature.as_deref(), Some("SIGSEGV"), "{row:#?}");
    let rate = FailureRate {
        failed: 7,
        runs: 10,
    };
    assert_eq!(row.failure_rate, Some(rate), "{row:#?}");
    assert!(row.detail.contains("in 7 of 10 runs"), "{row:#?}");
}

#[test]
fn a_file_that_fails_in_every_other_run_is_reduced_as_far_as_if_it_always_did() {
    let always = World::of(INPUT, FAILS);
    assert_eq!(always.reduce().failure_rate, None);
    let script = format!("case $(wc -l <\"${{0%/*}}/runs\") in *[13579]) {FAILS} ;; esac");
    let world = World::of(INPUT, &script);
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert_eq!(world.delivered(), always.delivered());
    let rate = FailureRate {
        failed: 5,
        runs: 10,
    };
    assert_eq!(row.failure_rate, Some(rate), "{row:#?}");
    assert_eq!(row.notes, "", "{row:#?}");
}

#[test]
fn of_a_file_that_fails_only_as_it_is_what_was_found_is_said_and_what_to_try() {
    let mut world = World::of(INPUT, "if grep -q comment \"$1\"; then exit 9; fi");
    let row = world.reduce();
    assert_eq!(row.status, Status::NotReproduced, "{row:#?}");
    for words in [
        "each of four runs",
        "either of two",
        "`--language lines`",
        "not deterministic",
    ] {
        assert!(row.detail.contains(words), "{words}: {row:#?}");
    }
    world.options.language = Some("lines".to_owned());
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert_eq!(world.delivered(), "; a comment\n");
}

#[test]
fn a_file_that_printing_does_not_change_is_flaky_if_its_copy_passes_by_chance() {
    let script = format!("case $(wc -l <\"${{0%/*}}/runs\") in 2|3) ;; *) {FAILS} ;; esac");
    let as_printed = INPUT.replace("; a comment\n", "");
    let row = World::of(&as_printed, &script).reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    let rate = FailureRate {
        failed: 10,
        runs: 10,
    };
    assert_eq!(row.failure_rate, Some(rate), "{row:#?}");
}

#[test]
fn what_was_seen_to_be_flaky_stays_so_though_the_first_of_its_stored_runs_is_lost() {
    // The second golden run passes, and so does every other numbered run. From then on, the solver always fails.
    let script = format!("if ! runs 2 && runs 13 && runs_are_odd; then exit 0; fi\n{FAILS}");
    let odd = "case $(wc -l <\"${0%/*}/runs\") in *[13579]) true ;; *) false ;; esac";
    let world = World::of(INPUT, &format!("runs_are_odd() {{ {odd}; }}\n{script}"));
    let cold = world.reduce_with_store();
    let rate = cold.failure_rate;
    assert!(
        rate.is_some_and(|rate| rate.failed < rate.runs),
        "{cold:#?}"
    );
    let store = rusqlite::Connection::open(world.path("store.db")).expect("a database");
    let lost = store.execute("DELETE FROM obs WHERE n = 0", []);
    assert!(lost.is_ok_and(|lost| lost > 0));
    drop(store);
    let warm = world.reduce_with_store();
    assert!(warm.failure_rate.is_some(), "{warm:#?}");
}

#[test]
fn no_result_is_delivered_that_fails_more_seldom_than_the_original() {
    // Without the comparison, one run in twelve fails; with it, every other one.
    let script = "n=$(wc -l <\"${0%/*}/runs\")\n\
                  if grep -q '<' \"$1\"; then every=2; else every=12; fi\n\
                  if grep -q check-sat \"$1\" && [ $((n % every)) = 0 ]; then exit 9; fi";
    let world = World::of(INPUT, script);
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert!(world.delivered().contains('<'), "{row:#?}");
}

#[test]
fn a_flaky_file_is_not_reduced_if_two_runs_are_to_suffice_and_both_answers_are_told() {
    let mut world = World::of(INPUT, TWO_FAILURES);
    world.options.flaky_runs = Some(2);
    let row = world.reduce();
    assert_eq!(row.status, Status::Flaky, "{row:#?}");
    assert!(
        row.detail.contains("SIGABRT") && row.detail.contains("SIGSEGV"),
        "{row:#?}"
    );
    assert!(row.detail.contains("--ignore-output"), "{row:#?}");
}

#[test]
fn a_run_that_hits_a_limit_is_no_golden_behaviour() {
    let mut world = World::of(INPUT, "while :; do :; done");
    world.options.timeout = Some(0.2);
    let row = world.reduce();
    assert_eq!(row.status, Status::NotReproduced, "{row:#?}");
    assert!(row.detail.contains("limit"), "{row:#?}");
    assert!(row.detail.contains("--timeout"), "{row:#?}");
}

#[test]
fn the_faults_of_an_ill_formed_case_are_tolerated_with_a_word() {
    let world = World::of(
        "(declare-const x Int)\n(assert)\n(check-sat)\n(exit)\n",
        FAILS,
    );
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert!(row.detail.contains("ill-formed itself"), "{row:#?}");
    assert_eq!(row.well_formed, Some(true), "{row:#?}");
}

#[test]
fn a_result_that_only_some_solvers_take_has_a_note_unless_such_texts_are_switched_off() {
    let script = format!("if grep -q '<' \"$1\" && grep -q check-sat \"$1\"; then {FAILS}; fi");
    let world = World::of(INPUT, &script);
    let row = world.reduce();
    assert!(world.delivered().contains("(check-sat ("), "{row:#?}");
    assert!(row.notes.contains("`check-sat` with formulas"), "{row:#?}");
    let mut world = World::of(INPUT, &script);
    world.options.ill_formed = Some(IllFormedMode::Never);
    let row = world.reduce();
    assert!(world.delivered().contains("(assert ("), "{row:#?}");
    assert_eq!(row.notes, "", "{row:#?}");
}

#[test]
fn a_byte_order_mark_is_called_by_its_name() {
    let row = World::of(&format!("\u{feff}{INPUT}"), FAILS).reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert!(row.detail.contains("byte-order mark"), "{row:#?}");
}

#[test]
fn a_solver_replaced_while_in_use_fails_the_case_with_a_word_and_leaves_the_best_so_far() {
    let world = World::of(INPUT, FAILS);
    let replaced = std::cell::Cell::new(false);
    let row = world.reduce_to(&world.path("small.smt2"), &|notice| {
        if matches!(notice, Notice::Accepted { .. }) && !replaced.replace(true) {
            world.script("exit 0");
        }
    });
    assert_eq!(row.status, Status::Failed, "{row:#?}");
    assert!(row.detail.contains("solver"), "{row:#?}");
    assert!(world.delivered().len() < INPUT.len());
}

#[test]
fn a_solver_with_a_sanitizer_runs_without_a_memory_limit_and_the_notes_say_so() {
    let world = World::of(INPUT, &format!("# __asan_init\n{FAILS}"));
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert!(row.notes.contains("no memory limit"), "{row:#?}");
    assert_eq!(World::of(INPUT, FAILS).reduce().notes, "");
}

#[test]
fn a_solver_that_does_not_start_fails_the_case_so_that_the_next_run_tries_again() {
    let row = World::of(INPUT, "exec no-such-program-7 \"$1\"").reduce();
    assert_eq!(row.status, Status::Failed, "{row:#?}");
    assert!(row.detail.contains("did not start"), "{row:#?}");
}

#[test]
fn a_golden_run_killed_from_outside_fails_the_case_so_that_the_next_run_tries_again() {
    for signal in ["KILL", "TERM", "HUP", "INT", "QUIT", "XCPU"] {
        for after in 0..3 {
            let script = format!("if ! runs {after}; then kill -{signal} $$; fi\n{FAILS}");
            let row = World::of(INPUT, &script).reduce();
            assert_eq!(row.status, Status::Failed, "{row:#?}");
            assert!(row.detail.contains("from outside"), "{row:#?}");
        }
    }
}

#[test]
fn exit_code_0_reproduces_where_all_of_the_output_is_to_stay_the_same() {
    let mut world = World::of(INPUT, "grep -q check-sat \"$1\" && echo sat; exit 0");
    world.options.match_mode = Some(MatchMode::Exact);
    let row = world.reduce();
    assert_eq!(row.status, Status::Reduced, "{row:#?}");
    assert!(world.delivered().contains("check-sat"));
}

/// Remembers one golden time, and what it is told to keep.
struct Remembers {
    known: Option<Duration>,
    kept: Mutex<Vec<Duration>>,
}

impl Memory for Remembers {
    fn golden_cpu(&self, _: &str) -> Option<Vec<Duration>> {
        self.known.map(|known| vec![known])
    }

    fn keep_golden_cpu(&self, _: &str, cpu: &[Duration]) {
        self.kept.lock().expect("a list").extend(cpu);
    }
}

#[test]
fn limits_come_from_the_golden_time_that_was_measured_first() {
    // Without `exit` it takes a second of CPU time: close to a limit of 1.75 s, far from one of 25 s.
    let burns = format!(
        "grep -q exit \"$1\" || {{ sh -c 'ulimit -t 1; while :; do :; done'; }} 2>/dev/null\n{FAILS}"
    );
    let world = World::of("(check-sat)\n(exit)\n", &burns);
    let reduce = |known: Option<u64>| {
        let memory = Remembers {
            known: known.map(Duration::from_secs),
            kept: Mutex::default(),
        };
        let row = world.reduce_with(&memory, &world.path("small.smt2"), &|_| ());
        assert_eq!(row.status, Status::Reduced, "{row:#?}");
        (
            row.near_limit > 0,
            memory.kept.into_inner().expect("a list"),
        )
    };
    let (is_near, kept) = reduce(None);
    assert!(
        is_near && kept.len() == 1 && kept[0] < Duration::from_millis(250),
        "{kept:?}"
    );
    assert_eq!(reduce(Some(8)), (false, Vec::new()));
}
