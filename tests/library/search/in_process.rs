//! Reductions in process.

use proptest::prelude::*;
use smelt::{Asp, Lines, ReduceError, Reduced, STRATEGIES, SmtLib, TextJudge, reduce, reduce_by};
use std::collections::HashSet;

const TEXT: &str = "; a comment\n(declare-const x Int)\n(declare-const y Int)\n(assert (> (* x y y) (+ x 17)))\n\
                    (assert (< x y))\n(check-sat)\n";

fn contains(word: &'static str) -> impl Fn(&[u8]) -> bool {
    move |text| String::from_utf8_lossy(text).contains(word)
}

#[test]
fn a_text_that_only_an_abbreviation_makes_shorter_is_the_result() {
    let term = "(_ +zero 2 3)";
    let text = |term, end| format!("(assert (= x {term} {term} {term}{end}))\n");
    let whole = format!(
        "(declare-fun x () (_ FloatingPoint 2 3))\n{}",
        text(term, "")
    );
    let named = format!(
        "(let ((a {term})) {}",
        text("a", ")").replacen("(assert ", "", 1)
    );
    let reduced = reduce(whole.as_bytes(), &SmtLib, |candidate| {
        let candidate = String::from_utf8_lossy(candidate);
        candidate == whole || candidate.ends_with(&named)
    });
    let reduced = reduced.expect("it is interesting");
    assert!(reduced.text.ends_with(named.as_bytes()), "{reduced:?}");
    assert!(reduced.accepted > 0);
}

#[test]
fn no_text_is_asked_about_twice_and_the_smallest_accepted_one_is_returned() {
    let mut asked = HashSet::new();
    let mut smallest = TEXT.as_bytes().to_vec();
    let reduced = reduce(TEXT.as_bytes(), &SmtLib, |text| {
        assert!(asked.insert(text.to_vec()), "asked about twice");
        let is_interesting = contains("(* x")(text);
        if is_interesting && text.len() < smallest.len() {
            smallest = text.to_vec();
        }
        is_interesting
    });
    let reduced = reduced.expect("it is interesting");
    assert_eq!(reduced.text.len(), smallest.len());
    assert!(contains("(* x")(&reduced.text));
    assert_eq!(reduced.asked, asked.len());
    assert!(reduced.text.len() < TEXT.len() / 2);
}

#[test]
fn what_cannot_be_reduced_is_said() {
    let not_interesting = reduce(TEXT.as_bytes(), &SmtLib, |_| false);
    assert_eq!(not_interesting, Err(ReduceError::NotInteresting));
    let unreadable = reduce(b"(assert", &SmtLib, |_| true);
    assert!(matches!(unreadable, Err(ReduceError::Unreadable(_))));
    let only_in_a_comment = reduce(TEXT.as_bytes(), &SmtLib, contains("a comment"));
    assert!(matches!(
        only_in_a_comment,
        Err(ReduceError::NotAsPrinted(text)) if text.starts_with(b"(declare-const x Int)")
    ));
}

#[test]
fn an_original_that_is_shorter_than_the_smallest_printed_text_is_returned() {
    let reduced = reduce(b"(exit)", &SmtLib, contains("(exit)")).expect("it is interesting");
    assert_eq!(reduced.text, b"(exit)");
}

/// Finds `word` interesting, and ends the reduction before question number `enough`.
struct Bounded {
    word: &'static str,
    enough: usize,
    asked: usize,
    /// The length of the shortest text that was interesting.
    shortest: usize,
    accepted: u64,
}

impl TextJudge for &mut Bounded {
    type Error = &'static str;

    fn is_interesting(&mut self, text: &[u8]) -> Result<bool, Self::Error> {
        self.asked += 1;
        let is_interesting = contains(self.word)(text);
        if is_interesting {
            self.shortest = self.shortest.min(text.len());
        }
        Ok(is_interesting)
    }

    fn go_on(&self) -> Result<(), Self::Error> {
        (self.asked < self.enough).then_some(()).ok_or("enough")
    }

    fn accepted(&mut self, so_far: &Reduced) -> Result<(), Self::Error> {
        self.accepted += 1;
        assert_eq!(so_far.accepted, self.accepted);
        assert_eq!(so_far.asked, self.asked);
        assert_eq!(so_far.text.len(), self.shortest);
        Ok(())
    }
}

fn bounded(enough: usize) -> Bounded {
    Bounded {
        word: "(* x",
        enough,
        asked: 0,
        shortest: usize::MAX,
        accepted: 0,
    }
}

#[test]
fn a_judge_that_ends_the_reduction_gets_what_was_found_until_then() {
    for strategy in STRATEGIES {
        let mut whole = bounded(usize::MAX);
        let reduced = reduce_by(TEXT.as_bytes(), &SmtLib, strategy, &mut whole);
        let reduced = reduced.expect("nothing ends it");
        assert_eq!(reduced.text.len(), whole.shortest);
        assert_eq!(reduced.accepted, whole.accepted);
        for enough in 2..whole.asked {
            let mut judge = bounded(enough);
            let ended = reduce_by(TEXT.as_bytes(), &SmtLib, strategy, &mut judge);
            let Err(ReduceError::Ended {
                why: "enough",
                so_far: Some(so_far),
            }) = ended
            else {
                panic!("{ended:?}");
            };
            assert_eq!(so_far.asked, enough);
            assert_eq!(so_far.text.len(), judge.shortest);
        }
    }
}

#[test]
fn a_judge_that_fails_on_the_original_leaves_nothing() {
    let fails = reduce_by(b"one", &Lines, &STRATEGIES[0], Failing);
    let nothing = ReduceError::Ended {
        why: "broken",
        so_far: None,
    };
    assert_eq!(fails, Err(nothing));
}

/// Can never say anything.
struct Failing;

impl TextJudge for Failing {
    type Error = &'static str;

    fn is_interesting(&mut self, _: &[u8]) -> Result<bool, Self::Error> {
        Err("broken")
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_same_answers_give_the_same_result(salt in any::<u64>()) {
        let made_up = |text: &[u8]| {
            let digest = blake3::hash(&[text, &salt.to_le_bytes()].concat());
            text == TEXT.as_bytes() || text.len() > 100 || digest.as_bytes()[0] < 64
        };
        let once = reduce(TEXT.as_bytes(), &SmtLib, made_up);
        prop_assert_eq!(&once, &reduce(TEXT.as_bytes(), &SmtLib, made_up));
        let text = once.expect("it is interesting").text;
        prop_assert!(made_up(&text));
    }
}

#[test]
fn each_strategy_reduces_an_answer_set_program() {
    let program = b"a :- b, not c.\nb.\nc :- d.\nd.\ne | f.\n";
    let is_negated = |text: &[u8]| text.windows(5).any(|part| part == b"not c");
    for strategy in STRATEGIES {
        let reduced = reduce_by(program, &Asp, strategy, is_negated).expect("it ends");
        let text = String::from_utf8_lossy(&reduced.text);
        assert!(text.len() < 12, "{}: {text}", strategy.name);
    }
}
