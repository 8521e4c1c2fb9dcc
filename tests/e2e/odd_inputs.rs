//! Inputs that have brought reducers to a halt or to a wrong result: shadowing, wrong arity, unknown terms, huge
//! literals, bytes that are no UTF-8, wrapper scripts, limits. None may hang, crash or lose the failure.

use crate::support::{Bench, script};
use std::process::Command;

/// Reduces the input while it contains the phrases: the result must contain them too, and be no longer.
#[track_caller]
fn keeps(input: impl AsRef<[u8]>, phrases: &[&str]) -> String {
    let bench = Bench::new();
    bench.write("case.smt2", &input);
    let contains = script("contains.sh");
    let command: Vec<_> = [contains.as_str()].iter().chain(phrases).copied().collect();
    let arguments = [
        "reduce",
        "--cache",
        "none",
        "--allow-trivial",
        "case.smt2",
        "small.smt2",
    ];
    bench.smelt(&[&arguments[..], &command].concat()).exits(0);
    bench.still(&command, "small.smt2", 1);
    assert!(bench.read("small.smt2").len() <= input.as_ref().len());
    bench.text("small.smt2")
}

#[test]
fn a_recursive_definition_of_several_functions_keeps_its_failure() {
    let input = "(define-funs-rec ((a () Bool)(b () Bool)(c () Bool)) (true false (or a b)))
(assert (= a b))
(check-sat)
";
    keeps(
        input,
        &["define-funs-rec", "(a ()", "(b ()", "(assert (= a b))"],
    );
}

#[test]
fn a_function_whose_parameter_is_named_as_a_constant_is_not_inlined_for_ever() {
    let input = "(declare-const x Int)
(define-fun h ((x Int)) Int (+ x 1))
(assert (> (h (+ x 2)) 0))
(check-sat)
";
    keeps(input, &["(define-fun h", "(h (+ x"]);
}

#[test]
fn a_let_that_shadows_what_it_uses_is_not_substituted_for_ever() {
    let input = "(declare-const x Int)
(assert (let ((x (+ x 1))) (> x 0)))
(check-sat)
";
    keeps(input, &["(let ((x (+ x"]);
}

#[test]
fn an_extract_of_a_literal_beside_an_undeclared_variable_does_not_crash() {
    keeps(
        "(assert (= v ((_ extract 3 0) #xff)))\n(check-sat)\n",
        &["extract 3 0) #xff"],
    );
}

#[test]
fn a_declaration_without_its_parts_does_not_crash() {
    keeps("(declare-fun f)\n(assert true)\n", &[]);
}

#[test]
fn a_let_can_be_all_that_matters() {
    keeps("(assert (let ((x 1)) (> x 0)))\n", &["(let"]);
}

#[test]
fn a_logic_can_be_all_that_matters() {
    let input = "(set-logic LIA)
(declare-const x Int)
(assert (> x 0))
(check-sat)
";
    keeps(input, &["(set-logic", "> x 0"]);
}

#[test]
fn a_literal_of_four_hundred_digits_is_no_trouble() {
    let input = format!(
        "(declare-const x Int)\n(assert (> x {}))\n(check-sat)\n",
        "9".repeat(400)
    );
    keeps(input, &["999999999999999999"]);
}

#[test]
fn bytes_that_are_no_utf8_are_read_and_kept() {
    let comment = b"; caf\xe9\n(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n";
    keeps(comment, &["> x"]);
    let string = b"(declare-const s String)\n(assert (= s \"caf\xe9\"))\n(check-sat)\n";
    keeps(string, &["(assert"]);
}

#[test]
fn a_file_of_comments_gets_a_clear_word() {
    let bench = Bench::new();
    bench.write("case.smt2", "; nothing\n; but comments\n");
    let ran = bench.smelt(&[
        "reduce",
        "--cache",
        "none",
        "case.smt2",
        "small.smt2",
        "false",
    ]);
    assert!(matches!(ran.code, Some(0 | 3)), "{ran:#?}");
    assert!(!ran.err.contains("panicked"), "{ran:#?}");
}

#[test]
fn a_pretty_result_that_does_not_fail_is_delivered_plain() {
    let bench = Bench::new();
    let long =
        "a-symbol-with-hyphens-that-is-longer-than-any-line-that-a-printer-would-like-to-see";
    bench.write(
        "case.smt2",
        format!("(declare-const {long} Int)\n(assert (and (> {long} 0) ; inside\n (< {long} 9)))\n(check-sat)\n"),
    );
    let solver = script("contains-on-a-line.sh");
    let phrase = format!("(> {long} 0)");
    let options = ["reduce", "--cache", "none", "--pretty"];
    let rest = ["case.smt2", "small.smt2", &solver, &phrase];
    bench.smelt(&[options, rest].concat()).exits(0);
    bench.still(&[&solver, &phrase], "small.smt2", 1);
}

#[test]
fn a_wrapper_that_looks_beside_itself_finds_the_real_solver() {
    let bench = Bench::new();
    let wrapper = bench.script(
        "bin/wrapper",
        "#!/bin/sh\nexec \"$(dirname \"$0\")/real\" check-sat \"$1\"\n",
    );
    let real = std::fs::read_to_string(script("contains.sh")).expect("a script");
    bench.script("bin/real", &real);
    bench.write(
        "case.smt2",
        "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n",
    );
    let wrapper = wrapper.to_string_lossy();
    bench
        .smelt(&[
            "reduce",
            "--cache",
            "none",
            "--allow-trivial",
            "case.smt2",
            "small.smt2",
            &wrapper,
        ])
        .exits(0);
    bench.still(&[&wrapper], "small.smt2", 1);
    assert!(!bench.text("small.smt2").contains("declare-const"));
}

#[test]
fn a_limit_below_the_golden_run_is_an_error_and_leaves_no_process() {
    let bench = Bench::new();
    let pids = bench.path("pids");
    let spin = format!(
        "#!/bin/sh\necho $$ >>'{}'\nwhile :; do :; done\n",
        pids.display()
    );
    let solver = bench.script("spin", &spin);
    bench.write("case.smt2", "(check-sat)\n");
    let solver = solver.to_string_lossy();
    let arguments = [
        "reduce",
        "--cache",
        "none",
        "--timeout",
        "1",
        "case.smt2",
        "small.smt2",
        &solver,
    ];
    bench.smelt(&arguments).exits(3).says(&["limit"]);
    let delivered = std::fs::read(bench.path("small.smt2"));
    assert!(delivered.is_err() || delivered.is_ok_and(|text| text == b"(check-sat)\n"));
    for pid in bench.text("pids").split_whitespace() {
        let left = std::path::Path::new("/proc").join(pid).exists();
        assert!(!left, "process {pid} is still there");
    }
}

/// The memory that a reduction needs at the most, in bytes, until half of this many tokens of one list have gone. A letter
/// and a blank are two bytes of the file.
fn peak(tokens: usize) -> f64 {
    let bench = Bench::new();
    let letters = (b'a'..=b'z').cycle().take(tokens);
    let list: String = letters.flat_map(|letter| [' ', letter.into()]).collect();
    bench.write("cases/list.smt2", format!("(assert (and{list}))\n"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_smelt"));
    let options = "batch cases --out out --cache none -j 1 --max-checks 4 --";
    command.args(options.split(' '));
    command.args([&script("contains.sh"), "q r"]);
    // What is freed goes back to the system at once, so that the peak is that of what is in use.
    command.env("MALLOC_MMAP_THRESHOLD_", "65536");
    bench.through(&mut command);
    let row = bench.row("out", "list.smt2");
    assert!(
        row["bytes_after"]
            .parse::<usize>()
            .is_ok_and(|bytes| bytes < 2 * tokens),
        "{row:#?}"
    );
    row["self_max_rss_mb"].parse::<f64>().expect("megabytes") * f64::from(1 << 20)
}

#[test]
fn a_byte_of_tokens_of_one_letter_takes_at_most_forty_bytes_of_memory() {
    let (few, many) = (2_000, 62_000);
    let bytes = 2.0 * (many - few) as f64;
    let ratio = (peak(many) - peak(few)) / bytes;
    assert!(ratio < 40.0, "{ratio} bytes of memory for each byte");
}

#[test]
fn a_file_that_fails_only_beside_others_is_compared_under_its_own_extension() {
    let bench = Bench::new();
    bench.write("beside", "");
    let input = "(set-logic LIA)\n(synth-fun f ((x Int)) Int)\n(check-synth)\n";
    bench.write("case.sy", input);
    let solver = "#!/bin/sh\ncase $1 in *.sy) [ -e beside ] && exit 9 ;; esac\necho sat\n";
    bench.script("solver", solver);
    let words = "reduce --cache none case.sy small.sy ./solver";
    let ran = bench.smelt(&words.split(' ').collect::<Vec<_>>()).exits(3);
    ran.says(&["does the command read a fixed file name"]);
}
