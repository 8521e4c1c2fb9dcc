//! An oracle that is a function of the text, and a driver over it.

use smelt::language::smtlib::{SmtLib, parse};
use smelt::language::{FailurePlace, HintDepth, Language, Superfluous, TestCase};
use smelt::mutator::{ByDefault, MUTATORS, Mutator, UNFILTERED, mutator};
use smelt::outcome::{Outcome, Patience};
use smelt::search::{
    Accepted, Admission, Answers, Cancellation, Driver, Fed, Plan, Search, SearchTally,
    Speculation, plain_sweep, strategy,
};
use smelt::tree::Node;
use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;

/// A test case of a text.
pub(crate) fn case(text: &str) -> TestCase {
    let parsed = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    TestCase::new(&SmtLib, parsed)
}

/// Admission with the filter of this case.
pub(crate) fn filtered(case: &TestCase) -> Arc<Admission> {
    Arc::new(Admission {
        filter: SmtLib.filter(case),
        with_unused: None,
        may_lengthen: true,
        cancelled: Cancellation::default(),
        in_parallel: true,
    })
}

/// Admission without a filter.
pub(crate) fn unfiltered() -> Arc<Admission> {
    Arc::new(Admission {
        filter: None,
        with_unused: None,
        may_lengthen: true,
        cancelled: Cancellation::default(),
        in_parallel: true,
    })
}

/// The superfluous nodes of a text, of this depth.
pub(crate) type Hints<'a> = dyn Fn(&TestCase, HintDepth) -> Vec<Node> + 'a;

/// What answers, and what was asked.
pub(crate) struct World<'a> {
    interesting: &'a dyn Fn(&str) -> bool,
    /// What a solver considers superfluous, if one can be asked.
    pub(crate) superfluous: Option<&'a Hints<'a>>,
    /// Every text asked, in order.
    pub(crate) asked: Vec<String>,
    /// The texts accepted, in order.
    pub(crate) accepted: Vec<String>,
}

impl<'a> World<'a> {
    /// A world that has answered nothing yet.
    pub(crate) fn new(interesting: &'a dyn Fn(&str) -> bool) -> World<'a> {
        World {
            interesting,
            superfluous: None,
            asked: Vec::new(),
            accepted: Vec::new(),
        }
    }
}

impl Answers for World<'_> {
    type Error = Infallible;

    fn check(
        &mut self,
        text: &[u8],
        _: Patience,
        _: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, Infallible> {
        let text = String::from_utf8_lossy(text).into_owned();
        let interesting = (self.interesting)(&text);
        self.asked.push(text);
        Ok(if interesting {
            Outcome::Interesting
        } else {
            Outcome::Uninteresting
        })
    }

    fn superfluous(
        &mut self,
        case: &TestCase,
        depth: HintDepth,
    ) -> Result<Option<Superfluous>, Infallible> {
        let told = self.superfluous.map(|superfluous| Superfluous {
            depth,
            nodes: superfluous(case, depth),
        });
        Ok(told)
    }

    fn accepted(&mut self, step: &Accepted<'_>) -> Result<(), Infallible> {
        let text = String::from_utf8_lossy(step.current.tree().text()).into_owned();
        self.accepted.push(text);
        Ok(())
    }
}

/// What became of a search.
pub(crate) struct Ended {
    pub(crate) text: String,
    pub(crate) asked: Vec<String>,
    pub(crate) accepted: Vec<String>,
    pub(crate) tally: SearchTally,
}

impl Ended {
    /// How many different texts were asked.
    pub(crate) fn distinct(&self) -> usize {
        self.asked.iter().collect::<HashSet<_>>().len()
    }
}

/// Drives a search over a text to its end.
pub(crate) fn drive(
    text: &str,
    search: &dyn Fn(bool) -> Box<dyn Search>,
    interesting: &dyn Fn(&str) -> bool,
) -> Ended {
    let case = case(text);
    let mut driver = Driver::new(case, World::new(interesting));
    let Ok(()) = driver.converge(search);
    Ended {
        text: String::from_utf8_lossy(driver.current.tree().text()).into_owned(),
        asked: driver.answers.asked,
        accepted: driver.answers.accepted,
        tally: driver.tally,
    }
}

/// Drives a strategy with all mutators.
pub(crate) fn strategize(name: &str, text: &str, interesting: &dyn Fn(&str) -> bool) -> Ended {
    with_mutators(name, &everywhere(), text, interesting)
}

/// The mutators that some search tries at every node.
pub(crate) fn everywhere() -> Vec<&'static Mutator> {
    let mutators = MUTATORS.iter().copied();
    mutators
        .filter(|mutator| mutator.profile().by_default != ByDefault::InLastRound)
        .collect()
}

/// Drives a strategy with these mutators.
pub(crate) fn with_mutators(
    name: &str,
    mutators: &[&'static Mutator],
    text: &str,
    interesting: &dyn Fn(&str) -> bool,
) -> Ended {
    let mutators = mutators.to_vec();
    let only = move |plan| Plan {
        mutators: mutators.clone(),
        ..plan
    };
    planned(name, &only, text, interesting)
}

/// Drives a strategy with these mutators, some of which somebody has named.
pub(crate) fn with_named(
    name: &str,
    mutators: &[&'static Mutator],
    named: &[&'static Mutator],
    text: &str,
    interesting: &dyn Fn(&str) -> bool,
) -> Ended {
    let named = |plan| Plan {
        mutators: mutators.to_vec(),
        named: named.to_vec(),
        ..plan
    };
    planned(name, &named, text, interesting)
}

/// Drives only these stages of a strategy.
pub(crate) fn only_stages(
    name: &str,
    stages: &[&str],
    text: &str,
    interesting: &dyn Fn(&str) -> bool,
) -> Ended {
    let stages: Arc<[String]> = stages.iter().map(|&stage| stage.to_owned()).collect();
    let chosen = |plan| Plan {
        stages: Some(stages.clone()),
        ..plan
    };
    planned(name, &chosen, text, interesting)
}

/// Drives the quick form of a strategy with all mutators.
pub(crate) fn hurry(name: &str, text: &str, interesting: &dyn Fn(&str) -> bool) -> Ended {
    let quick = |plan| Plan {
        is_quick: true,
        ..plan
    };
    planned(name, &quick, text, interesting)
}

/// Drives a strategy with all mutators and so many questions for its detours.
pub(crate) fn deepen(
    name: &str,
    detours: usize,
    text: &str,
    interesting: &dyn Fn(&str) -> bool,
) -> Ended {
    planned(name, &|plan| Plan { detours, ..plan }, text, interesting)
}

/// Drives a strategy by its usual plan with this change.
fn planned(
    name: &str,
    change: &dyn Fn(Plan) -> Plan,
    text: &str,
    interesting: &dyn Fn(&str) -> bool,
) -> Ended {
    let golden = case(text);
    let search = |may_lengthen| search(name, &change(plan(&golden, &everywhere(), may_lengthen)));
    drive(text, &search, interesting)
}

/// The search of a strategy.
fn search(name: &str, plan: &Plan) -> Box<dyn Search> {
    let strategy = strategy(name).unwrap_or_else(|| panic!("no strategy {name}"));
    strategy.search(plan)
}

/// The search of a strategy with so many questions for its detours.
pub(crate) fn deep_search(name: &str, detours: usize, golden: &TestCase) -> Box<dyn Search> {
    let plan = plan(golden, &everywhere(), true);
    search(name, &Plan { detours, ..plan })
}

/// The plan of a search in the reduction of a golden text.
fn plan(golden: &TestCase, mutators: &[&'static Mutator], may_lengthen: bool) -> Plan {
    let mut admission = filtered(golden);
    Arc::make_mut(&mut admission).may_lengthen = may_lengthen;
    Plan {
        language: &SmtLib,
        mutators: mutators.to_vec(),
        minimiser: None,
        named: Vec::new(),
        last_round: Vec::new(),
        stages: None,
        phases: Arc::default(),
        admission,
        is_quick: false,
        detours: 0,
        failure: FailurePlace::default(),
        known: Arc::default(),
        is_refuted: false,
    }
}

/// The well-formed single simplifications of a text that do not lengthen it, in the reduction of a golden text, each
/// with its mutator.
pub(crate) fn single_simplifications(golden: &str, text: &str) -> Vec<(&'static str, String)> {
    let text = case(text);
    let mut sweep = plain_sweep(&plan(&case(golden), &everywhere(), false));
    let mut found = Vec::new();
    while let Some(candidate) = sweep.next(&text) {
        if let Some(text) = candidate.text() {
            found.push((candidate.by, String::from_utf8_lossy(&text).into_owned()));
        }
        sweep.feed(&Fed::Held);
    }
    found
}

/// A mutator by name.
pub(crate) fn named(name: &str) -> &'static Mutator {
    mutator(name).unwrap_or_else(|| panic!("no mutator {name}"))
}

/// The mutator that erases any node, even if a list cannot do without it.
pub(crate) fn erasing() -> &'static Mutator {
    let erase_node = named("erase-node");
    erase_node.form(UNFILTERED).unwrap_or(erase_node)
}
