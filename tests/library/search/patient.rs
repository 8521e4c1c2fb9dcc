//! Candidates that take too long are put off, and none of them is lost.

use super::thorough;
use super::world::{case, everywhere, filtered, strategize};
use smelt::language::FailurePlace;
use smelt::language::smtlib::SmtLib;
use smelt::outcome::{Outcome, Patience};
use smelt::search::{Accepted, Answers, Driver, Plan, SearchTally, Speculation, Strategy};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

const SAMPLE: &str = "(set-logic QF_LIA)(declare-fun x () Int)(declare-fun y () Int)(declare-fun p () Bool)\
    (assert (and p (< x (+ y 3 (* x y))) (or p (= x y))))(assert (let ((z (+ x y)) (u 5)) (> z (* u y))))\
    (check-sat)(get-value (x (+ y 1)))(exit)";

/// With full patience, this much time is enough.
const TOP: u32 = 100;

/// A run of this time gives no usable result, whatever the patience.
const UNTOLD: u32 = u32::MAX;

/// A solver whose time depends on the text.
struct Timed<'a> {
    interesting: &'a dyn Fn(&str) -> bool,
    time: &'a dyn Fn(&str) -> u32,
    /// The time that is enough with short patience.
    rung: u32,
    /// The questions with full patience, each with the number of all questions before it.
    full: Vec<usize>,
    questions: usize,
    accepted: usize,
    /// The texts that are unresolved since the last acceptance.
    open: BTreeSet<String>,
}

impl Timed<'_> {
    fn enough(&self, patience: Patience) -> u32 {
        match patience {
            Patience::Short => self.rung,
            Patience::Full => TOP,
        }
    }
}

impl Answers for Timed<'_> {
    type Error = Infallible;

    fn check(
        &mut self,
        text: &[u8],
        patience: Patience,
        _: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, Infallible> {
        let text = String::from_utf8_lossy(text).into_owned();
        let time = (self.time)(&text);
        let limit = self.enough(patience);
        if patience == Patience::Full {
            self.full.push(self.questions);
            self.open.remove(&text);
        }
        self.questions += 1;
        let is_put_off = time > limit && patience == Patience::Short;
        let outcome = if is_put_off || time == UNTOLD {
            self.open.insert(text);
            Outcome::Unresolved
        } else if time <= limit && (self.interesting)(&text) {
            self.rung = self.rung.max(2 * time);
            Outcome::Interesting
        } else {
            Outcome::Uninteresting
        };
        Ok(outcome)
    }

    fn limit(&self, patience: Patience) -> Duration {
        Duration::from_millis(self.enough(patience).into())
    }

    fn accepted(&mut self, _: &Accepted<'_>) -> Result<(), Infallible> {
        self.accepted += 1;
        self.open.clear();
        Ok(())
    }
}

/// Reduces the sample, which takes one unit of time, without a bound for slow candidates. Returns the result, the counts
/// and the world.
fn reduce<'a>(
    strategy: &Strategy,
    interesting: &'a dyn Fn(&str) -> bool,
    time: &'a dyn Fn(&str) -> u32,
) -> (String, SearchTally, Timed<'a>) {
    reduce_within(f64::INFINITY, strategy, interesting, time)
}

/// The same, where slow candidates may take so many times as long as the search.
fn reduce_within<'a>(
    factor: f64,
    strategy: &Strategy,
    interesting: &'a dyn Fn(&str) -> bool,
    time: &'a dyn Fn(&str) -> u32,
) -> (String, SearchTally, Timed<'a>) {
    let golden = case(SAMPLE);
    let plan = Plan {
        language: &SmtLib,
        mutators: everywhere(),
        minimiser: None,
        named: Vec::new(),
        last_round: Vec::new(),
        stages: None,
        phases: Arc::default(),
        admission: filtered(&golden),
        is_quick: false,
        detours: 0,
        failure: FailurePlace::default(),
        known: Arc::default(),
        is_refuted: false,
    };
    let world = Timed {
        interesting,
        time,
        rung: 2,
        full: Vec::new(),
        questions: 0,
        accepted: 0,
        open: BTreeSet::new(),
    };
    let mut driver = Driver::new(golden, world).with_patience(factor);
    let Ok(()) = driver.converge(&|_| strategy.search(&plan));
    let text = String::from_utf8_lossy(driver.current.tree().text()).into_owned();
    (text, driver.tally, driver.answers)
}

fn fails(text: &str) -> bool {
    text.contains('*') && text.contains("check-sat")
}

#[test]
fn a_failure_that_is_slower_than_in_the_original_is_found_soon_and_reduced_as_far() {
    for strategy in thorough() {
        let (text, tally, world) = reduce(strategy, &fails, &|_| 3);
        let name = strategy.name;
        let fast = strategize(name, SAMPLE, &fails).text;
        assert_eq!(text.len(), fast.len(), "{name}: {text} {fast}");
        assert_eq!(tally.unresolved_since, 0, "{name}");
        assert!(world.full[0] <= 16, "{name}: {:?}", world.full);
        assert_eq!(world.rung, 6, "{name}");
        let put_off = 16 * world.full.len();
        assert!(
            tally.checks >= 2 * put_off as u64,
            "{name}: at least half of the candidates are in time once the rung has risen"
        );
    }
}

#[test]
fn candidates_that_spin_are_waited_for_only_in_the_end() {
    let time = |text: &str| if text.contains("check-sat") { 1 } else { 1000 };
    for strategy in thorough() {
        let (text, tally, world) = reduce(strategy, &fails, &time);
        let name = strategy.name;
        assert_eq!(text, strategize(name, SAMPLE, &fails).text, "{name}");
        assert_eq!(tally.unresolved_since, 0, "{name}");
        assert!(
            world.open.is_empty(),
            "{name}: {:?} may be smaller",
            world.open
        );
        let early = world.full.first().is_none_or(|&first| first >= 16);
        assert!(early, "{name}: {:?}", world.full);
    }
}

#[test]
fn what_is_unresolved_with_full_patience_is_counted() {
    for strategy in thorough() {
        let time = |text: &str| {
            if text.contains("check-sat") {
                1
            } else {
                UNTOLD
            }
        };
        let (text, tally, _) = reduce(strategy, &fails, &time);
        assert!(fails(&text), "{}", strategy.name);
        assert!(tally.unresolved_since > 0, "{}", strategy.name);
    }
}

/// A solver that spins on what `fails` does not hold of.
fn spins(text: &str) -> u32 {
    if fails(text) { 1 } else { 1000 }
}

#[test]
fn slow_candidates_take_no_longer_than_the_search_before_them_and_those_left_are_counted() {
    for strategy in thorough() {
        let (text, tally, world) = reduce_within(1.0, strategy, &fails, &spins);
        let name = strategy.name;
        assert_eq!(
            text,
            strategize(name, SAMPLE, &fails).text,
            "{name}: each is slow in vain"
        );
        // How many slow candidates take as long as the search.
        let longest = (u64::from(world.rung) * tally.checks).div_ceil(u64::from(TOP));
        assert!(world.full.len() as u64 <= 2 * longest.max(1), "{name}");
        assert_eq!(tally.left_unasked, world.open.len() as u64, "{name}");
        assert!(tally.left_unasked > 0, "{name}");
    }
}

#[test]
fn without_patience_no_candidate_is_asked_about_again() {
    for strategy in thorough() {
        let (_, tally, world) = reduce_within(0.0, strategy, &fails, &spins);
        assert_eq!(world.full.len(), 0, "{}", strategy.name);
        assert!(tally.left_unasked > 0, "{}", strategy.name);
    }
}

#[test]
fn one_slow_candidate_is_asked_about_even_after_a_short_search() {
    for strategy in thorough() {
        let (_, _, world) = reduce_within(1e-9, strategy, &fails, &spins);
        let in_the_end = world.full.last().copied();
        assert_eq!(
            in_the_end,
            world.questions.checked_sub(1),
            "{}",
            strategy.name
        );
    }
}
