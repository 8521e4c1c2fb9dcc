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

/// A solver that checks its models where it is asked to, and whose model of a text with `> x 0` is invalid.
const FINDS_ITS_MODEL_INVALID: &str = "#!/bin/sh\nfor last; do :; done\n\
    if [ \"$1\" = model_validate=true ] && grep -q '> x 0' \"$last\"; then\n\
    echo '(error \"line 3 column 10: an invalid model was generated\")'; exit 1; fi\necho sat\n";

#[test]
fn probing_tries_the_option_by_which_a_solver_checks_its_models() {
    let bench = Bench::new();
    bench.script("solvers/z3", FINDS_ITS_MODEL_INVALID);
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
fn probing_tries_the_build_that_a_name_tells_of_in_all_ways_before_another() {
    let bench = Bench::new();
    bench.script("solvers/z3-4.8.7", FINDS_ITS_MODEL_INVALID);
    crashes_on(&bench, "solvers/z3-4.8.8", "> x 0");
    bench.write("cases/bug-z3-4.8.7.smt2", GOOD);
    bench.write("cases/bug.smt2", GOOD);
    bench
        .smelt(&["init", "--solvers", "solvers", "--probe", "cases"])
        .exits(0);
    batch(&bench).exits(0);
    let solver = |case| bench.row("out", case)["solver"].clone();
    assert_eq!(solver("bug-z3-4.8.7.smt2"), "z3-4.8.7");
    assert_eq!(solver("bug.smt2"), "z3-4.8.8");
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

#[test]
fn probing_gives_a_solver_the_options_in_the_header_of_a_case_and_names_what_is_left() {
    let bench = Bench::new();
    let fails = |option: &str| {
        format!(
            "#!/bin/sh\nfor last; do :; done\nif [ \"$1\" = {option} ] && grep -q '> x 0' \"$last\"; then\n\
             kill -SEGV $$; fi\necho sat\n"
        )
    };
    bench.script("solvers/cvc5-1.0", &fails("--strings-exp"));
    bench.script("solvers/z3", &fails("--strings-exp"));
    let header = |line: &str| format!("; COMMAND-LINE: {line}\n{GOOD}");
    bench.write("cases/a.smt2", header("--strings-exp"));
    bench.write("cases/b.smt2", header("--strings-exp | touch x"));
    bench.write("cases/c.smt2", GOOD);
    bench
        .smelt(&["init", "--solvers", "solvers", "--probe", "cases"])
        .exits(0)
        .says(&[
            "cases that make a solver fail: 1 of 3",
            "without a solver: 1 of 3",
            "one: c.smt2",
        ]);
    let written = bench.text("cases/smelt.toml");
    assert!(
        written.contains("arguments = [\"--strings-exp\"]"),
        "{written}"
    );
    batch(&bench).exits(3);
    assert_eq!(bench.row("out", "a.smt2")["status"], "reduced");
}

#[test]
fn an_update_adds_what_is_new_and_changes_nothing_else() {
    let bench = Bench::new();
    crashes_on(&bench, "solvers/z3-4.8.7.0", "> x 0");
    crashes_on(&bench, "solvers/z3-4.13", "never");
    bench.write("cases/old/a-z3-4.8.7.smt2", GOOD);
    let update = ["init", "--update", "--solvers", "solvers", "cases"];
    bench.smelt(&update).exits(0);
    let edited = bench
        .text("cases/smelt.toml")
        .replace("\"old/**\"", "\"old/*\"\ntimeout = 7")
        .replace("glob = \"*\"", "glob = \"old/*\"\ntimeout = 7")
        .replace("[solver.\"z3-4.13\"]", "# gone [solver.\"z3-4.12\"]")
        .replace("command = [\"../solvers/z3-4.13\"]", "");
    let edited: String = edited
        .split_inclusive('\n')
        .filter(|line| !line.contains("z3-4.13"))
        .collect();
    bench.write("cases/smelt.toml", edited.trim_end());
    bench
        .smelt(&update)
        .exits(0)
        .says(&["nothing was added", "each case has a solver"]);
    assert_eq!(bench.text("cases/smelt.toml"), edited.trim_end());
    bench.write("cases/old/b.smt2", GOOD);
    bench.write("cases/new/c-z3-4.13.smt2", GOOD);
    bench.write("cases/d-z3-4.8.7.smt2", GOOD);
    bench.write("cases/e.smt2", GOOD);
    bench.write(
        "cases/f.smt2",
        format!("; smelt: solver = \"z3-4.8.7.0\"\n{GOOD}"),
    );
    let ran = bench
        .smelt(&update)
        .exits(0)
        .says(&["cases without a solver: 1 of 6", ": e.smt2."]);
    assert_eq!(
        ran.out,
        "added d-z3-4.8.7.smt2: z3-4.8.7.0\nadded new/c-z3-4.13.smt2: z3-4.13\n"
    );
    let written = bench.text("cases/smelt.toml");
    assert!(written.starts_with(&edited), "{written}");
    assert_eq!(
        written.matches("[solver.\"z3-4.8.7.0\"]").count(),
        1,
        "{written}"
    );
    bench.smelt(&update).exits(0).says(&["nothing was added"]);
    assert_eq!(bench.text("cases/smelt.toml"), written);
    let probe = [&update[..], &["--probe"]].concat();
    assert_eq!(
        bench.smelt(&probe).exits(0).out,
        "added e.smt2: z3-4.8.7.0\n"
    );
    batch(&bench);
    for (case, solver) in [
        ("old/b.smt2", "z3-4.8.7.0"),
        ("new/c-z3-4.13.smt2", "z3-4.13"),
    ] {
        assert_eq!(bench.row("out", case)["solver"], solver, "{case}");
    }
}

#[test]
fn an_update_finds_new_cases_whatever_the_defaults_ask_of_their_solver() {
    let bench = Bench::new();
    crashes_on(&bench, "solvers/z3-4.13", "> x 0");
    bench.write("cases/a-z3-4.13.smt2", GOOD);
    bench.write("cases/smelt.toml", "[defaults]\nseeds = 3\n");
    let update = ["init", "--update", "--solvers", "solvers", "cases"];
    let ran = bench.smelt(&update).exits(0);
    assert_eq!(ran.out, "added a-z3-4.13.smt2: z3-4.13\n");
}

#[test]
fn an_update_refuses_a_file_to_which_no_table_can_be_added() {
    let bench = Bench::new();
    crashes_on(&bench, "solvers/z3-4.8.7.0", "> x 0");
    bench.write("cases/a.smt2", GOOD);
    bench.write("cases/b.smt2", GOOD);
    let text = "case = [{ glob = 'a.smt2', solver = 's' }]\n[solver.s]\ncommand = 'true'\n";
    bench.write("cases/smelt.toml", text);
    let update = [
        "init",
        "--update",
        "--probe",
        "--solvers",
        "solvers",
        "cases",
    ];
    bench
        .smelt(&update)
        .exits(2)
        .says(&["nothing can be added to `cases/smelt.toml`"]);
    assert_eq!(bench.text("cases/smelt.toml"), text);
    std::fs::rename(bench.path("cases/smelt.toml"), bench.path("real.toml")).expect("moved");
    std::os::unix::fs::symlink("../real.toml", bench.path("cases/smelt.toml")).expect("a link");
    bench.smelt(&update).exits(2).says(&["is a link"]);
}
