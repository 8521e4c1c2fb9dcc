//! Halving, sweep, sequence, repeat: what each asks, in which order.

use super::world::{case, drive, erasing, filtered, named, strategize, unfiltered};
use smelt::mutator::smtlib::constants::CONSTANTS;
use smelt::mutator::smtlib::declarations::REMOVE_UNUSED;
use smelt::mutator::{ERASE_NODE, Mutator};
use smelt::search::{
    Admission, Cancellation, Candidate, Depth, Descent, Elements, Fed, ListReduction, MINIMISERS,
    Position, Repeat, Search, Sequence, Source, Staged, Sweep, Turns, WhileLarge, WhilePays,
    minimiser,
};
use smelt::tree::{Node, Tree};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Eight commands, of which no other depends on one.
pub(super) const EIGHT: &str = "(a 0)(a 1)(a 2)(a 3)(a 4)(a 5)(a 6)(a 7)";

fn halving() -> Box<dyn Search> {
    Box::new(commands(Depth::Single(&MINIMISERS[0]), &unfiltered()))
}

/// Erases top-level expressions.
fn commands(depth: Depth, admission: &Arc<Admission>) -> ListReduction {
    let elements = Elements::new(&ERASE_NODE, Source::TopLevel(|_, _| true));
    ListReduction::new(elements, depth, admission)
}

const FAILED: Fed = Fed::Uninteresting;

/// The text of a candidate.
fn text(candidate: Option<Candidate>) -> Option<Vec<u8>> {
    candidate?.text()
}

/// The digits that are left in each text.
pub(super) fn digits(texts: &[String]) -> Vec<String> {
    let digits = |text: &String| text.chars().filter(char::is_ascii_digit).collect();
    texts.iter().map(digits).collect()
}

#[test]
fn halving_tries_all_nodes_at_once_then_halves_then_quarters_then_single_ones() {
    let ended = drive(EIGHT, &|_| halving(), &|_| false);
    let expected = "- 4567 0123 234567 014567 012367 012345 1234567 0234567 0134567 0124567 0123567 \
                    0123467 0123457 0123456";
    let expected: Vec<&str> = expected
        .split(' ')
        .map(|text| text.trim_matches('-'))
        .collect();
    assert_eq!(digits(&ended.asked), expected);
}

#[test]
fn a_list_too_long_to_keep_its_edits_is_thinned_as_a_shorter_one() {
    for elements in [16_384, 32_768] {
        let texts = (0..elements).map(|k| format!("(a {k})"));
        let text = texts.collect::<Vec<String>>().concat();
        let search = |_| -> Box<dyn Search> { Box::new(commands(Depth::Coarse, &unfiltered())) };
        let ended = drive(&text, &search, &|text| text.contains("(a 7)"));
        let lines: Vec<usize> = ended
            .asked
            .iter()
            .map(|text| text.lines().count())
            .collect();
        assert_eq!(lines[..2], [0, elements / 2], "{elements}");
        assert_eq!(ended.text, "(a 6)\n(a 7)\n", "{elements}");
    }
}

#[test]
fn a_failure_that_is_about_the_stated_answer_takes_few_questions_of_auto() {
    let text = "(set-logic QF_SLIA)(declare-const a String)(declare-const b String)\
        (assert (= (str.replace \"B\" a (str.++ a b \"B\")) (str.++ a (str.replace b \"B\" a))))\
        (set-info :status unsat)(check-sat)";
    let interesting = |text: &str| {
        text.contains(":status unsat") && text.contains("check-sat") && !text.contains("false")
    };
    let ended = strategize("auto", text, &interesting);
    assert_eq!(ended.text, "(set-info :status unsat)\n(check-sat)\n");
    assert!(ended.asked.len() <= 8, "{:?}", ended.asked);
}

#[test]
fn the_last_element_of_a_list_can_be_left_out() {
    let elements = Elements::new(&ERASE_NODE, Source::TopLevel(|_, _| true)).without_last();
    let all = |text| elements.nodes(&case(text)).len();
    assert_eq!([all(EIGHT), all("(a 0)"), all("")], [7, 0, 0]);
}

#[test]
fn wdd_halves_a_list_by_the_number_of_its_cells() {
    let heavy_first = "(a (b 1 2 3 4 5 6))(a 7)(a 8)(a 9)";
    let wdd = minimiser("wdd").expect("it is in the list");
    let search = || -> Box<dyn Search> { Box::new(commands(Depth::Single(wdd), &unfiltered())) };
    let ended = drive(heavy_first, &|_| search(), &|_| false);
    assert_eq!(digits(&ended.asked[..2]), ["123456", "789"]);
}

#[test]
fn halving_goes_on_behind_a_success_and_never_asks_about_nodes_that_are_gone() {
    let ended = drive(EIGHT, &|_| halving(), &|text| text.contains("(a 5)"));
    assert_eq!(ended.text, "(a 5)\n");
    assert_eq!(
        digits(&ended.asked)[..3],
        ["", "4567", ""].map(String::from)
    );
    let empty = ended.asked.iter().filter(|text| text.is_empty()).count();
    assert_eq!(
        ended.distinct(),
        ended.asked.len() - empty + 1,
        "only the empty text comes up again"
    );
}

#[test]
fn ten_thousand_nested_unused_lets_go_in_a_handful_of_checks() {
    let lets = 10_000;
    let binder = |k| format!("(let ((y{k} (not x))) ");
    let open: String = (0..lets).map(binder).collect();
    let text = format!(
        "(declare-const x Bool)(assert {open}(or x y9){})",
        ")".repeat(lets)
    );
    let filtered = |_| -> Box<dyn Search> {
        let elements = Elements::new(named("let-elimination"), Source::Below);
        let depth = Depth::Single(&MINIMISERS[0]);
        Box::new(ListReduction::new(elements, depth, &filtered(&case(&text))))
    };
    let ended = drive(&text, &filtered, &|_| true);
    assert_eq!(
        ended.text,
        "(declare-const x Bool)\n(assert (let ((y9 (not x))) (or x y9)))\n"
    );
    assert_eq!(ended.asked.len(), 1);
    // Subsets that hold one of those that matter fail.
    let ended = drive(&text, &filtered, &|text| {
        text.contains("y77 ") && text.contains("y8888 ")
    });
    assert_eq!(ended.text.matches("let").count(), 3);
    assert!(ended.asked.len() <= 80, "{}", ended.asked.len());
}

#[test]
fn a_coarse_search_tries_no_small_subsets() {
    let coarse = |_| -> Box<dyn Search> { Box::new(commands(Depth::Coarse, &unfiltered())) };
    let ended = drive(EIGHT, &coarse, &|_| false);
    assert_eq!(
        digits(&ended.asked),
        ["", "4567", "0123", "234567", "014567", "012367", "012345"]
    );
    let command = |k| format!("(a {k})");
    let many: String = (0..10_000).map(command).collect();
    let ended = drive(&many, &coarse, &|_| false);
    assert!(ended.asked.len() < 150, "{}", ended.asked.len());
}

#[test]
fn what_has_no_use_any_more_is_taken_out_before_a_list_is_made_again() {
    let text: String = ["a", "b", "c", "d"]
        .map(|name| format!("(declare-const {name} Int)(assert (= {name} 0))"))
        .concat();
    let asserted = Elements::new(
        &ERASE_NODE,
        Source::TopLevel(|tree, node| {
            tree.head(node)
                .is_some_and(|head| head.bytes() == b"assert")
        }),
    );
    let cleaners: [&'static Mutator; 1] = [&REMOVE_UNUSED];
    let reduction = ListReduction::new(asserted, Depth::Coarse, &unfiltered()).cleaning(&cleaners);
    let search = |_| -> Box<dyn Search> { Box::new(reduction.clone()) };
    let ended = drive(&text, &search, &|text| text.contains("(= a"));
    let asked = ended.asked.iter().map(|text| text.lines().count());
    // Not all assertions can go, nor the first half. The second half can, and then their names go.
    assert_eq!(asked.collect::<Vec<usize>>(), [4, 6, 6, 4]);
    assert!(ended.text.contains("(declare-const a Int)"));
}

#[test]
fn what_is_for_large_texts_finds_nothing_in_a_small_one() {
    let large = |cells| {
        move |_| -> Box<dyn Search> {
            let reduction = commands(Depth::Coarse, &unfiltered());
            Box::new(WhileLarge::new(cells, Box::new(reduction)))
        }
    };
    assert_eq!(drive(EIGHT, &large(26), &|_| true).asked.len(), 0);
    assert_eq!(drive(EIGHT, &large(25), &|_| true).text, "");
}

#[test]
fn a_search_that_is_over_finds_nothing_more() {
    let golden = case(EIGHT);
    let flag = Arc::new(AtomicBool::new(false));
    let is_set = flag.clone();
    let admission = Arc::new(Admission {
        cancelled: Cancellation::once(move || is_set.load(Ordering::Relaxed)),
        in_parallel: true,
        ..(*unfiltered()).clone()
    });
    let searches: [Box<dyn Search>; 2] = [
        Box::new(commands(Depth::Single(&MINIMISERS[0]), &admission)),
        Box::new(Sweep::new(&[erasing()], true, &admission)),
    ];
    for mut search in searches {
        flag.store(false, Ordering::Relaxed);
        assert!(search.next(&golden).is_some());
        search.feed(&FAILED);
        flag.store(true, Ordering::Relaxed);
        assert!(search.next(&golden).is_none());
    }
}

#[test]
fn a_search_gives_the_same_candidate_until_it_is_fed() {
    let golden = case(EIGHT);
    let mut search = halving();
    let first = text(search.next(&golden));
    assert_eq!(text(search.next(&golden)), first);
    search.feed(&FAILED);
    assert_ne!(text(search.next(&golden)), first);
}

#[test]
fn a_clone_fed_otherwise_leaves_the_search_as_it_is() {
    let golden = case(EIGHT);
    let mut search = halving();
    let first = text(search.next(&golden));
    let mut clone = search.boxed();
    clone.feed(&FAILED);
    let _ = clone.next(&golden);
    assert_eq!(text(search.next(&golden)), first);
}

#[test]
fn a_search_restarts_its_level_on_a_text_that_it_does_not_know() {
    let mut search = halving();
    assert!(search.next(&case(EIGHT)).is_some());
    let other = case("(b 1)(b 2)");
    let candidate = search.next(&other);
    assert_eq!(
        candidate.map(|candidate| candidate.base.hash()),
        Some(other.hash())
    );
}

#[test]
fn a_fruitless_search_is_not_made_again_on_the_same_text() {
    let golden = case(EIGHT);
    let mut search = halving();
    while search.next(&golden).is_some() {
        search.feed(&FAILED);
    }
    search.restart();
    assert!(search.next(&golden).is_none());
    assert!(
        search.next(&case("(a 0)(a 1)")).is_some(),
        "another text is another matter"
    );
}

#[test]
fn repeat_ends_with_the_first_round_that_changes_nothing() {
    // Only the last command may go, so each round takes one.
    let whole = |text: &str| EIGHT.replace(")(", ")\n(").starts_with(text.trim_end());
    let one_by_one = |_| -> Box<dyn Search> {
        Box::new(Repeat::new(commands(
            Depth::Single(&MINIMISERS[0]),
            &unfiltered(),
        )))
    };
    let ended = drive(EIGHT, &one_by_one, &|text| {
        text.contains("(a 0)") && whole(text)
    });
    assert_eq!(ended.text, "(a 0)\n");
}

#[test]
fn a_sequence_runs_each_part_to_its_end_before_the_next() {
    let text = "(assert a)(b)(assert c)(d)";
    let parts = |_| -> Box<dyn Search> {
        let depth = Depth::Single(&MINIMISERS[0]);
        let is_assertion = Source::TopLevel(|tree, node| tree.bytes(node).starts_with(b"(assert"));
        let assertions = Elements::new(&ERASE_NODE, is_assertion);
        Box::new(Sequence::new(vec![
            Box::new(ListReduction::new(assertions, depth, &unfiltered())),
            Box::new(commands(depth, &unfiltered())),
        ]))
    };
    let ended = drive(text, &parts, &|text| text.contains("(d)"));
    assert_eq!(ended.accepted, ["(b)\n(d)\n", "(d)\n"]);
}

#[test]
fn a_sweep_visits_nodes_by_depth_and_goes_on_where_it_succeeded() {
    let text = "(f (g x) (h (k y) z))";
    let sweep = |_| -> Box<dyn Search> { Box::new(Sweep::new(&[erasing()], false, &unfiltered())) };
    let ended = drive(text, &sweep, &|text| {
        text.contains('y') && text.contains('f')
    });
    let depths = ["", "((g x)", "(f (h (k y) z))"];
    for (asked, expected) in ended.asked.iter().zip(depths) {
        assert!(
            asked.starts_with(expected),
            "{asked} where {expected} was expected"
        );
    }
    assert_eq!(ended.text, "(f ((y)))\n");
}

#[test]
fn a_sweep_ends_when_each_node_was_visited_once_since_the_last_success() {
    let text = "(p a)(q b)(r c)";
    let sweep = |_| -> Box<dyn Search> { Box::new(Sweep::new(&[erasing()], false, &unfiltered())) };
    // Nothing may go but `b`; behind it come `r` and `c`, then again what lies before it.
    let ended = drive(text, &sweep, &|text| text == "(p a)\n(q)\n(r c)\n");
    let after = ended
        .asked
        .iter()
        .position(|text| text == "(p a)\n(q)\n(r c)\n");
    let nodes_left = 3 + 5;
    assert_eq!(
        after.map(|after| ended.asked.len() - after - 1),
        Some(nodes_left)
    );
}

#[test]
fn a_search_tells_its_stage_its_mutator_and_where_it_is() {
    let current = case(EIGHT);
    let staged = Staged::new(
        "commands",
        Box::new(Repeat::new(Sequence::new(vec![halving()]))),
    );
    let mut search = Sequence::new(vec![Box::new(staged)]);
    let mut told = Vec::new();
    for _ in 0..3 {
        assert!(search.next(&current).is_some());
        told.push(search.position().expect("a stage"));
        search.feed(&FAILED);
    }
    let position = |granularity, visited| Position {
        stage: "commands",
        mutator: "erase-node",
        granularity,
        visited,
        nodes: 8,
    };
    assert_eq!(told, [position(8, 0), position(4, 0), position(4, 4)]);

    let mut sweep = Sweep::new(&[erasing()], false, &unfiltered());
    assert_eq!(sweep.position(), None, "nothing was proposed yet");
    assert!(sweep.next(&current).is_some());
    let position = sweep.position().expect("a stage");
    assert_eq!((position.mutator, position.granularity), ("erase-node", 1));
}

#[test]
fn a_descent_tries_each_heavy_term_once_and_the_heaviest_first() {
    let heavy: [&'static Mutator; 1] = [&CONSTANTS];
    let text = "(declare-const p Bool)(declare-fun f (Bool Bool) Bool)\
                (assert (f (or p (not (not (not p)))) (not p)))";
    let descent = |_| -> Box<dyn Search> { Box::new(Descent::new(&heavy, &filtered(&case(text)))) };
    let ended = drive(text, &descent, &|text| {
        text.contains("(not p)") && text.contains("(f ")
    });
    let asserted = ended
        .asked
        .iter()
        .map(|text| text.lines().last().unwrap_or_default());
    let expected = [
        "(assert false)",
        "(assert (f false (not p)))",
        "(assert (f false false))",
        "(assert (f false true))",
    ];
    assert_eq!(asserted.collect::<Vec<&str>>(), expected);
}

/// Erases those top-level expressions that contain this word, one by one.
fn single(word: &'static str) -> Box<dyn Search> {
    let holds: fn(&Tree, Node) -> bool = match word {
        "(a" => |tree, node| tree.bytes(node).starts_with(b"(a"),
        _ => |tree, node| tree.bytes(node).starts_with(b"(b"),
    };
    let obo = minimiser("obo").expect("it is in the list");
    let elements = Elements::new(&ERASE_NODE, Source::TopLevel(holds));
    Box::new(ListReduction::new(
        elements,
        Depth::Only(obo.build),
        &unfiltered(),
    ))
}

/// So many expressions of each of two kinds, with these many bytes in each.
fn two_kinds(each: usize, bytes: usize) -> String {
    let blank = "x".repeat(bytes);
    let kinds = ["a", "b"].into_iter();
    let all = kinds.flat_map(|kind| (0..each).map(move |k| format!("({kind} {k})")));
    format!("{}(c {blank})", all.collect::<Vec<String>>().concat())
}

#[test]
fn searches_have_turns_that_end_after_a_few_failures_and_get_longer() {
    let text = two_kinds(20, 1);
    let turns = |_| -> Box<dyn Search> { Box::new(Turns::new(vec![single("(a"), single("(b")])) };
    let kinds = |needed: &'static dyn Fn(&str) -> bool| -> String {
        let ended = drive(&text, &turns, &|text| !needed(text));
        let is_a = |text: &String| text.matches("(a ").count() < 20;
        ended
            .asked
            .iter()
            .map(|text| if is_a(text) { 'a' } else { 'b' })
            .collect()
    };
    let all_fail = kinds(&|_| true);
    assert_eq!(
        all_fail,
        [
            "aaa",
            "bbb",
            "aaaaaa",
            "bbbbbb",
            &"a".repeat(11),
            &"b".repeat(11)
        ]
        .concat()
    );
    // The first two of a kind can go, so its turn is longer.
    let some_succeed = kinds(&|text| text.matches("(a ").count() < 18);
    assert!(some_succeed.starts_with("aaaaaaaa"), "{some_succeed}");
}

#[test]
fn a_search_of_a_long_text_ends_once_its_questions_take_out_little() {
    let asked = |bytes: usize, interesting: &dyn Fn(&str) -> bool| {
        let search = |_| -> Box<dyn Search> { Box::new(WhilePays::new(single("(a"))) };
        drive(&two_kinds(100, bytes), &search, interesting)
            .asked
            .len()
    };
    assert_eq!(
        asked(1, &|_| false),
        100,
        "a short text is searched to the end"
    );
    assert_eq!(asked(20_000, &|_| false), 16);
    assert_eq!(
        asked(20_000, &|text| text.contains("(b 99)")),
        16,
        "each takes out a few bytes"
    );
}
