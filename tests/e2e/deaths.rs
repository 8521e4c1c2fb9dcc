//! A case in which smelt itself dies stops the other cases once or twice, and not every night.

use crate::support::{Bench, INPUT, Ran};

/// A small case, and a large one on which the solver kills its helper's parent, which is smelt, by this signal. It sends
/// it twice: at a first SIGSEGV from outside, Rust's runtime only steps out of the way of the next one.
fn bench(signal: &str) -> Bench {
    let bench = Bench::new();
    bench.write("cases/a.smt2", INPUT);
    bench.write(
        "cases/deadly.smt2",
        format!("{INPUT}(echo \"deadly deadly deadly\")\n"),
    );
    bench.write("needed", "");
    bench.script(
        "solver",
        &format!(
            "#!/bin/sh\nif grep -q deadly \"$1\"; then\n\
         smelt=$(sed -n 's/^PPid:\\t//p' /proc/$PPID/status)\n\
         kill -{signal} $smelt; sleep 0.2; kill -{signal} $smelt; sleep 9; fi\n\
         if grep -q check-sat \"$1\" && grep -q '> x 0' \"$1\"; then exit 9; fi\n"
        ),
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
    // As the system does it when memory is short, and as smelt itself does it when it gets no memory or is at fault.
    for (signal, code, ended) in [
        ("KILL", None, "signal 9"),
        ("ABRT", Some(70), "exit code 70"),
        ("SEGV", None, "signal 11"),
    ] {
        let bench = bench(signal);
        for _ in 0..2 {
            assert_eq!(batch(&bench).code, code, "{signal}");
        }
        for deaths in [3, 4] {
            batch(&bench).exits(3);
            let row = bench.row("out", "deadly.smt2");
            assert_eq!(row["status"], "failed");
            let runs: u64 = row["runs"].parse().expect("a number");
            assert!(runs >= deaths, "at least one in each start: {runs}");
            for why in ["ended without a word", ended] {
                assert!(row["detail"].contains(why), "{}", row["detail"]);
            }
            assert_eq!(bench.row("out", "a.smt2")["status"], "reduced");
        }
        // Another file is another matter.
        bench.write("cases/deadly.smt2", INPUT);
        batch(&bench).exits(0);
        assert_eq!(bench.row("out", "deadly.smt2")["status"], "reduced");
    }
}

#[test]
fn a_suspect_in_which_nothing_dies_any_more_has_its_result_like_others() {
    let bench = bench("KILL");
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
