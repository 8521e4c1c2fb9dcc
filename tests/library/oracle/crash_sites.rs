//! Where a crash happened, as the rules compare it.

use super::make::{at_site, ended, table};
use smelt::observation::End;
use smelt::oracle::{Evidence, MatchRule, Rule, Same};
use smelt::outcome::Outcome::{Interesting, Uninteresting, Unresolved};

const SEGV: End = End::Signaled(libc::SIGSEGV);
const ABRT: End = End::Signaled(libc::SIGABRT);
const MESSAGE: &[u8] = b"CVC4 suffered a segfault.\n";

fn rule(same_stack: Option<u32>) -> Rule {
    Rule::of(Same(MatchRule::default())).with_same_stack(same_stack)
}

fn crash(functions: &[&str]) -> Option<Evidence> {
    at_site(SEGV, b"", functions)
}

#[test]
fn by_default_a_crash_is_told_by_its_innermost_function_of_the_solver() {
    let rows = vec![
        ("another function", crash(&["h", "g"]), Uninteresting),
        (
            "another signal",
            at_site(ABRT, b"", &["f", "g"]),
            Uninteresting,
        ),
        ("no function", crash(&[]), Uninteresting),
        (
            "a stack that was not read",
            ended(SEGV, b"", b""),
            Unresolved,
        ),
        ("another caller", crash(&["f", "h"]), Interesting),
        ("called by nobody", crash(&["f"]), Interesting),
        (
            "deeper in the C library",
            crash(&["__memcpy", "std::sort", "f", "g"]),
            Interesting,
        ),
        (
            "with a message",
            at_site(SEGV, MESSAGE, &["f"]),
            Interesting,
        ),
    ];
    table(&*rule(None), crash(&["f", "g"]), rows);
}

#[test]
fn a_crash_with_a_message_and_one_without_are_the_same_in_the_same_function() {
    let other = b"Fatal failure within f() at a.cpp:1\nUnreachable code reached\n";
    let rows = vec![
        (
            "another message",
            at_site(ABRT, other, &["f"]),
            Uninteresting,
        ),
        (
            "another function, no message",
            at_site(ABRT, b"", &["g"]),
            Uninteresting,
        ),
        (
            "the same message",
            at_site(ABRT, MESSAGE, &["f"]),
            Interesting,
        ),
        ("no message", at_site(ABRT, b"", &["f"]), Interesting),
    ];
    table(&*rule(None), at_site(ABRT, MESSAGE, &["f"]), rows);
}

#[test]
fn without_a_stack_the_message_alone_tells() {
    let rows = vec![
        ("no message", ended(ABRT, b"", b""), Uninteresting),
        (
            "the message in some function",
            at_site(ABRT, MESSAGE, &["f"]),
            Interesting,
        ),
        ("the message", ended(ABRT, b"", MESSAGE), Interesting),
    ];
    table(&*rule(None), ended(ABRT, b"", MESSAGE), rows);
}

#[test]
fn as_many_functions_are_compared_as_the_option_says() {
    let rows = vec![
        ("another caller", crash(&["f", "h"]), Uninteresting),
        ("another one before", crash(&["f", "g", "h"]), Interesting),
    ];
    table(&*rule(Some(2)), crash(&["f", "g", "main"]), rows);
    let rows = vec![
        ("another function", crash(&["h"]), Interesting),
        (
            "a stack that was not read",
            ended(SEGV, b"", b""),
            Interesting,
        ),
    ];
    table(&*rule(Some(0)), crash(&["f", "g"]), rows);
}

#[test]
fn an_explicit_rule_compares_functions_only_where_it_says_so() {
    let any_output = MatchRule {
        ignore_out: true,
        ignore_err: true,
        ..MatchRule::default()
    };
    let loose = Rule::of(Same(any_output.clone()));
    let rows = vec![("another function", crash(&["g"]), Interesting)];
    table(&*loose, crash(&["f"]), rows);
    let rows = vec![
        ("another function", crash(&["g"]), Uninteresting),
        ("another exit", at_site(ABRT, b"", &["f"]), Uninteresting),
        ("the same function", crash(&["f", "h"]), Interesting),
    ];
    table(&*loose.with_same_stack(Some(1)), crash(&["f"]), rows);
}
