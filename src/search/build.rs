//! Builds searches from the [schedule](super::schedule).

use super::inner_lists::InnerLists;
use super::schedule::{CLEANERS, EXPANDING, FULL, MINOR, RESTART, SHORTER_TOKENS};
use super::stage::{By, Names, Part, Rounds, Schedule, SkippingPart, Stage, Step, Sweeping, Swept};
use super::sweep::ProposalKind;
use super::{
    AtOnce, ByDepth, Depth, Descent, Elements, Expansions, Followed, ListReduction, Minimiser,
    OneByOne, Plan, Repeat, Search, Sequence, Skipping, Source, Staged, Sweep, TriedOnce, Turns,
    WhileLarge, WhilePays,
};
use crate::language::RemovableList;
use crate::mutator::{BINARY_REDUCTION, ERASE_NODE, Mutator};

/// The search of all stages of a strategy.
pub(super) fn scheduled(schedule: Schedule, plan: &Plan) -> Box<dyn Search> {
    match schedule {
        Schedule::Skipping(schedule) => skipping(schedule, plan),
        Schedule::Parts(schedule) => in_turn(parts(schedule, plan)),
    }
}

/// The searches of these parts in turn; each part skips what will probably fail.
fn skipping(schedule: &[SkippingPart], plan: &Plan) -> Box<dyn Search> {
    let end = if plan.is_quick {
        RESTART + 1
    } else {
        schedule.len()
    };
    let searches = schedule[..end]
        .iter()
        .map(|part| (part.skips, in_turn(parts(part.parts, plan))))
        .collect();
    Box::new(
        Skipping::new(RESTART, searches)
            .going_on_behind(MINOR)
            .needing(plan.failure.at)
            .trusting(&plan.these(CLEANERS))
            .renewing(&plan.these(EXPANDING)),
    )
}

/// One sweep with all mutators, which skips nothing. A text in which it finds nothing is 1-minimal.
pub fn plain_sweep(plan: &Plan) -> Box<dyn Search> {
    Box::new(Sweep::new(&plan.mutators, true, &plan.admission))
}

/// One sweep with the edits that save bytes but hardly ever make others possible.
pub(crate) fn shorter_tokens(plan: &Plan) -> Box<dyn Search> {
    let sweep = Sweep::new(&plan.these(SHORTER_TOKENS), false, &plan.admission);
    Box::new(Staged::new(
        "shorter tokens",
        Box::new(sweep.trying(ProposalKind::WithAbbreviations)),
    ))
}

/// One sweep with all mutators and without a filter (`--ill-formed last`).
pub(crate) fn unfiltered_sweep(plan: &Plan) -> Box<dyn Search> {
    let sweep = sweep(&FULL, &plan.clone().unfiltered());
    Box::new(Staged::new("unfiltered sweep", Box::new(sweep)))
}

/// Removes the options that a text sets (`--reduce-options`), which comes before everything else.
pub(crate) fn option_removal(plan: &Plan) -> Box<dyn Search> {
    let options = plan.language.options().into_iter();
    let removals = options.map(|list| reduced(removal(list), By::EachOnce, plan));
    Box::new(Staged::new("options", in_turn(removals.collect())))
}

/// One sweep with the mutators that somebody has named.
pub(super) fn named_sweep(plan: &Plan) -> Box<dyn Search> {
    let sweep = Sweep::new(&plan.named, true, &plan.with_unused().admission);
    Box::new(Staged::new("named mutators", Box::new(sweep)))
}

/// These searches one after another. A single one is not wrapped, because a [`Sequence`] stays at its end: asked again
/// after its own end, a search may find something in a text that has changed.
fn in_turn(mut searches: Vec<Box<dyn Search>>) -> Box<dyn Search> {
    if searches.len() == 1
        && let Some(only) = searches.pop()
    {
        return only;
    }
    Box::new(Sequence::new(searches))
}

fn parts(parts: &[Part], plan: &Plan) -> Vec<Box<dyn Search>> {
    parts
        .iter()
        .flat_map(|part| self::part(part, plan))
        .collect()
}

/// The searches of a part, which come in turn.
fn part(part: &Part, plan: &Plan) -> Vec<Box<dyn Search>> {
    let single = |search: Box<dyn Search>| vec![search];
    match part {
        Part::Stage(stage) => single(self::stage(stage, plan)),
        Part::Repeated(inner) => single(Box::new(Repeat::new(Sequence::new(parts(inner, plan))))),
        Part::InTurn(inner) => parts(inner, plan),
        Part::WhileLarge(cells, inner) => {
            let inner = in_turn(self::part(inner, plan));
            single(Box::new(WhileLarge::new(*cells, inner)))
        }
        Part::UnlessQuick(inner) if !plan.is_quick => parts(inner, plan),
        Part::OnlyQuick(inner) if plan.is_quick => parts(inner, plan),
        Part::Phase(number, stage) if plan.phases.contains(number) => {
            single(self::stage(stage, plan))
        }
        Part::UnlessQuick(_) | Part::OnlyQuick(_) | Part::Phase(..) => Vec::new(),
        Part::StartAgain {
            number,
            first,
            then,
            ..
        } => {
            let (first, then) = (parts(first, plan), parts(then, plan));
            if plan.phases.contains(number) {
                single(Box::new(Repeat::after(first, Sequence::new(then))))
            } else {
                first.into_iter().chain(then).collect()
            }
        }
    }
}

/// The search of a stage, which finds nothing if the plan does not use the stage.
pub(super) fn stage(stage: &Stage, plan: &Plan) -> Box<dyn Search> {
    if !plan.uses(stage.name) {
        return Box::new(Sequence::new(Vec::new()));
    }
    let searches = steps(stage.steps, plan);
    let search: Box<dyn Search> = match stage.rounds {
        Rounds::One => in_turn(searches),
        Rounds::TakingTurns if plan.is_refuted => Box::new(Repeat::new(Turns::new(searches))),
        Rounds::Repeated | Rounds::TakingTurns => Box::new(Repeat::new(Sequence::new(searches))),
    };
    Box::new(Staged::new(stage.name, search))
}

fn steps(steps: &[Step], plan: &Plan) -> Vec<Box<dyn Search>> {
    steps
        .iter()
        .flat_map(|step| self::step(step, plan))
        .collect()
}

/// The searches of a step, which come in turn.
fn step(step: &Step, plan: &Plan) -> Vec<Box<dyn Search>> {
    let admission = &plan.admission;
    match *step {
        Step::IllFormed => if_erasing(AtOnce::ill_formed(admission), plan),
        Step::BehindFailure => {
            let behind = AtOnce::behind_failure(&plan.failure.behind, admission);
            if_erasing(behind, plan)
        }
        Step::Principal => if_erasing(AtOnce::principal(plan.language, admission), plan),
        Step::Lists(by) => removals(by, plan),
        Step::PrincipalLists => principal_lists(plan),
        Step::Commands(by, names) => each(by, names, plan, whole_list),
        Step::Replaced(by, names) => replaced(by, names, plan),
        Step::Inner(which) => vec![Box::new(InnerLists::new(which, plan))],
        Step::Terms(by, names) => each(by, names, plan, all_below),
        Step::Joined(names) => {
            let lists = plan.these(names).into_iter().map(all_below);
            vec![Box::new(AtOnce::lists(lists, admission))]
        }
        Step::HeavyTerms(names) => vec![Box::new(Descent::new(&plan.these(names), admission))],
        Step::ByDepth(names) => vec![Box::new(ByDepth::new(&plan.these(names), admission))],
        Step::Sweep(ref sweeping) => vec![Box::new(sweep(sweeping, plan))],
        Step::LastRound => {
            let unfiltered = plan.clone().unfiltered().admission;
            let sweep = Sweep::new(&plan.last_round, false, &unfiltered);
            vec![Box::new(TriedOnce::new(Box::new(sweep)))]
        }
        Step::Expansions(names) => {
            // An expansion only pays off if most of its parts are removed again.
            let mutators = plan.these(if plan.erases() { names } else { "" });
            let minimiser = plan.minimiser();
            vec![Box::new(Expansions::new(&mutators, minimiser, admission))]
        }
        Step::WithUnused(inner) => steps(inner, &plan.with_unused()),
        Step::WhileItPays(inner) => {
            let sequence = Box::new(Sequence::new(steps(inner, plan)));
            vec![if plan.is_refuted {
                while_pays(sequence)
            } else {
                sequence
            }]
        }
        Step::IfRefuted(inner) if plan.is_refuted => {
            steps(inner, plan).into_iter().map(while_pays).collect()
        }
        Step::IfRefuted(_) => Vec::new(),
    }
}

fn while_pays(search: Box<dyn Search>) -> Box<dyn Search> {
    Box::new(WhilePays::new(search))
}

/// This search, if commands may be removed.
fn if_erasing(search: AtOnce, plan: &Plan) -> Vec<Box<dyn Search>> {
    let search: Box<dyn Search> = Box::new(search);
    Vec::from_iter(plan.erases().then_some(search))
}

/// Thins what each of these mutators changes, one after the other.
fn each(
    by: By,
    names: Names,
    plan: &Plan,
    elements: fn(&'static Mutator) -> Elements,
) -> Vec<Box<dyn Search>> {
    plan.these(names)
        .into_iter()
        .map(|mutator| reduced(elements(mutator), by, plan))
        .collect()
}

/// The top-level expressions to which the mutator applies.
fn whole_list(mutator: &'static Mutator) -> Elements {
    Elements::new(mutator, Source::TopLevel(|_, _| true))
}

/// The nodes below the top level to which the mutator applies.
fn all_below(mutator: &'static Mutator) -> Elements {
    Elements::new(mutator, Source::Below)
}

/// Removals from the lists of commands, if commands may be removed.
fn removals(by: By, plan: &Plan) -> Vec<Box<dyn Search>> {
    if !plan.erases() {
        return Vec::new();
    }
    let reduce = |list| {
        let elements = match by {
            By::Related => superfluous(list),
            _ => removal(list),
        };
        reduced(elements, by, plan)
    };
    plan.language.removable_lists().iter().map(reduce).collect()
}

fn removal(list: &RemovableList) -> Elements {
    Elements::new(&ERASE_NODE, Source::TopLevel(list.holds))
}

/// The elements of a list, without the last one if that hardly ever goes.
fn superfluous(list: &RemovableList) -> Elements {
    let elements = removal(list);
    if list.needs_last {
        elements.without_last()
    } else {
        elements
    }
}

/// Binary reduction of the lists with the main content of the text.
fn principal_lists(plan: &Plan) -> Vec<Box<dyn Search>> {
    let is_enabled = plan.mutator(BINARY_REDUCTION.name()).is_some();
    let lists = plan.language.removable_lists().iter();
    lists
        .filter(|list| list.is_principal && is_enabled)
        .map(|list| -> Box<dyn Search> {
            let elements = removal(list).in_the_name_of(&BINARY_REDUCTION);
            let pairs = ListReduction::new(elements, Depth::Halved(2), &plan.admission);
            Box::new(Repeat::new(pairs))
        })
        .collect()
}

/// Replaces commands by parts. These may make other commands superfluous, so the lists are thinned after a success.
fn replaced(by: By, names: Names, plan: &Plan) -> Vec<Box<dyn Search>> {
    each(by, names, plan, whole_list)
        .into_iter()
        .map(|search| -> Box<dyn Search> {
            let then = Sequence::new(removals(By::Related, plan));
            Box::new(Followed::new(search, Box::new(then)))
        })
        .collect()
}

/// Thins a list to the depth that `by` stands for. Elements that are left are tried one by one in later stages.
fn reduced(elements: Elements, by: By, plan: &Plan) -> Box<dyn Search> {
    let given = || plan.minimiser.map(|given| Depth::Only(given.build));
    let depth = match by {
        By::Minimiser | By::MinimiserRepeated => Depth::Single(plan.minimiser()),
        By::MinimiserAlone => Depth::Only(plan.minimiser().build),
        By::EachOnce => {
            Depth::Only(|weights| -> Box<dyn Minimiser> { Box::new(OneByOne::once(weights.len())) })
        }
        By::Related => given().unwrap_or(Depth::Related),
        By::All => given().unwrap_or(Depth::Joined(usize::MAX)),
        By::Whole | By::WholeAndClean => Depth::Halved(usize::MAX),
        By::Coarse | By::CoarseAndClean => Depth::Coarse,
    };
    let reduction = ListReduction::new(elements, depth, &plan.admission);
    match by {
        By::WholeAndClean | By::CoarseAndClean => {
            Box::new(reduction.cleaning(&plan.these(CLEANERS)))
        }
        By::MinimiserRepeated => Box::new(Repeat::new(reduction)),
        _ => Box::new(reduction),
    }
}

fn sweep(sweeping: &Sweeping, plan: &Plan) -> Sweep {
    let mutators = swept(&sweeping.mutators, plan);
    let admission = if sweeping.only_shortens {
        plan.lengthening(false).admission
    } else {
        plan.admission.clone()
    };
    let sweep =
        Sweep::new(&mutators, sweeping.at_all_occurrences, &admission).trying(sweeping.kind);
    if sweeping.has_streaks {
        sweep.with_streaks()
    } else {
        sweep
    }
}

fn swept(swept: &Swept, plan: &Plan) -> Vec<&'static Mutator> {
    match *swept {
        Swept::These(names) => plan.these(names),
        Swept::All { first, without } => {
            let is_in = |names: Names, mutator: &Mutator| {
                names
                    .split_ascii_whitespace()
                    .any(|name| name == mutator.name())
            };
            let mut mutators = plan.these(first);
            let others = plan.mutators.iter().copied();
            mutators.extend(others.filter(|mutator| !is_in(first, mutator)));
            mutators.retain(|mutator| !is_in(without, mutator));
            mutators
        }
    }
}
