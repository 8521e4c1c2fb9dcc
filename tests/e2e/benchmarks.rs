//! What the benchmarks measure with made-up solvers.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MANIFEST: &str = r#"[
  {"id": "get-value", "file": "get-value.smt2", "solver": "no-get-value.sh", "args": [],
   "match": {"kind": "exitcode", "exitcode": 1}},
  {"id": "quantifier", "file": "quantifier.smt2", "solver": "no-alternation.sh", "args": [],
   "match": {"kind": "stderr", "phrase": "ASSERTION VIOLATION", "exitcode": 134}}
]"#;

/// Calls a benchmark on the made-up cases; the directory that it has written its tables to.
fn benchmark(directory: &Path, name: &str, first: &[&str], last: &[&str]) -> PathBuf {
    let smelt = ["--smelt", env!("CARGO_BIN_EXE_smelt")];
    call(directory, name, &[first, &smelt].concat(), last)
}

/// Calls a script on the made-up cases; the directory that it has written to.
fn call(directory: &Path, name: &str, first: &[&str], last: &[&str]) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let cases = root.join("benchmarks/scripted");
    let manifest = directory.join("manifest.json");
    fs::write(&manifest, MANIFEST).expect("a manifest");
    let out = directory.join("out");
    let ran = Command::new(root.join("benchmarks").join(name))
        .args(first)
        .arg("--manifest")
        .arg(manifest)
        .arg("--root")
        .arg(&cases)
        .arg("--solvers")
        .arg(&cases)
        .arg("--out")
        .arg(&out)
        .args(last)
        .output()
        .expect("Python runs");
    assert!(ran.status.success(), "{ran:?}");
    out
}

/// The rows of a table, by column.
fn rows(table: &Path) -> Vec<HashMap<String, String>> {
    let table = csv::Reader::from_path(table).expect("a table");
    table
        .into_deserialize()
        .map(|row| row.expect("a row"))
        .collect()
}

#[test]
fn a_batch_that_is_disturbed_is_compared_with_one_that_is_not() {
    let directory = tempfile::tempdir().expect("a directory");
    let experiments = ["kill", "interrupt", "together", "budget"];
    let options = ["--kills", "2", "--budget", "0.2"];
    let first = [&experiments[..], &options].concat();
    let out = benchmark(directory.path(), "endurance", &first, &[]);
    for (experiment, count) in experiments.into_iter().zip([1, 1, 1, 4]) {
        let table = rows(&out.join(format!("{experiment}.csv")));
        assert_eq!(table.len(), count, "{experiment}");
        let last = &table[count - 1];
        for same in ["other_files", "other_rows"] {
            assert_eq!(last[same], "", "{experiment}: {table:?}");
        }
        if let Some(left) = last.get("processes_left") {
            assert_eq!(left, "0", "{experiment}");
        }
    }
}

#[test]
fn a_curve_has_the_size_of_the_best_result_after_so_many_runs() {
    let directory = tempfile::tempdir().expect("a directory");
    let strategy = ["--", "--strategy", "hybrid"];
    let out = benchmark(directory.path(), "curve", &[], &strategy);
    let table = rows(&out.join("curve.csv"));
    assert_eq!(table.len(), 2, "{table:?}");
    for row in table {
        let number = |column: &str| row[column].parse::<u64>().expect("a number");
        assert!(number("runs") > 5, "{row:?}");
        assert!(number("bytes_after") < number("bytes_before"), "{row:?}");
        assert!(
            number("bytes_after_100") <= number("bytes_before"),
            "{row:?}"
        );
        assert_eq!(number("bytes_after_1000"), number("bytes_after"), "{row:?}");
    }
}

#[test]
fn reductions_with_more_jobs_are_compared_with_those_with_one() {
    let directory = tempfile::tempdir().expect("a directory");
    let options = ["--milliseconds", "5", "--jobs", "1", "--jobs", "3"];
    let out = benchmark(directory.path(), "jobs", &options, &["--only", "get-value"]);
    let table = rows(&out.join("jobs.csv"));
    let jobs: Vec<&str> = table.iter().map(|row| &*row["jobs"]).collect();
    assert_eq!(jobs, ["1", "3"], "{table:?}");
    for row in &table {
        assert_eq!(row["same"], "yes", "{row:?}");
        assert_eq!(row["bytes_after"], table[0]["bytes_after"]);
    }
}

#[test]
fn yields_are_summed_over_the_cases() {
    let directory = tempfile::tempdir().expect("a directory");
    let out = benchmark(directory.path(), "yields", &["-j", "2"], &[]);
    let cases = rows(&out.join("cases.csv"));
    assert_eq!(cases.len(), 2);
    assert!(
        cases.iter().all(|case| case["status"] == "reduced"),
        "{cases:?}"
    );
    let yields = rows(&out.join("yields.csv"));
    let of = |name: &str| yields.iter().find(|row| row["mutator"] == name);
    let erased = of("erase-node").expect("a row");
    assert_eq!(erased["cases_helped"], "2");
    let sum = |column: &str| -> u64 {
        let numbers = yields.iter().map(|row| row[column].parse::<u64>());
        numbers.map(|number| number.expect("a number")).sum()
    };
    let checks = cases
        .iter()
        .map(|case| case["checks"].parse::<u64>().expect("a number"));
    assert_eq!(sum("checks"), checks.sum::<u64>());
}

#[test]
fn refused_and_held_candidates_are_counted() {
    let directory = tempfile::tempdir().expect("a directory");
    let out = benchmark(directory.path(), "refusals", &["--held", "4"], &[]);
    let cases = rows(&out.join("refusals.csv"));
    assert_eq!(cases.len(), 2);
    for case in &cases {
        assert_eq!(
            case["refused"], "0",
            "these solvers never complain: {case:?}"
        );
        let number = |column: &str| case[column].parse::<u64>().expect("a number");
        let (accepted, unread) = (number("held_accepted"), number("held_unread"));
        assert_eq!(number("held_asked"), accepted + unread, "{case:?}");
    }
    let list = |name| fs::read_to_string(out.join(name)).expect("a list");
    assert!(
        list("accepted.txt").starts_with("get-value\t"),
        "its solver ends"
    );
    assert!(
        list("unread.txt").starts_with("quantifier\t"),
        "its solver crashes"
    );
}

#[test]
fn a_larger_sample_of_cases_has_all_of_a_smaller_one_and_is_reduced_by_their_rules() {
    let directory = tempfile::tempdir().expect("a directory");
    let files = |size: &str| {
        let out = call(directory.path(), "cases", &[], &["--sample", size]);
        let files = fs::read_dir(&out).expect("a directory");
        let mut names: Vec<_> = files
            .map(|file| file.expect("a file").file_name())
            .collect();
        names.sort();
        names
    };
    let [one, two, again] = ["1", "2", "1"].map(files);
    assert_eq!(two, ["get-value.smt2", "quantifier.smt2", "smelt.toml"]);
    assert_eq!((one.len(), &one), (2, &again));
    files("2");
    let out = directory.path().join("results");
    let ran = Command::new(env!("CARGO_BIN_EXE_smelt"))
        .args(["batch", "--cache", "none", "--out"])
        .args([&out, &directory.path().join("out")])
        .output()
        .expect("smelt runs");
    assert!(ran.status.success(), "{ran:?}");
    let rows = rows(&out.join("results.csv"));
    assert_eq!(rows.len(), 2);
    assert!(
        rows.iter().all(|row| row["status"] == "reduced"),
        "{rows:?}"
    );
}
