//! What most likely does not matter goes at once.

use super::machines::{EIGHT, digits};
use super::world::{case, drive, filtered, unfiltered};
use smelt::language::smtlib::SmtLib;
use smelt::search::{AtOnce, Search};
use smelt::tree::ROOT;
use std::sync::Arc;

#[test]
fn what_comes_after_the_failure_goes_at_once_or_not_at_all() {
    let golden = case(EIGHT);
    let tree = golden.tree();
    let commands: Vec<_> = tree.children(ROOT).map(|node| golden.id(node)).collect();
    let search = |from: usize| -> Box<dyn Search> {
        let behind: Arc<[_]> = commands[from..].into();
        Box::new(AtOnce::behind_failure(&behind, &unfiltered()))
    };
    for (from, needed, asked, left) in [
        (3, "(a 2)", 1, "012"),
        (3, "(a 6)", 1, "01234567"),
        (7, "(a 2)", 0, "01234567"),
    ] {
        let ended = drive(EIGHT, &|_| search(from), &|text| text.contains(needed));
        assert_eq!(ended.asked.len(), asked, "{needed}");
        assert_eq!(digits(&[ended.text]), [left], "{needed}");
    }
}

#[test]
fn the_main_content_goes_at_once_where_the_answer_is_stated_or_not_at_all() {
    let assertions = "(declare-const p Bool)(assert p)(assert (not p))(check-sat)";
    let stated = format!("(set-info :status sat){assertions}");
    let search = || -> Box<dyn Search> { Box::new(AtOnce::principal(&SmtLib, &unfiltered())) };
    for (text, needed, asked, left) in [
        (&*stated, ":status", 1, 3),
        (&stated, "not", 1, 5),
        (
            "(set-info :source |s|)(assert true)(check-sat)",
            "check",
            0,
            3,
        ),
        (assertions, "check", 0, 4),
        ("(set-info :status sat)(check-sat)", "check", 0, 2),
    ] {
        let ended = drive(text, &|_| search(), &|text| text.contains(needed));
        assert_eq!(ended.asked.len(), asked, "{text} {needed}");
        assert_eq!(ended.text.lines().count(), left, "{text} {needed}");
    }
}

#[test]
fn ill_formed_commands_go_at_once_however_deep_and_many_their_faults_are() {
    let depth = 100_000;
    let nested = ["(not ".repeat(depth), "p".to_owned(), " q)".repeat(depth)].concat();
    let text = format!("(declare-const p Bool)(assert p)(assert {nested})(check-sat)");
    let admission = filtered(&case(&text));
    let search = |_| -> Box<dyn Search> { Box::new(AtOnce::ill_formed(&admission)) };
    let ended = drive(&text, &search, &|_| true);
    assert_eq!(ended.asked.len(), 1);
    assert_eq!(
        ended.text,
        "(declare-const p Bool)\n(assert p)\n(check-sat)\n"
    );
}
