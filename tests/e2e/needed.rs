//! What a result needs in order to fail: arguments that are left, a seed, files beside it. Reports, archives, pages and
//! bisections give it just that.

use crate::support::{Bench, INPUT, Ran};
use std::process::Command;

/// A batch of one case by a solver that is a script.
fn batch(bench: &Bench, options: &[&str], command: &[&str]) -> Ran {
    bench.write("cases/a.smt2", INPUT);
    let begin = ["batch", "cases", "--out", "out", "--cache", "none", "-j1"];
    bench.smelt(&[&begin[..], options, &["--"], command].concat())
}

/// Runs the script of an archive of the result with this solver.
fn replayed(bench: &Bench, solver: &str) -> Ran {
    let to = ["bundle", "out", "a.smt2", "--to", "a.tar.gz"];
    bench.smelt(&to).exits(0);
    let mut unpack = Command::new("tar");
    let unpack = unpack.args(["-xzf", "a.tar.gz"]);
    bench.through(unpack).exits(0);
    let mut replay = Command::new("a/replay");
    bench.through(replay.env("SOLVER", bench.path(solver)))
}

#[test]
fn a_result_is_shown_with_the_arguments_that_it_needs() {
    let bench = Bench::new();
    // With `--strict`, the original fails, and the result does not.
    let text = "#!/bin/sh\nfor file; do :; done\nword=assert\n\
                case \" $* \" in *' --strict '*) word=declare ;; esac\n\
                grep -q \"$word\" \"$file\" && { echo 'Assertion failed: x' >&2; exit 134; }\nexit 0\n";
    bench.script("solver", text);
    bench.script("other", text);
    let command = ["./solver", "--strict", "--all"];
    batch(&bench, &["--reduce-options"], &command).exits(0);
    assert!(!bench.text("out/minimized/a.smt2").contains("declare"));
    let report = bench.smelt(&["issue", "out", "a.smt2"]).exits(0).out;
    assert!(report.contains("solver input.smt2"), "{report}");
    replayed(&bench, "solver").exits(134);
    let page = bench.text("out/report.html");
    assert!(page.contains("./solver minimized/a.smt2"), "{page}");
    bench.script("fixed", "#!/bin/sh\nexit 0\n");
    let builds = ["bisect", "out/a.smt2", "--builds", "./fixed,./other"];
    let shown = bench.smelt(&builds).exits(0).out;
    let [good, bad] = ["good build: fixed", "bad build: other"];
    assert!(shown.contains(good) && shown.contains(bad), "{shown}");
    let compare = ["compare", "cases", "--out", "compared", "--tool", "auto"];
    let words = [&compare[..], &["--reduce-options", "--"], &command].concat();
    let shown = bench.smelt(&words).exits(0).out;
    assert!(!shown.contains("DOES NOT FAIL"), "{shown}");
}

#[test]
fn a_result_is_shown_with_a_seed_with_which_it_fails() {
    let bench = Bench::new();
    let text = "#!/bin/sh\n[ \"$1\" = 3 ] && grep -q '> x' \"$2\" && { echo 'Assertion failed: x'; exit 134; }\nexit 0\n";
    bench.script("solver", text);
    batch(&bench, &["--seeds", "4"], &["./solver", "{seed}"]).exits(0);
    let report = bench.smelt(&["issue", "out", "a.smt2"]).exits(0).out;
    assert!(report.contains("solver 3 input.smt2"), "{report}");
    assert!(report.contains("Assertion failed: x"), "{report}");
    let shown = replayed(&bench, "solver").exits(134).out;
    assert!(
        shown.contains("seed 3:\nAssertion failed: x\nseed 4:\n"),
        "{shown}"
    );
    assert!(bench.text("out/report.html").contains("a seed in place of"));
}

#[test]
fn a_file_that_is_needed_is_beside_the_original_and_in_the_archive() {
    let bench = Bench::new();
    bench.write("elsewhere/needed.inc", "yes\n");
    let text = "#!/bin/sh\ncd \"${1%/*}\" 2>/dev/null\n\
                [ -e needed.inc ] && grep -q '> x' \"${1##*/}\" && exit 134\nexit 0\n";
    bench.script("solver", text);
    // Several sources of settings may name the same file.
    let depends = ["--depends", "elsewhere/needed.inc"];
    let twice = [&depends[..], &depends].concat();
    batch(&bench, &twice, &["./solver"]).exits(0);
    replayed(&bench, "solver").exits(134);
    assert_eq!(bench.text("a/needed.inc"), "yes\n");
    assert!(bench.text("a/README.txt").contains("reads other files"));
}
