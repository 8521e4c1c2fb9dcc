//! What ends a run that would not end by itself.

use super::{dies, observed, ran, resolve, slot, spec, text, wide};
use smelt::observation::{End, Limit, Limits};
use smelt::solver::{Ran, RunPurpose, Unresolved};
use std::process::{Child, Command};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[test]
fn spin_in_a_child_of_a_shell_hits_the_cpu_limit() {
    let cpu = millis(300);
    let seen = observed(ran("spin.sh", &[], &Limits { cpu, ..wide() }));
    assert_eq!(seen.end, End::LimitHit(Limit::Cpu));
    assert!(seen.cpu >= cpu && seen.cpu < millis(600), "{:?}", seen.cpu);
}

#[test]
fn a_detached_grandchild_that_spins_hits_the_cpu_limit() {
    let cpu = millis(300);
    let seen = observed(ran("detach.py", &["spin"], &Limits { cpu, ..wide() }));
    assert_eq!(seen.end, End::LimitHit(Limit::Cpu));
    assert!(seen.cpu >= cpu, "{:?}", seen.cpu);
    assert!(dies(text(&seen.out).trim()));
}

#[test]
fn children_in_a_row_spend_one_budget() {
    let cpu = millis(100);
    let seen = observed(ran("orphan_work.sh", &[], &Limits { cpu, ..wide() }));
    assert_eq!(seen.end, End::LimitHit(Limit::Cpu));
}

#[test]
fn a_run_that_ended_by_itself_behind_the_cpu_limit_is_a_limit_hit() {
    let cpu = Duration::from_micros(10);
    let seen = observed(ran("cat.sh", &[], &Limits { cpu, ..wide() }));
    assert_eq!(seen.end, End::LimitHit(Limit::Cpu));
}

#[test]
fn sleep_is_idle_and_killed_long_before_the_wall_limit() {
    let began = Instant::now();
    let seen = observed(ran(
        "sleep.sh",
        &[],
        &Limits {
            idle: millis(300),
            ..wide()
        },
    ));
    assert_eq!(seen.end, End::LimitHit(Limit::Idle));
    assert_eq!(text(&seen.out), "waiting\n");
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn time_in_which_nobody_could_look_does_not_make_a_run_idle() {
    let mut slot = slot();
    let helper = slot.helper_id().expect("a helper").to_string();
    let signal = |name: &str| {
        let sent = Command::new("kill").args([name, &helper]).status();
        assert!(sent.is_ok_and(|status| status.success()), "kill {name}");
    };
    let limits = Limits {
        idle: millis(600),
        ..wide()
    };
    let seen = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(millis(300));
            signal("-STOP");
            std::thread::sleep(millis(660));
            signal("-CONT");
        });
        let pause = resolve(&spec("pause.sh", &[]));
        observed(slot.run(&pause, b"", &limits).expect("a run"))
    });
    assert_eq!((seen.end, &*text(&seen.out)), (End::Exited(0), "done\n"));
}

#[test]
fn term_is_killed_though_it_ignores_what_can_be_ignored() {
    let seen = observed(ran(
        "term.sh",
        &[],
        &Limits {
            idle: millis(300),
            ..wide()
        },
    ));
    assert_eq!(seen.end, End::LimitHit(Limit::Idle));
}

/// Processes that use up the processors, three for each. Each is in a session of its own, as a solver is: the system may
/// share the processors out among sessions.
struct Crowd(Vec<Child>);

impl Crowd {
    fn gather() -> Crowd {
        let processors = available_parallelism().map_or(1, usize::from);
        let spinning = || {
            let mut shell = Command::new("setsid");
            shell.args(["sh", "-c", "while :; do :; done"]);
            shell.spawn().expect("a shell")
        };
        Crowd((0..3 * processors).map(|_| spinning()).collect())
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for process in &mut self.0 {
            let ended = process.kill().and_then(|()| process.wait());
            ended.expect("a process that can be ended");
        }
    }
}

#[test]
fn spin_that_waits_for_a_processor_most_of_the_time_hits_the_cpu_limit_all_the_same() {
    // With a third of a processor at most, 400 ms take longer than the wall limit. What is between the two is for the time
    // that a virtual machine loses, which counts neither as used nor as waited for.
    let limits = Limits {
        cpu: millis(400),
        wall: millis(800),
        ..wide()
    };
    let crowd = Crowd::gather();
    let seen = observed(ran("spin.sh", &[], &limits));
    drop(crowd);
    assert_eq!(seen.end, End::LimitHit(Limit::Cpu));
    assert!(seen.wall > limits.wall, "{:?}", seen.wall);
}

#[test]
fn the_wall_limit_tells_what_was_seen_and_is_unresolved() {
    match ran(
        "sleep.sh",
        &[],
        &Limits {
            wall: millis(300),
            ..wide()
        },
    ) {
        Ran::Unresolved(Unresolved::Wall(seen)) => {
            assert_eq!(seen.end, End::LimitHit(Limit::Wall));
            assert_eq!(text(&seen.out), "waiting\n");
            assert!(seen.wall >= millis(300));
        }
        other => panic!("{other:?}"),
    }
}

/// The quickest of a few tries: on a busy machine, some of them have to wait.
fn quickest(mut run: impl FnMut() -> Duration) -> Duration {
    let tries = (0..5).map(|_| run());
    tries.min().expect("some tries")
}

#[test]
fn the_wall_limit_is_overshot_by_less_than_a_tenth_of_a_second() {
    let mut slot = slot();
    let sleep = resolve(&spec("sleep.sh", &[]));
    let wall = millis(300);
    let limits = Limits { wall, ..wide() };
    let took = quickest(|| {
        let began = Instant::now();
        let ran = slot.run(&sleep, b"", &limits).expect("a run");
        assert!(matches!(ran, Ran::Unresolved(Unresolved::Wall(_))));
        began.elapsed()
    });
    assert!(took < wall + millis(100), "{took:?}");
}

#[test]
fn a_solver_that_says_yes_for_ever_is_cut_within_a_second_and_its_helper_stays_small() {
    let mut slot = slot();
    let mut yes = spec("report.sh", &[]);
    yes.argv = ["yes", "{}"].map(Into::into).into();
    let yes = resolve(&yes);
    let took = quickest(|| {
        let began = Instant::now();
        let seen = observed(slot.run(&yes, b"", &wide()).expect("a run"));
        assert_eq!(seen.end, End::LimitHit(Limit::Output));
        began.elapsed()
    });
    assert!(took < Duration::from_secs(1), "{took:?}");
    let helper = slot.helper_id().expect("a helper");
    let status = std::fs::read_to_string(format!("/proc/{helper}/status")).expect("its status");
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let peak = peak.and_then(|kb| kb.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    assert!(peak.is_some_and(|kb| kb < 8 << 10), "{peak:?} KB");
}

#[test]
fn a_file_of_a_solver_cannot_grow_beyond_a_gigabyte() {
    let mut slot = slot();
    let mut fills = spec("report.sh", &[]);
    // The file has a hole, so that it takes no room.
    let dd = "exec dd if=/dev/zero of=big bs=1 count=1 seek=2G";
    fills.argv = ["sh", "-c", dd, "{}"].map(Into::into).into();
    let seen = observed(slot.run(&resolve(&fills), b"", &wide()).expect("a run"));
    assert_eq!(seen.end, End::Signaled(25), "SIGXFSZ");
}

#[test]
fn pour_is_cut_at_the_output_limit_to_the_byte() {
    let output = 1_000_001;
    let seen = observed(ran("pour.sh", &[], &Limits { output, ..wide() }));
    assert_eq!(seen.end, End::LimitHit(Limit::Output));
    assert_eq!((seen.out.len, seen.err.len), (output, 0));
}

#[test]
fn a_gigabyte_on_standard_error_is_cut_at_the_usual_output_limit_long_before_its_end() {
    let limits = wide();
    let seen = observed(ran("complain.sh", &[], &limits));
    assert_eq!(seen.end, End::LimitHit(Limit::Output));
    assert_eq!((seen.out.len, seen.err.len), (0, limits.output));
    assert!(seen.wall < Duration::from_secs(10), "{:?}", seen.wall);
}

#[test]
fn output_of_just_the_limit_is_no_limit_hit() {
    let output = 16 << 20;
    let seen = observed(ran("flood.sh", &[], &Limits { output, ..wide() }));
    assert_eq!(seen.end, End::Exited(0));
}

#[test]
fn memory_cannot_be_had_behind_the_memory_limit() {
    let narrow = Limits {
        memory: Some(150 << 20),
        ..wide()
    };
    assert_ne!(observed(ran("memory.sh", &[], &narrow)).end, End::Exited(0));
    let none = Limits {
        memory: None,
        ..wide()
    };
    assert_eq!(observed(ran("memory.sh", &[], &none)).end, End::Exited(0));
}

#[test]
fn an_interrupt_ends_the_run_in_progress_and_no_other() {
    let mut slot = slot();
    let interrupter = slot.interrupter();
    interrupter.interrupt(); // nothing is running
    let sleep = resolve(&spec("sleep.sh", &[]));
    let cat = resolve(&spec("cat.sh", &[]));
    let began = Instant::now();
    let other = std::thread::spawn(move || {
        std::thread::sleep(millis(200));
        interrupter.interrupt();
        interrupter.interrupt();
    });
    let ran = slot.run(&sleep, b"", &wide()).expect("a run");
    assert!(matches!(
        ran,
        Ran::Unresolved(Unresolved::Interrupted(Some(_)))
    ));
    assert!(began.elapsed() < Duration::from_secs(5));
    other.join().expect("no panic");
    assert_eq!(
        text(&observed(slot.run(&cat, b"x", &wide()).expect("a run")).out),
        "x"
    );
}

#[test]
fn winding_up_lets_no_run_of_a_search_begin_and_others_may() {
    let mut slot = slot();
    let cat = resolve(&spec("cat.sh", &[]));
    slot.interrupter().wind_up();
    let refused = slot
        .run_for(RunPurpose::Search, &cat, b"x", &wide())
        .expect("no run");
    assert!(
        matches!(refused, Ran::Unresolved(Unresolved::Prevented)),
        "{refused:?}"
    );
    let seen = observed(slot.run(&cat, b"x", &wide()).expect("a run"));
    assert_eq!(text(&seen.out), "x");
}

#[test]
fn a_stopped_slot_begins_no_run() {
    let mut slot = slot();
    slot.interrupter().stop();
    let cat = resolve(&spec("cat.sh", &[]));
    let stopped = slot.run(&cat, b"x", &wide()).expect("no error");
    assert_eq!(stopped, Ran::Unresolved(Unresolved::Prevented));
}

#[test]
fn an_interrupt_before_a_run_ahead_begins_is_for_that_run() {
    let mut slot = slot();
    let solver = resolve(&spec("closed.sh", &[]));
    let interrupter = slot.interrupter();
    interrupter.arm();
    interrupter.interrupt();
    let ahead = slot
        .run_for(RunPurpose::Prefetch, &solver, b"", &wide())
        .expect("an answer");
    assert_eq!(ahead, Ran::Unresolved(Unresolved::Prevented));
    // The search asks all the same, and a run ahead that was armed anew begins.
    observed(
        slot.run_for(RunPurpose::Search, &solver, b"", &wide())
            .expect("a run"),
    );
    interrupter.interrupt();
    interrupter.arm();
    observed(
        slot.run_for(RunPurpose::Prefetch, &solver, b"", &wide())
            .expect("a run"),
    );
}

#[test]
fn each_start_of_a_solver_is_counted_in_a_file_and_a_run_that_was_prevented_is_none() {
    let root = tempfile::tempdir().expect("a directory");
    let launches = root.path().join("launches");
    let mut slot = slot();
    let cat = resolve(&spec("cat.sh", &[]));
    observed(slot.run(&cat, b"x", &wide()).expect("a run"));
    slot.count_launches(&launches);
    let counted = || std::fs::read(&launches).map_or(0, |bytes| bytes.len());
    for number in 1..4 {
        observed(slot.run(&cat, b"x", &wide()).expect("a run"));
        assert_eq!(counted(), number);
    }
    let input = root.path().join("input");
    std::fs::write(&input, "x").expect("a file");
    observed(slot.run_in_place(&cat, &input, &wide()).expect("a run"));
    assert_eq!(counted(), 4);
    slot.interrupter().stop();
    slot.run(&cat, b"x", &wide()).expect("no error");
    assert_eq!(counted(), 4);
}
