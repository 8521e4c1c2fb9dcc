//! The number of jobs and the store change what a result costs, and nothing else: made-up cases in every way.

use crate::mounts::in_own_mounts;
use crate::support::Bench;
use crate::toys::{SOLVER, batch, cases, raised, results};

/// How many cases: `SMELT_TEST_CASES` for a longer run.
const CASES: u64 = 40;

#[test]
fn made_up_cases_end_at_the_same_bytes_for_any_number_of_jobs_and_with_any_store() {
    let bench = Bench::new();
    let names = cases(&bench, raised("SMELT_TEST_CASES", CASES));
    let made = |out: &'static str, options: &[&'static str]| {
        bench.smelt(&batch(out, options)).exits(0);
        results(&bench, out, &names)
    };
    let first = made("one", &["-j", "1", "--cache", "none"]);
    assert_eq!(made("two", &["-j", "2", "--cache", "none"]), first);
    assert_eq!(made("eight", &["-j", "8", "--cache", "none"]), first);
    assert_eq!(made("new", &["-j", "2", "--cache", "new/s.db"]), first);

    // This store knows every second case.
    for name in names.iter().step_by(2) {
        bench.write(
            &format!("half/{name}"),
            bench.read(&format!("cases/{name}")),
        );
    }
    let mut half = batch("half-out", &["-j", "2", "--cache", "read/s.db"]);
    half[1] = "half";
    bench.smelt(&half).exits(0);
    let before = bench.read("read/s.db");
    let script = "mount --bind -o ro read read\nexec \"$@\"\n";
    let options = ["-j", "8", "--cache", "read/s.db"];
    let Some(ran) = in_own_mounts(&bench, script, &batch("read-only", &options)) else {
        return;
    };
    ran.exits(0)
        .says(&["is read-only, so new results are not stored"]);
    assert_eq!(results(&bench, "read-only", &names), first);
    assert_eq!(bench.read("read/s.db"), before);
    let hits = |out: &str| -> u64 {
        let rows = bench.rows(&format!("{out}/results.csv"));
        rows.iter()
            .filter_map(|row| row["hits"].parse::<u64>().ok())
            .sum()
    };
    assert!(hits("read-only") > hits("one"), "the store was read");
}

/// The runs of all cases of an output, by what the solver itself has counted.
fn runs(bench: &Bench) -> usize {
    bench.text("runs").lines().count()
}

#[test]
fn a_search_that_is_stopped_after_any_of_twenty_numbers_of_checks_goes_on_with_hardly_a_run_more() {
    let bench = Bench::new();
    let names = cases(&bench, 1);
    bench.write("needed", "");
    let sed = format!("exec {} {} '{}' \"$1\"", SOLVER[0], SOLVER[1], SOLVER[2]);
    let counts = format!("echo run >>'{}'", bench.path("runs").display());
    let solver = bench.script("solver", &format!("#!/bin/sh\n{counts}\n{sed}\n"));
    let solver = solver.to_string_lossy();
    let made = |out: &str, options: &[&str]| {
        bench.write("runs", "");
        let cache = format!("{out}.db");
        let begin = ["batch", "cases", "--out", out, "--cache", &cache, "-j", "1"];
        let end = ["--depends", "needed", "--", &solver];
        let ran = bench.smelt(&[&begin[..], options, &end].concat());
        (ran.code, runs(&bench))
    };
    let (code, whole) = made("whole", &[]);
    assert_eq!(code, Some(0));
    let expected = results(&bench, "whole", &names);
    let checks: u64 = bench.row("whole", &names[0])["checks"]
        .parse()
        .expect("a number");
    assert!(checks >= 20, "{checks}");
    for nth in 1..=20 {
        let out = format!("stopped-{nth}");
        let most = (nth * (checks - 1) / 20).max(1).to_string();
        let (code, first) = made(&out, &["--max-checks", &most]);
        assert_eq!(code, Some(5), "{most} checks");
        let (code, second) = made(&out, &[]);
        assert_eq!(code, Some(0), "{most} checks");
        assert_eq!(results(&bench, &out, &names), expected, "{most} checks");
        // Source, golden twice and final twice, which are made in each call.
        let more = 5;
        assert!(
            first + second <= whole + more,
            "{most} checks: {first} + {second}, {whole}"
        );
    }
}
