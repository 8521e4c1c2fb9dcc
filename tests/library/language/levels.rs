//! Edits that change which levels are open are judged as the edited text is, without a look at the other levels.

use super::case;
use proptest::prelude::*;
use smelt::language::smtlib::WellFormedness;
use smelt::language::{Filter, TestCase};
use smelt::tree::{Edit, Node, Piece, ROOT, Splice, Symbol};
use std::ops::Range;

/// What a text of levels consists of: commands that open and close levels, and that declare or use few names.
const COMMANDS: &[&str] = &[
    "(push 1)",
    "(push 2)",
    "(pop 1)",
    "(pop 2)",
    "(declare-fun y () Int)",
    "(declare-fun z () Int)",
    "(declare-fun z () Bool)",
    "(assert (> y 0))",
    "(assert (let ((z x)) (> z y)))",
    "(assert (! (= x 1) :named y))",
    "(check-sat)",
];

/// A text of these commands, without those that have a fault where they stand.
fn text(commands: &[usize]) -> String {
    let mut text = String::from("(declare-fun x () Int)");
    for &command in commands {
        let longer = text.clone() + COMMANDS[command];
        let longer_case = case(&longer);
        if WellFormedness::of(&longer_case)
            .faults(&longer_case)
            .next()
            .is_none()
        {
            text = longer;
        }
    }
    text
}

/// Without a command that opens or closes levels; or with another number of levels.
fn change(case: &TestCase, command: Node, kind: u8) -> Edit {
    let number = match kind {
        0 => "1",
        1 => "2",
        _ => return Edit::delete(case.tree(), command),
    };
    let number = Symbol::of(number.as_bytes());
    Edit::replace(case.tree(), command + 2, vec![Piece::Leaf(number)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_change_of_levels_is_judged_as_the_changed_text_is(
        commands in prop::collection::vec(0..COMMANDS.len(), 1..40),
        changed in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..5), 1..5),
        exits in any::<bool>(),
    ) {
        let end = if exits { "(exit)(pop 1)(push 2)(assert)" } else { "" };
        let base = case(&(text(&commands) + end));
        let heads: [&[u8]; 2] = [b"push", b"pop"];
        let levels = base.tree().children(ROOT).filter(|&node| heads.contains(&base.tree().head_bytes(node)));
        let levels: Vec<Node> = levels.collect();
        if levels.is_empty() {
            return Ok(());
        }
        let edits: Vec<Edit> = changed.iter().map(|(at, kind)| change(&base, *at.get(&levels), *kind)).collect();
        let edit = Edit::join(base.tree(), &edits);
        let edited = base.apply(&edit);
        let filter = WellFormedness::of(&base).strict();
        let (quick, whole) = (filter.edited(&base, &edit), filter.whole(&edited));
        prop_assert_eq!(quick.is_some(), whole.is_some(), "{:?} {:?} {} {}", quick, whole,
            String::from_utf8_lossy(base.tree().text()), String::from_utf8_lossy(edited.tree().text()));
    }
}

/// Whether a text of levels with five commands each is ill-formed without some commands, which are counted from the `push`
/// of a level on, and how many cells are looked at to know it.
fn without(text: &str, commands: Range<usize>) -> (bool, usize) {
    let base = case(text);
    let nodes: Vec<Node> = base.tree().children(ROOT).collect();
    let level = &nodes[1 + nodes.len() / 10 * 5..];
    let gone = Splice::delete_all(level[commands.start]..level[commands.end]);
    let judgement = WellFormedness::of(&base).judge(&base, &Edit::new(vec![gone]));
    (judgement.is_ill_formed, judgement.looked_at)
}

/// A text of 3,000 levels, each of which declares the name that is given for it.
fn levels(name: impl Fn(usize) -> String) -> String {
    let level = "(push 1)(declare-fun y () Int)(assert (> y x))(check-sat)(pop 1)";
    let levels: String = (0..3000).map(|k| level.replace('y', &name(k))).collect();
    format!("(declare-fun x () Int){levels}")
}

#[test]
fn other_levels_are_not_looked_at_though_they_declare_the_same_name() {
    let text = levels(|_| "y".to_owned());
    // A whole level; and only the `push`, without which a `pop` lacks a level.
    let (is_ill_formed, looked_at) = without(&text, 0..5);
    assert!(!is_ill_formed && looked_at < 100, "{looked_at}");
    let (is_ill_formed, looked_at) = without(&text, 0..1);
    assert!(is_ill_formed && looked_at < 100, "{looked_at}");
}

#[test]
fn a_level_that_closes_later_takes_no_look_at_the_other_levels() {
    let text = levels(|_| "y".to_owned());
    assert_eq!(
        without(&text, 4..5),
        (true, 0),
        "`y` would be declared twice"
    );
    let text = levels(|k| format!("y{k}"));
    assert_eq!(without(&text, 4..5), (false, 0));
}

#[test]
fn levels_before_exit_are_judged_without_a_look_at_the_others_and_at_what_follows() {
    let end = "(exit)(pop 1)(check-sat)";
    let text = levels(|_| "y".to_owned()) + end;
    assert_eq!(without(&text, 4..5), (true, 0));
    assert_eq!(without(&text, 0..1), (true, 0));
    let (exit, pop) = (7500..7501, 7501..7502);
    assert_eq!(without(&text, pop), (false, 0), "nothing reads it");
    let (is_ill_formed, _) = without(&text, exit);
    assert!(is_ill_formed, "without `exit`, a `pop` lacks a level");
    let text = levels(|k| format!("y{k}")) + end;
    assert_eq!(without(&text, 4..5), (false, 0));
}

#[test]
fn a_level_that_is_dissolved_takes_no_look_at_the_other_levels() {
    for (name, is_ill_formed) in [("y", true), ("y_", false)] {
        let text = levels(|k| {
            if name == "y" {
                name.to_owned()
            } else {
                format!("{name}{k}")
            }
        });
        let base = case(&text);
        let nodes: Vec<Node> = base.tree().children(ROOT).collect();
        let level = [nodes[1], nodes[5]].map(|node| Edit::delete(base.tree(), node));
        let edit = Edit::join(base.tree(), &level);
        let judgement = WellFormedness::of(&base).judge(&base, &edit);
        assert_eq!(
            (judgement.is_ill_formed, judgement.looked_at),
            (is_ill_formed, 0)
        );
    }
}

#[test]
fn a_name_that_comes_into_a_level_is_gone_when_the_level_is_closed() {
    // Without the first `pop`, and with a second one that closes two levels, `y` is an integer again at the end.
    let base = case(
        "(declare-fun y () Int)(push 1)(pop 1)(assert (! true :named y))(push 1)(pop 1)(declare-fun y () Int)",
    );
    let pops = base
        .tree()
        .children(ROOT)
        .filter(|&node| base.tree().head_bytes(node) == b"pop");
    let edits = pops.zip([2, 1]).map(|(pop, kind)| change(&base, pop, kind));
    let edit = Edit::join(base.tree(), edits.collect::<Vec<_>>());
    let filter = WellFormedness::of(&base);
    assert!(filter.whole(&base.apply(&edit)).is_some());
    assert!(filter.edited(&base, &edit).is_some());
}
