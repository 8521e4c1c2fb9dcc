//! Strategies: whole searches by name.

use super::build;
use super::schedule::{AUTO, BEFORE, DDMIN, DELTAASP, HIERARCHICAL, HYBRID};
use super::stage::{Schedule, is_chosen};
use super::{Detours, Hinted, Plan, Repeat, Search, Sequence};
use crate::mutator::{ByDefault, Mutator};
use std::fmt;

/// A whole search by name.
pub struct Strategy {
    /// The name of the strategy, as `--strategy` takes it.
    pub name: &'static str,
    /// A description in at most 79 columns.
    pub about: &'static str,
    /// The name of the last stage, if it is a sweep of all enabled mutators over every node: where it finds nothing,
    /// the text is 1-minimal. `ddmin` has no such stage and does not use `binary-reduction`.
    pub proof: Option<&'static str>,
    /// Whether the strategy uses mutators that remove just about enough to pay for their checks.
    pub is_thorough: bool,
    /// The name of the minimiser that is used unless another one is given. None if the strategy chooses for each list
    /// how to thin it.
    pub minimiser: Option<&'static str>,
    /// Whether the solver is asked which parts matter. The published strategies do not do that.
    takes_hints: bool,
    /// The name of the strategy that [`Strategy::counterpart`] returns.
    counterpart: &'static str,
    pub(super) schedule: Schedule,
}

/// The strategies; the default comes first.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "auto",
        about: "try what removes most first, leave out what will fail, then try everything",
        proof: Some("proof"),
        is_thorough: false,
        minimiser: None,
        takes_hints: true,
        counterpart: "hybrid",
        schedule: Schedule::Skipping(AUTO),
    },
    Strategy {
        name: "hybrid",
        about: "search large texts coarsely, then alternate between ddmin and hierarchical",
        proof: Some("pass 5 of 5"),
        is_thorough: true,
        minimiser: Some("halving"),
        takes_hints: false,
        counterpart: "auto",
        schedule: Schedule::Parts(HYBRID),
    },
    Strategy {
        name: "ddmin",
        about: "apply each mutator to all nodes at once, then to halves, down to single nodes",
        proof: None,
        is_thorough: true,
        minimiser: Some("halving"),
        takes_hints: false,
        counterpart: "hierarchical",
        schedule: Schedule::Parts(DDMIN),
    },
    Strategy {
        name: "hierarchical",
        about: "apply the mutators to one node after the other, breadth-first, in five passes",
        proof: Some("pass 5 of 5"),
        is_thorough: true,
        minimiser: Some("halving"),
        takes_hints: false,
        counterpart: "hybrid",
        schedule: Schedule::Parts(HIERARCHICAL),
    },
    Strategy {
        name: "deltaasp",
        about: "the seven phases of DeltaASP (2010) for answer-set programs",
        proof: None,
        is_thorough: false,
        minimiser: Some("obo"),
        takes_hints: false,
        counterpart: "auto",
        schedule: Schedule::Parts(DELTAASP),
    },
];

/// The strategy with this name.
pub fn strategy(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().find(|strategy| strategy.name == name)
}

impl Strategy {
    /// The strategy that a deep search uses after this one. The two go different ways, so the second may find what the
    /// first has missed.
    pub fn counterpart(&self) -> &'static Strategy {
        strategy(self.counterpart).unwrap_or(&STRATEGIES[0])
    }

    /// The names of the stages, in order, each once.
    pub fn stages(&self) -> Vec<&'static str> {
        let mut names = vec![BEFORE.name];
        for stage in self.schedule.stages() {
            if !names.contains(&stage.name) {
                names.push(stage.name);
            }
        }
        names
    }

    /// Whether a search with these stages (all if there is none) only ends after a sweep of all enabled mutators over
    /// every node has found nothing.
    pub fn proves_one_minimality(&self, stages: Option<&[String]>) -> bool {
        self.proof.is_some_and(|proof| is_chosen(proof, stages))
    }

    /// Whether a search of this strategy uses the mutator unless somebody says otherwise.
    pub fn uses(&self, mutator: &Mutator, is_deep: bool) -> bool {
        match mutator.profile().by_default {
            ByDefault::On => true,
            ByDefault::InThoroughSearches => self.is_thorough || is_deep,
            ByDefault::InDeepSearches => is_deep,
            ByDefault::InLastRound => false,
        }
    }

    /// The search of this strategy. It first tries to remove the commands that are ill-formed in the text itself,
    /// because the filter tolerates the faults of its base. After the stages of the strategy come further searches;
    /// each success of one starts the whole search again.
    pub fn search(&self, plan: &Plan) -> Box<dyn Search> {
        let mut parts = vec![
            build::stage(&BEFORE, plan),
            build::scheduled(self.schedule, plan),
        ];
        let further = self.further(plan);
        let search: Box<dyn Search> = if further.is_empty() {
            Box::new(Sequence::new(parts))
        } else {
            parts.extend(further);
            Box::new(Repeat::new(Sequence::new(parts)))
        };
        if self.takes_hints && plan.is_refuted && plan.erases() {
            let admission = plan.with_unused().admission;
            return Box::new(Hinted::new(search, plan.language, &admission));
        }
        search
    }

    /// The searches that come after the stages: the mutators that somebody has named, if no stage has tried them at
    /// every node, and detours.
    fn further(&self, plan: &Plan) -> Vec<Box<dyn Search>> {
        let mut further: Vec<Box<dyn Search>> = Vec::new();
        if !plan.named.is_empty() {
            if plan.is_quick || !self.proves_one_minimality(plan.stages.as_deref()) {
                further.push(build::named_sweep(plan));
            }
            further.push(Box::new(Detours::of_named(plan)));
        }
        if plan.detours > 0 {
            further.push(Box::new(Detours::new(plan)));
        }
        further
    }
}

/// Shows only the name, which identifies the strategy wherever configurations are compared.
impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::STRATEGIES;
    use crate::mutator::mutator;
    use crate::search::schedule::{CLEANERS, EXPANDING, SHORTER_TOKENS};
    use crate::search::stage::{Stage, mutator_of};

    #[test]
    fn every_name_in_the_schedule_is_that_of_a_mutator_or_of_one_of_its_forms() {
        let all = STRATEGIES
            .iter()
            .flat_map(|strategy| strategy.schedule.stages());
        let names = all.flat_map(Stage::names);
        let names = names.chain(
            [CLEANERS, EXPANDING, SHORTER_TOKENS]
                .into_iter()
                .flat_map(str::split_whitespace),
        );
        for name in names {
            let found = mutator(mutator_of(name)).unwrap_or_else(|| panic!("`{name}`"));
            if let Some((_, form)) = name.split_once('/') {
                assert!(found.form(form).is_some(), "`{name}`");
            }
        }
    }
}
