//! `smelt init` and then `smelt batch`: what the first writes, the second can use.

use crate::support::{Bench, Ran};

const GOOD: &str = "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";

/// A solver that crashes on texts with this word, and else cannot read a text with `unknown`.
fn crashes_on(bench: &Bench, name: &str, word: &str) {
    let text = format!(
        "#!/bin/sh\nif grep -q '{word}' \"$1\"; then kill -SEGV $$; fi\n\
         if grep -q unknown \"$1\"; then echo '(error \"unknown constant\")'; exit 1; fi\necho sat\n"
    );
    bench.script(name, &text);
}

fn batch(bench: &Bench) -> Ran {
    bench.smelt(&["batch", "cases", "--out", "out", "--cache", "none"])
}

#[test]
fn what_init_writes_for_versions_in_names_is_what_batch_runs() {
    let bench = Bench::new();
    crashes_on(&bench, "solvers/z3-4.8.7.0", "> x 0");
    crashes_on(&bench, "solvers/z3-4.13", "never");
    bench.write("solvers/notes.txt", "");
    bench.write("cases/z3-4.8.7/a.smt2", GOOD);
    bench.write("cases/b-z3-4.8.7.smt2", GOOD);
    let ran = bench.smelt(&["init", "--solvers", "solvers", "cases"]);
    let ran = ran
        .exits(0)
        .says(&["solvers: z3-4.13, z3-4.8.7.0", "each case has a solver"]);
    assert_eq!(ran.out, "cases/smelt.toml\n");
    batch(&bench).exits(0);
    for case in ["z3-4.8.7/a.smt2", "b-z3-4.8.7.smt2"] {
        let row = bench.row("out", case);
        assert_eq!(
            (&*row["solver"], &*row["status"]),
            ("z3-4.8.7.0", "reduced")
        );
    }
}

#[test]
fn probing_chooses_the_solver_that_crashes_and_not_one_that_cannot_read_the_case() {
    let bench = Bench::new();
    crashes_on(&bench, "solvers/z3-4.8", "> x 0");
    crashes_on(&bench, "solvers/z3-4.9", "get-value");
    bench.write("cases/a.smt2", GOOD);
    bench.write("cases/b.smt2", "(get-value (x))\n(unknown)\n");
    bench.write("cases/c.smt2", "(unknown)\n");
    let ran = bench.smelt(&["init", "--solvers", "solvers", "--probe", "cases"]);
    ran.exits(0).says(&[
        "cases that make a solver fail: 2 of 3; 1 make none fail",
        "cases without a solver: 1 of 3",
        "cases/smelt.toml",
    ]);
    batch(&bench).exits(3);
    let solver = |case| bench.row("out", case)["solver"].clone();
    assert_eq!(
        (&*solver("a.smt2"), &*solver("b.smt2")),
        ("z3-4.8", "z3-4.9")
    );
    let row = bench.row("out", "c.smt2");
    assert!(
        row["status"] == "failed" && row["detail"].contains("No solver is configured"),
        "{row:#?}"
    );
}

#[test]
fn probing_tries_the_option_by_which_a_solver_checks_its_models() {
    let bench = Bench::new();
    let text = "#!/bin/sh\nfor last; do :; done\n\
                if [ \"$1\" = model_validate=true ] && grep -q '> x 0' \"$last\"; then\n\
                echo '(error \"line 3 column 10: an invalid model was generated\")'; exit 1; fi\necho sat\n";
    bench.script("solvers/z3", text);
    bench.write("cases/a.smt2", GOOD);
    let ran = bench.smelt(&["init", "--solvers", "solvers", "--probe", "cases"]);
    ran.exits(0)
        .says(&["cases that make a solver fail: 1 of 1"]);
    let written = bench.text("cases/smelt.toml");
    assert!(
        written.contains("arguments = [\"model_validate=true\"]"),
        "{written}"
    );
    batch(&bench).exits(0);
    assert!(bench.text("out/minimized/a.smt2").contains("> x 0"));
}

#[test]
fn probing_ends_with_its_budget_and_writes_what_is_known() {
    let bench = Bench::new();
    bench.script("solvers/z3-1", "#!/bin/sh\nwhile :; do :; done\n");
    bench.script("solvers/z3-2", "#!/bin/sh\nwhile :; do :; done\n");
    bench.write("cases/a.smt2", GOOD);
    bench.write("cases/b-z3-1.0.smt2", GOOD);
    let words = ["init", "--solvers", "solvers", "--probe", "--budget", "0.5"];
    let ran = bench.smelt(&[&words[..], &["cases"]].concat()).exits(0);
    ran.says(&[
        "2 were not tried on every solver",
        "cases without a solver: 1 of 2",
    ]);
    assert!(bench.text("cases/smelt.toml").contains("*z3-1.0*"));
}

#[test]
fn without_a_solver_init_says_where_it_looked_and_what_to_fill_in() {
    let bench = Bench::new();
    bench.write("cases/a.smt2", GOOD);
    bench.write("solvers/readme", "");
    bench
        .smelt(&["init", "--solvers", "solvers", "cases"])
        .exits(0)
        .says(&["no solver was found", "z3, cvc5", "[solver.NAME]"]);
    bench
        .smelt(&["init", "--solvers", "gone", "cases"])
        .exits(2)
        .says(&["`cases/smelt.toml` exists already"]);
    bench
        .smelt(&["init", "--solvers", "gone", "solvers"])
        .exits(2)
        .says(&["cannot look for solvers in `gone`"]);
    bench.smelt(&["init", "--budget", "1s", "cases"]).exits(2);
}
