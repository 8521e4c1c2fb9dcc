//! The number of jobs and the store change what a result costs, and nothing else: made-up cases in every way.

use crate::mounts::in_own_mounts;
use crate::support::Bench;
use crate::toys::{batch, cases, raised, results};

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
