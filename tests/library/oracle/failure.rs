//! The same failure.

use super::make::{answer, ended, exit, long, of, stopped, table};
use smelt::observation::{End, Limit};
use smelt::oracle::{Evidence, MatchRule, NotReproduced, Reproduced, Rule, Same, StreamPattern};
use smelt::outcome::Outcome::{Interesting, Uninteresting, Unresolved};

fn rule() -> Rule {
    Rule::of(Same(MatchRule::default()))
}

#[test]
fn a_message_is_kept_whatever_else_is_printed() {
    let model = b"(error \"line 35 column 10: an invalid model was generated\")\n";
    table(
        &*rule(),
        exit(
            1,
            b"sat\n(error \"line 35 column 10: an invalid model was generated\")\n",
            b"",
        ),
        vec![
            ("no message", exit(1, b"sat\n", b""), Uninteresting),
            ("another exit code", exit(0, model, b""), Uninteresting),
            (
                "a signal besides",
                ended(End::Signaled(11), model, b""),
                Uninteresting,
            ),
            (
                "a weaker message",
                exit(1, b"(error \"check annotation that says sat\")\n", b""),
                Uninteresting,
            ),
            ("stopped by CPU time", stopped(Limit::Cpu), Uninteresting),
            ("stopped idle", stopped(Limit::Idle), Uninteresting),
            ("stopped by output", stopped(Limit::Output), Uninteresting),
            ("stopped by wall time", stopped(Limit::Wall), Unresolved),
            ("could not be told", None, Unresolved),
            (
                "message may be in the part not kept",
                exit(1, &long("\n"), b""),
                Unresolved,
            ),
            (
                "long, but ended otherwise",
                exit(0, &long("\n"), b""),
                Uninteresting,
            ),
            (
                "another position",
                exit(
                    1,
                    b"(error \"line 2 column 1: an invalid model was generated\")",
                    b"",
                ),
                Interesting,
            ),
            (
                "other answers",
                exit(1, &[b"unsat\n\xff".as_slice(), model].concat(), b"warning"),
                Interesting,
            ),
            (
                "message on the other stream",
                exit(1, b"", model),
                Interesting,
            ),
            (
                "message in the kept end",
                exit(1, &long("\nan invalid model was generated\n"), b""),
                Interesting,
            ),
        ],
    );
}

#[test]
fn a_crash_keeps_its_signal_and_its_message() {
    let fatal = |line: u32, what: &str| {
        let err = format!("Fatal failure within void f(int) at ./src/a.cpp:{line}\n{what}\n");
        ended(End::Signaled(6), b"", err.as_bytes())
    };
    table(
        &*rule(),
        fatal(12, "Unreachable code reached"),
        vec![
            (
                "another line",
                fatal(13, "Unreachable code reached"),
                Uninteresting,
            ),
            ("another message", fatal(12, "Check failure"), Uninteresting),
            (
                "no message",
                ended(End::Signaled(6), b"", b""),
                Uninteresting,
            ),
            (
                "another signal",
                ended(End::Signaled(11), b"", b""),
                Uninteresting,
            ),
            (
                "the same",
                fatal(12, "Unreachable code reached"),
                Interesting,
            ),
        ],
    );
}

#[test]
fn a_message_that_was_cut_off_is_that_which_begins_like_it() {
    let failed = |message: &str| ended(End::Signaled(6), b"", message.as_bytes());
    let whole = "s: src/a.cpp:12: void f(): Assertion `x > 0 && y < 10' failed.\n";
    let general = "internal error: no such term in the table at 0x55d0aabb\n";
    table(
        &*rule(),
        failed(general),
        vec![
            ("cut off", failed(&general[..30]), Interesting),
            (
                "cut off in the address",
                failed(&general[..50]),
                Interesting,
            ),
            (
                "as long, but whole",
                failed(&format!("{}\n", &general[..30])),
                Uninteresting,
            ),
            (
                "another one, cut off",
                failed("internal error: no such sort"),
                Uninteresting,
            ),
            ("nothing of it", failed("int"), Uninteresting),
        ],
    );
    table(
        &*rule(),
        failed(&general[..30]),
        vec![
            (
                "the whole of what was cut off",
                failed(general),
                Interesting,
            ),
            ("another one", failed(whole), Uninteresting),
        ],
    );
}

#[test]
fn a_silent_crash_is_not_mistaken_for_one_with_a_message() {
    table(
        &*rule(),
        ended(End::Signaled(11), b"sat\n", b""),
        vec![
            (
                "a message",
                ended(
                    End::Signaled(11),
                    b"",
                    b"ASSERTION VIOLATION\nFile: a.cpp\nLine: 3\nx\n",
                ),
                Uninteresting,
            ),
            ("exit code of a shell", exit(139, b"", b""), Uninteresting),
            (
                "the same with other answers",
                ended(End::Signaled(11), b"unsat\n", b""),
                Interesting,
            ),
        ],
    );
}

/// A run of the solver under test, accepted as the golden run or refused.
fn accepted(golden: Option<Evidence>) -> Result<Reproduced, NotReproduced> {
    of(&*rule()).accept_golden(&[answer(0, golden)])
}

#[test]
fn a_run_that_only_refuses_its_input_is_no_failure() {
    let unknown = "(error \"line 3 column 13: unknown constant y\")";
    for out in [format!("{unknown}\n"), format!("{unknown}\nsat\n")] {
        let why = NotReproduced::Refused(unknown.to_owned());
        assert_eq!(accepted(exit(1, out.as_bytes(), b"")), Err(why));
    }
    let undefined = "(error \"at line 3, column 14: undefined term: y\")";
    let why = NotReproduced::Refused(undefined.to_owned());
    assert_eq!(accepted(exit(0, undefined.as_bytes(), b"")), Err(why));
}

#[test]
fn a_refusal_says_what_to_try() {
    let explained = |said: &str| NotReproduced::Refused(said.to_owned()).to_string();
    let sygus = explained("; synth-fun line: 2 position: 26");
    assert!(sygus.contains("`; synth-fun line: 2 position: 26`"));
    assert!(sygus.contains("SyGuS"));
    assert!(explained("unknown constant x").contains("Is an option missing"));
}

#[test]
fn a_solver_that_passes_a_command_over_has_refused_the_file_unless_it_answers() {
    let passed = "; synth-fun line: 2 position: 26";
    let why = NotReproduced::Refused(passed.to_owned());
    let silent = exit(0, b"unsupported\n", passed.as_bytes());
    assert_eq!(accepted(silent), Err(why));
    let answered = exit(0, b"unsupported\nsat\n", passed.as_bytes());
    assert_eq!(accepted(answered), Err(NotReproduced::NoFailure));
    let ended_otherwise = accepted(exit(3, b"unsupported\n", passed.as_bytes()));
    assert!(ended_otherwise.is_ok());
}

#[test]
fn a_failure_beside_refusals_is_the_failure() {
    let unknown = "(error \"line 3 column 13: unknown constant y\")\n";
    let model = "(error \"line 9 column 10: an invalid model was generated\")\n";
    for out in [format!("{unknown}{model}"), format!("{model}{unknown}")] {
        let shown = accepted(exit(1, out.as_bytes(), b"")).expect("a failure");
        assert_eq!(shown.signature, "exit 1: an invalid model was generated");
    }
    let crash = accepted(ended(End::Signaled(11), unknown.as_bytes(), b""));
    assert_eq!(crash.expect("a failure").signature, "SIGSEGV");
}

#[test]
fn an_explicit_rule_reduces_a_refusal() {
    let rule = Rule::of(Same(MatchRule {
        out: Some(StreamPattern::Text(b"unknown constant".to_vec())),
        ..MatchRule::default()
    }));
    let golden = exit(
        1,
        b"(error \"line 3 column 13: unknown constant y\")\n",
        b"",
    );
    let shown = of(&*rule).accept_golden(&[answer(0, golden)]);
    let shown = shown.expect("the text that was asked for");
    assert_eq!(shown.signature, "exit 1: unknown constant y");
}

#[test]
fn the_signature_of_a_result_is_that_of_the_golden_run_where_it_is_the_same_failure() {
    let loose = Rule::of(Same(MatchRule {
        ignore_out: true,
        ..MatchRule::default()
    }));
    let run = |out: &str| [answer(0, exit(1, out.as_bytes(), b""))];
    let model = run("(error \"line 9 column 10: an invalid model was generated\")\n");
    let both =
        run("internal error: x\n(error \"line 1 column 2: an invalid model was generated\")\n");
    let other = run("internal error: y\n");
    let of = of(&*loose);
    for (result, signature) in [
        (&both, "exit 1: an invalid model was generated"),
        (&other, "exit 1: internal error: y"),
    ] {
        assert_eq!(of.signature(&model, result).as_deref(), Some(signature));
    }
}

#[test]
fn a_message_of_an_unknown_solver_that_names_a_line_is_doubted() {
    let doubted = accepted(exit(2, b"", b"in.smt2:3:4: what is this\n")).expect("an exit code");
    assert_eq!(doubted.doubt.as_deref(), Some("in.smt2:3:4: what is this"));
    let plain = accepted(exit(2, b"", b"no idea\n")).expect("an exit code");
    assert_eq!(plain.doubt, None);
}

#[test]
fn without_a_failure_exit_code_and_streams_are_compared_after_normalisation() {
    table(
        &*rule(),
        exit(1, b"(error \"line 3 column 4: out of luck\")\n", b""),
        vec![
            (
                "another exit code",
                exit(2, b"(error \"line 3 column 4: out of luck\")\n", b""),
                Uninteresting,
            ),
            (
                "another message",
                exit(1, b"(error \"line 3 column 4: out of ideas\")\n", b""),
                Uninteresting,
            ),
            (
                "something on standard error",
                exit(1, b"(error \"line 3 column 4: out of luck\")\n", b"x"),
                Uninteresting,
            ),
            ("a stream too long", exit(1, &long(""), b""), Unresolved),
            (
                "another position",
                exit(1, b"(error \"line 1 column 1: out of luck\")\n", b""),
                Interesting,
            ),
        ],
    );
}

#[test]
fn long_streams_that_are_equal_are_equal() {
    table(
        &*rule(),
        exit(3, &long("a"), b""),
        vec![
            ("another end", exit(3, &long("b"), b""), Unresolved),
            (
                "another length and exit code",
                exit(4, &long("bb"), b""),
                Uninteresting,
            ),
            ("equal", exit(3, &long("a"), b""), Interesting),
        ],
    );
}
