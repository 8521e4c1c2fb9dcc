//! A case in which smelt itself dies stops the other cases once or twice, and not every night.

use crate::support::{Bench, INPUT, Ran};

/// A small case, and a large one on which the solver kills its helper's parent, which is smelt.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write(
        "cases/deadly.smt2",
        format!("{INPUT}(echo \"deadly deadly deadly\")\n"),
    );
    bench.write("needed", "");
    bench.script(
        "solver",
        "#!/bin/sh\nif grep -q deadly \"$1\"; then\n\
         kill -9 $(sed -n 's/^PPid:\\t//p' /proc/$PPID/status); sleep 9; fi\n\
         if grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n",
    );
    bench
}

fn batch(bench: &Bench) -> Ran {
    let solver = bench.path("solver").to_string_lossy().into_owned();
    let words = ["batch", "cases", "--out", "out", "--cache", "none"];
    let rest = ["--depends", "needed", "-j", "2", "--", &*solver];
    bench.smelt(&[&words[..], &rest].concat())
}

#[test]
fn a_case_in_which_smelt_dies_comes_last_and_in_a_process_of_its_own() {
    let bench = bench();
    for _ in 0..2 {
        assert_eq!(batch(&bench).code, None, "killed");
    }
    for _ in 0..2 {
        batch(&bench).exits(3);
        let row = bench.row("out", "deadly.smt2");
        assert_eq!(row["status"], "failed");
        let why = "ended without a word";
        assert!(row["detail"].contains(why), "{}", row["detail"]);
        assert!(row["detail"].contains("signal 9"), "{}", row["detail"]);
        assert_eq!(bench.row("out", "a.smt2")["status"], "reduced");
    }
    // Another file is another matter.
    bench.write("cases/deadly.smt2", INPUT);
    batch(&bench).exits(0);
    assert_eq!(bench.row("out", "deadly.smt2")["status"], "reduced");
}

#[test]
fn a_suspect_in_which_nothing_dies_any_more_has_its_result_like_others() {
    let bench = bench();
    for _ in 0..2 {
        assert_eq!(batch(&bench).code, None, "killed");
    }
    let ends =
        "#!/bin/sh\nif grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n";
    bench.script("solver", ends);
    let ran = batch(&bench).exits(0);
    assert!(ran.err.contains("reduced=2"), "{}", ran.err);
    assert_eq!(bench.row("out", "deadly.smt2")["status"], "reduced");
    let small = bench.text("out/minimized/deadly.smt2");
    assert!(small.len() < INPUT.len(), "{small}");
    assert!(batch(&bench).exits(0).err.contains("reduced=2"));
}
