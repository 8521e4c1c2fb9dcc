//! What `auto` leaves out because it will probably fail, and that it leaves out nothing in the end.

use super::offers::Offers;
use super::world::{case, drive, erasing, single_simplifications, strategize, unfiltered};
use smelt::language::TestCase;
use smelt::search::{ByDepth, Candidate, Fed, Search, SkipRule, Skipping, Sweep};
use smelt::tree::{Edit, Node, Piece, ROOT, Symbol};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The text fails while it has both names.
fn both(text: &str) -> bool {
    text.contains("keep") && text.contains("hold")
}

const NESTED: &str = "(a (b (c keep x) (d y)) (e (f hold) z))";

fn sweep() -> Sweep {
    Sweep::new(&[erasing()], false, &unfiltered())
}

/// By depth, then a sweep, of which some candidates are left out.
fn by_depth_first(rule: SkipRule) -> Box<dyn Search> {
    let by_depth = ByDepth::new(&[erasing()], &unfiltered());
    let parts: Vec<(SkipRule, Box<dyn Search>)> = vec![
        (SkipRule::None, Box::new(by_depth)),
        (rule, Box::new(sweep())),
    ];
    Box::new(Skipping::new(0, parts))
}

#[test]
fn what_failed_in_a_larger_text_is_left_out_where_failures_are_presumed() {
    let asked = |rule| {
        let ended = drive(NESTED, &|_| by_depth_first(rule), &both);
        assert_eq!(ended.text, "(((keep)) ((hold)))\n");
        ended.asked.len()
    };
    let everything = asked(SkipRule::None);
    assert!(asked(SkipRule::Repeated) < everything);
    assert!(asked(SkipRule::ImpliedHere) <= asked(SkipRule::Repeated));
    assert!(asked(SkipRule::Implied) <= asked(SkipRule::ImpliedHere));
}

#[test]
fn what_removes_much_is_left_out_if_a_part_of_it_failed_in_a_larger_text() {
    let asks_about = |text, whole| {
        let parts: Vec<(SkipRule, Box<dyn Search>)> = vec![
            (SkipRule::None, Offers::without_each(&["k", "z"])),
            (SkipRule::ImpliedHere, Offers::without_each(&[whole])),
        ];
        let search = |_| -> Box<dyn Search> { Box::new(Skipping::new(0, parts.clone())) };
        let ended = drive(text, &search, &|text| text.contains('k'));
        assert_eq!(
            ended.accepted.len(),
            1,
            "without z, the text is another one"
        );
        ended.asked.len() == 3
    };
    assert!(asks_about("(a (b k) z)", "(b k)"));
    assert!(!asks_about("(a (b k 1 2 3 4 5 6) z)", "(b k 1 2 3 4 5 6)"));
}

/// So much more that a list of two names is a small part of the text.
const OTHERS: &str = "(c 1 2 3 4 5 6 7 8 9) (c 1 2 3 4 5 6 7 8 9) (c 1 2 3 4 5 6 7 8 9) (c 1 2 3 4 5 6 7 8 9) \
                      (c 1 2 3 4 5 6 7 8 9) (c 1 2 3 4 5 6 7 8 9)";

#[test]
fn what_failed_in_a_much_larger_text_implies_nothing_for_what_is_presumed_by_late_failures() {
    let large = "(d 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37)";
    let asks_about_the_whole = |rule, gone| {
        let parts: Vec<(SkipRule, Box<dyn Search>)> = vec![
            (SkipRule::None, Offers::without_each(&["k", gone])),
            (rule, Offers::without_each(&["(b k)"])),
        ];
        let search = |_| -> Box<dyn Search> { Box::new(Skipping::new(0, parts.clone())) };
        let text = format!("(a (b k) z {large} {OTHERS})");
        let ended = drive(&text, &search, &|text| text.contains('k'));
        ended.asked.len() == 3
    };
    assert!(asks_about_the_whole(SkipRule::ImpliedLately, large));
    assert!(!asks_about_the_whole(SkipRule::Implied, large));
    assert!(!asks_about_the_whole(SkipRule::ImpliedLately, "z"));
}

#[test]
fn a_single_edit_that_removes_a_large_part_is_tried_although_late_failures_imply_that_it_fails() {
    let asks_about = |text: &str, whole| {
        let parts: Vec<(SkipRule, Box<dyn Search>)> = vec![
            (SkipRule::None, Offers::without_each(&["k"])),
            (SkipRule::ImpliedLately, Offers::without_each(&[whole])),
        ];
        let search = |_| -> Box<dyn Search> { Box::new(Skipping::new(0, parts.clone())) };
        let ended = drive(text, &search, &|text| text.contains('k'));
        ended.asked.len() == 2
    };
    let large = "(b k z y x w v u t)";
    assert!(!asks_about(&format!("(a (b k) {OTHERS})"), "(b k)"));
    assert!(asks_about(&format!("(a {large} {OTHERS})"), large));
}

#[test]
fn what_takes_out_what_has_no_use_is_tried_although_a_part_of_it_failed() {
    let parts: Vec<(SkipRule, Box<dyn Search>)> = vec![
        (SkipRule::None, Offers::without_each(&["k"])),
        (SkipRule::Implied, Offers::without_each(&["(b k)"])),
    ];
    let asked = |skipping: Skipping| {
        let search = |_| -> Box<dyn Search> { Box::new(skipping.clone()) };
        let ended = drive("(a (b k) z)", &search, &|text| text.contains('k'));
        ended.asked.len()
    };
    let skipping = Skipping::new(0, parts);
    assert_eq!(asked(skipping.clone()), 1);
    assert_eq!(asked(skipping.trusting(&[erasing()])), 2);
}

/// Finds nothing, and counts how often it starts again.
#[derive(Clone)]
struct Fruitless(Arc<AtomicUsize>);

impl Search for Fruitless {
    fn next(&mut self, _: &TestCase) -> Option<Candidate> {
        None
    }

    fn feed(&mut self, _: &Fed) {}

    fn restart(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn what_finds_nothing_starts_again_less_and_less_often() {
    let restarts = |successes: usize| {
        let count = Arc::default();
        let parts: Vec<(SkipRule, Box<dyn Search>)> = vec![
            (SkipRule::None, Box::new(Fruitless(Arc::clone(&count)))),
            (SkipRule::None, Box::new(sweep())),
        ];
        let text = format!("(keep hold {})", "x ".repeat(successes));
        let search = |_| -> Box<dyn Search> { Box::new(Skipping::new(0, parts.clone())) };
        let ended = drive(&text, &search, &both);
        assert_eq!(ended.text, "(keep hold)\n");
        count.load(Ordering::Relaxed)
    };
    assert_eq!(restarts(0), 0);
    assert_eq!(restarts(1), 1);
    assert_eq!(restarts(17), 17);
    // Then it starts again after two more, after four more, and at the end of the sweep.
    assert_eq!(restarts(19), 18);
    assert_eq!(restarts(23), 19);
    assert_eq!(restarts(24), 20);
}

/// Replaces the nodes with these texts together by one value after the other.
#[derive(Clone)]
struct Puts(&'static [&'static str], Vec<&'static str>);

impl Search for Puts {
    fn next(&mut self, current: &TestCase) -> Option<Candidate> {
        let tree = current.tree();
        let value = Piece::Leaf(Symbol::of(self.1.first()?.as_bytes()));
        let is_meant = |&node: &Node| {
            self.0
                .iter()
                .any(|text| tree.bytes(node) == text.as_bytes())
        };
        let nodes = (ROOT + 1..tree.end()).filter(is_meant);
        let edits = nodes.map(|node| Edit::replace(tree, node, vec![value]));
        unfiltered().candidate(current, Edit::join(tree, edits), "made-up")
    }

    fn feed(&mut self, _: &Fed) {
        self.1.remove(0);
    }

    fn restart(&mut self) {}
}

#[test]
fn what_could_not_be_replaced_together_gets_no_other_value_where_late_failures_count() {
    let asked = |rule, nodes| {
        let search = |_| -> Box<dyn Search> {
            let parts: Vec<(SkipRule, Box<dyn Search>)> = vec![
                (SkipRule::None, Box::new(Puts(nodes, vec!["a"]))),
                (rule, Box::new(Puts(nodes, vec!["b"]))),
            ];
            Box::new(Skipping::new(0, parts))
        };
        let ended = drive("(x (k 1) (m 1))", &search, &|text| text.contains('k'));
        ended.asked.len()
    };
    let both: &[&str] = &["(k 1)", "(m 1)"];
    assert_eq!(asked(SkipRule::ImpliedLately, both), 1);
    assert_eq!(asked(SkipRule::Implied, both), 2);
    let single: &[&str] = &["(k 1)"];
    assert_eq!(asked(SkipRule::ImpliedLately, single), 2);
}

#[test]
fn what_contains_something_that_the_same_text_needs_is_left_out() {
    let asked = |rule| {
        let search = |_| by_depth_first(rule);
        drive("(((keep)) ((hold)))", &search, &both).asked.len()
    };
    assert!(asked(SkipRule::ImpliedHere) < asked(SkipRule::Repeated));
    assert_eq!(
        asked(SkipRule::ImpliedHere),
        asked(SkipRule::Implied),
        "all failures are of this text"
    );
}

#[test]
fn what_is_needed_from_the_beginning_is_never_taken_out_where_failures_are_presumed() {
    let case = case(NESTED);
    let is_kept = |&node: &Node| case.tree().bytes(node) == b"keep";
    let kept = (ROOT..case.tree().end()).find(is_kept);
    let needed = kept.map(|node| case.id(node));
    let search = |_| -> Box<dyn Search> {
        let parts: Vec<(SkipRule, Box<dyn Search>)> = vec![(SkipRule::Implied, Box::new(sweep()))];
        Box::new(Skipping::new(0, parts).needing(needed))
    };
    let ended = drive(NESTED, &search, &|_| true);
    assert!(ended.text.contains("keep") && !ended.text.contains("hold"));
    assert!(ended.asked.iter().all(|text| text.contains("keep")));
}

#[test]
fn a_text_that_failed_is_not_asked_about_again_even_where_nothing_is_presumed() {
    let parts: Vec<(SkipRule, Box<dyn Search>)> = vec![
        (SkipRule::None, Box::new(sweep())),
        (SkipRule::None, Box::new(sweep())),
    ];
    let ended = drive(
        NESTED,
        &|_| Box::new(Skipping::new(0, parts.clone())),
        &both,
    );
    assert_eq!(ended.text, "(((keep)) ((hold)))\n");
    assert_eq!(ended.asked.len(), ended.distinct());
}

#[test]
fn what_contains_something_that_must_stay_is_left_out() {
    // From the leaves to the root: after `keep` is found to stay, what is around it is presumed to stay.
    let ended = |rule| drive(NESTED, &|_| by_depth_first(rule), &both);
    let (implied, plain) = (ended(SkipRule::Implied), ended(SkipRule::None));
    assert_eq!(implied.text, plain.text);
    assert!(implied.asked.len() < plain.asked.len());
}

#[test]
fn levels_take_many_nodes_of_one_depth_at_once() {
    let wide = format!("(a{} keep{})", " (x y)".repeat(100), " (z y)".repeat(100));
    let by_depth = |_| -> Box<dyn Search> { Box::new(ByDepth::new(&[erasing()], &unfiltered())) };
    let ended = drive(&wide, &by_depth, &|text| text.contains("keep"));
    assert_eq!(ended.text, "(keep)\n");
    assert!(ended.asked.len() < 30, "{}", ended.asked.len());
}

#[test]
fn a_text_on_which_auto_ends_is_one_minimal_even_if_the_oracle_is_not_monotone() {
    let text = "(declare-fun p () Bool)(declare-fun q () Bool)\
                (assert (or p (and q p (not q)) (xor p q true)))(assert (=> p q))(check-sat)";
    let oracles: [fn(&str) -> bool; 3] = [
        |text| text.contains("or ") || !text.contains("and") && text.contains('q'),
        |text| text.len() % 3 != 1 && text.contains("assert"),
        |text| text.matches('p').count() != 2 && text.contains("check-sat"),
    ];
    for interesting in oracles {
        let ended = strategize("auto", text, &interesting);
        for (by, simpler) in single_simplifications(text, &ended.text) {
            assert!(!interesting(&simpler), "{by}: {simpler}");
        }
    }
}

#[test]
fn a_mutator_that_succeeds_at_node_after_node_is_tried_at_many_at_once() {
    let wide = |n: usize| format!("(a keep{})", " x".repeat(n));
    let checks = |n: usize, sweep: Sweep| {
        let search = |_| -> Box<dyn Search> { Box::new(sweep.clone()) };
        let ended = drive(&wide(n), &search, &|text| text.contains("keep"));
        assert_eq!(ended.text, "(keep)\n");
        ended.asked.len()
    };
    assert!(checks(500, sweep()) > 500);
    let hurried = checks(500, sweep().with_streaks());
    assert!(hurried < 40, "{hurried}");
}
