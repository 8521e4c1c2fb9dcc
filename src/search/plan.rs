//! Plans: what a strategy needs to know to build its search.

use super::stage::{Names, is_chosen};
use super::{Admission, Cancellation, MINIMISERS, MinimiserEntry};
use crate::language::{FailurePlace, Filter, Language, TestCase};
use crate::mutator::{ERASE_NODE, Mutator, UNFILTERED, with_unused};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The numbers of the phases of the strategy `deltaasp`.
pub const PHASES: RangeInclusive<u8> = 1..=7;

/// What a strategy needs to know to build its search.
#[derive(Clone)]
pub struct Plan {
    /// The language of the text.
    pub language: &'static dyn Language,
    /// The enabled mutators that know the language, in the order of [`crate::mutator::MUTATORS`].
    pub mutators: Vec<&'static Mutator>,
    /// The mutators that somebody has named. They are used in every strategy.
    pub named: Vec<&'static Mutator>,
    /// The mutators whose texts only some solvers take. A last round uses them, without the filter.
    pub last_round: Vec<&'static Mutator>,
    /// The names of the stages of the strategy that are used. None for all.
    pub stages: Option<Arc<[String]>>,
    /// The minimiser that thins lists. None if the strategy is to choose for each list.
    pub minimiser: Option<&'static MinimiserEntry>,
    /// The phases of the strategy `deltaasp` that are used, by their numbers.
    pub phases: Arc<[u8]>,
    /// Which candidates may be proposed.
    pub admission: Arc<Admission>,
    /// Whether the search ends before the sweeps that prove the result 1-minimal.
    pub is_quick: bool,
    /// How many questions the search may ask on detours once it finds nothing more.
    pub detours: usize,
    /// Where the solver failed in the golden text.
    pub failure: FailurePlace,
    /// Small texts that are tried first, because they are known to fail in the same way and the text contains them.
    pub known: Arc<[TestCase]>,
    /// Whether a solver must refute every candidate. If so, much of the text matters, and the solver can say which
    /// parts do.
    pub is_refuted: bool,
}

impl Plan {
    /// The usual plan with this filter and those of these mutators that know the language. The strategy chooses how
    /// lists are thinned, a candidate may lengthen the text, one thread does everything, and nothing is known about the failure.
    pub fn new(
        language: &'static dyn Language,
        filter: Option<Arc<dyn Filter>>,
        mut mutators: Vec<&'static Mutator>,
    ) -> Plan {
        mutators.retain(|mutator| mutator.profile().understands(language.name()));
        Plan {
            language,
            mutators,
            named: Vec::new(),
            last_round: Vec::new(),
            stages: None,
            minimiser: None,
            phases: PHASES.collect(),
            admission: Arc::new(Admission {
                filter,
                with_unused: None,
                may_lengthen: true,
                cancelled: Cancellation::default(),
                in_parallel: false,
            }),
            is_quick: false,
            detours: 0,
            failure: FailurePlace::default(),
            known: Arc::default(),
            is_refuted: false,
        }
    }

    /// The minimiser of a strategy that does not choose one for each list.
    pub(super) fn minimiser(&self) -> &'static MinimiserEntry {
        self.minimiser.unwrap_or(&MINIMISERS[0])
    }

    /// The same plan, but each edit also removes everything that it leaves unused.
    pub(super) fn with_unused(&self) -> Plan {
        let mut plan = self.clone();
        Arc::make_mut(&mut plan.admission).with_unused = Some(with_unused(self.language));
        plan
    }

    /// The same plan, where a candidate may or must not lengthen the text.
    #[must_use]
    pub fn lengthening(&self, may_lengthen: bool) -> Plan {
        let mut plan = self.clone();
        Arc::make_mut(&mut plan.admission).may_lengthen = may_lengthen;
        plan
    }

    /// The same plan, but all its searches end when this is due.
    #[must_use]
    pub fn cancelled_by(mut self, cancelled: Cancellation) -> Plan {
        Arc::make_mut(&mut self.admission).cancelled = cancelled;
        self
    }

    /// The same plan, where the edits of long lists are judged on several threads.
    #[must_use]
    pub fn in_parallel(mut self) -> Plan {
        Arc::make_mut(&mut self.admission).in_parallel = true;
        self
    }

    /// The same plan without a filter.
    #[must_use]
    pub fn unfiltered(mut self) -> Plan {
        Arc::make_mut(&mut self.admission).filter = None;
        for mutator in self.mutators.iter_mut().chain(&mut self.named) {
            *mutator = mutator.form(UNFILTERED).unwrap_or(*mutator);
        }
        self
    }

    /// Whether stages with this name are used.
    pub(super) fn uses(&self, stage: &str) -> bool {
        is_chosen(stage, self.stages.as_deref())
    }

    /// Whether top-level expressions and list elements may be removed.
    pub(super) fn erases(&self) -> bool {
        self.mutator(ERASE_NODE.name()).is_some()
    }

    /// The mutator with this name, if it is among the plan's mutators.
    pub(super) fn mutator(&self, name: &str) -> Option<&'static Mutator> {
        self.mutators
            .iter()
            .copied()
            .find(|mutator| mutator.name() == name)
    }

    /// The mutators and forms with these names whose mutators are among the plan's, in the order of the names.
    pub(super) fn these(&self, names: Names) -> Vec<&'static Mutator> {
        names
            .split_ascii_whitespace()
            .filter_map(|name| self.form(name))
            .collect()
    }

    /// The mutator with this name, or the form of a mutator, if the mutator is among the plan's.
    fn form(&self, name: &str) -> Option<&'static Mutator> {
        match name.split_once('/') {
            None => self.mutator(name),
            Some((name, form)) => self.mutator(name)?.form(form),
        }
    }
}
