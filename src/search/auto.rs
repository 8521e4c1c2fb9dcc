//! The strategy `auto`: what removes most comes first, and what will probably fail is left out until the end, when
//! everything is tried.
//!
//! First come the lists of commands; if the failure seems to need what states the right answer, the text is tried without
//! its main content. In a large text, the coarse search follows. Then come heavy terms, the levels of the text, and each
//! mutator at each node. A candidate is left out if it removes at least what could not be removed before; in the coarse
//! search, only recent failures count. An edit takes with it what becomes unused. After that, each mutator is tried at
//! each node, except for edits that failed in a larger text. In the end, nothing is left out, so a text in which nothing
//! is found is 1-minimal.
//!
//! Where a solver must refute every candidate, much of the text matters and most candidates fail. There, hints come first
//! ([`super::Hinted`]), names and labels of a large text are shortened before the coarse search, a list is left once it
//! pays no more, and the parts of the coarse search take turns.
//!
//! This is the order of delta debugging tools that work from the coarse to the fine (HDD, Perses), with the failures of
//! the whole reduction in mind. [`Presuming`] tells what is left out and why.

use super::passes::{coarse_terms_first, full_sweep, removal, whole_list};
use super::{
    Among, AtOnce, Combined, Descent, Expansions, Followed, Items, Levels, Plan, Presuming,
    Presumption, Reach, Search, Sequence, Staged, Sweep, Thinning, WhileLarge, WhilePays,
};
use crate::language::RemovableList;
use crate::mutator::{BinaryReduction, EraseNode, Mutator, Pass};

/// Texts with fewer cells skip the coarse stage.
const LARGE: usize = 500;

/// How the lists of commands are thinned. A long list hardly ever goes as a whole, and the last element of a list is
/// hardly ever superfluous, so neither is tried.
const REMOVALS: Reach = Reach::Related;

/// How what often succeeds at all places is thinned.
const ALL: Reach = Reach::Joined {
    first: usize::MAX,
    least: 1,
};

/// The search of the strategy.
pub(super) fn auto(plan: &Plan) -> Box<dyn Search> {
    let closing = plan.closing();
    // In a chain of definitions, what becomes unused is the whole chain. So the coarse search does not take it along.
    let removals = while_it_pays(commands(&closing), plan);
    let coarse = WhileLarge::new(LARGE, coarse_terms_first(removals, plan));
    let all = Sweep::new(&single(plan), true, &plan.admission);
    // Whether a text is 1-minimal does not depend on what lengthens it.
    let shortening = plan.shortening();
    let abbreviations = Sweep::new(&plan.mutators, true, &plan.admission).of_abbreviations();
    let staged = |name, part: Sequence| -> Box<dyn Search> { Box::new(Staged::new(name, part)) };
    let swept = |name, part: Sweep| -> Box<dyn Search> { Box::new(Staged::new(name, part)) };
    let mut parts = vec![
        (
            Presumption::Implied,
            staged("commands", first_commands(&closing)),
        ),
        (Presumption::Implied, staged("labels", labels(plan))),
        (Presumption::ImpliedLately, Box::new(coarse)),
        (Presumption::Implied, Box::new(fine(&closing))),
        (Presumption::ImpliedHere, swept("all nodes", all)),
        (
            Presumption::Repeated,
            Box::new(Staged::new("expansions", expansions(&closing))),
        ),
        (Presumption::Repeated, swept("abbreviations", abbreviations)),
        (Presumption::None, swept("proof", full_sweep(&shortening))),
    ];
    if plan.is_quick {
        parts.truncate(FINE + 1);
    }
    let presuming = Presuming::new(FINE, parts).needing(plan.failure.at);
    let presuming = presuming.trusting(&plan.of_pass(Pass::Cleaning));
    Box::new(presuming.renewing(&plan.of_pass(Pass::Expanding)))
}

/// Top-level expressions that are replaced by parts.
fn expansions(plan: &Plan) -> Expansions {
    let mutators = plan.of_pass(Pass::Expanding);
    let mutators = if plan.erases() { &mutators[..] } else { &[] };
    Expansions::new(mutators, plan.minimiser(), &plan.admission)
}

/// Index of the part that starts again after each later success.
const FINE: usize = 3;

/// Goes from heavy terms down to single nodes.
fn fine(plan: &Plan) -> Sequence {
    let mut shaping = single(plan);
    shaping.retain(|mutator| {
        let profile = mutator.profile();
        !profile.is_in(Pass::Spelling) && !profile.is_in(Pass::Late)
    });
    let nodes = Sweep::new(&shaping, true, &plan.admission).with_streaks();
    Sequence::new(vec![
        // What is spelled in another way makes a new text of every later candidate, so it comes early if it is cheap.
        Box::new(Staged::new(
            "spelling",
            Combined::new(tokens(plan), &plan.admission),
        )),
        Box::new(Staged::new("spelling", spelling(Reach::Whole, plan))),
        Box::new(Staged::new("heavy terms", heavy_terms(plan))),
        Box::new(Staged::new("levels", levels(plan))),
        Box::new(Staged::new("commands", commands(plan))),
        Box::new(Staged::new("nodes", nodes)),
        Box::new(Staged::new("spelling", spelling(ALL, plan))),
    ])
}

/// The mutators that propose single simplifications, cosmetic ones first. Before the proof, what binary-reduction
/// proposes is done by thinning lists.
fn single(plan: &Plan) -> Vec<&'static dyn Mutator> {
    let mut mutators = plan.of_pass(Pass::Cosmetic);
    mutators.extend(plan.without(Pass::Cosmetic));
    mutators.retain(|mutator| mutator.name() != BinaryReduction.name());
    mutators
}

/// The lists of commands, and then the main content, if a failure needs what states the right answer.
fn first_commands(plan: &Plan) -> Sequence {
    let mut parts: Vec<Box<dyn Search>> = vec![while_it_pays(commands(plan), plan)];
    if plan.erases() {
        parts.push(Box::new(AtOnce::principal(plan.language, &plan.admission)));
    }
    Sequence::new(parts)
}

/// The lists of commands.
fn commands(plan: &Plan) -> Sequence {
    let mut parts: Vec<Box<dyn Search>> = Vec::new();
    if plan.erases() {
        let behind_failure = AtOnce::behind_failure(&plan.failure.behind, &plan.admission);
        parts.push(Box::new(behind_failure));
    }
    for mutator in plan.of_pass(Pass::Lists) {
        if mutator.name() == EraseNode.name() {
            parts.extend(removals(plan));
        } else if mutator.profile().is_in(Pass::Expanding) {
            // The parts put in the place of commands may make others superfluous.
            let then = Box::new(Sequence::new(removals(plan)));
            parts.push(Box::new(Followed::new(
                thinned(whole_list(mutator), ALL, plan),
                then,
            )));
        } else {
            parts.push(thinned(whole_list(mutator), ALL, plan));
        }
    }
    Sequence::new(parts)
}

/// Removals from the lists of commands, if commands may be removed.
fn removals(plan: &Plan) -> Vec<Box<dyn Search>> {
    let lists = plan.language.removable_lists().iter();
    let lists = lists.filter(|_| plan.erases());
    let thinned = lists.map(|list| thinned(superfluous(list), REMOVALS, plan));
    thinned.collect()
}

/// The elements of a list that may go together with others.
fn superfluous(list: &RemovableList) -> Items {
    let items = removal(list);
    if list.needs_last {
        items.without_last()
    } else {
        items
    }
}

/// Tokens and their order.
fn tokens(plan: &Plan) -> Vec<Items> {
    let mutators = plan.of_pass(Pass::Spelling).into_iter();
    mutators
        .map(|mutator| Items::new(mutator, Among::Below))
        .collect()
}

fn spelling(reach: Reach, plan: &Plan) -> Sequence {
    let items = tokens(plan).into_iter();
    Sequence::new(items.map(|items| thinned(items, reach, plan)).collect())
}

/// A search that ends early where most questions fail, because much of the text matters.
fn while_it_pays(part: Sequence, plan: &Plan) -> Box<dyn Search> {
    if plan.is_refuted {
        Box::new(WhilePays::new(Box::new(part)))
    } else {
        Box::new(part)
    }
}

/// What a large text names and labels, if much of the text matters. That is most of what a verifier writes, and hardly
/// any failure needs it.
fn labels(plan: &Plan) -> Sequence {
    let forms = plan.forms(<dyn Mutator>::labelling_forms).into_iter();
    let forms = forms.filter(|_| plan.is_refuted);
    let thinned = forms.map(|form| -> Box<dyn Search> {
        let items = Items::new(form, Among::Below);
        let thinning = Thinning::new(items, Reach::Coarse, &plan.admission);
        let thinning = WhilePays::new(Box::new(thinning));
        Box::new(WhileLarge::new(LARGE, thinning))
    });
    Sequence::new(thinned.collect())
}

/// Single terms with a large part of the text.
fn heavy_terms(plan: &Plan) -> Descent {
    let mut mutators = plan.forms(<dyn Mutator>::heavy_forms);
    mutators.extend(plan.of_pass(Pass::Heavy));
    Descent::new(&mutators, &plan.admission)
}

fn levels(plan: &Plan) -> Levels {
    Levels::new(&plan.of_pass(Pass::Levels), &plan.admission)
}

/// Thins a list so far. The plan's minimiser takes precedence, unless the list is only tried as a whole. What is left
/// is tried one by one in the sweeps.
fn thinned(items: Items, reach: Reach, plan: &Plan) -> Box<dyn Search> {
    let given = plan.minimiser.filter(|_| !matches!(reach, Reach::Whole));
    let reach = given.map_or(reach, |given| Reach::Only(given.build));
    Box::new(Thinning::new(items, reach, &plan.admission))
}
