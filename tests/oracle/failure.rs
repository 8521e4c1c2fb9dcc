//! The same failure.

use super::make::{ended, exit, long, stopped, table};
use smelt::observation::{End, Limit};
use smelt::oracle::{MatchRule, Rule};
use smelt::outcome::Outcome::{Interesting, Uninteresting, Unresolved};

fn rule() -> Rule {
    Rule::Same(MatchRule::default())
}

#[test]
fn a_message_is_kept_whatever_else_is_printed() {
    let model = b"(error \"line 35 column 10: an invalid model was generated\")\n";
    table(
        &rule(),
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
        &rule(),
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
        &rule(),
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
        &rule(),
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
        &rule(),
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

#[test]
fn without_a_failure_exit_code_and_streams_are_compared_after_normalisation() {
    table(
        &rule(),
        exit(1, b"(error \"line 3 column 4: unknown constant\")\n", b""),
        vec![
            (
                "another exit code",
                exit(2, b"(error \"line 3 column 4: unknown constant\")\n", b""),
                Uninteresting,
            ),
            (
                "another message",
                exit(1, b"(error \"line 3 column 4: unknown sort\")\n", b""),
                Uninteresting,
            ),
            (
                "something on standard error",
                exit(1, b"(error \"line 3 column 4: unknown constant\")\n", b"x"),
                Uninteresting,
            ),
            ("a stream too long", exit(1, &long(""), b""), Unresolved),
            (
                "another position",
                exit(1, b"(error \"line 1 column 1: unknown constant\")\n", b""),
                Interesting,
            ),
        ],
    );
}

#[test]
fn long_streams_that_are_equal_are_equal() {
    table(
        &rule(),
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
