//! Strategies: whole searches by name.

use super::halving::{Depth, Reach};
use super::{
    Halving, Repeat, Rules, Search, Sequence, Staged, Sweep, WhileLarge, WithoutIllFormed,
};
use crate::mutator::{self, Mutator, Only, smtlib};
use std::sync::Arc;

/// The strategies: name, and what it does in at most 79 columns. The default comes first.
pub const STRATEGIES: &[(&str, &str)] = &[
    (
        "hybrid",
        "search large texts coarsely, then alternate between ddmin and hierarchical",
    ),
    (
        "ddmin",
        "apply each mutator to all nodes at once, then to halves, down to single nodes",
    ),
    (
        "hierarchical",
        "apply the mutators to one node after the other, breadth-first, in five passes",
    ),
];

/// What a strategy is made with.
#[derive(Clone)]
pub struct Plan {
    /// The mutators that are switched on.
    pub mutators: Vec<&'static dyn Mutator>,
    /// The filter for ill-formed candidates; none: off.
    pub rules: Rules,
}

/// The search of this name; none for an unknown name.
pub fn strategy(name: &str, plan: &Plan) -> Option<Box<dyn Search>> {
    let rules = Arc::new(plan.rules.clone());
    let search: Box<dyn Search> = match name {
        "ddmin" => Box::new(ddmin(plan, &rules)),
        "hierarchical" => Box::new(hierarchical(plan, &rules)),
        "hybrid" => Box::new(Sequence::new(vec![
            Box::new(WhileLarge::new(LARGE, coarse(plan, &rules))),
            Box::new(Repeat::new(Sequence::new(vec![
                Box::new(ddmin(plan, &rules)),
                Box::new(hierarchical(plan, &rules)),
            ]))),
        ])),
        _ => return None,
    };
    let mut parts = vec![search];
    if plan.has("erase-node") {
        let without = WithoutIllFormed::new(&rules);
        parts.insert(0, Box::new(Staged::new("ill-formed commands", without)));
    }
    Some(Box::new(Sequence::new(parts)))
}

/// Whether the search of this name ends only after a sweep of all enabled mutators over every node has found nothing:
/// `ddmin` has no such sweep, and leaves out binary-reduction.
pub fn ends_with_full_sweep(name: &str) -> bool {
    name != "ddmin"
}

/// One sweep with all mutators and no filter (`--ill-formed last`).
pub fn unfiltered_sweep(plan: &Plan) -> Box<dyn Search> {
    let rules = Arc::new(Rules {
        filter: None,
        ..plan.rules.clone()
    });
    Box::new(Staged::new("unfiltered sweep", full_sweep(plan, &rules)))
}

/// Stage 1 of ddmin, on top-level commands: first whole scopes, then what only prolongs the run, then the rest.
const COMMAND_STAGE: &[&dyn Mutator] = &[
    &Only::top_level(&smtlib::PushPop),
    &mutator::ERASE_CHECK_SATS,
    &mutator::ERASE_CHECK_SATS_ASSUMING,
    &mutator::ERASE_ASSERTS,
    &mutator::ERASE_COMMANDS,
    &smtlib::CheckSatAssuming,
];

/// Stage 2 of ddmin, on terms.
const TERM_STAGE: &[&str] = &[
    "constants",
    "substitute-children",
    "erase-node",
    "introduce-fresh-variables",
    "let-elimination",
    "let-substitution",
    "replace-by-variable",
    "merge-children",
    "sort-children",
    "remove-annotation",
    "simplify-logic",
    "simplify-quoted-symbols",
    "simplify-symbol-names",
];

/// The second of the hierarchical passes.
const QUICK_PASS: &[&str] = &["constants", "binary-reduction"];

/// The third of the hierarchical passes.
const PROMISING_PASS: &[&str] = &[
    "erase-node",
    "constants",
    "introduce-fresh-variables",
    "let-elimination",
    "let-substitution",
    "substitute-children",
    "binary-reduction",
    "check-sat-assuming",
    "push-pop",
];

/// What only the last pass tries.
const COSMETIC: &[&str] = &["simplify-quoted-symbols", "simplify-symbol-names"];

/// What large texts lose first: the mutators, each held to nodes that hardly contain one another, or whose edits compose.
const COARSE_STAGE: &[&dyn Mutator] = &[
    &smtlib::BoundTerms(&smtlib::Constants),
    &smtlib::LetElimination,
    &mutator::EraseNode,
    &smtlib::SubstituteChildren,
    &smtlib::SubstituteLargestChild,
];

/// Texts with fewer cells are searched without the coarse stage.
const LARGE: usize = 200;

/// What removes much at once from a large text: commands, then `let`s whose terms are constants, operands, and
/// everything around a term; many nodes at a time, never single ones.
///
/// Node by node, as in the stages of ddSMT, the checks would grow with the text; so they grow with its logarithm.
fn coarse(plan: &Plan, rules: &Arc<Rules>) -> Staged {
    let halving = |&mutator: &&'static dyn Mutator, depth| -> Box<dyn Search> {
        Box::new(Halving::new(mutator, depth, rules).reaching(Reach::Coarse))
    };
    let enabled = |mutator: &&&'static dyn Mutator| plan.has(mutator.name());
    let commands = COMMAND_STAGE.iter().filter(enabled);
    let commands = commands.map(|mutator| halving(mutator, Depth::Commands));
    let terms = COARSE_STAGE.iter().filter(enabled);
    let terms = terms.map(|mutator| halving(mutator, Depth::Below));
    let all = Sequence::new(commands.chain(terms).collect());
    Staged::new("coarse", Repeat::new(all))
}

/// ddSMT 2.0's order: stage 1 erases commands, each mutator until it finds nothing more; stage 2 simplifies terms, each
/// mutator once; all to a fixpoint. Difference: nodes are erased below the top level, too.
fn ddmin(plan: &Plan, rules: &Arc<Rules>) -> Repeat {
    let commands = COMMAND_STAGE
        .iter()
        .filter(|mutator| plan.has(mutator.name()));
    let stage1 = commands.map(|&mutator| -> Box<dyn Search> {
        Box::new(Repeat::new(Halving::new(mutator, Depth::Commands, rules)))
    });
    let terms = plan.named(TERM_STAGE).into_iter();
    let stage2 = terms
        .map(|mutator| -> Box<dyn Search> { Box::new(Halving::new(mutator, Depth::Below, rules)) });
    Repeat::new(Sequence::new(vec![
        Box::new(Staged::new(
            "ddmin commands",
            Sequence::new(stage1.collect()),
        )),
        Box::new(Staged::new("ddmin terms", Sequence::new(stage2.collect()))),
    ]))
}

/// ddSMT 2.0's five passes, from the most promising mutators to all of them.
fn hierarchical(plan: &Plan, rules: &Arc<Rules>) -> Sequence {
    let asserts: &[&dyn Mutator] = &[&mutator::REDUCE_ASSERTS];
    let asserts = if plan.has("binary-reduction") {
        asserts
    } else {
        &[]
    };
    let most = plan
        .mutators
        .iter()
        .copied()
        .filter(|mutator| !COSMETIC.contains(&mutator.name()));
    let most: Vec<_> = most.collect();
    let passes = [
        ("pass 1 of 5", Sweep::new(asserts, false, rules)),
        (
            "pass 2 of 5",
            Sweep::new(&plan.named(QUICK_PASS), false, rules),
        ),
        (
            "pass 3 of 5",
            Sweep::new(&plan.named(PROMISING_PASS), false, rules),
        ),
        ("pass 4 of 5", Sweep::new(&most, true, rules)),
        ("pass 5 of 5", full_sweep(plan, rules)),
    ];
    let staged =
        passes.map(|(name, sweep)| -> Box<dyn Search> { Box::new(Staged::new(name, sweep)) });
    Sequence::new(staged.into())
}

/// All mutators on every node.
fn full_sweep(plan: &Plan, rules: &Arc<Rules>) -> Sweep {
    let cosmetic_first = |cosmetic: bool| {
        plan.mutators
            .iter()
            .copied()
            .filter(move |mutator| COSMETIC.contains(&mutator.name()) == cosmetic)
    };
    let mutators: Vec<_> = cosmetic_first(true).chain(cosmetic_first(false)).collect();
    Sweep::new(&mutators, true, rules)
}

impl Plan {
    fn has(&self, name: &str) -> bool {
        self.mutators.iter().any(|enabled| enabled.name() == name)
    }

    /// Those of these mutators that are switched on, in this order.
    fn named(&self, names: &[&str]) -> Vec<&'static dyn Mutator> {
        let enabled = |name: &&str| {
            self.mutators
                .iter()
                .copied()
                .find(|mutator| mutator.name() == *name)
        };
        names.iter().filter_map(enabled).collect()
    }
}
