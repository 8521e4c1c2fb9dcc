//! Hints: what a solver considers superfluous goes first, as a whole or in parts, and it is asked again in smaller texts.

use super::world::{World, case, unfiltered};
use smelt::language::HintDepth::{Inner, Outer};
use smelt::language::smtlib::SmtLib;
use smelt::language::{HintDepth, TestCase};
use smelt::search::{Driver, Hinted, Search, Sequence};
use smelt::tree::{Node, ROOT};
use std::cell::RefCell;

/// A text with so many assertions of two conjuncts each, and more cells than a hint is worth from.
fn claims(assertions: usize) -> String {
    let claims = (0..assertions).map(|k| format!("(assert (and (p {k}) (q {k})))"));
    let declared = "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)";
    format!("{declared}{}(check-sat)", claims.collect::<String>())
}

/// What was asked about, by the lines and the bytes of each text.
struct Asked {
    texts: Vec<String>,
    /// The depth and the number of assertions of each hint.
    hints: Vec<(HintDepth, usize)>,
    left: String,
}

/// Drives hints alone. `is_superfluous` gets the text of a part.
fn hinted(
    text: &str,
    is_superfluous: impl Fn(&str) -> bool,
    interesting: &dyn Fn(&str) -> bool,
) -> Asked {
    let hints = RefCell::new(Vec::new());
    let superfluous = |case: &TestCase, depth: HintDepth| {
        let tree = case.tree();
        let assertions = tree
            .children(ROOT)
            .filter(|&node| tree.bytes(node).starts_with(b"(assert"));
        hints.borrow_mut().push((depth, assertions.count()));
        let nodes = (1..tree.end()).filter(|&node| tree.is_list(node));
        let nodes = nodes.filter(|&node| depth == Inner || case.parent(node) == ROOT);
        let is_such = |node: &Node| is_superfluous(&String::from_utf8_lossy(tree.bytes(*node)));
        nodes.filter(is_such).collect()
    };
    let mut world = World::new(interesting);
    world.superfluous = Some(&superfluous);
    let mut driver = Driver::new(case(text), world);
    let nothing = || Box::new(Sequence::new(Vec::new()));
    let search =
        |_| -> Box<dyn Search> { Box::new(Hinted::new(nothing(), &SmtLib, &unfiltered())) };
    let Ok(()) = driver.converge(&search);
    let asked = Asked {
        left: String::from_utf8_lossy(driver.current.text()).into_owned(),
        texts: driver.answers.asked,
        hints: hints.borrow().clone(),
    };
    assert_eq!(driver.tally.hints, asked.hints.len() as u64);
    asked
}

#[test]
fn whatever_is_superfluous_goes_at_once_and_the_smaller_text_is_asked_about_again() {
    let asked = hinted(
        &claims(400),
        |part| part.ends_with("7)") || part.starts_with("(assert") && !part.contains("0)"),
        &|_| true,
    );
    assert_eq!(asked.texts.len(), 1);
    assert_eq!(asked.hints, [(Inner, 400)], "what is left is small");
    assert_eq!(asked.left.matches("assert").count(), 40);

    let most = |part: &str| part.starts_with("(assert") && part.contains('9');
    let asked = hinted(&claims(400), most, &|_| true);
    assert_eq!(asked.texts.len(), 1, "the second hint names nothing");
    assert_eq!(asked.hints, [(Inner, 400), (Inner, 324)]);
}

#[test]
fn if_all_parts_together_matter_whole_assertions_are_asked_about_and_then_parts_go_in_turn() {
    // Without an operand of the hundredth assertion, the failure is gone, and without the first assertion, too.
    let needed = |text: &str| text.contains("(p 100) (q 100)");
    let superfluous = |part: &str| part.starts_with("(q ") || part.starts_with("(assert (and (p 3");
    let asked = hinted(&claims(400), superfluous, &needed);
    assert_eq!(asked.hints[..2], [(Inner, 400), (Outer, 400)]);
    assert_eq!(asked.texts[1].matches("assert").count(), 289, "as a whole");
    assert_eq!(asked.hints[2], (Inner, 289));
    assert!(asked.left.matches("(q ").count() < 40, "{}", asked.left);
    assert!(needed(&asked.left));

    let is_first = |text: &str| text.contains("(p 0)") && needed(text);
    let asked = hinted(&claims(400), |part| part.starts_with("(assert"), &is_first);
    assert_eq!(asked.hints[..2], [(Inner, 400), (Outer, 400)]);
    assert!(asked.left.matches("assert").count() < 100, "{}", asked.left);
}

#[test]
fn a_list_of_which_nothing_can_go_takes_few_questions() {
    let text = claims(2000);
    let asked = hinted(&text, |part| part.starts_with("(assert"), &|_| false);
    assert_eq!(asked.hints, [(Inner, 2000), (Outer, 2000)]);
    assert!(asked.texts.len() <= 8, "{}", asked.texts.len());
    let small = hinted(&claims(20), |part| part.starts_with("(assert"), &|_| true);
    assert!(small.hints.is_empty() && small.texts.is_empty());
}
