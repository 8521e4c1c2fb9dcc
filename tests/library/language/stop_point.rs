//! Where a solver failed, as its output tells, and which commands come after that.

use super::case;
use smelt::language::smtlib::SmtLib;
use smelt::language::{FailurePlace, Language, TestCase};
use smelt::observation::{End, Limits, Observation, Stream};
use std::time::Duration;

const TEXT: &str = "(declare-const p Bool)\n(assert p)\n(check-sat)\n(assert (= \"a\nb\" \"\"))\n\
                    (check-sat-assuming (p))\n(get-model)\n(check-sat)\n(exit)\n";

/// Where the solver fails if it has given so many answers, and then a message that names a line.
fn place(case: &TestCase, line: Option<u32>, answers: usize) -> FailurePlace {
    let message = line.map(|line| format!("(error \"line {line} column 1: no\")"));
    let run = Observation {
        end: End::Exited(1),
        out: Stream::of("sat\n".repeat(answers).as_bytes()),
        err: Stream::of(message.unwrap_or_default().as_bytes()),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        rss_kib: 0,
        stack: None,
        limits: Limits::of_cpu(Duration::from_secs(1)),
    };
    SmtLib.failure_place(case, &run)
}

/// The commands of the text that come after the failure.
fn behind(line: Option<u32>, answers: usize) -> Vec<&'static str> {
    let case = case(TEXT);
    let behind = place(&case, line, answers).behind;
    let nodes = behind.iter().filter_map(|&id| case.node(id));
    let commands = nodes.map(|node| case.tree().bytes(node));
    let in_text = |command: &[u8]| {
        let command = std::str::from_utf8(command).expect("UTF-8");
        &TEXT[TEXT.rfind(command).expect("a command")..][..command.len()]
    };
    commands.map(in_text).collect()
}

#[test]
fn a_message_that_names_the_line_of_a_query_tells_where_the_solver_failed() {
    // A string may contain a line break, so that the second query is in the sixth line.
    assert_eq!(behind(Some(6), 3), ["(get-model)", "(check-sat)", "(exit)"]);
    assert_eq!(behind(Some(8), 0), ["(exit)"]);
}

#[test]
fn otherwise_the_first_query_without_an_answer_tells_it() {
    assert_eq!(behind(None, 1), ["(get-model)", "(check-sat)", "(exit)"]);
    assert_eq!(behind(Some(2), 2), ["(exit)"]);
}

#[test]
fn if_every_query_was_answered_nothing_is_known() {
    assert!(behind(None, 3).is_empty());
    assert!(behind(Some(100), 7).is_empty());
}

#[test]
fn a_query_is_needed_if_a_message_names_it_or_if_the_solver_fails_behind_its_answer_and_nothing_comes_after_it()
 {
    let text = case(TEXT);
    let failing = |line, answers| {
        let node = text.node(place(&text, line, answers).at?)?;
        Some(text.tree().bytes(node))
    };
    assert_eq!(failing(Some(6), 0), Some(&b"(check-sat-assuming (p))"[..]));
    assert_eq!(failing(None, 3), Some(&b"(check-sat)"[..]));
    assert_eq!(failing(Some(2), 2), None, "an assertion is no query");
    assert_eq!(failing(None, 0), None);
    let read = case("(check-sat)(get-value (x))");
    let node = place(&read, None, 1).at;
    assert_eq!(node, None, "what comes after the query may have failed");
}
