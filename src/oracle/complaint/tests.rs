//! Outputs of z3 4.5.1 to 4.13.0, cvc4 1.6 and 1.8, cvc5 1.0.3 and yices 2.6.4 on files that they do not understand;
//! those of other solvers were made up in the forms that they are said to have.

use super::{doubt, first_error, passed_over, refusal};
use crate::observation::{End, Limits, Observation, Stream};
use std::time::Duration;

fn run(code: i32, out: &str, err: &str) -> Observation {
    Observation {
        end: End::Exited(code),
        out: Stream::of(out.as_bytes()),
        err: Stream::of(err.as_bytes()),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        rss_kib: 0,
        stack: None,
        limits: Limits::of_cpu(Duration::from_secs(1)),
    }
}

#[test]
fn messages_about_anything_but_the_input_are_no_refusals() {
    for (code, out) in [
        (1, ""),
        (1, "sat\n"),
        (1, "unsupported\nsat\n"),
        (
            1,
            "(error \"line 35 column 10: an invalid model was generated\")\n",
        ),
        (
            1,
            "(error \"line 9 column 10: check annotation that says sat\")\n",
        ),
        (
            1,
            "(error \"line 9 column 10: Overflow encountered when expanding old_size\")\n",
        ),
        (
            1,
            "(error \"line 3 column 4: unknown constant x\")\n(error \"line 9 column 10: canceled\")\n",
        ),
        (
            1,
            "(error \"Internal error detected\nvoid f()\nsmt_engine.cpp:5384\n\nERRORS\")\n",
        ),
        (1, "(error \"something odd\")\n"),
    ] {
        assert_eq!(refusal(&run(code, out, "")), None, "{out}");
    }
}

#[test]
fn solvers_refuse_what_they_do_not_understand_in_words_of_their_own() {
    for said in [
        "(error \"line 4 column 0: invalid assert command, ')' expected\")",
        "(error \"line 1 column 1: unexpected character\")",
        "(error \"line 3 column 13: unknown constant y\")",
        "(error \"line 3 column 15: unknown function/constant frob\")",
        "(error \"line 2 column 17: Invalid constant declaration: unknown sort 'Strange'\")",
        "(error \"line 1 column 29: bit-vector size must be greater than zero\")",
        "(error \"line 3 column 21: logic does not support nonlinear arithmetic\")",
        "(error \"line 2 column 20: Sorts (_ BitVec 1) and Int are incompatible\")",
        "(error \"line 5 column 10: model is not available\")",
        "(error \"line 2 column 69: patterns cannot be variables or quantifiers\")",
        "(error \"line 2 column 26: sort mismatch, expected argument of FloatingPoint sort\")",
        "(error \"line 3 column 26: select requires 2 arguments, but was provided with 3 arguments\")",
        "(error \"line 5 column 23: store takes at least 3 arguments\")",
        "(error \"line 4 column 55: Expecting two numeral parameters to function re-loop\")",
        "(error \"Parse Error: a.smt2:2.11: expected SMT-LIBv2 command, got `frobnicate'.\n\n  (frobnicate)\n\")",
        "(error \"Term of kind STRING_STRREPLALL not supported in default mode, try --strings-exp\")",
        "(error \"Cannot get unsat core unless explicitly enabled (try --produce-unsat-cores)\")",
        "(error \"A non-linear fact was asserted to arithmetic in a linear logic.\n\")",
        "(error \"Expected term with sort Bool\")",
        "Parse Error: a.sy:9.26: Symbol 'RegLan' not declared as a type\n\n  (define-sort Rex () RegLan)\n",
        "(error \"at line 3, column 14: undefined term: y\")",
        "(error \"unknown logic: QF_FROB\")",
        "(error \"quantifiers are not allowed in logic QF_LIA\")",
        "(error \"unknown symbol: y (line: 3)\")",
        "ERROR: unknown parameter 'frob'",
        "ERROR: invalid parameter, unknown module 'tactic'",
        "Error: invalid command line option: -frob",
        "yices-2.6.4: invalid option: --frob",
        "boolector: a.smt2:3:4: undefined symbol 'x'",
        "[error] a.smt2:3:4: undefined symbol 'x'",
    ] {
        let first = said.lines().next();
        for (out, err) in [(said, ""), ("", said)] {
            assert_eq!(refusal(&run(1, out, err)).as_deref(), first);
        }
    }
}

#[test]
fn answers_to_other_commands_are_no_failure_either() {
    let out = "sat\n(error \"line 4 column 9: model is not available\")\n";
    assert_eq!(
        refusal(&run(1, out, "")).as_deref(),
        Some("(error \"line 4 column 9: model is not available\")")
    );
}

#[test]
fn a_message_that_was_cut_in_a_long_output_does_not_count() {
    for gap in 0..60 {
        let shift = "-".repeat(gap);
        let out = "(error \"line 3 column 13: unknown constant yyyy\")\n".repeat(3_000);
        let run = run(1, &format!("{shift}\n{out}"), "");
        assert!(run.out.whole().is_none());
        let said = "(error \"line 3 column 13: unknown constant yyyy\")";
        assert_eq!(refusal(&run).as_deref(), Some(said));
    }
}

#[test]
fn a_command_that_is_passed_over_is_named() {
    let run = run(0, "unsupported\n", "; synth-fun line: 2 position: 26\n");
    let said = "; synth-fun line: 2 position: 26";
    assert_eq!(passed_over(&run).as_deref(), Some(said));
    assert_eq!(refusal(&run), None);
}

#[test]
fn a_message_that_names_a_line_or_speaks_of_syntax_is_doubted() {
    for said in [
        "in.smt2:3:4: what is this",
        "Error on line 12",
        "syntax error near `)'",
        "solver: unsupported logic",
        "expected `('",
        "unknown option",
        "an option is unknown",
    ] {
        assert_eq!(doubt(&run(2, "", said)).as_deref(), Some(said));
    }
    for said in [
        "wrong model",
        "the guideline 3 was unexpectedly ignored",
        "sat\nunknown\n",
    ] {
        assert_eq!(doubt(&run(2, "", said)), None);
    }
}

#[test]
fn the_first_error_is_worded_without_its_place() {
    for (said, words) in [
        (
            "sat\n(error \"line 4 column 0: invalid assert command, ')' expected\")\n",
            "invalid assert command, ')' expected",
        ),
        (
            "(error \"Parse Error: a.smt2:3.14: Symbol y is not declared.\n\n (f y)\n\")",
            "Symbol y is not declared.",
        ),
        (
            "(error \"at line 3, column 14: undefined term: y\")\n(error \"x\")",
            "undefined term: y",
        ),
    ] {
        assert_eq!(first_error(&run(1, said, "")).as_deref(), Some(words));
    }
    assert_eq!(first_error(&run(1, "error: no\n", "")), None);
}
