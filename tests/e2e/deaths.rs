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
fn a_case_in_which_smelt_dies_comes_last_and_alone_and_then_no_more() {
    let bench = bench();
    for _ in 0..2 {
        assert_eq!(batch(&bench).code, None, "killed");
    }
    // The other case has its result before the next death.
    assert_eq!(batch(&bench).code, None);
    let small = bench.text("out/minimized/a.smt2");
    assert!(small.len() < INPUT.len(), "{small}");
    assert_eq!(batch(&bench).code, None);
    for _ in 0..2 {
        batch(&bench).exits(3);
        let row = bench.row("out", "deadly.smt2");
        assert_eq!(row["status"], "failed");
        let why = "ended 4 times without a word";
        assert!(row["detail"].contains(why), "{}", row["detail"]);
        assert_eq!(bench.row("out", "a.smt2")["status"], "reduced");
    }
    // Another file is another matter.
    bench.write("cases/deadly.smt2", INPUT);
    batch(&bench).exits(0);
    assert_eq!(bench.row("out", "deadly.smt2")["status"], "reduced");
}
