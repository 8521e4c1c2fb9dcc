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
fn a_program_that_includes_a_file_is_refused_too_and_no_candidate_includes_one() {
    let bench = Bench::new();
    let solver = bench.script(
        "solver",
        "#!/bin/sh\ngrep -q bad \"$1\" || exit 0\ngrep -qF '#include' \"$1\" && touch included\nexit 7\n",
    );
    let solver = solver.to_string_lossy();
    let reduce = |program: &str| {
        bench.write("case.lp", program);
        let words = ["reduce", "--cache", "none", "case.lp", "small.lp", &solver];
        bench.smelt(&words)
    };
    for included in ["\"evil.lp\"", "%* a *% \"/evil.lp\"", "\n\"evil.lp\""] {
        reduce(&format!("a. #include {included}. bad.\n"))
            .exits(3)
            .says(&["--allow-code"]);
    }
    assert!(!bench.path("included").exists());
    // That file is a part of the solver.
    reduce("#include <incmode>. a. bad.\n").exits(0);
    assert_eq!(bench.text("small.lp"), "bad.\n");
}

#[test]
fn a_case_that_has_the_solver_write_a_trace_overwrites_no_trace_of_the_user() {
    let bench = Bench::new();
    bench.write("case.smt2", "(set-option :trace true)\n(bad)\n(exit)\n");
    // As z3 does it.
    let solver = bench.script(
        "solver",
        "#!/bin/sh\ngrep -q ':trace true' \"$1\" && echo trace > z3.log\ngrep -q bad \"$1\" && exit 7\nexit 0\n",
    );
    let solver = solver.to_string_lossy();
    bench.write("z3.log", "precious");
    bench
        .smelt(&["check", "--cache", "none", "case.smt2", &solver])
        .exits(0);
    bench
        .smelt(&[
            "reduce",
            "--cache",
            "none",
            "case.smt2",
            "small.smt2",
            &solver,
        ])
        .exits(0);
    assert_eq!(bench.text("z3.log"), "precious");
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

/// Options and commands of SMT-LIB with which solvers touch files.
const TOUCHES_FILES: &[&str] = &[
    "(set-option :trace true)(set-option :trace_file_name \"precious\")",
    "(set-option :regular-output-channel \"precious\")",
    "(set-option :diagnostic-output-channel precious)",
    "(set-option :dump-to \"precious\")",
    "(check-sat-using (using-params sat :drat.file precious))",
    "(include \"precious\")",
    "(set-option:regular-output-channel \"precious\")",
    "(set-option :regular-output-channel|precious|)",
    "(set-option :regular-output-channel#||# \"precious\")",
    "(echo |\\| |)(set-option :dump-to \"precious\")(echo |x|)",
];

#[test]
fn a_case_that_has_the_solver_touch_files_is_refused_unless_it_is_trusted() {
    let bench = Bench::new();
    let solver = bench.script(
        "solver",
        "#!/bin/sh\ntouch ran\ngrep -q bad \"$1\" && exit 7\nexit 0\n",
    );
    let solver = solver.to_string_lossy();
    for &touching in TOUCHES_FILES {
        // A case may choose how it is read, but not what is dangerous in it.
        for header in ["", "; smelt: language = 'lines'\n"] {
            bench.write("case.smt2", format!("{header}{touching}\n(bad)\n"));
            let files = ["case.smt2", "small.smt2", &solver];
            bench
                .smelt(&[&["reduce", "--cache", "none"][..], &files].concat())
                .exits(3)
                .says(&["--allow-code"]);
            assert!(!bench.path("ran").exists(), "{touching}");
        }
    }
    bench.write("case.smt2", format!("{}\n(bad)\n", TOUCHES_FILES[0]));
    let trusting = [
        "reduce",
        "--cache",
        "none",
        "--allow-code",
        "case.smt2",
        "small.smt2",
        &solver,
    ];
    bench.smelt(&trusting).exits(0);
    assert_eq!(bench.text("small.smt2"), "(bad)\n");
}

#[test]
fn no_candidate_has_a_solver_touch_files_unless_the_case_did() {
    let bench = Bench::new();
    // Without the first line, the second one is no part of a symbol any more.
    bench.write(
        "case.txt",
        "(bad |\n(set-option :dump-to \"precious\")\n|)\n",
    );
    let solver = bench.script(
        "solver",
        "#!/bin/sh\ngrep -v '^(bad' \"$1\" | head -1 | grep -q dump-to && ! grep -q '^(bad' \"$1\" && touch \"$0.ran\"\n\
         grep -q dump-to \"$1\" && exit 7\nexit 0\n",
    );
    let ran = bench.path("solver.ran");
    let solver = solver.to_string_lossy();
    for language in ["lines", "smtlib"] {
        for ill_formed in ["never", "last"] {
            let words = [
                "reduce",
                "--cache",
                "none",
                "--language",
                language,
                "--ill-formed",
                ill_formed,
                "case.txt",
                "small.txt",
                &solver,
            ];
            bench.smelt(&words).exits(0);
            assert!(!ran.exists(), "{language}");
        }
    }
}
