//! `--max-checks` and `--stop-at`: a search ends early, at the same text each time.

use crate::support::{Bench, INPUT, Ran};

/// Two cases, and a solver that fails on a text with `check-sat` and `> x 0`.
struct World {
    bench: Bench,
    solver: String,
}

impl World {
    fn new() -> World {
        let bench = Bench::new();
        bench.write("cases/a.smt2", INPUT);
        bench.write("cases/b.smt2", format!("{INPUT}(get-info :name)\n"));
        bench.write("needed", "");
        let text =
            "#!/bin/sh\nif grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n";
        let solver = bench.script("solver", text);
        let solver = solver.to_string_lossy().into_owned();
        World { bench, solver }
    }

    fn batch(&self, out: &str, more: &[&str]) -> Ran {
        let fixed = ["batch", "cases", "--out", out, "--depends", "needed"];
        let cache = format!("{out}.db");
        let last = ["--cache", &cache, "--", &self.solver];
        self.bench.smelt(&[&fixed[..], more, &last].concat())
    }

    fn stable(&self, out: &str) -> String {
        let report = ["report", "--stable", "--format", "csv", out];
        self.bench.smelt(&report).out
    }

    fn minimized(&self, out: &str) -> [Vec<u8>; 2] {
        ["a", "b"].map(|case| self.bench.read(&format!("{out}/minimized/{case}.smt2")))
    }
}

#[test]
fn a_number_of_checks_ends_each_search_at_the_same_text_for_any_jobs_and_a_larger_one_continues() {
    let world = World::new();
    world.batch("whole", &[]).exits(0);
    let all: u64 = world.bench.row("whole", "a.smt2")["checks"]
        .parse()
        .expect("a number");
    for (out, jobs) in [("one", "1"), ("four", "4")] {
        let ran = world.batch(out, &["--max-checks", "7", "-j", jobs]);
        ran.exits(5).says(&["stopped=2"]);
    }
    let row = world.bench.row("one", "a.smt2");
    assert_eq!((&*row["status"], &*row["checks"]), ("stopped", "7"));
    assert_eq!(row["one_minimal"], "");
    assert!(row["detail"].contains("--max-checks"), "{row:#?}");
    assert_eq!(world.stable("one"), world.stable("four"));
    assert_eq!(world.minimized("one"), world.minimized("four"));
    assert!(world.minimized("one")[0].len() < INPUT.len());

    // The same number again changes nothing; the last check that is needed is not one too many.
    world.batch("one", &["--max-checks", "7"]).exits(5);
    assert_eq!(world.stable("one"), world.stable("four"));
    world
        .batch("one", &["--max-checks", &(2 * all).to_string()])
        .exits(0);
    assert_eq!(world.stable("one"), world.stable("whole"));
    assert_eq!(world.minimized("one"), world.minimized("whole"));
}

#[test]
fn a_configuration_bounds_the_checks_of_its_cases_and_a_file_beside_a_case_only_lowers_that() {
    let world = World::new();
    world
        .bench
        .write("cases/smelt.toml", "[defaults]\nmax-checks = 7\n");
    for (beside, checks) in [("3", "3"), ("9", "7")] {
        let key = format!("max-checks = {beside}\n");
        world.bench.write("cases/b.smt2.smelt.toml", key);
        world.batch(beside, &[]).exits(5);
        for (case, checks) in [("a.smt2", "7"), ("b.smt2", checks)] {
            let row = world.bench.row(beside, case);
            assert_eq!(
                (&*row["status"], &*row["checks"]),
                ("stopped", checks),
                "{case}"
            );
            assert!(row["detail"].contains("max-checks"), "{row:#?}");
        }
    }
    world
        .bench
        .write("cases/smelt.toml", "[defaults]\nmax-checks = 0\n");
    let wrong = world.batch("none", &[]).exits(2);
    wrong.says(&["cases/smelt.toml", "`max-checks` is 0"]);
    // The nearest of those that the user has written counts, and the bound is no setting.
    world
        .bench
        .write("cases/smelt.toml", "[defaults]\nmax-checks = 1\n");
    std::fs::remove_file(world.bench.path("cases/b.smt2.smelt.toml")).expect("the file");
    world.batch("9", &["--max-checks", "9999"]).exits(0);
}

#[test]
fn exactly_as_many_checks_as_a_search_needs_are_enough() {
    let world = World::new();
    world.batch("whole", &[]).exits(0);
    let all = |case: &str| -> u64 {
        let checks = world.bench.row("whole", case)["checks"].clone();
        checks.parse().expect("a number")
    };
    let needed = all("a.smt2").max(all("b.smt2"));
    world
        .batch("all", &["--max-checks", &needed.to_string()])
        .exits(0);
    world
        .batch("less", &["--max-checks", &(needed - 1).to_string()])
        .exits(5);
}

#[test]
fn a_wanted_size_ends_a_search_as_soon_as_a_text_has_it() {
    let world = World::new();
    for (out, jobs) in [("one", "1"), ("four", "4")] {
        world.batch(out, &["--stop-at", "50%", "-j", jobs]).exits(0);
    }
    assert_eq!(world.stable("one"), world.stable("four"));
    let row = world.bench.row("one", "a.smt2");
    assert_eq!((&*row["status"], &*row["one_minimal"]), ("reduced", ""));
    let bytes = world.minimized("one")[0].len();
    assert!(2 * bytes <= INPUT.len(), "{bytes}");
    assert!(row["detail"].contains("--stop-at"), "{row:#?}");
    world
        .bench
        .still(&[&world.solver], "one/minimized/a.smt2", 9);

    // It is done; without the option, the search goes to its end.
    let ran = world.batch("one", &["--stop-at", "50"]).exits(0);
    assert!(ran.err.contains("runs="), "{ran:#?}");
    assert_eq!(world.stable("one"), world.stable("four"));
    world.batch("one", &[]).exits(0);
    world.batch("whole", &[]).exits(0);
    assert_eq!(world.stable("one"), world.stable("whole"));
    assert!(world.minimized("whole")[0].len() < bytes);
}

#[test]
fn a_size_that_the_reprinted_text_has_already_is_delivered_without_a_search() {
    let world = World::new();
    let commented = format!("{}{INPUT}", "; nothing to see here\n".repeat(40));
    world.bench.write("case.smt2", &commented);
    let reduce = ["reduce", "--cache", "none", "--stop-at", "50"];
    world
        .bench
        .smelt(&[&reduce[..], &["case.smt2", "small.smt2", &world.solver]].concat())
        .exits(0)
        .says(&["reduced, 1,042 → 162 bytes"]);
    assert_eq!(world.bench.text("small.smt2"), INPUT);
    assert!(!world.bench.path("small.smt2.smelt-run").exists());
}

#[test]
fn what_is_no_share_or_no_number_of_checks_is_refused() {
    let world = World::new();
    for wrong in [
        "--stop-at=0",
        "--stop-at=100",
        "--stop-at=half",
        "--max-checks=0",
    ] {
        let option = wrong.split('=').next().expect("an option");
        world
            .batch("out", &[wrong])
            .exits(2)
            .says(&[option.trim_start_matches("--")]);
    }
}
