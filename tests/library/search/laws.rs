//! What holds for every strategy.

use super::thorough;
use super::world::{case, hurry, named, single_simplifications, strategize, with_mutators};
use proptest::prelude::{
    Just, ProptestConfig, Strategy as Gen, prop, prop_assert, prop_assume, prop_oneof, proptest,
};
use smelt::language::smtlib::WellFormedness;
use smelt::search::Strategy;
use std::collections::HashSet;

const SAMPLE: &str = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(declare-fun p () Bool)\
    (push 1)(assert (and p (< x (+ y 3 (* x y))) (or p (= x y))))(assert (let ((z (+ x y)) (u 5)) (> z (* u y))))\
    (check-sat)(pop 1)(assert (! (=> p (> x 17)) :named a))(check-sat)(get-value (x (+ y 1)))(exit)";

fn strategies() -> impl Iterator<Item = &'static str> {
    thorough().map(|strategy| strategy.name)
}

#[test]
fn three_tokens_that_must_stay_are_all_that_stays_of_a_list() {
    let text: String = (0..40)
        .map(|i| format!("(t {i} a)"))
        .collect::<Vec<_>>()
        .concat();
    let interesting = |text: &str| {
        ["(t 3 ", "(t 17 ", "(t 38 "]
            .iter()
            .all(|kept| text.contains(kept))
    };
    for name in strategies() {
        let ended = strategize(name, &text, &interesting);
        assert!(interesting(&ended.text), "{name}");
        assert_eq!(ended.text.lines().count(), 3, "{name}: {}", ended.text);
    }
}

#[test]
fn accepted_texts_only_get_smaller_in_the_order() {
    for name in strategies() {
        let ended = strategize(name, SAMPLE, &|text| {
            text.contains('*') && text.contains("check-sat")
        });
        let mut previous = case(SAMPLE);
        for text in &ended.accepted {
            let next = case(text);
            assert!(next.is_smaller(&previous), "{name}: {text}");
            previous = next;
        }
    }
}

#[test]
fn what_is_well_formed_stays_so_unless_ill_formed_texts_are_asked_for() {
    let golden = case(SAMPLE);
    let filter = WellFormedness::of(&golden);
    assert_eq!(filter.whole(&golden), None);
    let mut held = 0;
    for name in strategies() {
        let ended = strategize(name, SAMPLE, &|text| {
            text.contains('x') && text.contains("check-sat")
        });
        for text in &ended.accepted {
            assert_eq!(filter.whole(&case(text)), None, "{name}: {text}");
        }
        held += ended.tally.held;
    }
    assert!(held > 0, "nothing was held");
}

#[test]
fn the_current_text_is_never_asked_again() {
    for name in strategies() {
        let ended = strategize(name, SAMPLE, &|text| text.contains("(+ "));
        let mut current = String::from_utf8_lossy(case(SAMPLE).tree().text()).into_owned();
        for asked in &ended.asked {
            assert_ne!(*asked, current, "{name}");
            if asked.contains("(+ ") && ended.accepted.contains(asked) {
                current.clone_from(asked);
            }
        }
    }
}

#[test]
fn the_same_text_and_oracle_give_the_same_questions_in_the_same_order() {
    for name in strategies() {
        let asked = || strategize(name, SAMPLE, &|text| text.contains("(> ")).asked;
        assert_eq!(asked(), asked(), "{name}");
    }
}

#[test]
fn a_mutator_that_is_switched_off_proposes_nothing() {
    let only = [named("erase-node")];
    for name in strategies() {
        let ended = with_mutators(name, &only, SAMPLE, &|text| text.contains("(+ x y)"));
        assert!(ended.text.contains("(+ x y)"), "{name}");
        assert!(
            !ended.accepted.iter().any(|text| text.contains("false")),
            "{name}"
        );
    }
}

#[test]
fn a_large_text_keeps_its_commands_where_erase_node_is_switched_off() {
    let text = "(declare-fun p () Bool)(assert (or p (and p p p)))".to_owned()
        + &"(assert (and p (or p p) (xor p p)))".repeat(60);
    let only = [named("constants")];
    let commands = |text: &str| text.matches("(assert").count();
    for name in strategies() {
        let ended = with_mutators(name, &only, &text, &|text| text.contains("or p"));
        assert_eq!(commands(&ended.text), commands(&text), "{name}");
        assert!(!ended.accepted.is_empty(), "{name}");
    }
}

/// Which texts are interesting.
type Interesting<'a> = &'a dyn Fn(&str) -> bool;

/// Fails unless a strategy has asked about every single simplification of the text with which it ends, if it says so.
#[track_caller]
fn ends_with_a_proof(strategy: &Strategy, text: &str, interesting: Interesting<'_>) {
    if strategy.proof.is_none() {
        return;
    }
    let ended = strategize(strategy.name, text, interesting);
    let asked: HashSet<&String> = ended.asked.iter().collect();
    for (by, simpler) in single_simplifications(text, &ended.text) {
        let name = strategy.name;
        assert!(
            asked.contains(&simpler),
            "{name} ends with\n{}{by} makes of it\n{simpler}",
            ended.text
        );
        assert!(!interesting(&simpler), "{name}: {by} makes\n{simpler}");
    }
}

#[test]
fn a_strategy_that_proves_1_minimality_has_asked_about_every_single_simplification() {
    let long = format!("(assert (or {}))(check-sat)", "p q ".repeat(6));
    let nested = "(assert (and (or a b) (and (not c) (=> a (or b c (and a b c))))))".repeat(5);
    let table: [(&str, Interesting); 6] = [
        (SAMPLE, &|text| {
            text.contains("(* ") && text.contains("check-sat") && text.contains('y')
        }),
        (SAMPLE, &|text| {
            text.contains("let") && text.contains("named")
        }),
        (SAMPLE, &|text| text.matches('x').count() > 2),
        (&long, &|text| {
            text.matches('p').count() > 3 && text.matches('q').count() > 4
        }),
        (&nested, &|text| text.matches("(=> ").count() > 2),
        (&nested, &|text| text.matches(' ').count() > 30),
    ];
    for strategy in thorough() {
        for (text, interesting) in table {
            ends_with_a_proof(strategy, text, interesting);
        }
    }
}

#[test]
fn an_empty_text_is_a_fixpoint() {
    for name in strategies() {
        let ended = strategize(name, "", &|_| true);
        assert_eq!((ended.text.as_str(), ended.asked.len()), ("", 0), "{name}");
    }
}

fn expression() -> impl Gen<Value = String> {
    let leaf = prop_oneof!["[abcxyz]", Just("0".to_owned()), Just("true".to_owned())];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(|parts| format!("({})", parts.join(" ")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn every_strategy_ends_with_an_interesting_text_on_any_input(
        commands in prop::collection::vec(expression(), 0..6),
        needle in "[abcxyz]",
    ) {
        let text = commands.join("\n");
        prop_assume!(text.contains(&needle));
        for name in strategies() {
            let ended = strategize(name, &text, &|text| text.contains(&needle));
            prop_assert!(ended.text.contains(&needle), "{name}: {}", ended.text);
        }
    }

    #[test]
    fn every_strategy_that_proves_1_minimality_does_so_on_any_input(
        commands in prop::collection::vec(expression(), 0..6),
        spaces in 1_usize..16,
    ) {
        let text = commands.join("\n");
        for strategy in thorough() {
            ends_with_a_proof(strategy, &text, &|text| text.matches([' ', '\n']).count() >= spaces);
        }
    }
}

#[test]
fn a_quick_search_asks_less_and_a_deep_one_has_another_strategy_to_go_on_with() {
    for strategy in thorough() {
        let interesting = |text: &str| text.contains('*') && text.contains("check-sat");
        let normal = strategize(strategy.name, SAMPLE, &interesting);
        let quick = hurry(strategy.name, SAMPLE, &interesting);
        assert!(interesting(&quick.text), "{}", strategy.name);
        let is_less = quick.asked.len() < normal.asked.len();
        // Only ddmin has no closing sweeps.
        assert_eq!(is_less, strategy.name != "ddmin", "{}", strategy.name);
        let other = strategy.counterpart();
        assert_ne!(other.name, strategy.name);
        assert!(other.proof.is_some(), "{}", other.name);
    }
}
