//! Two batches on one store, killed again and again at any point: what is written is whole, the store is sound, nobody
//! is left, and in the end everything is as if nothing had happened.

use crate::interruption::{Running, ends, signal, start, wait};
use crate::support::Bench;
use crate::toys::{SOLVER, batch, cases, raised, results};
use smelt::fuzz::Random;
use smelt::store::Verified;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// How often two batches begin anew: `SMELT_TEST_KILLS` for a longer run.
const ROUNDS: u64 = 3;

/// How often they are killed before they may end. A case in which smelt dies once more is not tried again.
const KILLS: u32 = 3;

const CASES: u64 = 5;

fn arguments(out: &'static str) -> Vec<&'static str> {
    batch(out, &["-j", "2", "--cache", "s.db"])
}

/// Starts both, kills each after a time of its own, and looks at what they leave.
fn kill_both(bench: &Bench, names: &[String], random: &mut Random) {
    let mut both = ["one", "other"].map(|out| start(bench, &arguments(out)));
    let drivers = both.each_ref().map(Running::id);
    let first = random.below(2) as usize;
    for batch in [first, 1 - first] {
        sleep(Duration::from_millis(random.below(400).into()));
        // Until it is waited for, a batch that has ended by itself can be sent a signal too.
        signal(&both[batch], "KILL");
        ends(&mut both[batch]);
    }
    wait("a process is left", || {
        processes_of(bench, &drivers).is_empty()
    });
    for out in ["one", "other"] {
        for name in names {
            let path = bench.path(&format!("{out}/minimized/{name}"));
            assert!(!path.exists() || fails(&path), "{}", path.display());
        }
    }
    if bench.path("s.db").exists() {
        let verified = Verified::of(&bench.path("s.db")).expect("a store");
        assert!(verified.is_sound(), "{verified:?}");
    }
}

/// Helpers, which are in the bench's directory, and solvers, which are in slots.
fn processes_of(bench: &Bench, drivers: &[u32]) -> Vec<String> {
    let of_driver = |path: &str| {
        let slot = |driver| path.contains(&format!("smelt-{driver}-"));
        drivers.iter().any(slot) || Path::new(path).starts_with(bench.path(""))
    };
    let entries = fs::read_dir("/proc").expect("/proc").flatten();
    let directories = entries.filter_map(|entry| fs::read_link(entry.path().join("cwd")).ok());
    let directories = directories.map(|path| path.to_string_lossy().into_owned());
    directories.filter(|path| of_driver(path)).collect()
}

/// Whether the solver fails on a file.
fn fails(file: &Path) -> bool {
    let solver = Command::new(SOLVER[0])
        .args(&SOLVER[1..3])
        .arg(file)
        .status();
    !solver.expect("the solver").success()
}

/// How many cases of the first batch have ended.
fn finished(bench: &Bench) -> u64 {
    let journal = fs::read_to_string(bench.path("one/journal.jsonl"));
    let rows = journal.map_or(0, |text| text.matches(r#""status":"reduced""#).count());
    rows as u64
}

#[test]
fn two_batches_on_one_store_that_are_killed_at_any_point_end_as_if_nothing_had_happened() {
    let whole = Bench::new();
    let names = cases(&whole, CASES);
    whole.smelt(&arguments("one")).exits(0);
    let expected = results(&whole, "one", &names);
    let mut cut_short = 0;
    for round in 0..raised("SMELT_TEST_KILLS", ROUNDS) {
        let mut random = Random::of(9, round);
        let bench = Bench::new();
        cases(&bench, CASES);
        for _ in 0..KILLS {
            kill_both(&bench, &names, &mut random);
            cut_short += u64::from(finished(&bench) < CASES);
        }
        for out in ["one", "other"] {
            bench.smelt(&arguments(out)).exits(0);
            assert_eq!(results(&bench, out, &names), expected, "round {round}");
        }
    }
    assert!(cut_short > 0, "nothing was killed in the middle");
}
