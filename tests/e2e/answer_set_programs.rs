//! Answer-set programs through the binary: formats, strategies, jobs and the store, conversions.

use crate::support::{Bench, assert_same};

const TEXT: &str = "% A comment.\na(X) :- b(X,Y), not c(Y), X < Y. b(1..3,2). {c(2); d} 1 :- not e. e :- 2 #sum {1,x:d; 2,y:e}.\n\
                    f | g :- d. :- f, not g. #minimize {3@2,z:f}. #show a/1.\n";
const ASPIF: &str = "asp 1 0 0\n1 0 1 5 1 3 2 2 1 -7 2\n1 1 2 1 2 0 1 -3\n1 0 2 3 7 0 0\n2 0 1 5 2\n4 1 a 1 5\n4 1 b 1 7\n0\n";
const SMODELS: &str = "1 5 3 1 2 3 4\n3 2 7 8 0 0\n8 2 3 4 1 0 5\n5 9 2 2 1 3 4 2 1\n0\n5 a\n7 b\n0\nB+\n0\nB-\n1\n0\n1\n";

/// A solver that fails on texts that match one of these.
fn solver(bench: &Bench) -> String {
    let text = "#!/bin/sh\ngrep -qE '#sum|^1 0 1 [0-9]+ 1 |^8 ' \"$1\" && exit 9\nexit 0\n";
    bench.script("solver", text).to_string_lossy().into_owned()
}

#[test]
fn each_format_is_reduced_by_each_strategy_the_same_for_all_jobs_and_stores() {
    let bench = Bench::new();
    bench.write("cases/text.lp", TEXT);
    bench.write("cases/numbers.aspif", ASPIF);
    bench.write("cases/older.smodels", SMODELS);
    let solver = solver(&bench);
    for strategy in ["auto", "hybrid", "deltaasp", "ddmin", "hierarchical"] {
        let mut first = None;
        for (jobs, cache) in [("1", "s"), ("2", "none"), ("1", "s")] {
            let out = format!("out-{strategy}-{jobs}-{cache}-{}", first.is_some());
            let options = [
                "--out",
                &out,
                "-j",
                jobs,
                "--cache",
                cache,
                "--strategy",
                strategy,
            ];
            let words = [&["batch", "cases"], &options[..], &["--", &solver]].concat();
            bench.smelt(&words).exits(0);
            let mut results = Vec::new();
            for case in ["text.lp", "numbers.aspif", "older.smodels"] {
                let row = bench.row(&out, case);
                assert_eq!(row["status"], "reduced", "{strategy}: {case}: {row:#?}");
                assert_eq!(row["language"], "asp");
                assert_eq!(row["well_formed"], "yes", "{strategy}: {case}");
                results.push((bench.text(&format!("{out}/minimized/{case}")), row));
            }
            let first = first.get_or_insert_with(|| results.clone());
            let which = format!("{strategy} with {jobs} jobs and store {cache}");
            for ((text, row), (first_text, first_row)) in results.iter().zip(first) {
                assert_same(row, first_row, &which);
                assert_eq!(text, first_text, "{which}");
            }
        }
    }
}

#[test]
fn the_answer_sets_of_a_small_program_are_printed_as_clasp_prints_them() {
    let bench = Bench::new();
    for (name, text, code, printed) in [
        (
            "a.lp",
            "{p(1);-q}. r:-p(1). :-not r,not -q.\n",
            30,
            "Answer: 1\np(1) r\nAnswer: 2\n-q\nAnswer: 3\np(1) -q r\nSATISFIABLE\n\nModels       : 3\n",
        ),
        (
            "best.lp",
            "a|b. #minimize{2@1,a:a;1@1,b:b;-1,b:b}.\n",
            30,
            "Answer: 1\nb\nOPTIMUM FOUND\n\nModels       : 1\n  Optimal    : 1\nOptimization : 1 -1\n",
        ),
        (
            "none.lp",
            "a. -a.\n",
            20,
            "UNSATISFIABLE\n\nModels       : 0\n",
        ),
        (
            "numbers.aspif",
            "asp 1 0 0\n1 1 2 3 40 0 0\n4 1 c 1 40\n0\n",
            30,
            "Answer: 1\n\nAnswer: 2\n\nAnswer: 3\nc\nAnswer: 4\nc\nSATISFIABLE\n\nModels       : 4\n",
        ),
    ] {
        bench.write(name, text);
        let ran = bench.smelt(&["answer-sets", name]).exits(code);
        let (_, ours) = ran.out.split_once('\n').expect("a banner");
        assert_eq!(ours, printed, "{name}");
    }
    for (name, text, why) in [
        ("variables.lp", "a(X):-b(X).\n", "not ground"),
        (
            "large.lp",
            "{a;b;c;d;e;f;g;h;i;j;k;l;m;n;o;p;q;r;s;t;u}.\n",
            "leave 21 atoms open",
        ),
        ("other.smt2", "(check-sat", "no answer-set program"),
    ] {
        bench.write(name, text);
        bench.smelt(&["answer-sets", name]).exits(2).says(&[why]);
    }
}

#[test]
fn the_answer_sets_of_smelt_refute_a_solver_that_makes_a_mistake() {
    let bench = Bench::new();
    bench.write("a.lp", "{a;b}. c:-a. c:-not a. :-not c. d:-c,b. {e}.\n");
    // It has an answer set only if no rule has a choice and a condition.
    let mistaken = "#!/bin/sh\ngrep -q 'not' \"$1\" && { echo UNSATISFIABLE; exit 20; }\necho SATISFIABLE; exit 10\n";
    let mistaken = bench.script("mistaken", mistaken).display().to_string();
    let voter = format!("{} answer-sets", env!("CARGO_BIN_EXE_smelt"));
    for rule in ["--incorrect", "--outvoted-by", "--models-differ-from"] {
        let call = [
            "reduce", "--cache", "none", rule, &voter, "a.lp", "small.lp", &mistaken,
        ];
        let ran = bench.smelt(&call).exits(0).says(&["reduced"]);
        assert!(!ran.err.contains("sanitizer"), "{ran:?}");
        assert!(bench.text("small.lp").contains("not"), "{rule}");
        assert!(
            bench.text("small.lp").len() < 14,
            "{}",
            bench.text("small.lp")
        );
    }
}

#[test]
fn a_program_is_printed_in_another_format() {
    let bench = Bench::new();
    bench.write("a.aspif", ASPIF);
    let text = bench.smelt(&["convert", "a.aspif", "--to", "lp"]);
    assert_eq!(
        text.exits(0).out,
        "a:-3#sum{1,0:x2;2,1:not b}.\n{x1;x2}:-not x3.\nx3|b.\n#minimize{2@0,0:a}.\n"
    );
    bench
        .smelt(&["convert", "a.aspif", "--to", "pdf"])
        .exits(2)
        .says(&["aspif"]);
    bench.write("b.lp", TEXT);
    bench
        .smelt(&["convert", "b.lp", "--to", "aspif"])
        .exits(2)
        .says(&["gringo grounds"]);
    bench.write("c.smt2", "(check-sat)\n");
    bench
        .smelt(&["convert", "c.smt2", "--to", "lp"])
        .exits(2)
        .says(&["one format"]);
}
