//! Amounts that a run takes of something: units that the solver counts itself, or memory. A run is interesting if it
//! takes more than a bound, or a multiple of what a reference takes on the same text.
//!
//! Only a run that ended by itself tells an amount. The reference must end as in its golden run and without a new error:
//! the amount of a run that gave up early says nothing.

use super::cross_check::{self, SecondRule, shown_with_second, with_second};
use super::disagreement::new_error;
use super::entry::{Configured, OracleEntry};
use super::option_words::OptionWords;
use super::reproduced::{NotReproduced, Reproduced};
use super::single::{Compare, golden_run, in_turn, pair, stopped};
use super::stream::of;
use super::which::Which;
use super::{
    Answer, Ask, Criterion, Evidence, Given, Next, NotMore, Oracle, Otherwise, Rule, RuleError,
    evidence,
};
use crate::observation::Observation;
use crate::outcome::Outcome;
use std::fmt::Debug;

/// What is measured.
pub(super) trait Measure: Clone + Debug + Send + Sync + 'static {
    /// The option with a bound.
    const BOUND: OptionWords;

    /// The option with a reference.
    const FACTOR: OptionWords;

    /// The smallest amount of the reference that counts.
    const FLOOR: f64;

    /// The factor by which the golden run must exceed the bound, so that noise does not decide about it.
    const MARGIN: f64;

    /// How many runs of a text must all be interesting, unless the user says otherwise.
    const RUNS: u32;

    /// Whether running out of memory is a failure like any other.
    const IS_MEMORY: bool;

    /// What the first words of an option name, and the other words.
    ///
    /// # Errors
    /// In words, what is wrong.
    fn named<'w>(words: &'w [String], option: &OptionWords)
    -> Result<(Self, &'w [String]), String>;

    /// What a run took.
    fn of(&self, run: &Observation) -> Amount;

    /// This amount in words.
    fn words(&self, amount: f64) -> String;

    /// What is measured, in words.
    fn unit(&self) -> String;
}

/// What a run took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Amount {
    /// So much.
    Known(f64),
    /// The run tells nothing of it.
    Untold,
    /// It may be told in a part of the output that is not kept.
    NotKept,
}

/// What a run must exceed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    /// This amount.
    Fixed(f64),
    /// This share of what the golden run took, in percent.
    OfGolden(f64),
}

impl Bound {
    /// Reads `1000` or `50%`.
    ///
    /// # Errors
    /// In words, what is wrong.
    pub(super) fn read(text: &str) -> Result<Bound, String> {
        let wrong = || {
            format!(
                "expected a number such as 1000, or a share of the original's such as 50%, not `{text}`"
            )
        };
        let (number, is_share) = match text.trim().strip_suffix('%') {
            Some(number) => (number, true),
            None => (text.trim(), false),
        };
        let number: f64 = number.trim().parse().map_err(|_| wrong())?;
        match is_share {
            true if number > 0.0 && number < 100.0 => Ok(Bound::OfGolden(number)),
            false if number.is_finite() && number >= 0.0 => Ok(Bound::Fixed(number)),
            _ => Err(wrong()),
        }
    }

    fn words(self, measure: &impl Measure) -> String {
        match self {
            Bound::Fixed(amount) => format!("more than {}", measure.words(amount)),
            Bound::OfGolden(percent) => {
                format!("more than {percent} % of the original's {}", measure.unit())
            }
        }
    }

    fn least(self, golden: f64) -> f64 {
        match self {
            Bound::Fixed(amount) => amount,
            Bound::OfGolden(percent) => golden * percent / 100.0,
        }
    }
}

/// The entry of the oracle with a bound.
pub(super) const fn bound<M: Measure>() -> OracleEntry {
    M::BOUND.entry(true, |_| Ok(Vec::new()), read_bound::<M>)
}

/// The entry of the oracle with a reference.
pub(super) const fn factor<M: Measure>() -> OracleEntry {
    M::FACTOR.entry(false, |given| M::FACTOR.reference(given), read_factor::<M>)
}

fn read_bound<M: Measure>(given: &Given) -> Result<Configured, RuleError> {
    let words = M::BOUND.words(given);
    let rule = M::named(&words, &M::BOUND).and_then(|(measure, rest)| match rest {
        [bound] => Ok((measure, Bound::read(bound)?)),
        _ => Err(M::BOUND.takes()),
    });
    let (measure, bound) = rule.map_err(|what| M::BOUND.refused(&what))?;
    let second = cross_check::read(given)?;
    Ok(Configured::rule(Rule::of(MoreThan(measure, bound, second))))
}

fn read_factor<M: Measure>(given: &Given) -> Result<Configured, RuleError> {
    let words = M::FACTOR.words(given);
    let rule = M::named(&words, &M::FACTOR).and_then(|(measure, rest)| {
        let factor = M::FACTOR.factor(rest)?;
        M::FACTOR.reference(given)?;
        Ok(MoreThanFactor(measure, factor))
    });
    let rule = rule.map_err(|what| M::FACTOR.refused(&what))?;
    Ok(Configured::rule(Rule::of(rule)))
}

/// The solver takes more than a bound, and the second solver, if there is one, keeps its rule.
#[derive(Clone, Debug)]
pub(super) struct MoreThan<M>(
    pub(super) M,
    pub(super) Bound,
    pub(super) Option<SecondRule>,
);

impl<M: Measure> Criterion for MoreThan<M> {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        with_second(M::BOUND.name(), Box::new(self.clone()), self.2.as_ref())
    }

    fn shown(&self) -> String {
        shown_with_second(self.1.words(&self.0), self.2.as_ref())
    }

    fn repeat(&self) -> u32 {
        M::RUNS
    }

    fn refuses_lack_of_memory(&self, solver: usize) -> bool {
        !M::IS_MEMORY || solver != 0
    }

    fn comparing(&self, otherwise: Otherwise<'_>) -> Option<Rule> {
        let second = self.2.as_ref()?.comparing(otherwise);
        Some(Rule::of(MoreThan(self.0.clone(), self.1, Some(second))))
    }
}

impl<M: Measure> Compare for MoreThan<M> {
    fn accept(&self, golden: &Evidence, which: Which) -> Result<Reproduced, NotReproduced> {
        let MoreThan(measure, bound, _) = self;
        let took = known(measure, &golden.observation, which)?;
        let least = bound.least(took) * M::MARGIN;
        if took <= least {
            return Err(NotReproduced::NotMore(NotMore::NotEnough {
                took: measure.words(took),
                least: measure.words(least),
            }));
        }
        let words = bound.words(measure);
        let now = measure.words(took);
        let demand = format!("the solver takes {words} (now: {now})");
        Ok(Reproduced::without_failure(words, demand))
    }

    fn outcome(&self, golden: &Evidence, candidate: &Evidence) -> Outcome {
        let MoreThan(measure, bound, _) = self;
        let golden = measure.of(&golden.observation);
        match (golden, measure.of(&candidate.observation)) {
            (Amount::Known(golden), Amount::Known(took)) => of(took > bound.least(golden)),
            (Amount::Known(_), Amount::Untold) => Outcome::Uninteresting,
            _ => Outcome::Unresolved,
        }
    }
}

/// The solver takes at least this many times what a reference takes. Solver 0 is under test, solver 1 is the reference.
#[derive(Clone, Debug)]
pub(super) struct MoreThanFactor<M>(pub(super) M, pub(super) f64);

impl<M: Measure> Criterion for MoreThanFactor<M> {
    fn oracle(&self) -> Result<Box<dyn Oracle>, RuleError> {
        Ok(Box::new(self.clone()))
    }

    fn shown(&self) -> String {
        format!("{} {} of {}", M::FACTOR.name(), self.1, self.0.unit())
    }

    fn repeat(&self) -> u32 {
        M::RUNS
    }

    fn refuses_lack_of_memory(&self, solver: usize) -> bool {
        !M::IS_MEMORY || solver != 0
    }
}

impl<M: Measure> MoreThanFactor<M> {
    fn least(&self, reference: f64) -> f64 {
        reference.max(M::FLOOR) * self.1
    }
}

impl<M: Measure> Oracle for MoreThanFactor<M> {
    fn name(&self) -> &'static str {
        M::FACTOR.name()
    }

    fn golden_ask(&self, answers: &[Answer]) -> Option<Ask> {
        in_turn(2, answers)
    }

    fn accept_golden(&self, golden: &[Answer]) -> Result<Reproduced, NotReproduced> {
        let measure = &self.0;
        let [ours, theirs] = [golden_run(golden, 0)?, golden_run(golden, 1)?];
        let ours = known(measure, &ours.observation, Which::Solver)?;
        let theirs = known(measure, &theirs.observation, Which::Second)?;
        let least = self.least(theirs) * M::MARGIN;
        if ours < least {
            return Err(NotReproduced::NotMore(NotMore::NotByFactor {
                took: measure.words(ours),
                reference: measure.words(theirs),
                least: measure.words(least),
            }));
        }
        let (factor, unit) = (self.1, measure.unit());
        let more = format!("at least {factor} times the reference's {unit}");
        let [ours, theirs] = [ours, theirs].map(|amount| measure.words(amount));
        let demand = format!("the solver takes {more} (now: {ours}, and the reference {theirs})");
        Ok(Reproduced::without_failure(more, demand))
    }

    fn judge(&self, golden: &[Answer], seen: &[Answer]) -> Result<Outcome, Next> {
        let ours = self.taken(seen, 0)?;
        if ours < self.least(0.0) {
            return Ok(Outcome::Uninteresting);
        }
        let theirs = self.taken(seen, 1)?;
        let [golden, candidate] = pair(golden, seen, Ask::of(1))?.map(|run| &run.observation);
        if golden.end != candidate.end || new_error(golden, candidate) {
            return Ok(Outcome::Uninteresting);
        }
        Ok(of(ours >= self.least(theirs)))
    }
}

impl<M: Measure> MoreThanFactor<M> {
    /// What a solver took on a candidate.
    fn taken(&self, seen: &[Answer], solver: usize) -> Result<f64, Next> {
        let run = evidence(seen, Ask::of(solver))?;
        if let Some(outcome) = stopped(run) {
            return Err(Next::Outcome(outcome));
        }
        match self.0.of(&run.observation) {
            Amount::Known(took) => Ok(took),
            Amount::Untold => Err(Next::Outcome(Outcome::Uninteresting)),
            Amount::NotKept => Err(Next::Outcome(Outcome::Unresolved)),
        }
    }
}

/// What a golden run took.
fn known(measure: &impl Measure, run: &Observation, which: Which) -> Result<f64, NotReproduced> {
    match measure.of(run) {
        Amount::Known(took) => Ok(took),
        amount @ (Amount::Untold | Amount::NotKept) => {
            Err(NotReproduced::NotMore(NotMore::Untold {
                which,
                unit: measure.unit(),
                cut: amount == Amount::NotKept,
            }))
        }
    }
}
