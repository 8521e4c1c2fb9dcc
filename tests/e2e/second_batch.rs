//! A second batch into a new output directory, with the first one's store: what was asked is not asked again.
//!
//! Runs are counted from outside: the solver writes a line to a file that is neither an argument nor in the
//! environment. It is a script, so it must say with `--depends` what it needs, or its runs serve one output only.

use crate::support::Bench;
use std::fs::File;
use std::path::Path;

/// Source, golden twice, final once, and once more for a pretty or walked-back text.
const RUNS_THAT_ARE_NEVER_SAVED: usize = 5;

const CASES: &[(&str, &str)] = &[
    (
        "cases/a.smt2",
        "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (and (> x 0) (< x 10)))\n(check-sat)\n(get-value (x))\n",
    ),
    (
        "cases/deeper/b.smt2",
        "(declare-fun f (Int) Int)\n(assert (forall ((i Int)) (= (f i) (f (+ i 1)))))\n(check-sat)\n(get-value ((f 0) (f 1)))\n(exit)\n",
    ),
];

struct Counted {
    bench: Bench,
    solver: String,
}

impl Counted {
    fn new() -> Counted {
        let bench = Bench::new();
        for (name, text) in CASES {
            bench.write(name, text);
        }
        bench.write("needed", "nothing\n");
        bench.write("runs", "");
        let text = format!(
            "#!/bin/sh\necho run >>'{}'\nif grep -q get-value \"$1\"; then\n  echo 'error: get-value is not supported'\n  \
             exit 1\nfi\n",
            bench.path("runs").display()
        );
        let solver = bench.script("solver", &text).to_string_lossy().into_owned();
        Counted { bench, solver }
    }

    /// Runs a batch and says how often the solver was started: with one job, for an idle one runs ahead what may never
    /// be asked.
    #[track_caller]
    fn batch(&self, out: &str, options: &[&str]) -> usize {
        let before = self.runs();
        let begin = [
            "batch",
            "cases",
            "--out",
            out,
            "--cache",
            "store.db",
            "--depends",
            "needed",
            "--jobs",
            "1",
        ];
        let arguments = [&begin[..], options, &["--", &self.solver]].concat();
        self.bench.smelt(&arguments).exits(0);
        self.runs() - before
    }

    fn runs(&self) -> usize {
        self.bench.text("runs").lines().count()
    }

    #[track_caller]
    fn same_results(&self, one: &str, other: &str) {
        for (name, _) in CASES {
            let name = name.trim_start_matches("cases/");
            let result = |out: &str| self.bench.text(&format!("{out}/minimized/{name}"));
            assert_eq!(result(one), result(other), "{name}");
        }
    }
}

#[test]
fn a_second_batch_with_the_first_ones_store_starts_hardly_a_solver() {
    let counted = Counted::new();
    let cold = counted.batch("one", &[]);
    let warm = counted.batch("two", &[]);
    assert!(cold > 2 * warm, "{cold} runs cold, {warm} warm");
    assert!(
        warm <= RUNS_THAT_ARE_NEVER_SAVED * CASES.len(),
        "{warm} runs"
    );
    counted.same_results("one", "two");
}

#[test]
fn a_match_rule_that_decides_alike_starts_hardly_a_solver() {
    let counted = Counted::new();
    counted.batch("one", &["--match-out", "get-value"]);
    let longer = counted.batch("two", &["--match-out", "get-value is not"]);
    assert!(
        longer <= RUNS_THAT_ARE_NEVER_SAVED * CASES.len(),
        "{longer} runs"
    );
    let regex = counted.batch("three", &["--match-out-regex", "error: get-\\w+ is"]);
    assert!(
        regex <= RUNS_THAT_ARE_NEVER_SAVED * CASES.len(),
        "{regex} runs"
    );
    counted.same_results("one", "two");
    counted.same_results("one", "three");
}

#[test]
fn a_batch_that_is_done_starts_no_solver_when_called_again() {
    let counted = Counted::new();
    counted.batch("one", &[]);
    assert_eq!(counted.batch("one", &[]), 0);
}

#[test]
fn a_finished_case_of_any_extension_is_taken_up_without_a_run() {
    let counted = Counted::new();
    let text = "(check-sat)\n(get-value (x))\n";
    for name in ["cases/c.sy", "cases/d.smt"] {
        counted.bench.write(name, text);
    }
    assert_ne!(counted.batch("out", &[]), 0);
    assert_eq!(counted.batch("out", &[]), 0);
}

#[test]
fn a_case_that_no_longer_fails_keeps_the_minimized_file_of_an_earlier_run() {
    let bench = Bench::new();
    let solver = bench.script("solver", "#!/bin/sh\n! grep -q bug \"$1\"\n");
    let solver = solver.to_string_lossy();
    let batch = [
        "batch", "cases", "--out", "out", "--cache", "none", "--", &*solver,
    ];
    bench.write("cases/a.smt2", "(check-sat)\n(bug)\n");
    bench.smelt(&batch).exits(0);
    let small = bench.read("out/minimized/a.smt2");
    bench.write("cases/a.smt2", "(check-sat)\n");
    bench.smelt(&batch).exits(3);
    let row = bench.row("out", "a.smt2");
    assert_eq!(row["status"], "not-reproduced");
    let kept = format!(
        "kept: {} bytes from another version of the input",
        small.len()
    );
    assert_eq!(row["notes"], kept);
    assert_eq!(bench.read("out/minimized/a.smt2"), small);
}

#[test]
fn a_solver_replaced_by_one_of_the_same_size_and_time_gets_no_answer_of_the_other() {
    let counted = Counted::new();
    let cold = counted.batch("one", &[]);
    let path = Path::new(&counted.solver);
    let before = std::fs::metadata(path).expect("the solver");
    let text = std::fs::read_to_string(path).expect("the solver");
    let other = text.replace("not supported", "not SUPPORTED");
    counted.bench.script("solver", &other);
    let modified = before.modified().expect("a time");
    let file = File::options().append(true).open(path).expect("the solver");
    file.set_modified(modified).expect("a time");
    drop(file);
    let after = std::fs::metadata(path).expect("the solver");
    assert_eq!(
        (after.len(), after.modified().ok()),
        (before.len(), Some(modified))
    );
    assert_eq!(counted.batch("two", &[]), cold, "it was asked everything");
    assert!(counted.batch("three", &[]) < cold, "and is known now");
    counted.same_results("one", "two");
}
