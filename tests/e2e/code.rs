//! Files with code that a solver would run.

use crate::support::Bench;

#[test]
fn a_program_with_a_script_is_refused_unless_it_is_trusted() {
    let bench = Bench::new();
    let program = "#script (lua) x = 1 #end.\na. b :- a. bad.\n";
    bench.write("case.lp", program);
    let solver = bench.script(
        "solver",
        "#!/bin/sh\ntouch ran\ngrep -q bad \"$1\" && exit 7\nexit 0\n",
    );
    let solver = solver.to_string_lossy();
    let files = ["case.lp", "small.lp", &solver];
    bench
        .smelt(&[&["reduce", "--cache", "none"][..], &files].concat())
        .exits(3)
        .says(&["--allow-code"]);
    bench
        .smelt(&[&["reduce", "--cache", "none", "--allow-code"][..], &files].concat())
        .exits(0);
    assert_eq!(bench.text("small.lp"), "bad.\n");
}

#[test]
fn nothing_beside_a_case_may_trust_it() {
    let bench = Bench::new();
    bench.write("cases/case.lp", "#script (lua) x = 1 #end.\nbad.\n");
    bench.write("cases/case.smelt.toml", "allow-code = true\n");
    let solver = bench.script("solver", "#!/bin/sh\nexit 7\n");
    let solver = solver.to_string_lossy();
    let words = [
        "batch", "cases", "--out", "out", "--cache", "none", "--", &solver,
    ];
    bench.smelt(&words).exits(3).says(&["allow-code"]);
}
