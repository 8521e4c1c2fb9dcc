//! Recorded outputs and the failures in them. Each file `tests/data/out-*.txt` contains one stream; those of Boolector,
//! Bitwuzla and yices were written from issue reports and sources.

use super::*;
use crate::observation::{Limit, Limits};
use FailureRank::{Assertion, OwnWord, Sanitizer, Signal, StatusAnnotation};
use std::time::Duration;

fn observation(end: End, out: &[u8], err: &[u8]) -> Observation {
    Observation {
        end,
        out: Stream::of(out),
        err: Stream::of(err),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        rss_kib: 0,
        stack: None,
        limits: Limits::of_cpu(Duration::from_secs(1)),
    }
}

fn run(end: End, out: &[u8], err: &[u8]) -> Vec<(FailureRank, String)> {
    let pairs = failures(&observation(end, out, err)).into_iter();
    pairs
        .map(|failure| (failure.rank, failure.signature))
        .collect()
}

fn err(end: End, text: &str) -> Vec<(FailureRank, String)> {
    run(end, b"", text.as_bytes())
}

macro_rules! recorded {
    ($name:literal) => {
        include_str!(concat!("../../../tests/data/out-", $name, ".txt"))
    };
}

const ABORT: End = End::Signaled(libc::SIGABRT);

#[test]
fn a_solver_that_refutes_its_own_answer_fails_alike_whatever_is_wrong() {
    let expected =
        "Fatal failure within void f() at ./smt/state.cpp:73\nExpected result unsat but got sat\n";
    let table = [
        (ABORT, recorded!("cvc5-check-model"), true),
        (End::Exited(1), recorded!("cvc4-1.6-internal-error"), true),
        (ABORT, expected, true),
        (End::Exited(1), "an invalid model was generated\n", true),
        (ABORT, "cvc5 suffered a segfault\n", false),
        (End::Exited(1), "Failed to verify: a > b\n", false),
        (ABORT, "", false),
    ];
    for (end, text, is_found_by_itself) in table {
        let found = failures(&observation(end, b"", text.as_bytes()));
        let found = found.first().map(|failure| failure.is_found_by_itself);
        assert_eq!(found, Some(is_found_by_itself), "{text}");
    }
}

#[test]
fn outputs_without_a_failure_tell_of_none() {
    for (end, text) in [
        (End::Exited(0), "sat\n"),
        (
            End::Exited(1),
            "(error \"line 3 column 4: unknown constant x\")\n",
        ),
        (
            End::Exited(1),
            "(error \"Parse Error: case.smt2:5.3: Symbol 'f' not declared\")\n",
        ),
        (
            End::Exited(0),
            "WARNING: this combination may be unsound\nsat\n",
        ),
        (
            End::Exited(0),
            "Warning : cannot check: internal error in approximation\n",
        ),
        (End::Exited(128), ""),
        (End::Exited(137), ""),
        (End::Exited(143), ""),
        (End::Signaled(libc::SIGTERM), ""),
        (End::Signaled(libc::SIGXCPU), ""),
    ] {
        assert_eq!(err(end, text), [], "{end}: {text}");
    }
}

#[test]
fn a_run_that_smelt_ended_tells_of_no_failure() {
    let said = recorded!("z3-invalid-model");
    for limit in [Limit::Cpu, Limit::Wall, Limit::Idle, Limit::Output] {
        assert_eq!(err(End::LimitHit(limit), said), []);
    }
}

#[test]
fn recorded_outputs_of_z3_and_cvc_give_their_signatures() {
    let table: &[RecordedRun] = &[
        (
            recorded!("z3-invalid-model"),
            End::Exited(1),
            OwnWord,
            "exit 1: an invalid model was generated",
        ),
        (
            recorded!("z3-check-annotation"),
            End::Exited(1),
            StatusAnnotation,
            "exit 1: check annotation that says sat",
        ),
        (
            recorded!("z3-assertion-violation"),
            End::Exited(114),
            Assertion,
            "exit 114: ASSERTION VIOLATION: fpa2bv_converter.cpp:116: UNREACHABLE CODE WAS REACHED",
        ),
        (
            recorded!("z3-failed-to-verify"),
            End::Signaled(libc::SIGSEGV),
            Signal,
            "SIGSEGV: Failed to verify: !m_var2expr.empty()",
        ),
        (
            "failed to verify: (or (not (and a b)) a)\nevaluated to (or (not (and a b)) a)\n",
            End::Exited(0),
            Assertion,
            "exit 0: failed to verify",
        ),
        (
            recorded!("z3-not-implemented"),
            End::Exited(139),
            Signal,
            "exit 139: NOT IMPLEMENTED YET",
        ),
        (
            recorded!("cvc4-1.6-internal-error"),
            End::Exited(1),
            Assertion,
            "exit 1: Internal error detected: smt_engine.cpp:5384: SmtEngine::checkModel(): ERRORS SATISFYING ASSERTIONS WITH MODEL",
        ),
        (
            recorded!("cvc4-segfault"),
            ABORT,
            Signal,
            "SIGABRT: CVC4 suffered a segfault",
        ),
        (
            recorded!("cvc4-unreachable"),
            ABORT,
            Signal,
            "SIGABRT: Fatal failure: regexp_operation.cpp:699: Unreachable code reached",
        ),
        (
            recorded!("cvc4-check-failure"),
            ABORT,
            Signal,
            "SIGABRT: Fatal failure: theory_engine.cpp:545: Check failure: d_curr_model->isBuiltSuccess()",
        ),
        (
            recorded!("cvc4-unhandled-case"),
            ABORT,
            Signal,
            "SIGABRT: Fatal failure: kinds:57: Unhandled case encounteredNo type enumerator for type …",
        ),
        (
            recorded!("cvc5-wrong-status"),
            ABORT,
            Signal,
            "SIGABRT: Fatal failure: solver_engine_state.cpp:73: Expected result unsat but got sat",
        ),
        (
            recorded!("cvc5-check-model"),
            ABORT,
            Signal,
            "SIGABRT: Fatal failure: check_models.cpp:144: Internal error detected SolverEngine::checkModel(): ERRORS SATISFYING ASSERTIONS WITH MODEL",
        ),
    ];
    walk(table);
}

#[test]
fn recorded_outputs_of_others_give_their_signatures() {
    let table: &[RecordedRun] = &[
        (
            recorded!("glibc-free"),
            ABORT,
            Signal,
            "SIGABRT: free(): invalid pointer",
        ),
        (
            recorded!("bitwuzla-assertion"),
            ABORT,
            Signal,
            "SIGABRT: solving_context.cpp:82: Assertion `res' failed",
        ),
        (
            recorded!("bitwuzla-invalid-model"),
            End::Exited(1),
            OwnWord,
            "exit 1: bzla_check_model: invalid model",
        ),
        (
            recorded!("boolector-assertion"),
            End::Exited(134),
            Signal,
            "exit 134: btorslvfun.c:1234: Assertion `lambda_value == args_value' failed",
        ),
        (
            recorded!("yices-bug"),
            End::Exited(16),
            Assertion,
            "exit 16: FATAL ERROR: unexpected sort in term table",
        ),
        (
            recorded!("asan"),
            End::Exited(1),
            Sanitizer,
            "exit 1: AddressSanitizer: heap-use-after-free: main a.c:2",
        ),
        (
            recorded!("ubsan"),
            End::Exited(0),
            Sanitizer,
            "exit 0: a.c:2: runtime error: signed integer overflow: # + # cannot be represented in type 'int'",
        ),
    ];
    walk(table);
}

/// Output and end of a run; rank and signature of the most telling failure.
type RecordedRun = (&'static str, End, FailureRank, &'static str);

fn walk(table: &[RecordedRun]) {
    for (text, end, rank, signature) in table {
        let found = err(*end, text);
        let first = found
            .first()
            .map(|(rank, signature)| (*rank, signature.as_str()));
        assert_eq!(first, Some((*rank, *signature)));
    }
}

#[test]
fn made_up_outputs_of_other_programs_give_their_signatures() {
    for (text, signature) in [
        (
            "thread 'main' panicked at src/solve.rs:12:5:\nindex out of bounds: 7\n",
            "panicked at: solve.rs:12: index out of bounds: #",
        ),
        (
            "Exception in thread \"main\" java.lang.AssertionError\n\tat de.x.Explainer.check(Explainer.java:199)\n",
            "java.lang.AssertionError: de.x.Explainer.check(Explainer.java:199)",
        ),
        (
            "Fatal error: exception Not_found\n",
            "Fatal error: exception Not_found",
        ),
        (
            "internal error: term at 7ffd00a8b2c0 of process 1234 in /tmp/a.1/log\n",
            "internal error: term at # of process # in #",
        ),
        (
            "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n",
            "terminate called after throwing an instance of 'std::bad_alloc': what(): std::bad_alloc",
        ),
        (
            "solver: internal error at 0x7fff12: bad node (f x 12)\n",
            "internal error at #: bad node …",
        ),
        (
            "wrapper: line 3:  1234 Segmentation fault      z3 x\n",
            "Segmentation fault",
        ),
    ] {
        let found = err(End::Exited(1), text);
        let first = found.first().map(|(_, signature)| signature.as_str());
        assert_eq!(first, Some(format!("exit 1: {signature}").as_str()));
    }
}

#[test]
fn the_most_telling_failure_comes_first_and_each_comes_once() {
    let found = run(End::Exited(1), recorded!("z3-two-failures").as_bytes(), b"");
    assert_eq!(
        found,
        [
            (OwnWord, "exit 1: an invalid model was generated".to_owned()),
            (
                StatusAnnotation,
                "exit 1: check annotation that says sat".to_owned()
            ),
        ]
    );
}

#[test]
fn a_wrong_answer_does_not_tell_why_a_run_was_ended_by_a_signal() {
    let found = run(
        End::Signaled(libc::SIGSEGV),
        recorded!("z3-invalid-model").as_bytes(),
        b"",
    );
    let signatures: Vec<&str> = found
        .iter()
        .map(|(_, signature)| signature.as_str())
        .collect();
    assert_eq!(
        signatures,
        ["SIGSEGV", "SIGSEGV: an invalid model was generated"]
    );
}

#[test]
fn a_message_in_the_kept_end_of_a_long_stream_is_found() {
    let mut text = b"noise\n".repeat(20_000);
    text.extend_from_slice(recorded!("cvc5-wrong-status").as_bytes());
    assert_eq!(
        run(ABORT, b"", &text)[0].1,
        err(ABORT, recorded!("cvc5-wrong-status"))[0].1
    );
}

#[test]
fn a_message_of_bytes_that_are_no_text_is_found() {
    let found = run(
        End::Exited(1),
        b"\xff\xfe (error \"an invalid model was generated\")\n",
        b"\xff",
    );
    assert_eq!(found[0].1, "exit 1: an invalid model was generated");
}

#[test]
fn names_positions_addresses_and_numbers_of_the_input_do_not_reach_the_signature() {
    let say = |name: &str, at: u32| {
        format!(
            "(error \"{name}:{at}.3: internal error: /tmp/x{at}/{name} holds `v{at}' {at} 0x{at:x}\")\n"
        )
    };
    assert_eq!(
        err(End::Exited(1), &say("case.smt2", 7)),
        err(End::Exited(1), &say("other.smt2", 1234))
    );
}
