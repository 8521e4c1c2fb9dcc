//! What somebody names is used, whatever a strategy does otherwise.

use super::thorough;
use super::world::{only_stages, strategize, with_named};
use smelt::mutator::{MUTATORS, Mutator, mutator};
use smelt::search::STRATEGIES;

const CONJUNCTION: &str = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)\
    (assert (not (and p q r)))(check-sat)";

/// A defect in negations of this conjunction, and in disjunctions of negations.
fn negates(text: &str) -> bool {
    text.contains("(not (and p q r))") || text.contains("(or (not p)")
}

fn named(name: &str) -> &'static Mutator {
    mutator(name).unwrap_or_else(|| panic!("no mutator {name}"))
}

#[test]
fn a_step_that_only_helps_with_a_second_one_is_tried_with_it_if_its_mutator_is_named() {
    let de_morgan = [named("bool-de-morgan")];
    for strategy in thorough() {
        let name = strategy.name;
        let without = strategize(name, CONJUNCTION, &negates).text;
        assert!(without.contains("(not (and p q r))"), "{name}: {without}");
        let with = with_named(name, MUTATORS, &de_morgan, CONJUNCTION, &negates).text;
        assert!(with.contains("(or (not p))"), "{name}: {with}");
    }
}

#[test]
fn a_named_mutator_is_used_in_every_strategy_even_alone() {
    let cases = [
        (
            "simplify-logic",
            "(set-logic QF_AUFBVLIA)(assert true)(check-sat)",
        ),
        ("erase-node", "(assert (and true false))(check-sat)"),
        (
            "arith-split-nary-relations",
            "(declare-const x Int)(assert (< x 1 2 x))(check-sat)",
        ),
    ];
    for (mutator, text) in cases {
        let alone = [named(mutator)];
        for strategy in STRATEGIES {
            let ended = with_named(strategy.name, &alone, &alone, text, &|_| false);
            let is_pump = mutator == "arith-split-nary-relations";
            // What only makes other steps possible is nothing on its own.
            assert_eq!(
                ended.asked.is_empty(),
                is_pump,
                "{mutator} in {}",
                strategy.name
            );
        }
    }
}

#[test]
fn of_a_strategy_only_the_chosen_stages_are_searched() {
    for strategy in STRATEGIES {
        let name = strategy.name;
        let fails = |text: &str| text.contains("(and p q r)");
        assert!(
            only_stages(name, &[], CONJUNCTION, &fails).asked.is_empty(),
            "{name}"
        );
        let all = strategy.stages();
        let chosen = only_stages(name, &all, CONJUNCTION, &fails);
        assert_eq!(
            chosen.asked,
            strategize(name, CONJUNCTION, &fails).asked,
            "{name}"
        );
    }
    let text = CONJUNCTION.replace("(check-sat)", "(assert p)(assert q)(check-sat)");
    let fails = |text: &str| text.contains("(not (and");
    let commands = only_stages("auto", &["commands"], &text, &fails).text;
    assert!(commands.contains("(not (and p q r))"), "{commands}");
    assert!(!commands.contains("(assert p)"), "{commands}");
}

#[test]
fn a_search_without_the_stage_that_tries_everything_proves_nothing() {
    let stages = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    for strategy in STRATEGIES {
        let proves = |stages: &[String]| strategy.proves_one_minimality(Some(stages));
        let all = stages(&strategy.stages());
        assert_eq!(
            proves(&all),
            strategy.proves_one_minimality(None),
            "{}",
            strategy.name
        );
        assert!(!proves(&all[..all.len() - 1]), "{}", strategy.name);
    }
}
