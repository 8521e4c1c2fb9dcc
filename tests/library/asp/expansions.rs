//! Rules with variables are replaced by those of their instances that matter, where that makes the program simpler.

use super::case;
use smelt::language::asp::Asp;
use smelt::language::{FailurePlace, Language};
use smelt::mutator::{ByDefault, MUTATORS, Mutator};
use smelt::outcome::{Outcome, Patience};
use smelt::search::{
    Accepted, Admission, Answers, Cancellation, Driver, PHASES, Plan, Speculation, strategy,
};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;

/// Fails on programs that choose among all these atoms `p`.
struct Chooses(&'static [i64], u64);

impl Answers for Chooses {
    type Error = Infallible;

    fn check(
        &mut self,
        text: &[u8],
        _: Patience,
        _: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, Infallible> {
        self.1 += 1;
        let chosen = chosen(&String::from_utf8_lossy(text));
        let is_interesting = self.0.iter().all(|number| chosen.contains(number));
        Ok(if is_interesting {
            Outcome::Interesting
        } else {
            Outcome::Uninteresting
        })
    }

    fn accepted(&mut self, _: &Accepted<'_>) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The numbers of the atoms `p` in choices, as far as they follow from facts of `q`.
fn chosen(text: &str) -> BTreeSet<i64> {
    let lines = || text.lines().map(|line| line.trim_end_matches('.'));
    let number = |text: &str| text.parse::<i64>().ok();
    let numbers = |text: &str| match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..=to),
        None => number(text).map(|one| one..=one),
    };
    let domain = lines().filter_map(|line| line.strip_prefix("q(")?.strip_suffix(')'));
    let domain: BTreeSet<i64> = domain.filter_map(numbers).flatten().collect();
    let atoms = lines().filter_map(|line| line.strip_prefix("{p(")?.strip_suffix(")}"));
    let mut chosen: BTreeSet<i64> = atoms.filter_map(number).collect();
    if lines().any(|line| line == "{p(X)}:-q(X)") {
        chosen.extend(domain);
    }
    chosen
}

/// What `auto` makes of a program that must go on choosing among these atoms, and with how many checks.
fn reduced(text: &str, needed: &'static [i64]) -> (String, u64) {
    let case = case(text);
    let own = MUTATORS.iter().copied();
    let own = own.filter(|mutator| mutator.profile().understands("asp"));
    let plan = |may_lengthen| Plan {
        language: &Asp,
        mutators: own
            .clone()
            .filter(|mutator| mutator.profile().by_default == ByDefault::On)
            .collect::<Vec<&'static Mutator>>(),
        minimiser: None,
        named: Vec::new(),
        last_round: Vec::new(),
        stages: None,
        phases: PHASES.collect(),
        admission: Arc::new(Admission {
            filter: Asp.filter(&case),
            with_unused: None,
            may_lengthen,
            cancelled: Cancellation::default(),
            in_parallel: true,
        }),
        is_quick: false,
        detours: 0,
        failure: FailurePlace::default(),
        known: Arc::default(),
        is_refuted: false,
    };
    let auto = strategy("auto").expect("a strategy");
    let mut driver = Driver::new(case.clone(), Chooses(needed, 0));
    let Ok(()) = driver.converge(&|may_lengthen| auto.search(&plan(may_lengthen)));
    let text = String::from_utf8_lossy(driver.current.text()).into_owned();
    (text.trim_end().replace('\n', " "), driver.answers.1)
}

const TEXT: &str = "q(1..9). {p(X)}:-q(X). r(X):-p(X). :-r(X),r(Y),X<Y,not q(Y).";

#[test]
fn two_instances_take_the_place_of_a_rule_and_its_domain() {
    let (text, checks) = reduced(TEXT, &[2, 7]);
    assert_eq!(text, "{p(2)}. {p(7)}.");
    assert!(checks < 100, "{checks}");
}

#[test]
fn a_rule_stays_that_is_simpler_than_the_instances_that_matter() {
    let (text, checks) = reduced(TEXT, &[2, 3, 7]);
    assert_eq!(text, "q(0..7). {p(X)}:-q(X).");
    assert!(checks < 150, "{checks}");
}

#[test]
fn one_instance_is_enough_where_one_atom_matters() {
    assert_eq!(reduced(TEXT, &[4]).0, "{p(4)}.");
}
