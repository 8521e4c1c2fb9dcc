//! The passes of which strategies consist: which mutators they try on which nodes, and in which order.

use super::{
    Among, Descent, Items, Plan, Reach, Repeat, Search, Sequence, Staged, Sweep, Thinning, Turns,
};
use crate::language::RemovableList;
use crate::mutator::{BinaryReduction, EraseNode, Mutator, Pass};

/// The order of ddSMT 2.0: stage 1 erases commands and repeats each mutator until it finds nothing more; stage 2
/// simplifies terms with each mutator once. All stages are repeated until nothing changes. Two differences: nodes below
/// the top level are erased, too, and a third stage changes declarations together with all that uses them.
pub(super) fn ddmin(plan: &Plan) -> Box<dyn Search> {
    let reach = Reach::Single(plan.minimiser());
    let repeated = |items: Items| -> Box<dyn Search> {
        Box::new(Repeat::new(Thinning::new(items, reach, &plan.admission)))
    };
    let commands = commands(plan).into_iter().map(repeated);
    let declarations = declarations(plan).into_iter().map(repeated);
    let terms = plan.of_pass(Pass::Terms).into_iter();
    let terms = terms.map(|mutator| -> Box<dyn Search> {
        let items = Items::new(mutator, Among::Below);
        Box::new(Thinning::new(items, reach, &plan.admission))
    });
    Box::new(Repeat::new(Sequence::new(vec![
        Box::new(Staged::new(
            "ddmin commands",
            Sequence::new(commands.collect()),
        )),
        Box::new(Staged::new("ddmin terms", Sequence::new(terms.collect()))),
        Box::new(Staged::new(
            "ddmin declarations",
            Sequence::new(declarations.collect()),
        )),
    ])))
}

/// The items that the first stage thins. For the mutator that erases, these are the lists that the language names.
fn commands(plan: &Plan) -> Vec<Items> {
    let mut all = Vec::new();
    for mutator in plan.of_pass(Pass::Commands) {
        if mutator.name() == EraseNode.name() {
            let lists = plan.language.removable_lists().iter();
            all.extend(lists.map(removal));
        } else {
            all.push(whole_list(mutator));
        }
    }
    all
}

/// The items that the third stage thins.
fn declarations(plan: &Plan) -> Vec<Items> {
    let mutators = plan.of_pass(Pass::Declarations).into_iter();
    mutators.map(whole_list).collect()
}

/// All top-level expressions to which the mutator applies.
pub(super) fn whole_list(mutator: &'static dyn Mutator) -> Items {
    let form = mutator.form_for_lists().unwrap_or(mutator);
    Items::new(form, Among::TopLevel(|_, _| true))
}

pub(super) fn removal(list: &RemovableList) -> Items {
    Items::new(&EraseNode, Among::TopLevel(list.holds))
}

/// Quickly removes large parts of a large text: first commands, then heavy terms, then whatever the other mutators of
/// commands and declarations and those with a coarse form change. Changes heavy terms one at a time and other nodes many
/// at a time, never single light nodes.
///
/// If nodes were tried one by one, as in the stages of ddSMT, the number of checks would grow with the size of the
/// text. Here, it grows with the logarithm of the size.
pub(super) fn coarse(plan: &Plan) -> Staged {
    let removals = commands(plan).into_iter().filter(is_removal);
    let removals = removals.map(|items| coarsely(items, plan)).collect();
    let removals = Box::new(Sequence::new(removals));
    let parts = coarse_parts(removals, plan, [lists(plan), forms(plan)]);
    Staged::new("coarse", Repeat::new(Sequence::new(parts)))
}

/// The coarse search, in which commands are removed in another way, and terms change before declarations: what is taken
/// out of terms leaves declarations without a use, and those go together.
pub(super) fn coarse_terms_first(removals: Box<dyn Search>, plan: &Plan) -> Staged {
    let parts = coarse_parts(removals, plan, [forms(plan), lists(plan)]);
    if plan.is_refuted {
        // Most candidates leave too little to refute, so a list is not thinned to its end before the next is tried.
        return Staged::new("coarse", Repeat::new(Turns::new(parts)));
    }
    Staged::new("coarse", Repeat::new(Sequence::new(parts)))
}

/// The removals, heavy terms one at a time, and the rest.
fn coarse_parts(
    removals: Box<dyn Search>,
    plan: &Plan,
    rest: [Vec<Items>; 2],
) -> Vec<Box<dyn Search>> {
    let heavy = plan.forms(<dyn Mutator>::heavy_forms);
    let mut parts: Vec<Box<dyn Search>> = vec![removals];
    parts.push(Box::new(Descent::new(&heavy, &plan.admission)));
    let rest = rest.into_iter().flatten();
    parts.extend(rest.map(|items| coarsely(items, plan)));
    parts
}

/// What mutators of commands and declarations change, but for removals.
fn lists(plan: &Plan) -> Vec<Items> {
    let others = commands(plan).into_iter();
    let others = others.filter(|items| !is_removal(items));
    others.chain(declarations(plan)).collect()
}

/// What mutators with a coarse form change.
fn forms(plan: &Plan) -> Vec<Items> {
    let forms = plan.forms(<dyn Mutator>::coarse_forms).into_iter();
    forms.map(|form| Items::new(form, Among::Below)).collect()
}

fn is_removal(items: &Items) -> bool {
    items.mutator().name() == EraseNode.name()
}

fn coarsely(items: Items, plan: &Plan) -> Box<dyn Search> {
    let reach = if items.mutator().is_all_or_nothing() {
        Reach::Whole
    } else {
        Reach::Coarse
    };
    let cleaners = plan.of_pass(Pass::Cleaning);
    Box::new(Thinning::new(items, reach, &plan.admission).cleaning(&cleaners))
}

/// So many of the five passes do not try all mutators.
const QUICK_PASSES: usize = 3;

/// The five passes of ddSMT 2.0, from the most promising mutators to all mutators.
pub(super) fn hierarchical(plan: &Plan) -> Box<dyn Search> {
    let most = plan.without(Pass::Cosmetic);
    let sweep = |mutators: &[_], at_all| Sweep::new(mutators, at_all, &plan.admission);
    let mut passes: Vec<Box<dyn Search>> = vec![
        Box::new(Staged::new("pass 1 of 5", principal_lists(plan))),
        Box::new(Staged::new(
            "pass 2 of 5",
            sweep(&plan.of_pass(Pass::Quick), false),
        )),
        Box::new(Staged::new(
            "pass 3 of 5",
            sweep(&plan.of_pass(Pass::Promising), false),
        )),
        Box::new(Staged::new("pass 4 of 5", sweep(&most, true))),
        Box::new(Staged::new("pass 5 of 5", full_sweep(plan))),
    ];
    if plan.is_quick {
        passes.truncate(QUICK_PASSES);
    }
    Box::new(Sequence::new(passes))
}

/// Binary reduction of the lists with the main content of the text.
fn principal_lists(plan: &Plan) -> Sequence {
    let mutator = plan.mutator(BinaryReduction.name());
    let lists = plan.language.removable_lists().iter();
    let lists = lists.filter(|list| mutator.is_some() && list.is_principal);
    let thinned = lists.map(|list| -> Box<dyn Search> {
        let items = removal(list).in_the_name_of(&BinaryReduction);
        let thinning = Thinning::new(items, Reach::Pairs, &plan.admission);
        Box::new(Repeat::new(thinning))
    });
    Sequence::new(thinned.collect())
}

/// All mutators on every node, pumps that save bytes included.
pub(super) fn full_sweep(plan: &Plan) -> Sweep {
    let mut mutators = plan.of_pass(Pass::Cosmetic);
    mutators.extend(plan.without(Pass::Cosmetic));
    Sweep::new(&mutators, true, &plan.admission).with_abbreviations()
}

/// One sweep with all mutators that leaves nothing out. Whoever finds nothing in it has shown that a text is 1-minimal.
pub fn plain_sweep(plan: &Plan) -> Box<dyn Search> {
    Box::new(Sweep::new(&plan.mutators, true, &plan.admission))
}

/// One sweep with all mutators and without a filter (`--ill-formed last`).
pub fn unfiltered_sweep(plan: &Plan) -> Box<dyn Search> {
    let sweep = full_sweep(&plan.clone().unfiltered());
    Box::new(Staged::new("unfiltered sweep", sweep))
}
