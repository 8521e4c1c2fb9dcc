//! Strategies: whole searches by name.

use super::build;
use super::deltaasp::deltaasp;
use super::schedule::{AUTO, BEFORE, DDMIN, DELTAASP, HIERARCHICAL, HYBRID};
use super::stage::Schedule;
use super::{Detours, Hinted, Plan, Repeat, Search, Sequence, Together};
use crate::mutator::{ByDefault, Mutator};
use std::fmt;

/// A whole search by name.
pub struct Strategy {
    /// The name of the strategy, as `--strategy` takes it.
    pub name: &'static str,
    /// A description in at most 79 columns.
    pub about: &'static str,
    /// Whether the strategy only ends after a sweep of all enabled mutators over every node has found nothing. `ddmin`
    /// has no such sweep and does not use `binary-reduction`.
    pub proves_one_minimality: bool,
    /// Whether the strategy uses mutators whose yield just about pays for their checks.
    pub is_thorough: bool,
    /// The name of the minimiser that is used unless another one is given. None if the strategy chooses for each list
    /// how to thin it.
    pub minimiser: Option<&'static str>,
    /// Whether the solver is asked what matters. The other strategies do what is written of them.
    takes_hints: bool,
    /// The name of the counterpart.
    counterpart: &'static str,
    pub(super) schedule: Schedule,
}

/// The strategies; the default comes first.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "auto",
        about: "try what removes most first, leave out what will fail, then try everything",
        proves_one_minimality: true,
        is_thorough: false,
        minimiser: None,
        takes_hints: true,
        counterpart: "hybrid",
        schedule: Schedule::Skipping(AUTO),
    },
    Strategy {
        name: "hybrid",
        about: "search large texts coarsely, then alternate between ddmin and hierarchical",
        proves_one_minimality: true,
        is_thorough: true,
        minimiser: Some("halving"),
        takes_hints: false,
        counterpart: "auto",
        schedule: Schedule::Parts(HYBRID),
    },
    Strategy {
        name: "ddmin",
        about: "apply each mutator to all nodes at once, then to halves, down to single nodes",
        proves_one_minimality: false,
        is_thorough: true,
        minimiser: Some("halving"),
        takes_hints: false,
        counterpart: "hierarchical",
        schedule: Schedule::Parts(DDMIN),
    },
    Strategy {
        name: "hierarchical",
        about: "apply the mutators to one node after the other, breadth-first, in five passes",
        proves_one_minimality: true,
        is_thorough: true,
        minimiser: Some("halving"),
        takes_hints: false,
        counterpart: "hybrid",
        schedule: Schedule::Parts(HIERARCHICAL),
    },
    Strategy {
        name: "deltaasp",
        about: "the seven phases of DeltaASP (2010) for answer-set programs",
        proves_one_minimality: false,
        is_thorough: false,
        minimiser: Some("obo"),
        takes_hints: false,
        counterpart: "auto",
        schedule: Schedule::Phases(DELTAASP),
    },
];

/// The strategy with this name.
pub fn strategy(name: &str) -> Option<&'static Strategy> {
    STRATEGIES.iter().find(|strategy| strategy.name == name)
}

impl Strategy {
    /// The strategy that a deep search uses after this one, because it takes other ways.
    pub fn counterpart(&self) -> &'static Strategy {
        strategy(self.counterpart).unwrap_or(&STRATEGIES[0])
    }

    /// Whether a search of this strategy uses the mutator unless somebody says otherwise.
    pub fn uses(&self, mutator: &dyn Mutator, is_deep: bool) -> bool {
        match mutator.profile().by_default {
            ByDefault::On => true,
            ByDefault::InThoroughSearches => self.is_thorough || is_deep,
            ByDefault::InDeepSearches => is_deep,
            ByDefault::Off => false,
        }
    }

    /// The search of the strategy's stages.
    fn scheduled(&self, plan: &Plan) -> Box<dyn Search> {
        match self.schedule {
            Schedule::Skipping(parts) => build::skipping(parts, plan),
            Schedule::Parts(parts) => build::parts_in_turn(parts, plan),
            Schedule::Phases(phases) => deltaasp(phases, plan),
        }
    }

    /// The search of this strategy. It first tries to remove commands that are ill-formed in the text itself, because
    /// the filter tolerates the faults of its base. If the plan has detours, they come last, with what is only tried
    /// together, and after each success the search starts again.
    pub fn search(&self, plan: &Plan) -> Box<dyn Search> {
        let mut parts = vec![build::stage(&BEFORE, plan), self.scheduled(plan)];
        let search: Box<dyn Search> = if plan.detours == 0 {
            Box::new(Sequence::new(parts))
        } else {
            parts.push(Box::new(Detours::new(plan)));
            parts.push(Box::new(Together::new(plan)));
            Box::new(Repeat::new(Sequence::new(parts)))
        };
        match plan.language.hints() {
            Some(hints) if self.takes_hints && plan.is_refuted && plan.erases() => {
                Box::new(Hinted::new(search, hints, &plan.closing().admission))
            }
            _ => search,
        }
    }
}

/// Shows only the name, which identifies the strategy wherever configurations are compared.
impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.name)
    }
}
