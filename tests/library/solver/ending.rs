//! How runs end, and what they leave in the pipes.

use super::{fake, observed, ran, resolve, slot, spec, text, wide};
use smelt::observation::{End, KEPT};
use smelt::solver::{Ran, Unresolved};
use std::time::Duration;

#[test]
fn flood_fills_both_pipes_and_nothing_blocks() {
    let seen = observed(ran("flood.sh", &[], &wide()));
    assert_eq!(seen.end, End::Exited(0));
    assert_eq!((seen.out.len, seen.err.len), (8 << 20, 8 << 20));
    let all = vec![0; 8 << 20];
    assert_eq!(seen.out.hash, *blake3::hash(&all).as_bytes());
    assert_eq!(seen.err.head.len() + seen.err.tail.len(), KEPT);
}

#[test]
fn every_exit_code_is_told() {
    let mut slot = slot();
    let mut exits = spec("report.sh", &[]);
    for code in 0..=255 {
        exits.argv = ["sh", "-c", &format!("exit {code}"), "{}"]
            .map(Into::into)
            .into();
        let seen = observed(slot.run(&resolve(&exits), b"", &wide()).expect("a run"));
        assert_eq!(seen.end, End::Exited(code));
    }
}

#[test]
fn every_signal_that_ends_a_solver_is_told() {
    let mut slot = slot();
    let from_outside = [1, 2, 3, 9, 15, 24];
    let told = (1..=31).filter(|signal| !matches!(signal, 17..=23 | 28));
    let real_time = 34..=64;
    for signal in told
        .filter(|signal| !from_outside.contains(signal))
        .chain(real_time)
    {
        let invocation = resolve(&spec("signal.sh", &[&signal.to_string()]));
        let seen = observed(slot.run(&invocation, b"", &wide()).expect("a run"));
        assert_eq!(seen.end, End::Signaled(signal));
        assert_eq!(text(&seen.out), "before\n");
    }
}

#[test]
fn a_signal_that_others_send_to_end_a_process_is_unresolved() {
    for signal in [1, 2, 3, 9, 15, 24] {
        match ran("signal.sh", &[&signal.to_string()], &wide()) {
            Ran::Unresolved(Unresolved::Killed(seen)) => {
                assert_eq!(seen.end, End::Signaled(signal));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn bytes_that_are_not_utf_8_arrive_as_they_are() {
    let seen = observed(ran("bytes.sh", &[], &wide()));
    assert_eq!(seen.out.whole(), Some(&b"a\xff\xfe\0z"[..]));
}

#[test]
fn a_solver_that_closes_its_pipes_is_waited_for() {
    let seen = observed(ran("closed.sh", &[], &wide()));
    assert_eq!(seen.end, End::Exited(7));
    assert!(seen.wall >= Duration::from_millis(300));
}

#[test]
fn standard_input_is_empty() {
    let seen = observed(ran("cat.sh", &["-", "{}"], &wide()));
    assert_eq!(text(&seen.out), "(check-sat)\n");
}

#[test]
fn core_dumps_are_off_and_memory_is_limited() {
    let mut spec = spec("report.sh", &[]);
    spec.argv = ["sh", "-c", "ulimit -c; ulimit -v; cat {}"]
        .map(Into::into)
        .into();
    let seen = observed(slot().run(&resolve(&spec), b"x", &wide()).expect("a run"));
    assert_eq!(text(&seen.out), format!("0\n{}\nx", 4 << 20));
}

#[test]
fn times_and_memory_are_measured_of_the_solver_and_not_of_the_driver() {
    let ballast = vec![1_u8; 300 << 20];
    let seen = observed(ran("closed.sh", &[], &wide()));
    assert!(
        seen.rss_kib > 0 && seen.rss_kib < 100 << 10,
        "{} KiB",
        seen.rss_kib
    );
    let seen = observed(ran("memory.sh", &[], &wide()));
    assert!(seen.rss_kib > 200 << 10, "{} KiB", seen.rss_kib);
    assert!(std::hint::black_box(ballast).len() > 1);
}

#[test]
fn a_large_output_does_not_raise_the_measured_memory_of_the_next_run() {
    let mut slot = slot();
    let flood = resolve(&spec("flood.sh", &[]));
    let small = resolve(&spec("closed.sh", &[]));
    observed(slot.run(&flood, b"", &wide()).expect("a run"));
    let seen = observed(slot.run(&small, b"", &wide()).expect("a run"));
    assert!(seen.rss_kib < 20 << 10, "{} KiB", seen.rss_kib);
}

#[test]
fn the_cpu_time_of_children_counts() {
    let seen = observed(ran("orphan_work.sh", &[], &wide()));
    assert_eq!(seen.end, End::Exited(5));
    assert!(seen.cpu >= Duration::from_millis(100), "{:?}", seen.cpu);
    assert!(fake("orphan_work.sh").exists());
}
